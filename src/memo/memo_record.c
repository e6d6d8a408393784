/* Decisions and ends of this run, into the recorder.
 *
 *     pending.leg     since the last decision: blocks, questions, losses
 *     trail.node      where the path is in the trie that is made: an open node,
 *                     until its leg ends with a decision or with its end
 *     memo_shape      the leg as a shape; from then on a new leg begins
 *
 * At a decision each alternative that is taken gets a child and goes on there;
 * one that is carried over gets the whole subtree of the past at once, and no
 * path. Where the trie is followed, alternatives are those of the past
 * ('known', 'kids'), and 'into' has only those that are executed.
 */

#include "memo/memo_priv.h"

/* Coverage of a range: that of the paths in it. What is executed on a bound is
 * theirs only if one of them leaves the bound or is the bound.
 */

static void mark_blocks (memo *m, u32_vec *blocks) {
  for (size_t i = 0; i < blocks->len; i++)
    machine_mark_block (m->machine, blocks->data[i] / 4,
                        (uint8_t) (blocks->data[i] % 4));
}

static void mark_bound (memo *m, u32_vec *blocks) {
  mark_blocks (m, blocks);
  vec_clear (blocks);
}

/* A path that was there comes into the range. */
static void mark_bounds (memo *m, const trail *r) {
  if (r->lower)
    mark_bound (m, &m->on_lower);
  if (r->upper)
    mark_bound (m, &m->on_upper);
}

static void hold_block (memo *m, const trail *r, uint32_t x) {
  if (r->lower)
    vec_push (m->mem, &m->on_lower, x);
  if (r->upper)
    vec_push (m->mem, &m->on_upper, x);
  if (!r->lower && !r->upper)
    machine_mark_block (m->machine, x / 4, (uint8_t) (x % 4));
}

/* What was executed since the last decision. */
static void hold_blocks (memo *m, const trail *r, const u32_vec *blocks) {
  for (size_t i = 0; i < blocks->len; i++)
    hold_block (m, r, blocks->data[i]);
}

static uint32_t list_losses (memo *m, const leg *w) {
  const loss *all;
  uint32_t lost = 0;
  if (w->warnings.len)
    explorer_losses (m->explorer, &all);
  for (size_t i = 0; i < w->warnings.len; i++) {
    const warning *x = w->warnings.data + i;
    lost = recorder_loss (&m->recorder, &all[x->loss].cause, x->at, lost);
  }
  return lost;
}

shape memo_shape (memo *m, const pending *p, shape_kind what) {
  leg *w = (leg *) &p->leg;
  w->sees_globals |= p->state->deepest > machine_shallow_stack (m->machine);
  u32_vec *blocks = w->blocks.len ? &w->blocks : &m->blocks; /* it paused */
  vec_clear (&m->blocks);
  machine_take_blocks (m->machine, m->mem, blocks);
  if (m->has_range)
    hold_blocks (m, trail_of (p), blocks);
  return (shape) {.kind = (uint8_t) what,
                  .is_inexact = w->is_inexact,
                  .lost = list_losses (m, w),
                  .set = recorder_set (&m->recorder, blocks->len, blocks->data,
                                       w->sees_globals, w->sees_functions),
                  .questions = (uint32_t) (p->questions - w->before),
                  .asked = w->asked};
}

static void begin_trail (pending *p, const trail *before, uint32_t at,
                         uint32_t behind, bool follows, kinship x) {
  *trail_of (p) = (trail) {.node = at,
                           .old = follows ? behind : 0,
                           .behind = behind,
                           .likeness = x,
                           .unnoted = before->unnoted};
  p->is_remembered = behind;
}

/* What the path is like behind this alternative; 'kid': that of the past, if
 * it is followed.
 */
