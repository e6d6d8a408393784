/* Subtrees of the old trie that hold are walked in the order of their nodes and
 * made again in the recorder, with their tests; nothing is executed:
 *
 *     old   0 decision   1 end, test 4   2 decision   3 end   4 open
 *     now   'todo' has the node of now for each that is still to come, the next
 *           one on top: children are pushed from the last to the first
 *
 * What does not hold in it stays open.
 */

#include "memo/memo_priv.h"

/* Lines may have moved. The last spots of the list, so many as 'what' says, are
 * where the object was made and freed.
 */
static void fill_places (memo *m, const shape *s, end_record *e, spot *at) {
  const uint32_t *list = m->old_trie.trie.pool.data + s->list;
  if (s->n)
    *at = old_trie_spot (&m->old_trie, s->site);
  vec_clear (&m->spots);
  for (uint32_t i = 0; i < s->size; i += 3)
    vec_push (m->mem, &m->spots,
              old_trie_spot (&m->old_trie,
                             (trie_spot) {list[i], list[i + 1], list[i + 2]}));
  assert (s->what <= m->spots.len && s->what <= ENDING_RELATED);
  size_t n = m->spots.len - s->what;
  end_record_move (m->machine,
                   &(end_spots) {.at = s->n ? at : NULL,
                                 .n_frames = n,
                                 .n_related = s->what,
                                 .frame = m->spots.data,
                                 .related = m->spots.data + n},
                   m->mem, &m->calls, e);
}

static bool is_other_place (const source_place *a, const source_place *b) {
  return a->line != b->line || strcmp (a->file, b->file) ||
         strcmp (a->function, b->function);
}

static bool is_elsewhere (const end_record *e, const end_record *old) {
  bool is_moved =
      is_other_place (&e->at, &old->at) || e->n_related != old->n_related ||
      e->n_calls != old->n_calls || e->identity.error != old->identity.error;
  for (uint32_t i = 0; !is_moved && i < e->n_related; i++)
    is_moved = is_other_place (e->related + i, old->related + i);
  for (uint32_t i = 0; !is_moved && i < e->n_calls; i++)
    is_moved = is_other_place (e->call + i, old->call + i);
  return is_moved;
}

static void move_end (memo *m, const shape *s, testcase *t, spot *at) {
  end_record old = t->end;
  fill_places (m, s, &t->end, at);
  m->has_moved |= is_elsewhere (&t->end, &old);
}

static void count_end (memo *m, const shape *s, const testcase *t, spot at) {
  assert (s->kind < SHAPE_COUNT && s->kind != SHAPE_DECISION);
  static const end_kind how[SHAPE_COUNT] = {[SHAPE_EXIT] = END_EXIT,
                                            [SHAPE_FAULT] = END_FAULT,
                                            [SHAPE_SILENT] = END_SILENT};
  place where = {0};
  const char *name = "";
  if (s->kind != SHAPE_CUT) {
    explorer_count (m->explorer, how[s->kind], 1);
    return;
  }
  if (s->n) {
    where = program_code (m->program, at.function)->place[at.insn];
    name = program_function (m->program, at.function)->name;
  }
  explorer_count_cut (m->explorer, &t->end.cause, name, where);
}

/* Gives the index of its test now, plus 1. */
static uint32_t carry_end (memo *m, uint32_t at, hash128 path) {
  const trie *t = &m->old_trie.trie;
  const shape *s = trie_shape (t, at);
  assert (s->kind != SHAPE_DECISION && s->kind != SHAPE_OPEN);
  uint32_t link = t->node[at].link;
  testcase test = {0};
  spot where = {NOWHERE, 0};
  m->last_test = 0;
  if (link && m->is_settled && s->kind == SHAPE_EXIT) {
    m->config.copy (m->config.owner, m->old_trie.tests, link - 1);
  } else if (link) {
    assert (link <= m->is_used.len);
    bool is_taken =
        m->is_used.data[link - 1]; /* by a path that looked like it */
    if (is_taken)
      memo_last_number (m); /* for a new one: reads tests, into the same room */
    suite_get (m->old_trie.tests, link - 1, &test);
    test.path = m->is_settled ? test.path : path;
    if (is_taken)
      test.number = 0;
    m->is_used.data[link - 1] = 1;
    if (s->kind == SHAPE_FAULT || s->kind == SHAPE_CUT)
      move_end (m, s, &test, &where);
    m->config.carry (m->config.owner, &test);
  }
  count_end (m, s, &test, where);
  return m->last_test;
}

typedef struct carried {
  uint32_t node; /* now */
  hash128 path;
  uint64_t met;  /* targets on the way */
  uint32_t left; /* see memo_way; 0: the caller does that */
} carried;

static uint64_t meets (const memo *m, uint32_t at) {
  uint32_t i = m->old_trie.trie.node[at].shape;
  return i < m->old_trie.meets.len ? m->old_trie.meets.data[i] : 0;
}

