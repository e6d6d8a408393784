/* What the old trie knows at a question of a path that runs.
 *
 *     trail.old      the node that the path comes to next, plus 1: followed
 *     questions      asked since the decision before; as many as the shape has
 *                    are answered by it, all with a single alternative, and the
 *                    last is the decision
 *
 * A path whose questions are others than those of the trie is astray: it goes
 * back to its last decision and asks from there on.
 */

#include "memo/memo_priv.h"

static bool follow_start (guide *g, pending *p, uint64_t *foreseen) {
  memo *m = memo_of (g);
  trail *r = trail_of (p);
  *r = (trail) {.lower = m->range.from != 0, .upper = m->range.to != 0};
  p->ends_outside = r->upper;
  if (foreseen)
    *foreseen = memo_foresee (m);
  if (!m->has_past)
    return true;
  r->likeness.near = r->likeness.nearest = 1;
  if (m->config.by_rule) {
    seeds_sample (&m->seeds, 0, 0, &p->seeds);
    return true;
  }
  map_put (&m->source, 1, 1);
  if (memo_doubts (m)) {
    r->doubted = old_trie_holds (&m->old_trie, 0);
    return true;
  }
  if (old_trie_is_clean (&m->old_trie, 0) &&
      old_trie_is_sure (&m->old_trie, 0)) {
    m->is_settled = m->old_trie.is_identical;
    memo_carry (m, 0, 0, p->path, 0, NULL);
    return false;
  }
  r->behind = p->is_remembered = 1;
  if (old_trie_can_follow (&m->old_trie, 0))
    r->old = 1;
  return true;
}

static bool is_site (const memo *m, const shape *s, const state *now) {
  spot at = old_trie_spot (&m->old_trie, s->site);
  return at.function == now->top->code->function && at.insn == now->top->pc;
}

/* None is taken where the path ends by --max-depth. */
static bool is_deep (const memo *m, const state *now) {
  uint64_t max = m->recorder.trie.limit[LIMIT_DEPTH];
  return max && now->decisions >= max;
}

static void list_alternatives (memo *m, const state *now, uint32_t at,
                               const shape *s, bool is_end) {
  const trie *t = &m->old_trie.trie;
  uint32_t kid = at + 1, test;
  seeds_learn (&m->seeds, now);
  vec_clear (&m->known);
  vec_clear (&m->kids);
  for (uint32_t i = 0; i < s->size; i++) {
    alternative a = {t->pool.data[s->list + i],
                     old_trie_first_test (&m->old_trie, kid, &test) ? test + 1
                                                                    : 0,
                     !is_end && old_trie_is_clean (&m->old_trie, kid) &&
                         old_trie_is_sure (&m->old_trie, kid)};
    vec_push (m->mem, &m->known, a);
    vec_push (m->mem, &m->kids, kid);
    kid += trie_size (t, kid);
  }
  assert (s->kind == SHAPE_DECISION && kid == at + trie_size (t, at));
}

void memo_lose_trail (pending *p) {
  trail *r = trail_of (p);
  r->n_returns = r->n_marks = 0;
  r->old = r->behind = 0;
}

static guidance go_astray (pending *p) {
  memo_lose_trail (p);
  return GUIDE_ASTRAY;
}

/* On the way to an end. The last question before --max-depth had several
 * answers; behind another limit nothing is known.
 */
static guidance ask_before_end (pending *p, const shape *s, uint64_t asked) {
  if (asked == s->questions && s->asked != p->leg.asked)
    return go_astray (p);
  if (asked > s->questions && !s->limit)
    return go_astray (p);
  bool is_known =
      s->limit == LIMIT_DEPTH ? asked < s->questions : asked <= s->questions;
  if (is_known)
    return GUIDE_SINGLE;
  trail_of (p)->old = 0;
  return GUIDE_NONE;
}

/* The path is on the trie again. */
static guidance take_up (memo *m, const state *now, size_t *n_out,
                         const alternative **out) {
  list_alternatives (m, now, m->following,
                     trie_shape (&m->old_trie.trie, m->following), false);
  *n_out = m->known.len;
  *out = m->known.data;
  for (size_t i = 0; i < m->known.len; i++)
    if (!m->known.data[i].is_carried)
      return GUIDE_SEVERAL;
  return GUIDE_CARRIED;
}

static guidance follow_ask (guide *g, const state *now, choice_kind what,
                            uint32_t n, size_t *n_out,
                            const alternative **out) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  trail *r = trail_of (p);
  m->following = NOWHERE;
  m->is_rejoining = !r->old && memo_rejoin (m, now, what, n);
  if (m->is_rejoining)
    return take_up (m, now, n_out, out);
  if (!r->old)
    return GUIDE_NONE;
  const shape *s = trie_shape (&m->old_trie.trie, r->old - 1);
  uint64_t asked = p->questions - p->leg.before;
  if (s->kind != SHAPE_DECISION)
    return ask_before_end (p, s, asked);
  if (asked < s->questions)
    return GUIDE_SINGLE;
  if (asked > s->questions || s->what != what || s->n != n ||
      s->asked != p->leg.asked || !is_site (m, s, now))
    return go_astray (p);
  m->following = r->old - 1;
  bool is_end = is_deep (m, now);
  list_alternatives (m, now, m->following, s, is_end);
  r->old = is_end ? 0 : r->old;
  *n_out = m->known.len;
  *out = m->known.data;
  return GUIDE_SEVERAL;
}

/* Where it was only said to be on the trie again, it asks as it would have. */
static bool stray (guide *g, pending *p) {
  if (memo_of (g)->is_rejoining)
    return false;
  memo_lose_trail (p);
  return true;
}

void memo_guide_following (guide *g) {
  g->start = follow_start;
  g->ask = follow_ask;
  g->stray = stray;
}
