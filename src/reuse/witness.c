/* Witness: the values of the path so far satisfy the problem too. They are kept
 * by who walks the path (bench_asking); here they are only evaluated.
 */

#include "reuse/rung.h"

static verdict witness_ask (rung *r, problem *p, finding *out) {
  (void) r;
  const model *witness = bench_asking (p->bench)->witness;
  if (!witness || !problem_holds (p, witness))
    return VERDICT_UNKNOWN;
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  for (size_t i = 0; i < n; i++)
    model_take (out->model, leaf[i], witness);
  return VERDICT_SAT;
}

rung *rung_new_witness (const rung_site *site) {
  static const rung_class class = {.free = rung_free_bare, .ask = witness_ask};
  return rung_new_bare (site, &class);
}
