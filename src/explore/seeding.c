/* Tests of an earlier run as witnesses.
 *
 * Tests that led to changed code are attached to the path that comes there. At
 * each question they show alternatives, for the price of evaluating: such a
 * one is possible, and no solver is asked. Where the path forks, they are
 * split. A test that no longer satisfies the path is detached when that is
 * noticed; nothing is believed but what was evaluated.
 */

#include "explore/explorer_priv.h"
#include "term/leaves.h"

#define MOST_TESTS 8   /* evaluated at a question */
#define MOST_GUARDS 32 /* the same in guards */
#define UNTRIED UINT32_MAX
#define RESTS_AFTER 256
#define RESTS_FOR 32

static bool is_paper (const explorer *e) {
  return e->context->options.incremental == INCREMENTAL_PAPER;
}

static bool is_used (const explorer *e) {
  return e->guide && e->guide->seed && e->context->options.rung_suite;
}

/* Values for the inputs of a term, beside those that are there. */
static bool add_values (explorer *e, uint32_t test, term t, model *out) {
  const leaf_set *l = term_leaves (e->ts, t);
  return !l->has_array &&
         e->guide->test_values (e->guide, test, l->n, l->leaf, out);
}

/* The test satisfies the condition and all that shares inputs with it. */
static bool shows (explorer *e, pending *p, uint32_t test, term condition,
                   model *out) {
  model_clear (out);
  if (!add_values (e, test, condition, out))
    return false;
  knowledge_slice (p->knowledge, condition, &e->slice);
  for (size_t i = 0; i < e->slice.len; i++)
    if (!add_values (e, test, e->slice.data[i], out))
      return false;
  return choosing_shows (e, p, condition, out);
}

/* Which alternative the test takes; n: none, it does not fit. */
static uint32_t side_of (explorer *e, pending *p, uint32_t test, uint32_t n,
                         const term *guard, uint32_t *cost) {
  model_clear (e->seeded);
  for (uint32_t i = 0; i < n; i++) {
    ++*cost;
    if (!add_values (e, test, guard[i], e->seeded))
      return n;
    if (knowledge_holds (p->knowledge, guard[i], e->seeded))
      return i;
  }
  return n;
}

static bool is_feasible (const explorer *e, uint32_t k) {
  for (size_t i = 0; i < e->feasible.len; i++)
    if (e->feasible.data[i] == k)
      return true;
  return false;
}

void seeding_find (explorer *e, state *s, uint32_t n, const term *guard) {
  pending *p = pending_of (s);
  uint32_t cost = 0;
  if (!is_used (e))
    return;
  e->guide->seed (e->guide, s);
  for (size_t i = 0; i < p->seeds.len; i++) {
    uint32_t test = p->seeds.data[i], k = UNTRIED;
    if (is_paper (e) ||
        (e->feasible.len < n && i < MOST_TESTS && cost < MOST_GUARDS))
      k = side_of (e, p, test, n, guard, &cost);
    if (k < n && !is_feasible (e, k)) {
      if (shows (e, p, test, guard[k], choosing_model (e))) {
        choosing_insert (e, k);
        e->oracle->note_suite (e->oracle);
      } else
        k = n;
    }
    vec_push (e->mem, &e->takes, k);
  }
}

/* As published: while all tests of a path fit, what none of them takes is
 * impossible.
 */
bool seeding_gives_up (explorer *e, const state *s, uint32_t n) {
  if (!is_paper (e) || !e->takes.len)
    return false;
  for (size_t i = 0; i < e->takes.len; i++)
    if (e->takes.data[i] == n)
      return false;
  if (e->feasible.len < n)
    explorer_lose (e, s,
                   "paths may be missed: no old test goes here, and "
                   "--incremental=paper asks nobody else");
  return true;
}

void seeding_split (explorer *e, pending *from, size_t n, const uint32_t *taken,
                    pending *const *into) {
  u32_vec all = from->seeds;
  if (!all.len || (n == 1 && !e->takes.len)) /* nothing was tried */
    return;
  from->seeds = (u32_vec) {0};
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < e->takes.len; k++)
      if (e->takes.data[k] == taken[i] || e->takes.data[k] == UNTRIED)
        vec_push (e->mem, &into[i]->seeds, all.data[k]);
  vec_release (e->mem, &all);
}

bool seeding_shows (explorer *e, state *s, term t) {
  pending *p = pending_of (s);
  if (!is_used (e))
    return false;
  e->guide->seed (e->guide, s);
  for (size_t i = 0; i < p->seeds.len && i < MOST_TESTS; i++)
    if (shows (e, p, p->seeds.data[i], t, e->seeded)) {
      e->oracle->note_suite (e->oracle);
      return true;
    }
  return false;
}

/* To look at all that a path knows at each fork costs more than everything
 * else where old tests hardly ever fit: it rests then, by counts.
 */
static bool is_worth_adopting (explorer *e) {
  uint64_t n = e->adoptions_tried;
  bool fits_often = n < RESTS_AFTER || e->adoptions * 4 > n;
  if (!fits_often && ++e->adoptions_left_out % RESTS_FOR)
    return false;
  e->adoptions_tried++;
  return true;
}

void seeding_adopt (explorer *e, pending *p) {
  uint32_t test;
  term_vec all = {0};
  p->adopted = 0;
  if (!is_used (e) || !e->guide->heritage (e->guide, p, &test) ||
      !is_worth_adopting (e))
    return;
  bool fits = true;
  model_clear (e->seeded);
  knowledge_all (p->knowledge, &all);
  for (size_t i = 0; fits && i < all.len; i++)
    fits = add_values (e, test, all.data[i], e->seeded);
  if (fits && knowledge_adopt (p->knowledge, e->seeded)) {
    p->adopted = test + 1;
    e->adoptions++;
  }
  vec_release (e->mem, &all);
}
