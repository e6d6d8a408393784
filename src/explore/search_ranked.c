/* Around another order: paths with leads before all others, those that are
 * postponed (patience.c) behind them, and those given up at the end.
 *
 *     led        a stack: what forks off a lead is led as well, or nobody's
 *     other      in its order
 *     postponed  a queue: each is asked again before one of them is twice
 *     given up   another one
 */

#include "explore/searcher_priv.h"

typedef struct ranking {
  searcher base;
  memory *mem;
  searcher *other;
  bool has_begun; /* the first path is the other's, as all are forks of it */
  pending_vec led;
  struct queue {
    pending_vec all;
    size_t first;
  } postponed, given_up;
} ranking;

typedef struct queue queue;

static pending *take_first (queue *q) {
  assert (q->first <= q->all.len);
  if (q->first == q->all.len)
    return NULL;
  pending *p = q->all.data[q->first++];
  if (q->first < q->all.len)
    return p;
  vec_clear (&q->all);
  q->first = 0;
  return p;
}

static size_t count_in (const queue *q) { return q->all.len - q->first; }

static void ranked_add (searcher *s, pending *p) {
  ranking *r = (ranking *) s;
  if (p->is_given_up)
    vec_push (r->mem, &r->given_up.all, p);
  else if (p->postponed)
    vec_push (r->mem, &r->postponed.all, p);
  else if (p->leads.len && r->has_begun)
    vec_push (r->mem, &r->led, p);
  else
    r->other->add (r->other, p);
  r->has_begun = true;
}

static pending *ranked_next (searcher *s) {
  ranking *r = (ranking *) s;
  if (r->led.len)
    return vec_pop (&r->led);
  pending *p = r->other->next (r->other);
  p = p ? p : take_first (&r->postponed);
  return p ? p : take_first (&r->given_up);
}

static size_t ranked_count (const searcher *s) {
  const ranking *r = (const ranking *) s;
  return r->led.len + count_in (&r->postponed) + count_in (&r->given_up) +
         r->other->count (r->other);
}

/* What is not proven has no witness that would lead there again. */
static pending *ranked_last (searcher *s) {
  ranking *r = (ranking *) s;
  const queue *q = &r->postponed;
  for (size_t i = q->all.len; i > q->first; i--)
    if (q->all.data[i - 1]->state)
      return q->all.data[i - 1];
  pending *p = r->other->last (r->other);
  for (size_t i = 0; i < r->led.len && !p; i++)
    p = r->led.data[i]->state ? r->led.data[i] : NULL;
  return p;
}

static void ranked_forked (searcher *s, pending *from, size_t n,
                           pending **into) {
  ranking *r = (ranking *) s;
  r->other->forked (r->other, from, n, into);
}

static void ranked_ended (searcher *s, pending *p) {
  ranking *r = (ranking *) s;
  r->other->ended (r->other, p);
}

static bool ranked_goes_on (searcher *s, const pending *p) {
  return searcher_goes_on (((ranking *) s)->other, p);
}

static void ranked_close (searcher *s) {
  ranking *r = (ranking *) s;
  r->other->close (r->other);
}

static void ranked_free (searcher *s) {
  ranking *r = (ranking *) s;
  r->other->free (r->other);
  vec_release (r->mem, &r->led, &r->postponed.all, &r->given_up.all);
  memory_free (r->mem, r, sizeof *r);
}

searcher *searcher_new_ranked (memory *mem, searcher *other, bool has_begun) {
  assert (other);
  ranking *r = memory_zalloc (mem, sizeof *r);
  r->mem = mem;
  r->other = other;
  r->has_begun = has_begun;
  r->base = (searcher) {.add = ranked_add,
                        .next = ranked_next,
                        .goes_on = ranked_goes_on,
                        .count = ranked_count,
                        .last = ranked_last,
                        .forked = ranked_forked,
                        .ended = ranked_ended,
                        .close = ranked_close,
                        .free = ranked_free,
                        .is_depth_first = other->is_depth_first};
  return &r->base;
}

bool searcher_has_led (const searcher *s) {
  return ((const ranking *) s)->led.len > 0;
}
