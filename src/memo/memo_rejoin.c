/* Behind changed code a path is often in a state again that the last run was
 * in: what the edit did is gone. From there on it is the old path.
 */

#include "memo/memo_priv.h"

/* Where paths end depends on limits, and states have what these count. */
static bool has_same_limits (const memo *m) {
  for (limit_kind i = LIMIT_NONE + 1; i < LIMIT_COUNT; i++)
    if (m->old_trie.trie.limit[i] != m->recorder.trie.limit[i])
      return false;
  return true;
}

/* What does not explore everything decides by more than states. */
static bool may_rejoin (const memo *m) {
  const options *o = &m->config.context->options;
  return m->has_past && !m->old_trie.is_identical &&
         !options_need (o, NEEDS_PAST) && has_same_limits (m);
}

static bool is_new (void *owner, uint32_t f, uint32_t slot) {
  return moments_is_new (owner, f, slot);
}

void memo_open_moments (memo *m) {
  const options *o = &m->config.context->options;
  const trie *t = &m->old_trie.trie;
  map_init (&m->moment_at, m->mem);
  map_init (&m->returns, m->mem);
  m->has_moments = o->rejoin && !m->config.by_rule;
  if (!m->has_moments)
    return;
  moments_init (&m->moments, m->mem, m->machine, m->program, &m->recorder,
                m->has_past ? &m->old_trie : NULL);
  m->moments.naming.by_block = o->check_leaks; /* leaks are told where they
                                                  were made */
  if (may_rejoin (m) && !o->check_leaks) {
    moments_leave_out (&m->moments);
    machine_set_new (m->machine, &m->moments, is_new);
  }
  for (size_t i = 0; may_rejoin (m) && i < t->moments.len; i++)
    map_put (&m->moment_at, t->moments.data[i].key, i + 1);
}

/* A branch in a block that has changed is known by what is behind it: the
 * digest says whether it is the same.
 */
static bool is_question (const memo *m, const state *now, choice_kind what,
                         uint32_t n, const shape *s) {
  if (s->kind != SHAPE_DECISION || s->what != what || s->n != n)
    return false;
  if (!old_trie_has_spot (&m->old_trie, s->site))
    return what == CHOICE_BRANCH &&
           code_way (now->top->code, now->top->pc, 0) &&
           m->old_trie.function_to.data[s->site.function] ==
               now->top->code->function + 1;
  spot at = old_trie_spot (&m->old_trie, s->site);
  return at.function == now->top->code->function && at.insn == now->top->pc;
}

/* Looking for states costs, and so does comparing them: a run that gains
 * nothing by it looks at few.
 */
#define LOOKING 1
#define COMPARING 8
#define CREDIT 4096
#define GAIN 256
#define LOOKS_PART 32

static bool is_worth_looking (memo *m) {
  return m->spent <= m->gained + CREDIT || ++m->unlooked % LOOKS_PART == 0;
}

/* The moment of the past with these constraints, or NULL. */
static const trie_moment *rejoin_find (memo *m, const state *now) {
  if (!m->moment_at.len || m->has_range || !is_worth_looking (m))
    return NULL;
  m->spent += LOOKING;
  uint64_t i = map_get (&m->moment_at, moment_key (now), 0);
  return i ? m->old_trie.trie.moments.data + i - 1 : NULL;
}

static bool is_state (memo *m, const state *now, const trie_moment *x,
                      choice_kind what, uint32_t n) {
  hash128 digest;
  m->spent += COMPARING;
  return moments_then (&m->moments, now, what, n, &digest) &&
         hash128_eq (digest, x->digest) &&
         !(m->moments.has_left_out &&
           old_trie_sees_all (&m->old_trie, x->node));
}

/* Whatever comes of it, it is not tried again. With --check=2 only said. */
static bool rejoin_take (memo *m, const state *now, const trie_moment *x) {
  map_put (&m->moment_at, x->key, 0);
  m->gained += GAIN;
  if (m->config.context->options.check < 2)
    return true;
  trail_of (now->extra)->doubted = x->node + 1;
  return false;
}

bool memo_rejoin (memo *m, const state *now, choice_kind what, uint32_t n) {
  const trie_moment *x = rejoin_find (m, now);
  if (!x ||
      !is_question (m, now, what, n, trie_shape (&m->old_trie.trie, x->node)))
    return false;
  if (!is_state (m, now, x, what, n) || !rejoin_take (m, now, x))
    return false;
  m->following = x->node;
  return true;
}

/* Not at every decision of a long path: one that is to rejoin finds the next.
 */
#define STRIDE_PART 32

/* Is it worth it? The last run knows how much is behind a node. */
static bool is_noted (const memo *m, const state *now) {
  const trie *t = &m->old_trie.trie;
  const pending *p = now->extra;
  if (m->following == NOWHERE)
    return !now->decisions ||
           trail_of (p)->unnoted > now->decisions / STRIDE_PART;
  size_t i = trie_find_moment (t, m->following);
  return i < t->moments.len && t->moments.data[i].node == m->following;
}

void memo_note_moment (memo *m, const state *now, choice_kind what,
                       uint32_t n) {
  pending *p = now->extra;
  if (!m->has_moments)
    return;
  trail_of (p)->unnoted++;
  if (!is_noted (m, now))
    return;
  trail_of (p)->unnoted = 0;
  recorder_moment (
      &m->recorder,
      (trie_moment) {.node = trail_of (p)->node,
                     .key = moment_key (now),
                     .digest = moments_now (&m->moments, now, what, n)});
}

/* On the way to ends. Functions that decide return and leave the rest of the
 * path to others, which may be most of it.
 */