static kinship likeness_behind (memo *m, const kinship *from,
                                const likeness_decision *d, uint32_t choice,
                                uint32_t kid) {
  if (!m->has_past)
    return *from;
  if (kid == NOWHERE)
    return likeness_next (&m->likeness, from, d, choice);
  likeness_follow (&m->likeness, m->following, kid, d->at);
  return (kinship) {.near = kid + 1, .nearest = kid + 1};
}

/* Where the path is in the range behind this choice. */
static void begin_in_range (memo *m, const trail *before, choice_kind what,
                            spot at, uint32_t choice, pending *p) {
  trail *r = trail_of (p);
  r->lower = before->lower;
  r->upper = before->upper;
  p->is_outside =
      !range_enter (&m->range, &m->old_trie, at, choice, &r->lower, &r->upper);
  p->ends_outside = r->upper;
  if (!p->is_outside && !r->lower && !r->upper)
    mark_bounds (m, before);
  if (m->has_range && !p->is_outside)
    hold_block (m, r, memo_way (m, (uint8_t) what, at, choice));
}

static void record_decide (guide *g, const state *now, choice_kind what,
                           uint32_t n, size_t n_taken, const uint32_t *taken,
                           pending *const *into) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  uint32_t following = m->following;
  memo_note_moment (m, now, what, n);
  trail before = *trail_of (p);
  shape s = memo_shape (m, p, SHAPE_DECISION);
  s.what = (uint8_t) what;
  s.n = n;
  spot at = {now->top->code->function, now->top->pc};
  s.site = recorder_spot (&m->recorder, at);
  vec_clear (&m->list);
  size_t size = following == NOWHERE ? n_taken : m->known.len;
  for (size_t i = 0; i < size; i++)
    vec_push (m->mem, &m->list,
              following == NOWHERE ? taken[i] : m->known.data[i].choice);
  assert (following == NOWHERE || m->kids.len == m->known.len);
  uint32_t which = recorder_shape (&m->recorder, s, size, m->list.data);
  uint32_t first = recorder_decide (&m->recorder, before.node, which, size);
  likeness_decision d = {what, n, at, s.site};
  for (size_t i = 0, k = 0; i < size; i++) {
    uint32_t kid = following == NOWHERE ? NOWHERE : m->kids.data[i];
    if (kid != NOWHERE && m->known.data[i].is_carried) {
      hash128 site = explore_site (m->program, at.function, at.insn,
                                   m->known.data[i].choice);
      memo_carry (m, kid, first + (uint32_t) i, hash128_mix (p->path, site),
                  p->met, NULL);
      uint32_t last = kid + trie_size (&m->old_trie.trie, kid) - 1;
      uint32_t way = memo_way (m, s.what, at, m->known.data[i].choice);
      if (range_meets (&m->range, kid, last))
        machine_mark_block (m->machine, way / 4, (uint8_t) (way % 4));
      if (m->has_range && range_meets (&m->range, kid, last))
        mark_bounds (m, &before);
      continue;
    }
    bool follows = kid != NOWHERE && old_trie_can_follow (&m->old_trie, kid);
    begin_trail (
        into[k], &before, first + (uint32_t) i, kid == NOWHERE ? 0 : kid + 1,
        follows,
        likeness_behind (m, &before.likeness, &d, m->list.data[i], kid));
    assert (k < n_taken);
    begin_in_range (m, &before, what, at, m->list.data[i], into[k]);
    bool is_others = m->is_share && into[k]->is_outside;
    if (kid != NOWHERE && m->old_trie.is_identical && !is_others)
      map_put (&m->source, first + i + 1, kid + UINT64_C (1));
    k++;
  }
  memo_doubt_decision (m, now, what, n, before.doubted, n_taken, taken, into);
}

/* A budget of the run ended it, or a solver that did not know. */
static bool is_budget (const ending *e) {
  reason_class what = reason_class_of (ending_cause (e).reason);
  return e->kind == END_CUT &&
         (what == CLASS_BUDGET || what == CLASS_FOUND || what == CLASS_SOLVER);
}

