#include "memo/memo_priv.h"

#include <string.h>

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

/* What was executed since the last decision. */
static void hold_blocks (memo *m, const trail *r, u32_vec *blocks) {
  if (r->lower)
    for (size_t i = 0; i < blocks->len; i++)
      vec_push (m->mem, &m->on_lower, blocks->data[i]);
  if (r->upper)
    for (size_t i = 0; i < blocks->len; i++)
      vec_push (m->mem, &m->on_upper, blocks->data[i]);
  if (!r->lower && !r->upper)
    mark_blocks (m, blocks);
}

shape memo_shape (memo *m, const pending *p, shape_kind what) {
  trail *r = (trail *) &p->trail;
  u32_vec *blocks = r->blocks.len ? &r->blocks : &m->blocks; /* it paused */
  vec_clear (&m->blocks);
  machine_take_blocks (m->machine, m->mem, blocks);
  if (m->has_range)
    hold_blocks (m, r, blocks);
  return (shape) {.kind = (uint8_t) what,
                  .is_inexact = r->is_inexact,
                  .lost = r->lost,
                  .set = recorder_set (&m->recorder, blocks->len, blocks->data,
                                       r->sees_globals, r->sees_functions),
                  .questions = (uint32_t) (p->questions - r->before),
                  .asked = r->asked};
}

static void begin_trail (pending *p, const trail *before, uint32_t at,
                         uint32_t behind, bool follows, kinship x) {
  u32_vec blocks = p->trail.blocks;
  vec_clear (&blocks);
  p->trail = (trail) {.node = at,
                      .old = follows ? behind : 0,
                      .behind = behind,
                      .before = p->questions,
                      .likeness = x,
                      .unnoted = before->unnoted,
                      .blocks = blocks};
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
static void begin_in_range (memo *m, trail before, spot at, uint32_t choice,
                            pending *p) {
  p->trail.lower = before.lower;
  p->trail.upper = before.upper;
  p->is_outside = !range_enter (&m->range, &m->old_trie, at, choice,
                                &p->trail.lower, &p->trail.upper);
  if (!p->is_outside && !p->trail.lower && !p->trail.upper)
    mark_bounds (m, &before);
}

static void decide (guide *g, const state *now, choice_kind what, uint32_t n,
                    size_t n_taken, const uint32_t *taken,
                    pending *const *into) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  uint32_t following = m->following;
  memo_note_moment (m, now, what, n);
  trail before = p->trail;
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
  uint32_t which = recorder_shape (&m->recorder, s, size, m->list.data);
  uint32_t first = recorder_decide (&m->recorder, p->trail.node, which, size);
  kinship from = p->trail.likeness;
  likeness_decision d = {what, n, at, s.site};
  for (size_t i = 0, k = 0; i < size; i++) {
    uint32_t kid = following == NOWHERE ? NOWHERE : m->kids.data[i];
    if (kid != NOWHERE && m->known.data[i].is_carried) {
      hash128 site = explore_site (m->program, at.function, at.insn,
                                   m->known.data[i].choice);
      memo_carry (m, kid, first + (uint32_t) i, hash128_mix (p->path, site),
                  p->met, NULL);
      uint32_t last = kid + trie_size (&m->old_trie.trie, kid) - 1;
      if (m->has_range && range_meets (&m->range, kid, last))
        mark_bounds (m, &before);
      continue;
    }
    bool follows = kid != NOWHERE && old_trie_can_follow (&m->old_trie, kid);
    if (kid != NOWHERE && m->old_trie.is_identical)
      map_put (&m->source, first + i + 1, kid + UINT64_C (1));
    begin_trail (into[k], &before, first + (uint32_t) i,
                 kid == NOWHERE ? 0 : kid + 1, follows,
                 likeness_behind (m, &from, &d, m->list.data[i], kid));
    begin_in_range (m, before, at, m->list.data[i], into[k++]);
  }
  memo_doubt_decision (m, now, what, n, before.doubted, n_taken, taken, into);
}

static void warn (guide *g, pending *p, const cause *why, spot at) {
  recorder *r = &memo_of (g)->recorder;
  p->trail.lost = recorder_loss (r, why, at, p->trail.lost);
}

static void take_back (guide *g, pending *p) {
  memo *m = memo_of (g);
  for (uint32_t i = p->trail.lost; i;) {
    const trie_loss *l = m->recorder.trie.losses.data + i - 1;
    explorer_count_loss (m->explorer, &l->cause,
                         m->recorder.loss_spots.data[i - 1], -1);
    i = l->before;
  }
  p->trail.lost = 0;
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

static shape_kind kind_of (const ending *e) {
  static const shape_kind kinds[] = {[END_EXIT] = SHAPE_EXIT,
                                     [END_FAULT] = SHAPE_FAULT,
                                     [END_CUT] = SHAPE_CUT,
                                     [END_SILENT] = SHAPE_SILENT};
  return kinds[e->kind];
}

static bool may_end (guide *g, const pending *p) {
  const memo *m = memo_of (g);
  const trail *r = &p->trail;
  const ending *e = &p->state->end;
  if (!r->old || is_budget (e) || e->limit)
    return true;
  const shape *s = trie_shape (&m->old_trie.trie, r->old - 1);
  return s->kind == kind_of (e) && s->asked == r->asked &&
         s->questions == p->questions - r->before;
}

static void end (guide *g, const state *now, pending *p) {
  memo *m = memo_of (g);
  if (m->has_past)
    likeness_end (&m->likeness, &p->trail.likeness,
                  now->end.kind == END_EXIT
                      ? (spot) {NOWHERE, 0}
                      : (spot) {now->end.function, now->end.insn});
  uint32_t test = now->end.kind == END_SILENT ? 0 : m->last_test;
  m->last_test = 0;
  /* what is in reach decides whether it was too much */
  p->trail.sees_globals |= now->end.kind == END_CUT || now->end.is_nowhere;
  p->trail.sees_functions |= now->end.is_nowhere;
  shape s = memo_shape (m, p, kind_of (&now->end));
  if (m->has_range)
    mark_bounds (m, &p->trail);
  s.limit = (uint8_t) now->end.limit;
  s.bound = m->recorder.trie.limit[s.limit];
  if (is_budget (&now->end)) { /* open, but it has values */
    recorder_end (&m->recorder, p->trail.node, 0, test);
    return;
  }
  memo_doubt_end (m, now, p->trail.doubted, (shape_kind) s.kind);
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
  recorder_end (&m->recorder, p->trail.node, which, test);
  if (!s.limit && !s.is_inexact && !s.lost)
    memo_note_way (m, p);
}

static void pause_path (guide *g, pending *p) {
  memo *m = memo_of (g);
  machine_take_blocks (m->machine, m->mem, &p->trail.blocks);
}

static void forget (guide *g) {
  memo *m = memo_of (g);
  vec_clear (&m->blocks);
  machine_take_blocks (m->machine, m->mem, &m->blocks);
}

static void learn (guide *g, hash128 question, const precedent *x) {
  precedents_add (&memo_of (g)->recorder.trie.precedents, question, x);
}

void memo_guide_recording (guide *g) {
  g->learn = learn;
  g->decide = decide;
  g->warn = warn;
  g->take_back = take_back;
  g->may_end = may_end;
  g->end = end;
  g->pause = pause_path;
  g->forget = forget;
}
