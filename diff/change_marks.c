#include "diff/change_marks.h"

#include "base/map.h"
#include "diff/matching.h"
#include "diff/written.h"
#include "machine/arranging.h"
#include "machine/versus.h"
#include "memo/outline.h"

typedef struct marking {
  change_marks *marks;
  machine *machine;
  program *program;
  memory *mem;
  map functions;       /* hash of a name -> function of the old version + 1 */
  map globals;         /* the same for globals */
  uint8_t *is_changed; /* by global of the new version */
  uint8_t *is_leading; /* by function: its address is taken, and it can come to
                          changed code */
} marking;

static uint64_t key_of (const char *name) {
  return hash_bytes (name, strlen (name)).lo | 1;
}

/* Globals: one that refers to a changed one counts as changed. */

static bool begins_alike (const marking *k, const global *g) {
  uint64_t i = map_get (&k->globals, key_of (g->name), 0);
  if (g->is_anonymous)
    return true; /* it is its content */
  const global *old = i ? program_global (k->program, (uint32_t) i - 1) : NULL;
  return old && hash128_eq (old->digest, g->digest);
}

/* A global, or a function, whose address is as good as its code. */
static bool is_changed_at (const marking *k, uint64_t address) {
  const global *g = program_global_at (k->program, address_slot (address));
  uint32_t f = program_function_at (k->program, address_slot (address));
  return g ? k->is_changed[g - program_global (k->program, 0)]
           : f != UINT32_MAX && k->is_leading[f];
}

static bool refers_to_changed (const marking *k, const global *g) {
  for (uint32_t i = 0; g->bytes && i < g->n_addresses; i++) {
    uint64_t to;
    memcpy (&to, g->bytes + g->address_at[i], sizeof to);
    if (is_changed_at (k, to))
      return true;
  }
  return false;
}

static void compare_globals (marking *k) {
  for (uint32_t i = 0; i < program_count_globals (k->program); i++) {
    const global *g = program_global (k->program, i);
    k->is_changed[i] = !g->is_before && !begins_alike (k, g);
  }
}

static void follow_globals (marking *k) {
  uint32_t n = program_count_globals (k->program);
  bool is_more = true;
  while (is_more) {
    is_more = false;
    for (uint32_t i = 0; i < n; i++) {
      const global *g = program_global (k->program, i);
      if (k->is_changed[i] || g->is_before || !refers_to_changed (k, g))
        continue;
      k->is_changed[i] = is_more = true;
    }
  }
}

/* Functions. */

static bool has_changed_global (const marking *k, const code *c) {
  for (uint32_t i = 0; i < c->n_constants; i++)
    if (c->constant[i].width == 64 && is_changed_at (k, c->constant[i].low))
      return true;
  return false;
}

static void mark_block (marking *k, const code *c, uint32_t b) {
  uint32_t first = c->block[b].first;
  machine_mark_changed (k->machine, c->function, first);
  distances_add (k->marks->distances,
                 flow_find (k->marks->flow, c->function, first));
  k->marks->n_blocks++;
}

static void compare_blocks (marking *k, const code *c, uint32_t old) {
  outline a, b;
  u32_vec same = {0}, slots = {0};
  outline_make (k->mem, k->program, c->function, &a);
  outline_make (k->mem, k->program, old, &b);
  outline_align (k->mem, &a, &b, &same, &slots);
  assert (same.len == c->n_blocks);
  for (uint32_t i = 0; i < c->n_blocks; i++)
    if (!same.data[i])
      mark_block (k, c, i);
  vec_release (k->mem, &same);
  vec_release (k->mem, &slots);
  outline_release (k->mem, &a);
  outline_release (k->mem, &b);
}

/* Stands for code that nobody has seen: it may be another one. */
static bool is_unseen (const code *c) {
  for (uint32_t i = 0; i < c->n_insns; i++)
    if (c->insn[i].op == OP_BUILTIN && c->insn[i].a == BUILTIN_UNDEFINED)
      return true;
  return false;
}

static void compare_function (marking *k, uint32_t i) {
  const function *f = program_function (k->program, i);
  const code *c = program_code (k->program, i);
  uint64_t old = map_get (&k->functions, key_of (f->base), 0);
  size_t before = k->marks->n_blocks;
  if (!old || has_changed_global (k, c) || is_unseen (c))
    mark_block (k, c, 0);
  else
    compare_blocks (k, c, (uint32_t) old - 1);
  k->marks->n_functions += k->marks->n_blocks > before;
}

static bool is_compared (const marking *k, uint32_t i) {
  return k->marks->flow->functions.data[i].n &&
         !program_function (k->program, i)->is_before;
}

static void compare_functions (marking *k) {
  for (uint32_t i = 0; i < k->marks->flow->functions.len; i++)
    if (is_compared (k, i))
      compare_function (k, i);
}

/* Whose addresses are taken and that can come to changed code; true: there are
 * more than before.
 */
static bool find_leading (marking *k) {
  const flow *f = k->marks->flow;
  bool is_more = false;
  distances_measure (k->marks->distances);
  for (uint32_t i = 0; i < f->functions.len; i++) {
    if (!is_compared (k, i) || !f->functions.data[i].is_taken ||
        k->is_leading[i] ||
        distance_of_node (k->marks->distances, f->functions.data[i].first) ==
            DISTANCE_NONE)
      continue;
    k->is_leading[i] = is_more = true;
    machine_mark_leading (k->machine, i);
  }
  return is_more;
}

