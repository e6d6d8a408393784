/* The path behind the rarest decision first.
 *
 * A heap by (visits of the edge when it was put in, newest first). Visits only
 * grow; an entry whose count is stale when it is taken goes back with the
 * count of now.
 */

#include "explore/searcher_priv.h"

typedef struct entry {
  uint32_t visits;
  uint64_t order;
  pending *pending;
} entry;

typedef struct rarest {
  searcher base;
  memory *mem;
  const u32_vec *visits;
  uint64_t order;
  VEC (entry) heap;
} rarest;

static rarest *rarest_of (searcher *s) { return (rarest *) s; }

static bool is_before (const entry *a, const entry *b) {
  return a->visits != b->visits ? a->visits < b->visits : a->order > b->order;
}

static void swap (entry *a, entry *b) {
  entry x = *a;
  *a = *b;
  *b = x;
}

static void sift_up (entry *h, size_t i) {
  for (; i && is_before (h + i, h + (i - 1) / 2); i = (i - 1) / 2)
    swap (h + i, h + (i - 1) / 2);
}

static void sift_down (entry *h, size_t n) {
  for (size_t i = 0, kid; (kid = 2 * i + 1) < n; i = kid) {
    if (kid + 1 < n && is_before (h + kid + 1, h + kid))
      kid++;
    if (!is_before (h + kid, h + i))
      return;
    swap (h + kid, h + i);
  }
}

static uint32_t visits_of (const rarest *r, const pending *p) {
  return p->edge < r->visits->len ? r->visits->data[p->edge] : 0;
}

static void add (searcher *s, pending *p) {
  rarest *r = rarest_of (s);
  vec_push (r->mem, &r->heap, (entry) {visits_of (r, p), ++r->order, p});
  sift_up (r->heap.data, r->heap.len - 1);
}

static entry pop (rarest *r) {
  entry top = r->heap.data[0];
  r->heap.data[0] = vec_pop (&r->heap);
  sift_down (r->heap.data, r->heap.len);
  return top;
}

static pending *next (searcher *s) {
  rarest *r = rarest_of (s);
  while (r->heap.len) {
    entry e = pop (r);
    uint32_t now = visits_of (r, e.pending);
    if (now <= e.visits || !r->heap.len)
      return e.pending;
    e.visits = now;
    vec_push (r->mem, &r->heap, e);
    sift_up (r->heap.data, r->heap.len - 1);
  }
  return NULL;
}

static size_t count (const searcher *s) {
  return ((const rarest *) s)->heap.len;
}

static pending *last (searcher *s) {
  rarest *r = rarest_of (s);
  for (size_t i = r->heap.len; i; i--)
    if (r->heap.data[i - 1].pending->state)
      return r->heap.data[i - 1].pending;
  return NULL;
}

static void rarest_free (searcher *s) {
  rarest *r = rarest_of (s);
  vec_release (r->mem, &r->heap);
  memory_free (r->mem, r, sizeof *r);
}

searcher *searcher_new_rarest (memory *mem, const u32_vec *visits) {
  rarest *r = memory_zalloc (mem, sizeof *r);
  r->mem = mem;
  r->visits = visits;
  r->base = (searcher) {.add = add,
                        .next = next,
                        .count = count,
                        .last = last,
                        .forked = searcher_ignore_fork,
                        .ended = searcher_ignore_end,
                        .free = rarest_free};
  return &r->base;
}