#define LEAST_REST 512 /* instructions from a mark to the end */

/* Marks where calls return to one place: so many are tried, then those places
 * are left alone, but for a few, where less than a part is of use.
 */
#define TRIES 8
#define USEFUL_PART 8
#define TRIES_STRIDE 16

static bool ends_so (memo *m, pending *p) {
  const trie_moment *x = rejoin_find (m, p->state);
  if (!x || !old_trie_ends_so (&m->old_trie, x->node, x->set))
    return false;
  if (!is_state (m, p->state, x, CHOICE_OTHER, 0) ||
      !rejoin_take (m, p->state, x))
    return false;
  memo_carry_way (m, p, x);
  return true;
}

static uint64_t site_of (const state *s) {
  return ((uint64_t) s->top->code->function << 32 | s->top->pc) + 1;
}

static bool is_worth (memo *m, uint64_t site) {
  uint64_t *at = map_at (&m->returns, site);
  uint64_t tries = *at >> 32, useful = (uint32_t) *at;
  *at += UINT64_C (1) << 32;
  return tries < TRIES || useful * USEFUL_PART >= tries ||
         tries % TRIES_STRIDE == 0;
}

static void set_mark (memo *m, pending *p) {
  trail *r = trail_of (p);
  leg *w = &p->leg;
  const state *now = p->state;
  machine_take_blocks (m->machine, m->mem, &w->blocks);
  assert (r->n_marks < TRAIL_MARKS);
  r->mark[r->n_marks++] =
      (trail_mark) {moments_now (&m->moments, now, CHOICE_OTHER, 0),
                    moment_key (now),
                    site_of (now),
                    now->instructions,
                    p->questions,
                    w->asked,
                    w->blocks.len};
}

/* After one return, two and four, and at calls. */
static bool is_marked (const pending *p) {
  trail *r = trail_of (p);
  bool is_call = p->state->depth > p->notice;
  uint32_t n = is_call ? 1 : ++r->n_returns;
  return !(n & (n - 1)) && r->n_marks < TRAIL_MARKS;
}

static bool pass (guide *g, pending *p) {
  memo *m = memo_of (g);
  trail *r = trail_of (p);
  if (!m->has_moments || m->has_range)
    return false;
  if (!r->old && !r->doubted && ends_so (m, p))
    return true;
  if (is_marked (p) && is_worth (m, site_of (p->state)))
    set_mark (m, p);
  return false;
}

/* The last one, if there is enough to come. */
static const trail_mark *best_mark (const pending *p) {
  uint64_t end = p->state->instructions;
  const trail *r = trail_of (p);
  for (uint32_t i = r->n_marks; i; i--) {
    const trail_mark *x = r->mark + i - 1;
    uint64_t rest = end - x->instructions;
    assert (x->instructions <= end); /* marks are on the way here */
    if (rest >= LEAST_REST && 2 * rest >= end - p->since)
      return x;
  }
  return NULL;
}

void memo_note_way (memo *m, const pending *p) {
  const leg *w = &p->leg;
  const trail_mark *x = best_mark (p);
  if (!x)
    return;
  assert (x->blocks <= w->blocks.len && x->questions <= p->questions);
  ++*map_at (&m->returns, x->site);
  recorder_moment (
      &m->recorder,
      (trie_moment) {.node = trail_of (p)->node,
                     .key = x->key,
                     .digest = x->digest,
                     .set =
                         recorder_set (&m->recorder, w->blocks.len - x->blocks,
                                       w->blocks.data + x->blocks,
                                       w->sees_globals, w->sees_functions),
                     .questions = (uint32_t) (p->questions - x->questions),
                     .asked = w->asked - x->asked});
}

void memo_guide_rejoining (guide *g) { g->pass = pass; }

/* Doubts. What the trie says of a path is not taken, but the path has to do it:
 *
 *     doubted    the node of the past that it comes to next, plus 1
 *     decision   between the same alternatives; each has a child to be doubted,
 *                as far as those hold
 *     end        of the same kind
 */

bool memo_doubts (const memo *m) {
  const options *o = &m->config.context->options;
  return o->check >= 2 && o->jobs == 1 && o->stop != STOP_AT_COVERED &&
         !m->config.targets && !m->has_range;
}

static void complain (const memo *m, const state *s) {
  const char *name =
      s->top ? program_function (m->program, s->top->code->function)->name : "";
  log_error (&m->config.context->log,
             "soundness: the last run is wrong about a path, which goes "
             "another way in %s",
             name);
}

void memo_doubt_decision (memo *m, const state *now, choice_kind what,
                          uint32_t among, uint32_t doubted, size_t n,
                          const uint32_t *choice, pending *const *into) {
  const trie *t = &m->old_trie.trie;
  if (!doubted || m->following != NOWHERE)
    return;
  const shape *s = trie_shape (t, doubted - 1);
  if (!is_question (m, now, what, among, s) || s->size != n ||
      memcmp (t->pool.data + s->list, choice, n * sizeof *choice)) {
    complain (m, now);
    return;
  }
  uint32_t kid = doubted;
  assert (doubted < t->n_nodes); /* a decision has kids behind it */
  for (size_t i = 0; i < n; i++) {
    trail_of (into[i])->doubted =
        old_trie_holds (&m->old_trie, kid) ? kid + 1 : 0;
    kid += trie_size (t, kid);
  }
}

void memo_doubt_end (memo *m, const state *now, uint32_t doubted,
                     shape_kind what) {
  if (doubted && trie_shape (&m->old_trie.trie, doubted - 1)->kind != what)
    complain (m, now);
}