/* Who has the address of one may answer with it. */
static void follow_addresses (marking *k) {
  while (find_leading (k)) {
    follow_globals (k);
    for (uint32_t i = 0; i < k->marks->flow->functions.len; i++)
      if (is_compared (k, i) &&
          has_changed_global (k, program_code (k->program, i)))
        mark_block (k, program_code (k->program, i), 0);
  }
}

/* Variables that functions of either version may write. */
static void note_written (const marking *k, uint8_t *is_written) {
  for (uint32_t i = 0; i < k->marks->flow->functions.len; i++) {
    const function *f = program_function (k->program, i);
    uint64_t old = map_get (&k->functions, key_of (f->base), 0);
    if (is_compared (k, i))
      written_note (k->mem, k->program, i, is_written);
    if (is_compared (k, i) && old)
      written_note (k->mem, k->program, (uint32_t) old - 1, is_written);
  }
}

/* What a caller finds in a variable that is written on some inputs may be
 * another value on the others. Of one that points to something, it is where the
 * other version writes it.
 */
static void list_globals (marking *k) {
  uint32_t n = program_count_globals (k->program);
  uint8_t *is_written = memory_zalloc (k->mem, n);
  note_written (k, is_written);
  for (uint32_t i = 0; i < n; i++) {
    const global *g = program_global (k->program, i);
    uint32_t old = (uint32_t) map_get (&k->globals, key_of (g->name), 0);
    bool is_one = old && !g->is_before && !g->is_constant && g->is_users &&
                  (is_written[i] || is_written[old - 1]) &&
                  (k->is_changed[i] || g->n_addresses);
    if (is_one)
      vec_push (k->mem, &k->marks->globals, i);
    if (is_one)
      vec_push (k->mem, &k->marks->globals, old - 1);
  }
  memory_free (k->mem, is_written, n);
}

void change_marks_keep_globals (const change_marks *c, machine *m) {
  for (size_t i = 0; i < c->globals.len; i++)
    machine_keep_global (m, c->globals.data[i]);
}

static bool is_other_number (const datatype *a, const datatype *b) {
  return a && b && (a->kind != b->kind || a->size != b->size);
}

/* The same bits are another number: int and unsigned. */
static bool numbers_differ (const datatypes *now, const datatypes *before) {
  if (is_other_number (now->result, before->result))
    return true;
  for (size_t i = 0; i < now->objects.len; i++)
    for (size_t k = 0; k < before->objects.len; k++)
      if (!strcmp (now->objects.data[i].name, before->objects.data[k].name) &&
          is_other_number (now->objects.data[i].type,
                           before->objects.data[k].type))
        return true;
  return false;
}

/* What a type is by name may be another thing though the code is the same. */
static void mark_layouts (marking *k) {
  const datatypes *now = program_types (k->program);
  const datatypes *before = program_types_before (k->program);
  uint32_t start = program_start (k->program);
  if (*now->entry &&
      (layouts_differ (now, before) || numbers_differ (now, before)))
    mark_block (k, program_code (k->program, start), 0);
}

static void list_old (marking *k) {
  for (uint32_t i = 0; i < program_count_functions (k->program); i++) {
    const function *f = program_function (k->program, i);
    if (f->is_before && f->has_body && !f->builtin)
      map_put (&k->functions, key_of (f->base), i + UINT64_C (1));
  }
  for (uint32_t i = 0; i < program_count_globals (k->program); i++) {
    const global *g = program_global (k->program, i);
    if (g->is_before || g->is_foreign)
      map_put (&k->globals, key_of (g->name), i + UINT64_C (1));
  }
}

void change_marks_init (change_marks *c, memory *mem, machine *m) {
  program *p = machine_program (m);
  *c = (change_marks) {.mem = mem, .program = p};
  assert (program_start_before (p) != UINT32_MAX);
  c->flow = flow_new (mem, p);
  c->distances = distances_new (mem, c->flow);
  uint32_t n = program_count_globals (p),
           n_functions = program_count_functions (p);
  marking k = {.marks = c,
               .machine = m,
               .program = p,
               .mem = mem,
               .is_changed = memory_zalloc (mem, n),
               .is_leading = memory_zalloc (mem, n_functions)};
  map_init (&k.functions, mem);
  map_init (&k.globals, mem);
  list_old (&k);
  compare_globals (&k);
  follow_globals (&k);
  compare_functions (&k);
  mark_layouts (&k);
  follow_addresses (&k);
  list_globals (&k);
  change_marks_keep_globals (c, m);
  map_release (&k.functions);
  map_release (&k.globals);
  memory_free (mem, k.is_changed, n);
  memory_free (mem, k.is_leading, n_functions);
}

void change_marks_release (change_marks *c) {
  vec_release (c->mem, &c->globals);
  distances_free (c->distances);
  flow_free (c->flow);
}

bool change_marks_lead (const change_marks *c, const state *s) {
  return distance_of_state (c->distances, s) != DISTANCE_NONE;
}
