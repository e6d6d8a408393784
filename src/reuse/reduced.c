/* Reduce: atoms with one prefix are one domain (logic/reduce.h).
 *
 * UNSAT  the domain of a prefix is empty: its conjuncts are a core
 * SAT    all prefixes are variables, each another one: a value of each domain
 *
 * The reduction is made once for a problem, by the first rung that needs it. So
 * when this one rests and another has made it, an empty domain is there for
 * nothing; and rungs below count on it: they keep nothing of such problems.
 */

#include "reuse/rung.h"

static uint64_t any_value (const domain *d) {
  assert (d->n); /* or the reduction would be unsatisfiable */
  if (!d->open_below)
    return d->span[0].low;
  return d->n == 1 && d->open_above ? NUM_ZERO.word : d->span[0].high;
}

static bool are_variables (const terms *ts, const reduction *r) {
  for (size_t i = 0; i < r->n; i++)
    if (term_kind (ts, r->atom[i].prefix) != KIND_VAR)
      return false;
  return true;
}

static verdict reduce_ask (rung *self, problem *p, finding *out) {
  (void) self;
  const reduction *r = problem_reduced (p);
  if (r->is_unsat) {
    for (size_t i = 0; i < r->n_core; i++)
      vec_push (bench_memory (p->bench), out->core, p->constraint[r->core[i]]);
    return VERDICT_UNSAT;
  }
  if (!are_variables (bench_terms (p->bench), r))
    return VERDICT_UNKNOWN;
  for (size_t i = 0; i < r->n; i++)
    model_set (out->model, r->atom[i].prefix, any_value (r->atom[i].domain));
  return VERDICT_SAT;
}

static bool reduce_is_ready (rung *r, const problem *p) {
  (void) r;
  return p->reduced && p->reduced->is_unsat;
}

rung *rung_new_reduce (const rung_site *site) {
  static const rung_class class = {
      .free = rung_free_bare, .ask = reduce_ask, .is_ready = reduce_is_ready};
  return rung_new_bare (site, &class);
}
