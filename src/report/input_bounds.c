/* Which inputs a run was about: what the user asked for, and what a function
 * without a harness needs. They are told with the verdict and do not change it.
 */

#include "report/report.h"

#include "base/grouped.h"

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

static void add_options (const bound_list *b, const options *o,
                         char_vec *text) {
  add_option (b, "sym-args", o->sym_args, text);
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

static void add_premise (const bound_list *b, const program *p,
                         const options *o, char_vec *text) {
  if (!program_is_marked (p, HARNESS_DRIVEN))
    return;
  add_defaults (b, o->defaults, text);
  if (program_is_marked (p, HARNESS_NULLS))
    text_puts (b->mem, text,
               "at most one pointer is null, and it is a parameter; pointers "
               "do not overlap; ");
  else if (program_is_marked (p, HARNESS_POINTERS))
    text_puts (b->mem, text, "pointers are not null and do not overlap; ");
  if (program_is_marked (p, HARNESS_WIDTHS))
    text_puts (b->mem, text, "numbers fit in the types of both versions; ");
  if (program_is_marked (p, HARNESS_FUNCTIONS))
    text_puts (b->mem, text, "pointers to functions are null; ");
  if (program_is_marked (p, HARNESS_STRINGS))
    text_puts (b->mem, text, "strings end with a NUL; ");
  if (program_find_function (p, "rand") != UINT32_MAX)
    text_puts (b->mem, text, "rand starts from its fixed seed; ");
  text_puts (b->mem, text,
             "globals and static variables start with their initial values "
             "(the first call only)");
  add_bound (b, WHY_PREMISE, text);
}

void report_take_bounds (memory *mem, arena *texts, const program *p,
                         const options *o, report_loss_vec *out) {
  const bound_list b = {mem, texts, out};
  char_vec text = {0};
  if (program_is_marked (p, HARNESS_BUFFERS)) {
    text_printf (mem, &text, "buffers of up to %s byte%s",
                 GROUPED (o->buffer_size), plural (o->buffer_size));
    add_bound (&b, WHY_BOUND, &text);
  }
  if (program_is_marked (p, HARNESS_LEVELS)) {
    text_printf (mem, &text, "linked structures of exactly %u levels",
                 HARNESS_DEPTH);
    add_bound (&b, WHY_BOUND, &text);
  }
  add_options (&b, o, &text);
  add_premise (&b, p, o, &text);
  vec_release (mem, &text);
}
