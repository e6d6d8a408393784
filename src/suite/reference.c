#include "suite/reference.h"

#include "base/clock.h"
#include "machine/versus.h"
#include "runtime/replay/facts.h"

#define FUEL (UINT64_C (1) << 20)

struct reference {
  chooser chooser; /* first: the machine knows us by it */
  memory *mem;
  terms *terms;
  machine *machine;
  state *start; /* of which every test runs a copy */
  VEC (given_input) given;
  uint64_t fact[FACT_COUNT];
};
static_assert (offsetof (struct reference, chooser) == 0, "see 'terms_of'");

static terms *terms_of (chooser *c) { return ((reference *) c)->terms; }

/* Nothing is symbolic, so there is one alternative and it is known. What we
 * cannot do concretely ends the path.
 */
static int reference_choose (chooser *c, state *s, choice_kind what, uint32_t n,
                             const term *guard) {
  (void) what;
  for (uint32_t i = 0; i < n; i++)
    if (term_eq (guard[i], TERM_TRUE))
      return (int) i;
  machine_cut (((reference *) c)->machine, s, cause_of (WHY_NOT_CONCRETE));
  return CHOICE_STOP;
}

static bool reference_assume (chooser *c, state *s, term t, bool *waits) {
  (void) waits;
  (void) c;
  (void) s;
  return term_eq (t, TERM_TRUE);
}

static bool reference_value (chooser *c, state *s, term t, bool fix,
                             const char *why, uint64_t *out) {
  (void) s;
  (void) fix;
  (void) why;
  terms *ts = terms_of (c);
  if (!term_is_const (ts, t))
    return false;
  *out = term_word (ts, t);
  return true;
}

static void reference_range (chooser *c, state *s, term t, uint64_t *low,
                             uint64_t *high) {
  *low = 0;
  *high = UINT64_MAX;
  if (reference_value (c, s, t, false, NULL, low))
    *high = *low;
}

reference *reference_new (context *c, program *p, int argc,
                          const char *const *argv) {
  static const char *const no_environment[] = {NULL};
  reference *r = memory_zalloc (&c->memory, sizeof *r);
  r->chooser = (chooser) {.choose = reference_choose,
                          .assume = reference_assume,
                          .value = reference_value,
                          .range = reference_range};
  r->mem = &c->memory;
  r->terms = terms_new (r->mem);
  r->machine = machine_new (&(machine_config) {.context = c,
                                               .terms = r->terms,
                                               .program = p,
                                               .chooser = &r->chooser,
                                               .is_tracing = true});
  if (program_start_before (p) != UINT32_MAX) /* both, whatever changed */
    machine_mark_changed (r->machine, program_start (p), 0);
  r->start = machine_start (r->machine, argc, argv, no_environment);
  return r;
}

void reference_free (reference *r) {
  if (!r)
    return;
  machine_drop (r->machine, r->start);
  machine_free (r->machine);
  terms_free (r->terms);
  vec_release (r->mem, &r->given);
  memory_free (r->mem, r, sizeof *r);
}

machine *reference_machine (reference *r) { return r->machine; }

void reference_set (reference *r, unsigned fact, uint64_t value) {
  assert (fact < FACT_COUNT);
  r->fact[fact] = value;
}

static void give (reference *r, const testcase *t) {
  static const given_input none;
  vec_clear (&r->given);
  for (uint32_t i = 0; i < t->n_inputs; i++)
    vec_push (r->mem, &r->given,
              (given_input) {t->input[i].size, t->input[i].bytes, NULL});
  machine_give (r->machine, t->n_inputs, r->given.len ? r->given.data : &none);
}

bool reference_is_past (const state *s, const testcase *t) {
  return t->end.kind == END_CUT && s->symbolics.len > t->n_inputs;
}

static state *execute (reference *r, const testcase *t, uint64_t fuel,
                       uint64_t deadline) {
  assert (fuel && r->given.len == t->n_inputs);
  state *s = machine_fork (r->machine, r->start, t->number);
  for (unsigned i = 0; i < FACT_COUNT; i++)
    if (r->fact[i])
      machine_poke (r->machine, s, FACTS_NAME, i * sizeof *r->fact, r->fact[i]);
  while (machine_run (r->machine, s, fuel) == STOP_FUEL)
    if (reference_is_past (s, t) || clock_now () >= deadline)
      break;
  return s;
}

void reference_show (reference *r, const testcase *t, uint64_t deadline,
                     void *owner, reference_look *look) {
  give (r, t);
  state *s = execute (r, t, FUEL, deadline);
  if (reference_is_past (s, t)) { /* again, block by block */
    machine_drop (r->machine, s);
    s = execute (r, t, 1, deadline);
  }
  look (owner, r->machine, s);
  machine_drop (r->machine, s);
}
