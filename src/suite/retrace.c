#include "suite/retrace.h"

#include "base/bits.h"
#include "base/clock.h"
#include "base/map.h"
#include "suite/friendly_inputs.h"
#include "term/eval.h"
#include "term/leaves.h"

#define FUEL (UINT64_C (1) << 20)
#define WORK 400000 /* for better values of a slice */

struct retrace {
  chooser chooser; /* first: the machine knows us by it */
  memory *mem;
  terms *terms;
  machine *machine;
  state *start; /* of which every test runs a copy */
  state *now;   /* the last */
  const testcase *test;
  evaluator *evaluator;
  model *values;
  size_t n_filled; /* inputs that have values */
  knowing *knowing;
  knowledge *knowledge; /* what the path demands */
  friendly_inputs friendly;
  map shown; /* leaves that the outcome is computed from */
  VEC (testinput) inputs;
  char_vec bytes;
  arena arena; /* of the outcome */
};
static_assert (offsetof (struct retrace, chooser) == 0, "see 'retrace_of'");

static retrace *retrace_of (chooser *c) { return (retrace *) c; }

/* Values of inputs that were made since. */
static void fill_values (retrace *r, const state *s) {
  for (; r->n_filled < s->symbolics.len; r->n_filled++) {
    const symbolic *in = s->symbolics.data + r->n_filled;
    const testinput *from =
        r->n_filled < r->test->n_inputs ? r->test->input + r->n_filled : NULL;
    uint64_t at = 0;
    for (uint32_t k = 0; from && from->size == in->size && k < in->n_parts;
         at += in->width[k++])
      model_set (r->values, in->part[k],
                 bits_load (from->bytes + at, in->width[k]));
  }
}

static bool retrace_holds (retrace *r, const state *s, term t) {
  fill_values (r, s);
  evaluator_start (r->evaluator, r->values);
  return evaluator_holds (r->evaluator, t);
}

static void demand (retrace *r, term t) {
  if (!term_eq (t, TERM_TRUE))
    knowledge_add (r->knowledge, t, r->values);
}

static int retrace_choose (chooser *c, state *s, choice_kind what, uint32_t n,
                           const term *guard) {
  retrace *r = retrace_of (c);
  (void) what;
  for (uint32_t i = 0; i < n; i++)
    if (retrace_holds (r, s, guard[i])) {
      demand (r, guard[i]);
      return (int) i;
    }
  machine_cut (r->machine, s, cause_of (WHY_NOT_CONCRETE));
  return CHOICE_STOP;
}

static bool retrace_assume (chooser *c, state *s, term t, bool *waits) {
  (void) waits;
  retrace *r = retrace_of (c);
  bool is_so = retrace_holds (r, s, t);
  if (is_so)
    demand (r, t);
  return is_so;
}

static bool retrace_value (chooser *c, state *s, term t, bool fix,
                           const char *why, uint64_t *out) {
  retrace *r = retrace_of (c);
  (void) why;
  fill_values (r, s);
  evaluator_start (r->evaluator, r->values);
  *out = evaluator_value (r->evaluator, t);
  unsigned w = term_width (r->terms, t);
  if (fix && !term_is_const (r->terms, t))
    demand (r, term_equal (r->terms, t, term_bv (r->terms, w, *out)));
  return true;
}

static bool retrace_other (chooser *c, state *s, term condition, term t,
                           uint64_t *out) {
  (void) c;
  (void) s;
  (void) condition;
  (void) t;
  (void) out;
  return false;
}

static void retrace_range (chooser *c, state *s, term t, uint64_t *low,
                           uint64_t *high) {
  (void) s;
  *low = 0;
  *high = bits_mask (term_width (retrace_of (c)->terms, t));
}

static void retrace_warn (chooser *c, state *s, const cause *why) {
  (void) c;
  (void) s;
  (void) why;
}

retrace *retrace_new (context *c, program *p, int argc,
                      const char *const *argv) {
  static const char *const no_environment[] = {NULL};
  retrace *r = memory_zalloc (&c->memory, sizeof *r);
  r->chooser = (chooser) {.choose = retrace_choose,
                          .assume = retrace_assume,
                          .value = retrace_value,
                          .other = retrace_other,
                          .range = retrace_range,
                          .warn = retrace_warn};
  r->mem = &c->memory;
  r->terms = terms_new (r->mem);
  r->evaluator = evaluator_new (r->mem, r->terms);
  r->values = model_new (r->mem, r->terms);
  arena_init (&r->arena, r->mem);
  map_init (&r->shown, r->mem);
  r->knowing = knowing_new (r->mem, r->terms);
  r->knowledge = knowledge_new (r->knowing);
  friendly_inputs_init (&r->friendly, r->mem, r->terms, NULL);
  r->friendly.shown = &r->shown;
  r->friendly.work = WORK;
  r->machine = machine_new (&(machine_config) {
      .context = c, .terms = r->terms, .program = p, .chooser = &r->chooser});
  r->start = machine_start (r->machine, argc, argv, no_environment);
  return r;
}

