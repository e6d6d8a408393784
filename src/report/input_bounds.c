/* Which inputs a run was about: what the user asked for, and what a function
 * without a harness needs. They are told with the verdict and do not change it.
 */

#include "report/report.h"

#include "base/grouped.h"
#include "program/datatype.h"

typedef struct bound_list {
  memory *mem;
  arena *texts;
  report_loss_vec *out;
} bound_list;

static void add_bound (const bound_list *b, end_reason what, char_vec *text) {
  const char *kept = arena_string (b->texts, text->data, text->len);
  vec_push (b->mem, b->out,
            ((report_loss) {.cause = cause_about (what, kept),
                            .file = "",
                            .function = "",
                            .count = 1}));
  vec_clear (text);
}

static void add_option (const bound_list *b, const char *name,
                        const char *value, char_vec *text) {
  if (!value)
    return;
  text_printf (b->mem, text, "--%s=%s", name, value);
  add_bound (b, WHY_BOUND, text);
}

static void add_options (const bound_list *b, program *p, const options *o,
                         bool has_arguments, char_vec *text) {
  add_option (b, "sym-args", o->sym_args, text);
  if (!o->sym_args && !has_arguments &&
      program_is_marked (p, HARNESS_ARGUMENTS)) {
    text_puts (b->mem, text,
               "no arguments (--sym-args=MIN:MAX:LEN makes them symbolic)");
    add_bound (b, WHY_BOUND, text);
  }
  add_option (b, "sym-env", o->sym_env, text);
  add_option (b, "sym-files", o->sym_files, text);
  add_option (b, "range", o->range, text);
  if (o->sym_stdin < 0)
    return;
  text_printf (b->mem, text, "%s byte%s of standard input",
               GROUPED ((uint64_t) o->sym_stdin),
               plural ((uint64_t) o->sym_stdin));
  add_bound (b, WHY_BOUND, text);
}

/* "discount = 0; " for each of --defaults */
static void add_defaults (const bound_list *b, const char *list,
                          char_vec *text) {
  for (const char *p = list; p && *p; p += *p == ',') {
    size_t len = strcspn (p, ","), name = strcspn (p, "=,");
    text_printf (b->mem, text, "%.*s = %.*s; ", (int) name, p,
                 (int) (len > name ? len - name - 1 : 0), p + name + 1);
    p += len;
  }
}

static bool is_pair (const program *p) {
  return program_start_before (p) != UINT32_MAX;
}

static bool is_allocation (const insn *i) {
  return i->op == OP_BUILTIN &&
         (i->a == BUILTIN_MALLOC || i->a == BUILTIN_CALLOC ||
          i->a == BUILTIN_REALLOC || i->a == BUILTIN_REALLOCARRAY ||
          i->a == BUILTIN_ALIGNED_ALLOC);
}

/* Not a driver, nor a libc for itself. */
static bool can_allocate (program *p) {
  if (program_find_function (p, "strdup") != UINT32_MAX ||
      program_find_function (p, "strndup") != UINT32_MAX)
    return true;
  for (uint32_t f = 0; f < program_count_functions (p); f++) {
    bool is_asked =
        program_function (p, f)->is_users && program_has_code (p, f);
    const code *c = is_asked ? program_code (p, f) : NULL;
    for (uint32_t i = 0; c && i < c->n_insns; i++)
      if (is_allocation (c->insn + i))
        return true;
  }
  return false;
}

/* "calls" and "f.calls", which is static there. */
static void put_variable (memory *mem, const char *name, char_vec *text) {
  const char *dot = strchr (name, '.');
  text_puts (mem, text, dot ? dot + 1 : name);
  if (dot)
    text_printf (mem, text, " of %.*s", (int) (dot - name), name);
}

#define MOST_NAMED 3

static bool has_constant (const code *c, uint64_t slot) {
  for (uint32_t i = 0; i < c->n_constants; i++)
    if (c->constant[i].width == 64 && address_slot (c->constant[i].low) == slot)
      return true;
  return false;
}

/* By code that can be reached, or by another global. */
static bool is_mentioned (program *p, const global *g) {
  uint64_t slot = address_slot (g->address), to;
  for (uint32_t f = 0; f < program_count_functions (p); f++)
    if (program_has_code (p, f) && has_constant (program_code (p, f), slot))
      return true;
  for (uint32_t i = 0; i < program_count_globals (p); i++) {
    const global *x = program_global (p, i);
    for (uint32_t k = 0; x->bytes && k < x->n_addresses; k++) {
      memcpy (&to, x->bytes + x->address_at[k], sizeof to);
      if (address_slot (to) == slot)
        return true;
    }
  }
  return false;
}

/* Has the other version one of this name, which comes first? */
static bool is_named_before (program *p, uint32_t at) {
  for (uint32_t i = 0; i < at; i++)
    if (!strcmp (program_global (p, i)->name, program_global (p, at)->name) &&
        is_mentioned (p, program_global (p, i)))
      return true;
  return false;
}

