/* The nearest path first: towards a target, or uncovered code.
 *
 * A heap by (cost when it was put in, newest first). An entry that costs more
 * when it is taken goes back with the cost of now. The visits of the edge are
 * those when the path was put in: it waits as long as it was said,
 * however often the decision is taken since, so no path is starved.
 */

#include "explore/distance.h"
#include "explore/goal.h"
#include "explore/searcher_priv.h"

/* Of a path that leads to nothing new: behind all others. */
#define FAR (UINT64_C (1) << 40)

typedef struct nearest_entry {
  uint64_t cost;
  uint64_t visits; /* of its edge, when it was put in */
  uint64_t order;
  pending *pending;
} nearest_entry;

typedef struct nearest {
  searcher base;
  memory *mem;
  const u32_vec *visits;
  goal *goal;
  uint64_t order;
  VEC (nearest_entry) heap;
} nearest;

static nearest *nearest_of (searcher *s) { return (nearest *) s; }

static bool is_before (const nearest_entry *a, const nearest_entry *b) {
  return a->cost != b->cost ? a->cost < b->cost : a->order > b->order;
}

static void swap (nearest_entry *a, nearest_entry *b) {
  nearest_entry x = *a;
  *a = *b;
  *b = x;
}

static void sift_up (nearest_entry *h, size_t i) {
  for (; i && is_before (h + i, h + (i - 1) / 2); i = (i - 1) / 2)
    swap (h + i, h + (i - 1) / 2);
}

static void sift_down (nearest_entry *h, size_t n) {
  for (size_t i = 0, kid; (kid = 2 * i + 1) < n; i = kid) {
    if (kid + 1 < n && is_before (h + kid + 1, h + kid))
      kid++;
    if (!is_before (h + kid, h + i))
      return;
    swap (h + kid, h + i);
  }
}

static uint64_t visits_of (const nearest *r, const pending *p) {
  return p->edge < r->visits->len ? r->visits->data[p->edge] : 0;
}

static uint64_t cost_of (const nearest *r, const nearest_entry *e) {
  pending *p = e->pending;
  if (goal_goes_on (r->goal, p))
    return 0;
  uint32_t distance = goal_distance (r->goal, p);
  return e->visits + (distance == DISTANCE_NONE ? FAR : distance);
}

static void nearest_put (nearest *r, nearest_entry e) {
  vec_push (r->mem, &r->heap, e);
  sift_up (r->heap.data, r->heap.len - 1);
}

static void nearest_add (searcher *s, pending *p) {
  nearest *r = nearest_of (s);
  nearest_entry e = {
      .visits = visits_of (r, p), .order = ++r->order, .pending = p};
  e.cost = cost_of (r, &e);
  nearest_put (r, e);
}

static nearest_entry nearest_pop (nearest *r) {
  assert (r->heap.len);
  nearest_entry top = r->heap.data[0];
  r->heap.data[0] = vec_pop (&r->heap);
  sift_down (r->heap.data, r->heap.len);
  assert (!r->heap.len || is_before (&top, r->heap.data));
  return top;
}

static pending *next (searcher *s) {
  nearest *r = nearest_of (s);
  while (r->heap.len) {
    nearest_entry e = nearest_pop (r);
    uint64_t now = cost_of (r, &e);
    if (now <= e.cost || !r->heap.len)
      return e.pending;
    e.cost = now;
    nearest_put (r, e);
  }
  return NULL;
}

static size_t nearest_count (const searcher *s) {
  return ((const nearest *) s)->heap.len;
}

static pending *last (searcher *s) {
  nearest *r = nearest_of (s);
  for (size_t i = r->heap.len; i; i--)
    if (r->heap.data[i - 1].pending->state)
      return r->heap.data[i - 1].pending;
  return NULL;
}

static void nearest_free (searcher *s) {
  nearest *r = nearest_of (s);
  vec_release (r->mem, &r->heap);
  memory_free (r->mem, r, sizeof *r);
}

searcher *searcher_new_nearest (memory *mem, const u32_vec *visits,
                                struct goal *by) {
  nearest *r = memory_zalloc (mem, sizeof *r);
  assert (by);
  r->mem = mem;
  r->visits = visits;
  r->goal = by;
  r->base = (searcher) {.add = nearest_add,
                        .next = next,
                        .count = nearest_count,
                        .last = last,
                        .forked = searcher_ignore_fork,
                        .ended = searcher_ignore_end,
                        .close = searcher_ignore_close,
                        .free = nearest_free};
  return &r->base;
}
