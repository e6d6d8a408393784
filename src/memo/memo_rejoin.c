/* Behind changed code a path is often in a state again that the last run was in:
 * what the edit did is gone. From there on it is the old path.
 */

#include "memo/memo_priv.h"

/* Limits of paths are about what was before. */
static bool has_limits (const uint64_t *limit) {
  return limit[LIMIT_DEPTH] || limit[LIMIT_INSTRUCTIONS] || limit[LIMIT_LOOP];
}

/* What does not explore everything decides by more than states. */
static bool may_rejoin (const memo *m) {
  const options *o = &m->config.context->options;
  return m->has_past && !m->past.is_identical && !m->past.is_tight &&
         !m->config.targets && o->stop != STOP_AT_COVERED &&
         o->jobs == 1 && !has_limits (m->past.trie.limit);
}

void memo_open_moments (memo *m) {
  const options *o = &m->config.context->options;
  const trie *t = &m->past.trie;
  map_init (&m->moment_at, m->mem);
  m->has_moments = o->rejoin && !m->config.is_paper &&
                   !has_limits (m->recorder.trie.limit);
  if (!m->has_moments)
    return;
  moments_init (&m->moments, m->mem, m->machine, m->program, &m->recorder,
                m->has_past ? &m->past : NULL);
  for (size_t i = 0; may_rejoin (m) && i < t->moments.len; i++)
    map_put (&m->moment_at, t->moments.data[i].key, i + 1);
}

static bool is_question (const memo *m, const state *now, choice_kind what,
                         uint32_t n, const shape *s) {
  if (s->kind != SHAPE_DECISION || s->what != what || s->n != n ||
      !past_has_spot (&m->past, s->site))
    return false;
  spot at = past_spot (&m->past, s->site);
  return at.function == now->top->code->function && at.insn == now->top->pc;
}

bool memo_rejoin (memo *m, const state *now, choice_kind what, uint32_t n) {
  const trie *t = &m->past.trie;
  hash128 digest;
  if (!m->moment_at.len || m->has_range)
    return false;
  uint64_t *at = map_find (&m->moment_at, moment_key (now));
  if (!at || !*at)
    return false;
  const trie_moment *x = t->moments.data + *at - 1;
  if (!is_question (m, now, what, n, trie_shape (t, x->node)))
    return false;
  if (!moments_then (&m->moments, now, what, n, &digest) ||
      !hash128_eq (digest, x->digest))
    return false;
  *at = 0; /* whatever comes of it, it is not tried again */
  m->following = x->node;
  return true;
}

void memo_note_moment (memo *m, const state *now, choice_kind what,
                       uint32_t n) {
  const trie *t = &m->past.trie;
  const pending *p = now->extra;
  if (!m->has_moments)
    return;
  if (m->following != NOWHERE) { /* is it worth it? */
    size_t i = trie_find_moment (t, m->following);
    if (i == t->moments.len || t->moments.data[i].node != m->following)
      return;
  }
  recorder_moment (&m->recorder, p->trail.node, moment_key (now),
                   moments_now (&m->moments, now, what, n));
}