static bool is_state (program *p, const global *g) {
  return g->is_users && !g->is_constant && !g->is_anonymous &&
         is_mentioned (p, g);
}

bool report_has_state (program *p) {
  for (uint32_t i = 0; i < program_count_globals (p); i++)
    if (is_state (p, program_global (p, i)))
      return program_is_marked (p, HARNESS_DRIVEN);
  return false;
}

/* What calls leave for each other. Of two versions, which variables that are.
 */
static void add_state (const bound_list *b, program *p, char_vec *text) {
  size_t n = 0, start = text->len;
  if (!is_pair (p)) {
    text_puts (b->mem, text,
               "globals and static variables start with their initial values "
               "(the first call only); ");
    return;
  }
  text_puts (b->mem, text, "this is the first call: ");
  for (uint32_t i = 0; i < program_count_globals (p); i++) {
    const global *g = program_global (p, i);
    if (!is_state (p, g) || is_named_before (p, i) || n++ >= MOST_NAMED)
      continue;
    text_puts (b->mem, text, n > 1 ? ", " : "");
    put_variable (b->mem, g->name, text);
  }
  if (n > MOST_NAMED)
    text_printf (b->mem, text, " and %zu more variables", n - MOST_NAMED);
  text_puts (b->mem, text,
             n == 1 ? " has its initial value; "
                    : " have their initial values; ");
  if (!n)
    text->len = start;
}

static void add_premise (const bound_list *b, program *p, const options *o,
                         char_vec *text) {
  if (!program_is_marked (p, HARNESS_DRIVEN))
    return;
  add_defaults (b, o->defaults, text);
  if (program_is_marked (p, HARNESS_NULLS))
    text_puts (b->mem, text,
               "at most one pointer is null, and it is a parameter; pointers "
               "do not overlap; ");
  else if (program_is_marked (p, HARNESS_POINTERS))
    text_puts (b->mem, text, "pointers that are not equal do not overlap; ");
  const datatypes *types = program_types (p);
  for (size_t i = 0; i < types->assumed.len; i++)
    text_printf (b->mem, text, "%s; ", types->assumed.data[i]);
  if (program_is_marked (p, HARNESS_WIDTHS))
    text_puts (b->mem, text, "numbers fit in the types of both versions; ");
  if (program_is_marked (p, HARNESS_STUBS))
    text_puts (b->mem, text,
               is_pair (p)
                   ? "functions behind pointers return any value, the same in "
                     "both versions, change nothing, and see only what they "
                     "are passed, from there on; "
                   : "functions behind pointers return any value and change "
                     "nothing; ");
  if (program_is_marked (p, HARNESS_FUNCTIONS))
    text_puts (b->mem, text, "pointers to functions are null; ");
  if (program_is_marked (p, HARNESS_STRINGS))
    text_puts (b->mem, text, "strings end with a NUL; ");
  if (program_find_function (p, "rand") != UINT32_MAX)
    text_puts (b->mem, text, "rand starts from its fixed seed; ");
  if (is_pair (p) && can_allocate (p) && !o->fail_malloc)
    text_puts (b->mem, text, "malloc succeeds; ");
  add_state (b, p, text);
  if (!text->len)
    return;
  text->len -= strlen ("; ");
  add_bound (b, WHY_PREMISE, text);
}

static void add_contracts (const bound_list *b, const datatypes *t,
                           char_vec *text) {
  for (size_t i = 0; i < t->contracts.len; i++) {
    text_puts (b->mem, text, t->contracts.data[i]);
    add_bound (b, WHY_CONTRACT, text);
  }
  if (t->unused_contract) {
    text_puts (b->mem, text, t->unused_contract);
    add_bound (b, WHY_CONTRACT_UNUSED, text);
  }
}

void report_take_bounds (memory *mem, arena *texts, program *p,
                         const options *o, bool has_arguments,
                         report_loss_vec *out) {
  const bound_list b = {mem, texts, out};
  char_vec text = {0};
  if (program_is_marked (p, HARNESS_BUFFERS)) {
    text_printf (mem, &text, "buffers of up to %s byte%s",
                 GROUPED (o->buffer_size), plural (o->buffer_size));
    add_bound (&b, WHY_BOUND, &text);
  }
  if (program_is_marked (p, HARNESS_LEVELS)) {
    text_printf (mem, &text, "linked structures of %s %u level%s",
                 program_is_marked (p, HARNESS_OPEN) ? "up to" : "exactly",
                 (unsigned) o->depth, plural ((uint64_t) o->depth));
    add_bound (&b, WHY_BOUND, &text);
  }
  add_options (&b, p, o, has_arguments, &text);
  add_contracts (&b, program_types (p), &text);
  if (is_pair (p) && program_is_marked (p, HARNESS_FUNCTIONS))
    add_bound (&b, WHY_NULL_FUNCTIONS, &text);
  add_premise (&b, p, o, &text);
  vec_release (mem, &text);
}