static void carry_met (memo *m, uint32_t at, uint64_t met) {
  assert (trie_shape (&m->old_trie.trie, at)->kind != SHAPE_DECISION);
  testcase t;
  uint32_t link = m->old_trie.trie.node[at].link;
  if (!met || !link)
    return;
  suite_get (m->old_trie.tests, link - 1, &t);
  explorer_reach (m->explorer, met, t.number);
}

static void carry_losses (memo *m, uint32_t lost) {
  const trie *t = &m->old_trie.trie;
  for (; lost; lost = t->losses.data[lost - 1].before) {
    const trie_loss *l = t->losses.data + lost - 1;
    explorer_count_loss (m->explorer, &l->cause,
                         old_trie_spot (&m->old_trie, l->at));
  }
}

static void carry_moment (memo *m, const trie_moment *old, uint32_t to) {
  trie_moment x = *old;
  const shape *s = trie_shape (&m->old_trie.trie, old->node);
  if (!m->has_moments)
    return;
  x.node = to;
  x.set = s->kind == SHAPE_DECISION ? 0 : carrier_set (&m->carrier, old->set);
  recorder_moment (&m->recorder, x);
}

/* Blocks that were executed then, as if it were now. */
static void add_blocks (memo *m, leg *r, uint32_t set) {
  const trie *t = &m->old_trie.trie;
  machine_take_blocks (m->machine, m->mem, &r->blocks);
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
       i++) {
    uint32_t b = t->set.data[i] / 4, ways = t->set.data[i] % 4;
    r->sees_globals |= b == TRIE_GLOBALS;
    r->sees_functions |= b == TRIE_FUNCTIONS;
    assert (m->old_trie.block_to.data[b]); /* the set is clean */
    if (b > TRIE_FUNCTIONS)
      vec_push (m->mem, &r->blocks,
                (m->old_trie.block_to.data[b] - 1) * 4 + ways);
  }
  carrier_set (&m->carrier, set); /* they are covered */
}

void memo_carry_way (memo *m, pending *p, const trie_moment *x) {
  const trie *t = &m->old_trie.trie;
  uint32_t to = trail_of (p)->node;
  assert (trie_shape (t, x->node)->kind != SHAPE_DECISION);
  add_blocks (m, &p->leg, x->set);
  shape now = memo_shape (m, p, (shape_kind) trie_shape (t, x->node)->kind);
  now.questions += x->questions;
  now.asked += x->asked;
  uint32_t which = carrier_end (&m->carrier, t->node[x->node].shape, now);
  carry_moment (m, x, to);
  recorder_end (&m->recorder, to, which, carry_end (m, x->node, p->path));
}

/* The path was cut here, and its test is as good as a new one. */
static bool has_open_test (const memo *m, uint32_t at) {
  uint32_t link = m->old_trie.trie.node[at].link;
  return m->old_trie.is_identical && link &&
         trie_shape (&m->old_trie.trie, at)->kind == SHAPE_OPEN &&
         !m->is_used.data[link - 1];
}

/* What does not hold stays as it was, if the program is the same: 'source'. */
static void carry_open (memo *m, uint32_t at, uint32_t to, bool needs_test) {
  assert (to < m->recorder.nodes.len);
  uint32_t link = m->old_trie.trie.node[at].link;
  testcase test;
  if (!m->old_trie.is_identical)
    return;
  if (!needs_test || !has_open_test (m, at)) {
    map_put (&m->source, to + UINT64_C (1), at + UINT64_C (1));
    return;
  }
  suite_get (m->old_trie.tests, link - 1, &test);
  m->is_used.data[link - 1] = 1;
  m->last_test = 0;
  m->config.carry (m->config.owner, &test);
  recorder_end (&m->recorder, to, 0, m->last_test);
}

uint32_t memo_way (const memo *m, uint8_t what, spot at, uint32_t choice) {
  const code *c = program_code (m->program, at.function);
  return c->block[code_block_at (c, at.insn)].index * 4 +
         (what == CHOICE_BRANCH ? code_way (c, at.insn, choice) : 0);
}