static void drop_last (retrace *r) {
  if (r->now)
    machine_drop (r->machine, r->now);
  r->now = NULL;
}

void retrace_free (retrace *r) {
  if (!r)
    return;
  drop_last (r);
  machine_drop (r->machine, r->start);
  machine_free (r->machine);
  evaluator_free (r->evaluator);
  model_free (r->values);
  friendly_inputs_release (&r->friendly);
  knowledge_free (r->knowledge);
  knowing_free (r->knowing);
  terms_free (r->terms);
  map_release (&r->shown);
  vec_release (r->mem, &r->inputs);
  vec_release (r->mem, &r->bytes);
  arena_release (&r->arena);
  memory_free (r->mem, r, sizeof *r);
}

/* Friendly values. */

/* A byte of an object that is as it was is no answer. */
static void show_part (retrace *r, const outcome_part *p) {
  term last = TERM_NONE;
  for (uint32_t i = 0; p->symbol && i < p->n; i++) {
    term t = p->symbol[i].term;
    if (!t.id || term_eq (t, SYMBYTE_UNSET) || term_eq (t, last) ||
        term_has_unset (r->terms, t) ||
        (term_is_leaf (r->terms, t) && p->what != OUTCOME_RETURN))
      continue;
    last = t;
    const leaf_set *l = term_leaves (r->terms, t);
    for (uint32_t k = 0; k < l->n; k++)
      map_put (&r->shown, l->leaf[k].id, 1);
  }
}

static void show_outcome (retrace *r, const outcome *o) {
  map_clear (&r->shown);
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what != OUTCOME_END)
      show_part (r, o->part + i);
}

/* What is shown is to have a value of its own, also where nothing is said. */
static void improve (retrace *r, const state *s) {
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    for (uint32_t k = 0; k < in->n_parts; k++)
      if (map_get (&r->shown, in->part[k].id, 0))
        knowledge_settle (r->knowledge, in->part[k], r->values);
  }
  friendly_inputs_settle (&r->friendly, s, r->knowledge);
  model_clear (r->values);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    for (uint32_t k = 0; k < in->n_parts; k++)
      model_set (r->values, in->part[k],
                 knowledge_input (r->knowledge, in->part[k]));
  }
}

/* The test with these values. */
static void take_values (retrace *r, const state *s, testcase *out) {
  vec_clear (&r->bytes);
  vec_clear (&r->inputs);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    for (uint32_t k = 0; k < in->n_parts; k++) {
      uint64_t v = model_get (r->values, in->part[k]);
      for (uint8_t b = 0; b < in->width[k]; b++)
        vec_push (r->mem, &r->bytes, (char) (v >> 8 * b));
    }
  }
  const uint8_t *at = (const uint8_t *) r->bytes.data;
  *out = *r->test;
  for (size_t i = 0; i < out->n_inputs; i++) {
    testinput in = out->input[i];
    in.bytes = at;
    at += in.size;
    vec_push (r->mem, &r->inputs, in);
  }
  out->input = r->inputs.data;
}

static bool is_same_path (const retrace *r, const state *s) {
  const end_record *e = &r->test->end;
  bool is_same =
      s->symbolics.len == r->test->n_inputs && s->end.kind == e->kind &&
      s->end.fault == e->fault &&
      (s->end.status == e->status || !term_eq (s->end.code, TERM_NONE));
  for (size_t i = 0; is_same && i < s->symbolics.len; i++)
    is_same = s->symbolics.data[i].size == r->test->input[i].size;
  return is_same;
}

static uint64_t value_now (void *owner, term t) {
  retrace *r = owner;
  return evaluator_value (r->evaluator, t);
}

void retrace_execute (retrace *r, const testcase *t, uint64_t deadline,
                      retraced *out) {
  outcome whole;
  drop_last (r);
  *out = (retraced) {.test = *t};
  r->test = t;
  r->n_filled = 0;
  knowledge_free (r->knowledge);
  r->knowledge = knowledge_new (r->knowing);
  r->friendly.types = t->types;
  model_clear (r->values);
  state *s = r->now = machine_fork (r->machine, r->start, t->number);
  while (machine_run (r->machine, s, FUEL) == STOP_FUEL)
    if (clock_now () >= deadline)
      break;
  fill_values (r, s);
  out->is_same = is_same_path (r, s);
  if (!out->is_same)
    return;
  arena_reset (&r->arena);
  outcome_capture (r->machine, s, NULL, NULL, &r->arena, &whole);
  show_outcome (r, &whole);
  improve (r, s);
  take_values (r, s, &out->test);
  evaluator_start (r->evaluator, r->values);
  outcome_capture (r->machine, s, r, value_now, &r->arena, &out->outcome);
}
