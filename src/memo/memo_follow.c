#include "memo/memo_priv.h"

#define MOST_SEEDS 16 /* of a query */

static bool start (guide *g, pending *p) {
  memo *m = memo_of (g);
  p->trail = (trail) {.lower = m->range.from != 0, .upper = m->range.to != 0};
  if (!m->has_past)
    return true;
  p->trail.likeness.near = p->trail.likeness.nearest = 1;
  if (m->config.by_rule) {
    seeds_sample (&m->seeds, 0, 0, &p->seeds);
    return true;
  }
  map_put (&m->source, 1, 1);
  if (old_trie_is_clean (&m->old_trie, 0) &&
      old_trie_is_sure (&m->old_trie, 0)) {
    m->is_settled = m->old_trie.is_identical;
    memo_carry (m, 0, 0, p->path, 0, NULL);
    return false;
  }
  p->trail.behind = 1;
  if (old_trie_can_follow (&m->old_trie, 0))
    p->trail.old = 1;
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

static void list_alternatives (memo *m, uint32_t at, const shape *s,
                               bool is_end) {
  const trie *t = &m->old_trie.trie;
  uint32_t kid = at + 1;
  vec_clear (&m->known);
  vec_clear (&m->kids);
  for (uint32_t i = 0; i < s->size; i++) {
    alternative a = {t->pool.data[s->list + i],
                     !is_end && old_trie_is_clean (&m->old_trie, kid) &&
                         old_trie_is_sure (&m->old_trie, kid)};
    vec_push (m->mem, &m->known, a);
    vec_push (m->mem, &m->kids, kid);
    kid += trie_size (t, kid);
  }
}

/* On the way to an end. The last question before --max-depth had several
 * answers; behind another limit nothing is known.
 */
static guidance ask_before_end (trail *r, const shape *s, uint64_t asked) {
  if (asked == s->questions && s->asked != r->asked)
    return GUIDE_ASTRAY;
  if (asked > s->questions && !s->limit)
    return GUIDE_ASTRAY;
  bool is_known =
      s->limit == LIMIT_DEPTH ? asked < s->questions : asked <= s->questions;
  if (is_known)
    return GUIDE_SINGLE;
  r->old = 0;
  return GUIDE_NONE;
}

static trail *trail_of (const state *s) {
  return &((pending *) s->extra)->trail;
}

/* The path is on the trie again. */
static guidance take_up (memo *m, size_t *n_out, const alternative **out) {
  list_alternatives (m, m->following,
                     trie_shape (&m->old_trie.trie, m->following), false);
  *n_out = m->known.len;
  *out = m->known.data;
  for (size_t i = 0; i < m->known.len; i++)
    if (!m->known.data[i].is_carried)
      return GUIDE_SEVERAL;
  return GUIDE_CARRIED;
}

static guidance ask (guide *g, const state *now, choice_kind what, uint32_t n,
                     size_t *n_out, const alternative **out) {
  memo *m = memo_of (g);
  trail *r = trail_of (now);
  m->following = NOWHERE;
  if (!r->old)
    return memo_rejoin (m, now, what, n) ? take_up (m, n_out, out) : GUIDE_NONE;
  const shape *s = trie_shape (&m->old_trie.trie, r->old - 1);
  uint64_t asked = ((pending *) now->extra)->questions - r->before;
  if (s->kind != SHAPE_DECISION)
    return ask_before_end (r, s, asked);
  if (asked < s->questions)
    return GUIDE_SINGLE;
  if (asked > s->questions || s->what != what || s->n != n ||
      s->asked != r->asked || !is_site (m, s, now))
    return GUIDE_ASTRAY;
  m->following = r->old - 1;
  bool is_end = is_deep (m, now);
  list_alternatives (m, m->following, s, is_end);
  r->old = is_end ? 0 : r->old;
  *n_out = m->known.len;
  *out = m->known.data;
  return GUIDE_SEVERAL;
}

static bool test_behind (guide *g, const state *s, size_t i, uint32_t *test) {
  memo *m = memo_of (g);
  seeds_learn (&m->seeds, s);
  return old_trie_first_test (&m->old_trie, m->kids.data[i], test);
}

/* Behind changed code. */

/* Of this run or of the last one; then it is worth remembering. */
static bool recall (guide *g, hash128 question, precedent *out) {
  memo *m = memo_of (g);
  precedents *now = &m->recorder.trie.precedents;
  if (!m->has_past)
    return false;
  if (precedents_find (now, question, out))
    return true;
  if (!precedents_find (&m->old_trie.trie.precedents, question, out))
    return false;
  precedents_add (now, question, out);
  return true;
}

static void seed (guide *g, const state *now, u32_vec *out) {
  memo *m = memo_of (g);
  const kinship *x = &trail_of (now)->likeness;
  vec_clear (out);
  seeds_learn (&m->seeds, now);
  if (!m->config.by_rule && x->nearest)
    seeds_sample (&m->seeds, x->nearest - 1, MOST_SEEDS, out);
}

static bool test_values (guide *g, uint32_t test, size_t n, const term *leaf,
                         model *out) {
  return seeds_values (&memo_of (g)->seeds, test, n, leaf, out);
}

static bool heritage (guide *g, const pending *p, uint32_t *test,
                      bool *is_same) {
  memo *m = memo_of (g);
  bool has_ended = p->state->end.kind != END_NONE;
  uint32_t link = likeness_test (&m->likeness, &p->trail.likeness);
  if (has_ended) /* if there was one, it was tried before */
    link = link ? 0 : likeness_test_near (&m->likeness, &p->trail.likeness);
  if (!link)
    return false;
  *test = link - 1;
  *is_same = seeds_agree (&m->seeds, *test, p);
  if (!*is_same)
    seeds_learn (&m->seeds, p->state);
  return true;
}

void memo_guide_following (guide *g) {
  g->start = start;
  g->ask = ask;
  g->test_behind = test_behind;
  g->recall = recall;
}

void memo_guide_seeding (guide *g) {
  g->seed = seed;
  g->test_values = test_values;
  g->heritage = heritage;
}
