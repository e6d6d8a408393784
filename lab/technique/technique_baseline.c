/* Baseline: every query is a new one. */

#include "lab/technique/technique_priv.h"

static verdict baseline_check (technique *t, void *state, const query *q) {
  (void) state;
  backend_kind k = technique_choose (t, q->part.len, q->part.data);
  return technique_solve_fresh (t, k, q->part.len, q->part.data, q->deadline,
                                t->model);
}

static void baseline_core (technique *t, void *state, const query *q,
                           term_vec *out) {
  (void) state, (void) q;
  t->last->class->get_core (t->last, t->config.mem, out);
}

const technique_class technique_baseline = {.check = baseline_check,
                                            .core = baseline_core};
