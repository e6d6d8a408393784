/* Suite: values that a test of the last run has for the query, behind changed
 * code. Who asks has them (reuse/hints.h); each is evaluated here, and the
 * first that satisfies the problem is the answer.
 */

#include "reuse/rung.h"

static bool suite_is_idle (rung *r, problem *p, finding *out) {
  (void) r, (void) out;
  return !bench_asking (p->bench)->hints;
}

static verdict suite_ask (rung *r, problem *p, finding *out) {
  (void) r;
  hints *h = bench_asking (p->bench)->hints;
  while (h->next (h, out->model))
    if (problem_holds (p, out->model))
      return VERDICT_SAT;
  model_clear (out->model);
  return VERDICT_UNKNOWN;
}

rung *rung_new_suite (const rung_site *site) {
  static const rung_class class = {
      .free = rung_free_bare, .ask = suite_ask, .is_idle = suite_is_idle};
  return rung_new_bare (site, &class);
}
