/* The order of decisions: a binary heap of variables, most active on top.
 * Activities grow geometrically in place of decaying (MiniSat).
 */

#include "solver/sat_priv.h"

#define RESCALE_ABOVE 1e100

static bool is_before (const sat *s, uint32_t a, uint32_t b) {
  return s->var[a].activity > s->var[b].activity;
}

static void sat_heap_put (sat *s, uint32_t at, uint32_t var) {
  s->heap.data[at] = var;
  s->var[var].at = at;
}

static void sift_up (sat *s, uint32_t at) {
  uint32_t var = s->heap.data[at];
  while (at && is_before (s, var, s->heap.data[(at - 1) / 2])) {
    sat_heap_put (s, at, s->heap.data[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  sat_heap_put (s, at, var);
}

static void sift_down (sat *s, uint32_t at) {
  uint32_t var = s->heap.data[at], n = (uint32_t) s->heap.len;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= n)
      break;
    if (child + 1 < n &&
        is_before (s, s->heap.data[child + 1], s->heap.data[child]))
      child++;
    if (!is_before (s, s->heap.data[child], var))
      break;
    sat_heap_put (s, at, s->heap.data[child]);
    at = child;
  }
  sat_heap_put (s, at, var);
}

void sat_heap_push (sat *s, uint32_t var) {
  assert (var < s->n_vars);
  if (s->var[var].at != NOT_IN_HEAP)
    return;
  assert (s->heap.len < s->heap.cap);
  s->heap.data[s->heap.len++] = var; /* room is made with the variable */
  sift_up (s, (uint32_t) s->heap.len - 1);
}

uint32_t sat_heap_pop (sat *s) {
  assert (s->heap.len);
  uint32_t top = s->heap.data[0], last = vec_pop (&s->heap);
  s->var[top].at = NOT_IN_HEAP;
  if (s->heap.len) {
    s->heap.data[0] = last;
    sift_down (s, 0);
  }
  return top;
}

static void rescale (sat *s) {
  for (uint32_t v = 0; v < s->n_vars; v++)
    s->var[v].activity *= 1 / RESCALE_ABOVE;
  s->bump *= 1 / RESCALE_ABOVE;
}

void sat_heap_bump (sat *s, uint32_t var) {
  variable *v = s->var + var;
  v->activity += s->bump;
  if (v->activity > RESCALE_ABOVE)
    rescale (s);
  assert (v->at == NOT_IN_HEAP || s->heap.data[v->at] == var);
  if (v->at != NOT_IN_HEAP)
    sift_up (s, v->at);
}
