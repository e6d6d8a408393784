/* Paths that wait, by rarity: the next one is of the decision that was taken
 * least often, and of that the newest.
 *
 *     ranked   heap of groups      rarest first; counts only grow, so one that
 *                                  is stale is too small, and is corrected when
 *                                  it is on top
 *     group    heap of paths       newest first; one group for each edge
 *     oldest   heap of paths       whose states are set aside first
 *
 * A path is in two heaps and knows its place in each (rank), so that it can be
 * taken out of the middle. A group without paths is in no heap.
 */

#include "explore/waiting.h"

/* Heaps of paths. */

typedef enum order { NEWEST, OLDEST, ORDERS } order;

typedef VEC (pending *) heap;

static_assert (ORDERS ==
                   sizeof ((pending *) 0)->rank / sizeof *((pending *) 0)->rank,
               "a path has a rank in each order");

static bool is_before (const pending *a, const pending *b, order by) {
  return by == NEWEST ? a->id > b->id : a->id < b->id;
}

/* Ranks count from 1; 0: it is in no heap of this order. */
static void set (heap *h, size_t i, pending *p, order by) {
  assert (i < h->len);
  h->data[i] = p;
  p->rank[by] = i + 1;
}

static void sift_up (heap *h, size_t i, order by) {
  pending *p = h->data[i];
  for (; i && is_before (p, h->data[(i - 1) / 2], by); i = (i - 1) / 2)
    set (h, i, h->data[(i - 1) / 2], by);
  set (h, i, p, by);
}

static void sift_down (heap *h, size_t i, order by) {
  pending *p = h->data[i];
  for (size_t kid; (kid = 2 * i + 1) < h->len; i = kid) {
    if (kid + 1 < h->len && is_before (h->data[kid + 1], h->data[kid], by))
      kid++;
    if (!is_before (h->data[kid], p, by))
      break;
    set (h, i, h->data[kid], by);
  }
  set (h, i, p, by);
}

static void heap_add (memory *mem, heap *h, pending *p, order by) {
  assert (!p->rank[by]);
  vec_push (mem, h, p);
  sift_up (h, h->len - 1, by);
}

static void heap_remove (heap *h, pending *p, order by) {
  assert (p->rank[by] && h->data[p->rank[by] - 1] == p);
  size_t i = p->rank[by] - 1;
  pending *moved = vec_pop (h);
  p->rank[by] = 0;
  if (moved == p)
    return;
  set (h, i, moved, by);
  sift_up (h, i, by);
  sift_down (h, moved->rank[by] - 1, by);
}

/* Groups, by decision. */

typedef struct waiting_group {
  heap paths;    /* the newest first */
  uint32_t edge; /* its own */
  size_t rank;   /* in 'ranked', plus 1; 0: it has no paths */
  uint32_t visits;
} waiting_group;

struct waiting {
  memory *mem;
  const u32_vec *visits;
  VEC (waiting_group) groups; /* by edge */
  u32_vec ranked; /* edges of those with paths, as a heap: the rarest first,
                     by the counts that were seen last */
  heap oldest;    /* of the paths that had a state */
  size_t count;
};

static uint32_t visits_now (const waiting *w, uint32_t edge) {
  return w->visits && edge < w->visits->len ? w->visits->data[edge] : 0;
}

static waiting_group *ranked (waiting *w, size_t i) {
  return w->groups.data + w->ranked.data[i];
}

static bool is_rarer (const waiting_group *a, const waiting_group *b) {
  assert (a->paths.len && b->paths.len); /* others are in no heap */
  return a->visits != b->visits ? a->visits < b->visits
                                : a->paths.data[0]->id > b->paths.data[0]->id;
}

static void set_group (waiting *w, size_t i, waiting_group *g) {
  w->ranked.data[i] = g->edge;
  g->rank = i + 1;
}

static void group_up (waiting *w, waiting_group *g) {
  size_t i = g->rank - 1;
  for (; i && is_rarer (g, ranked (w, (i - 1) / 2)); i = (i - 1) / 2)
    set_group (w, i, ranked (w, (i - 1) / 2));
  set_group (w, i, g);
}

static void group_down (waiting *w, waiting_group *g) {
  size_t i = g->rank - 1, n = w->ranked.len;
  for (size_t kid; (kid = 2 * i + 1) < n; i = kid) {
    if (kid + 1 < n && is_rarer (ranked (w, kid + 1), ranked (w, kid)))
      kid++;
    if (!is_rarer (ranked (w, kid), g))
      break;
    set_group (w, i, ranked (w, kid));
  }
  set_group (w, i, g);
}

static void group_leave (waiting *w, waiting_group *g) {
  assert (g->rank && !g->paths.len); /* it was the last of its group */
  size_t i = g->rank - 1;
  uint32_t edge = vec_pop (&w->ranked);
  g->rank = 0;
  if (edge == g->edge)
    return;
  waiting_group *moved = w->groups.data + edge;
  set_group (w, i, moved);
  group_up (w, moved);
  group_down (w, moved);
}

static waiting_group *group_of (waiting *w, const pending *p) {
  uint32_t edge = w->visits ? p->edge : 0;
  while (w->groups.len <= edge) {
    waiting_group g = {.edge = (uint32_t) w->groups.len};
    vec_push (w->mem, &w->groups, g);
  }
  return w->groups.data + edge;
}

/* Both. */

waiting *waiting_new (memory *mem, const u32_vec *visits) {
  waiting *w = memory_zalloc (mem, sizeof *w);
  w->mem = mem;
  w->visits = visits;
  return w;
}

void waiting_free (waiting *w) {
  for (size_t i = 0; i < w->groups.len; i++)
    vec_release (w->mem, &w->groups.data[i].paths);
  vec_release (w->mem, &w->groups, &w->ranked, &w->oldest);
  memory_free (w->mem, w, sizeof *w);
}

size_t waiting_count (const waiting *w) { return w->count; }

void waiting_add (waiting *w, pending *p) {
  waiting_group *g = group_of (w, p);
  w->count++;
  heap_add (w->mem, &g->paths, p, NEWEST);
  if (!g->rank) {
    vec_push (w->mem, &w->ranked, g->edge);
    g->rank = w->ranked.len;
    g->visits = visits_now (w, g->edge);
  }
  group_up (w, g); /* its newest may be newer now */
  if (p->state)
    heap_add (w->mem, &w->oldest, p, OLDEST);
}

void waiting_remove (waiting *w, pending *p) {
  waiting_group *g = group_of (w, p);
  assert (w->count && g->rank); /* its edge is that which it came with */
  w->count--;
  heap_remove (&g->paths, p, NEWEST);
  if (g->paths.len)
    group_down (w, g);
  else
    group_leave (w, g);
  if (p->rank[OLDEST])
    heap_remove (&w->oldest, p, OLDEST);
}

pending *waiting_rarest (waiting *w) {
  while (w->ranked.len) {
    waiting_group *g = ranked (w, 0);
    uint32_t now = visits_now (w, g->edge);
    if (g->visits == now)
      return g->paths.data[0];
    assert (g->visits < now); /* counts only grow */
    g->visits = now;
    group_down (w, g);
  }
  assert (!w->count); /* each that waits is in a group */
  return NULL;
}

pending *waiting_oldest (waiting *w) {
  while (w->oldest.len && !w->oldest.data[0]->state) /* it was set aside */
    heap_remove (&w->oldest, w->oldest.data[0], OLDEST);
  return w->oldest.len ? w->oldest.data[0] : NULL;
}
