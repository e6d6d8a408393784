/* A bound is an end of the old trie; a path is on it while it has taken the
 * same choices at the same sites:
 *
 *     lower, upper    node of the bound that the path is at, plus 1; 0: it has
 *                     left the bound on the right side, and is within
 *
 * A child of the bound is found by sizes of subtrees: the one whose nodes have
 * the end. Once a path has left both bounds nothing is compared any more.
 */

#include "memo/range.h"

static status range_find (old_trie *p, uint32_t number, uint32_t *out,
                          trouble *why) {
  uint32_t at;
  *out = 0;
  if (!number)
    return ST_OK;
  if (!old_trie_find_test (p, number, &at))
    return trouble_set (why, ST_USAGE, "the last run has no test %u", number);
  *out = at + 1;
  return ST_OK;
}

/* A node is the first kid of the one before it, unless that is an end. */
static uint32_t stop_at (const trie *t, uint32_t to) {
  while (to > 1 && trie_size (t, to - 2) > 1)
    to--;
  return to;
}

status range_init (range *r, old_trie *p, uint32_t from, uint32_t to,
                   trouble *why) {
  status st = range_find (p, from, &r->from, why);
  if (!st)
    st = range_find (p, to, &r->to, why);
  r->stop = stop_at (&p->trie, r->to);
  if (!st && r->from && r->to && r->from >= r->to)
    st =
        trouble_set (why, ST_USAGE,
                     "test %u is not before test %u in the last run", from, to);
  return st;
}

static bool is_open_node (const trie *t, uint32_t at) {
  return at && at <= t->n_nodes && trie_shape (t, at - 1)->kind == SHAPE_OPEN;
}

bool range_between (range *r, const trie *t, uint32_t from, uint32_t to) {
  if (!is_open_node (t, from) || (to && (to <= from || !is_open_node (t, to))))
    return false;
  *r = (range) {from, to, stop_at (t, to)};
  return true;
}

/* -1: before the bound, 1: behind it, 0: still on it. */
static int range_compare (const old_trie *p, uint32_t bound, spot at,
                          uint32_t choice, uint32_t *on) {
  const trie *t = &p->trie;
  assert (*on && *on <= bound); /* the bound is an end in this subtree */
  const shape *s = trie_shape (t, *on - 1);
  if (s->kind != SHAPE_DECISION || !old_trie_has_spot (p, s->site))
    return 1;
  spot site = old_trie_spot (p, s->site);
  if (site.function != at.function || site.insn != at.insn)
    return 1;
  uint32_t kid = *on, i = 0; /* the first is next to it */
  while (kid + trie_size (t, kid) < bound) {
    kid += trie_size (t, kid);
    i++;
  }
  assert (i < s->size);
  uint32_t bounds = t->pool.data[s->list + i];
  if (choice != bounds)
    return choice < bounds ? -1 : 1;
  *on = kid + 1;
  return kid + 1 == bound ? 1 : 0;
}

bool range_enter (const range *r, const old_trie *p, spot at, uint32_t choice,
                  uint32_t *lower, uint32_t *upper) {
  assert (*lower <= r->from && *upper <= r->to);
  int low = *lower ? range_compare (p, r->from, at, choice, lower) : 1;
  int high = *upper ? range_compare (p, r->to, at, choice, upper) : -1;
  if (low > 0)
    *lower = 0;
  if (high < 0)
    *upper = 0;
  return low >= 0 && high <= 0;
}