static uint32_t add_related (const ending *e, memory *mem, spot_vec *out) {
  uint32_t n = e->detail ? e->detail->n_related : 0;
  for (uint32_t i = 0; i < n; i++)
    vec_push (mem, out, e->detail->related[i]);
  return n;
}

static shape_kind record_kind_of (const ending *e) {
  static const shape_kind kinds[] = {[END_EXIT] = SHAPE_EXIT,
                                     [END_FAULT] = SHAPE_FAULT,
                                     [END_CUT] = SHAPE_CUT,
                                     [END_SILENT] = SHAPE_SILENT};
  assert (e->kind != END_NONE);
  return kinds[e->kind];
}

/* Is this where the path that is remembered ends? */
static bool is_known_end (const memo *m, const pending *p) {
  const trail *r = trail_of (p);
  const ending *e = &p->state->end;
  if (!r->old || is_budget (e) || e->limit)
    return true;
  const shape *s = trie_shape (&m->old_trie.trie, r->old - 1);
  return s->kind == record_kind_of (e) && s->asked == p->leg.asked &&
         s->questions == p->questions - p->leg.before;
}

/* Its test comes after it (memo_note_test). */
static void record_end (memo *m, pending *p) {
  const state *now = p->state;
  trail *r = trail_of (p);
  if (m->has_past)
    likeness_end (&m->likeness, &r->likeness,
                  now->end.kind == END_EXIT
                      ? (spot) {NOWHERE, 0}
                      : (spot) {now->end.function, now->end.insn});
  m->ended = now->end.kind == END_SILENT ? NOWHERE : r->node;
  /* what is in reach decides whether it was too much */
  p->leg.sees_globals |= now->end.kind == END_CUT || now->end.is_nowhere;
  p->leg.sees_functions |= now->end.is_nowhere;
  shape s = memo_shape (m, p, record_kind_of (&now->end));
  if (m->has_range)
    mark_bounds (m, r);
  s.limit = (uint8_t) now->end.limit;
  s.bound = m->recorder.trie.limit[s.limit];
  if (is_budget (&now->end)) { /* open, but it has values */
    recorder_end (&m->recorder, r->node, 0, 0);
    return;
  }
  memo_doubt_end (m, now, r->doubted, (shape_kind) s.kind);
  vec_clear (&m->list);
  vec_clear (&m->spots);
  bool has_place = now->end.kind == END_FAULT || now->end.kind == END_CUT;
  if (has_place && now->top) {
    s.n = 1;
    s.site =
        recorder_spot (&m->recorder, (spot) {now->end.function, now->end.insn});
    state_spots (now, m->mem, &m->spots);
  }
  s.what = (uint8_t) add_related (&now->end, m->mem, &m->spots);
  for (size_t i = 0; i < m->spots.len; i++) {
    trie_spot at = recorder_spot (&m->recorder, m->spots.data[i]);
    vec_push (m->mem, &m->list, at.function);
    vec_push (m->mem, &m->list, at.block);
    vec_push (m->mem, &m->list, at.offset);
  }
  uint32_t which = recorder_shape (&m->recorder, s, m->list.len, m->list.data);
  recorder_end (&m->recorder, r->node, which, 0);
  if (!s.limit && !s.is_inexact && !s.lost)
    memo_note_way (m, p);
}

static bool end (guide *g, pending *p) {
  bool is_known = is_known_end (memo_of (g), p);
  stats *s = &memo_of (g)->config.context->stats;
  bool is_valid = memo_keeps_test (memo_of (g), p);
  s->tests_valid += memo_of (g)->config.by_rule && is_valid;
  s->tests_new += memo_of (g)->config.by_rule && !is_valid;
  if (is_known)
    record_end (memo_of (g), p);
  else
    memo_lose_trail (p);
  return is_known;
}

void memo_guide_recording (guide *g) {
  g->decide = record_decide;
  g->end = end;
}
