/* A walk over the nodes below some terms, each once, that ends when there are
 * too many. The weight of a term alone is kept.
 */

#include "reuse/weight.h"

#define OF_FLOAT 512
#define OF_PRODUCT 128

void weigher_release (memory *mem, weigher *w) {
  marks_release (mem, &w->known);
  marks_release (mem, &w->seen);
  vec_release (mem, &w->todo);
}

static bool is_product (const terms *ts, const node *n) {
  switch ((kind) n->kind) {
  case KIND_BV_MUL:
  case KIND_BV_UDIV:
  case KIND_BV_UREM:
  case KIND_BV_SDIV:
  case KIND_BV_SREM:
  case KIND_BV_SMOD:
    return !term_is_const (ts, n->arg[0]) && !term_is_const (ts, n->arg[1]);
  default:
    return false;
  }
}

static bool is_float (const node *n) { return n->kind >= KIND_FP_ADD; }

static void weight_visit (memory *mem, weigher *w, term t) {
  if (marks_get (&w->seen, t))
    return;
  marks_set (mem, &w->seen, t, 1);
  vec_push (mem, &w->todo, t);
}

weight weigh (memory *mem, weigher *w, const terms *ts, size_t n_terms,
              const term *t, uint32_t most) {
  weight r = {0};
  marks_clear (&w->seen);
  vec_clear (&w->todo);
  for (size_t i = 0; i < n_terms; i++)
    weight_visit (mem, w, t[i]);
  while (w->todo.len && r.nodes < most) {
    const node *n = term_node (ts, vec_pop (&w->todo));
    r.nodes++;
    r.sum += is_float (n) ? OF_FLOAT : is_product (ts, n) ? OF_PRODUCT : 1;
    r.has_floats |= is_float (n);
    for (unsigned i = 0; i < n->arity; i++)
      weight_visit (mem, w, n->arg[i]);
  }
  return r;
}

static uint32_t weight_of (memory *mem, weigher *w, const terms *ts, term t) {
  uint32_t known = marks_get (&w->known, t);
  if (!known) {
    known = weigh (mem, w, ts, 1, &t, WEIGHT_HARD).sum;
    marks_set (mem, &w->known, t, known);
  }
  return known;
}

bool weigh_is_hard (memory *mem, weigher *w, const terms *ts, size_t n,
                    const term *t) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t one = weight_of (mem, w, ts, t[i]);
    if (one >= WEIGHT_HARD)
      return true;
    sum += one;
  }
  return sum >= WEIGHT_HARD &&
         weigh (mem, w, ts, n, t, WEIGHT_HARD).sum >= WEIGHT_HARD;
}