/* In the order of its nodes. */
void memo_carry (memo *m, uint32_t from, uint32_t to, hash128 path,
                 uint64_t met, uint64_t *open) {
  const trie *t = &m->old_trie.trie;
  VEC (carried) todo = {0};
  assert (from < t->n_nodes && to < m->recorder.nodes.len);
  if (m->is_share) /* whoever explored it has it */
    return;
  size_t moment = trie_find_moment (t, from);
  vec_push (m->mem, &todo, (carried) {to, path, met, 0});
  for (uint32_t i = from, end = from + trie_size (t, from); i < end; i++) {
    assert (todo.len);
    carried now = vec_pop (&todo);
    const shape *s = trie_shape (t, i);
    while (moment < t->moments.len && t->moments.data[moment].node < i)
      moment++;
    if (!old_trie_holds (&m->old_trie, i)) {
      carry_open (m, i, now.node, open != NULL);
      if (open)
        ++*open;
      i += trie_size (t, i) - 1;
      continue;
    }
    if (!range_meets (&m->range, i, i + trie_size (t, i) - 1)) {
      i += trie_size (t, i) - 1;
      continue;
    }
    uint32_t which = carrier_shape (&m->carrier, t->node[i].shape);
    if (now.left)
      machine_mark_block (m->machine, now.left / 4, (uint8_t) (now.left % 4));
    now.met |= meets (m, i);
    carry_losses (m, s->lost);
    if (moment < t->moments.len && t->moments.data[moment].node == i)
      carry_moment (m, t->moments.data + moment++, now.node);
    if (s->kind != SHAPE_DECISION) {
      recorder_end (&m->recorder, now.node, which, carry_end (m, i, now.path));
      carry_met (m, i, now.met);
      continue;
    }
    uint32_t first = recorder_decide (&m->recorder, now.node, which, s->size);
    spot at = old_trie_spot (&m->old_trie, s->site);
    for (uint32_t k = s->size; k; k--) {
      carried next = {first + k - 1, now.path, now.met,
                      memo_way (m, s->what, at, t->pool.data[s->list + k - 1])};
      if (!m->is_settled)
        next.path = hash128_mix (now.path,
                                 explore_site (m->program, at.function, at.insn,
                                               t->pool.data[s->list + k - 1]));
      vec_push (m->mem, &todo, next);
    }
  }
  assert (!todo.len); /* a node for each of the subtree, or of what is open */
  vec_release (m->mem, &todo);
}

/* A decision on the way, whose subtree ends before 'end'. */
typedef struct foreseen {
  uint32_t node, end;
  uint32_t next; /* of its alternatives: the one that is walked next */
  uint32_t left; /* how it was come to, see memo_way; 0: it is the first */
  uint64_t met;
  bool is_counted;
} foreseen;

typedef VEC (foreseen) foreseen_vec;

static void count_foreseen (memo *m, uint32_t at, uint32_t left) {
  carrier_shape (&m->carrier, m->old_trie.trie.node[at].shape);
  if (left)
    machine_mark_block (m->machine, left / 4, (uint8_t) (left % 4));
}

/* What leads to an end with a test is covered by that. */
static void count_way (memo *m, foreseen_vec *way, uint32_t end,
                       uint32_t left) {
  count_foreseen (m, end, left);
  for (size_t i = way->len; i && !way->data[i - 1].is_counted; i--) {
    way->data[i - 1].is_counted = true;
    count_foreseen (m, way->data[i - 1].node, way->data[i - 1].left);
  }
}

/* How the next node is come to. */
static uint32_t next_left (const memo *m, foreseen_vec *way) {
  if (!way->len)
    return 0;
  const trie *t = &m->old_trie.trie;
  const shape *s = trie_shape (t, vec_last (way).node);
  uint32_t choice = t->pool.data[s->list + vec_last (way).next++];
  return memo_way (m, s->what, old_trie_spot (&m->old_trie, s->site), choice);
}

uint64_t memo_foresee (memo *m) {
  const trie *t = &m->old_trie.trie;
  foreseen_vec way = {0};
  uint64_t all = 0;
  for (uint32_t i = 0; m->has_past && i < t->n_nodes; i++) {
    while (way.len && vec_last (&way).end <= i)
      way.len--;
    uint32_t left = next_left (m, &way);
    if (!old_trie_holds (&m->old_trie, i)) {
      i += trie_size (t, i) - 1;
      continue;
    }
    uint64_t met = meets (m, i) | (way.len ? vec_last (&way).met : 0);
    if (trie_shape (t, i)->kind == SHAPE_DECISION)
      vec_push (m->mem, &way,
                (foreseen) {.node = i,
                            .end = i + trie_size (t, i),
                            .left = left,
                            .met = met});
    else if (t->node[i].link) {
      count_way (m, &way, i, left);
      all |= met;
    }
  }
  vec_release (m->mem, &way);
  if (m->has_past && m->config.targets)
    old_trie_doubt (&m->old_trie, ~all);
  return all;
}

static bool leave (guide *g, pending *p, uint64_t *open) {
  memo *m = memo_of (g);
  uint32_t behind = trail_of (p)->behind;
  if (!behind || (!old_trie_holds (&m->old_trie, behind - 1) &&
                  !(open && has_open_test (m, behind - 1))))
    return false;
  memo_carry (m, behind - 1, trail_of (p)->node, p->path, p->met, open);
  return true;
}

void memo_guide_carrying (guide *g) { g->leave = leave; }
