/* Aligning first: which function, block and slot of the trie is which of now.
 * Then shapes are judged, each once, since many nodes have the same one; then
 * nodes, into short lists of those that do not hold:
 *
 *     dirty   3   17   18        node 5 with 10 nodes: none within 5 .. 14, so
 *                                the whole subtree holds, by one search
 */

#include "memo/old_trie.h"
#include "memo/labels.h"

/* Functions and blocks. */

static void align_function (old_trie *p, recorder *r, size_t i) {
  const outline *old = p->trie.functions.data + i;
  u32_vec to = {0}, slots = {0};
  uint32_t f = p->function_to.data[i];
  const outline *now = f ? recorder_outline (r, f - 1) : NULL;
  assert (i == p->number_to.len); /* in their order */
  if (now)
    outline_align (p->mem, old, now, &to, &slots);
  for (uint32_t b = 0; b < to.len; b++)
    p->is_identical &= to.data[b] == b + 1;
  p->is_identical &=
      now && now->block.len == old->block.len && !strcmp (now->name, old->name);
  vec_push (p->mem, &p->number_to, to);
  vec_push (p->mem, &p->slot_to, slots);
}

static uint32_t number_now (const old_trie *p, uint32_t f, uint32_t number) {
  assert (f < p->number_to.len); /* all functions are aligned */
  const u32_vec *to = p->number_to.data + f;
  return number < to->len ? to->data[number] : 0;
}

/* A block, or a global that was looked at, as the machine knows it. */
static uint32_t index_now (const old_trie *p, trie_block b) {
  assert (b.function == TRIE_GLOBAL ? b.number < p->trie.global.len
                                    : b.function < p->function_to.len);
  if (b.function == TRIE_GLOBAL) {
    const trie_global *g = p->trie.global.data + b.number;
    uint32_t now = outline_find_global (p->program, g->slot, g->digest);
    return now ? (MACHINE_GLOBAL | (now - 1)) + 1 : 0;
  }
  uint32_t now = number_now (p, b.function, b.number);
  if (!now)
    return 0;
  uint32_t f = p->function_to.data[b.function] - 1;
  return program_code (p->program, f)->block[now - 1].index + 1;
}

static void align_blocks (old_trie *p, const recorder *r) {
  bool same_globals = hash128_eq (p->trie.globals, r->trie.globals);
  bool same_functions =
      hash128_eq (p->trie.functions_digest, r->trie.functions_digest);
  p->is_identical &= same_globals && same_functions;
  vec_push (p->mem, &p->block_to, same_globals);
  vec_push (p->mem, &p->block_to, same_functions);
  for (size_t i = 2; i < p->trie.blocks.len; i++) {
    trie_block b = p->trie.blocks.data[i];
    uint32_t index = index_now (p, b);
    p->is_identical &= b.function != TRIE_GLOBAL || index;
    vec_push (p->mem, &p->block_to, index);
  }
}

/* Shapes and nodes. */

static bool is_set_clean (const old_trie *p, uint32_t set) {
  const trie *t = &p->trie;
  assert (set < trie_sets (t) && p->block_to.len == t->blocks.len);
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1]; i++)
    if (!p->block_to.data[t->set.data[i] / 4])
      return false;
  return true;
}

/* Something in it writes, and is to be executed. */
static bool is_set_told (const old_trie *p, uint32_t set) {
  const trie *t = &p->trie;
  assert (!p->writes.len || p->writes.len == t->blocks.len);
  if (p->writes.len)
    for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
         i++)
      if (p->writes.data[t->set.data[i] / 4])
        return true;
  return false;
}

static bool writes (const old_trie *p, trie_block b) {
  const code *c =
      program_code (p->program, p->function_to.data[b.function] - 1);
  const block *now = c->block + number_now (p, b.function, b.number) - 1;
  for (uint32_t i = now->first; i < now->first + now->n; i++)
    if (c->insn[i].op == OP_BUILTIN && c->insn[i].a == BUILTIN_OUTPUT)
      return true;
  return false;
}

spot old_trie_spot (const old_trie *p, trie_spot s) {
  assert (number_now (p, s.function, s.block)); /* see old_trie_has_spot */
  uint32_t f = p->function_to.data[s.function] - 1;
  uint32_t b = number_now (p, s.function, s.block) - 1;
  return (spot) {f, program_code (p->program, f)->block[b].first + s.offset};
}

bool old_trie_has_spot (const old_trie *p, trie_spot s) {
  if (s.function >= p->trie.functions.len ||
      !number_now (p, s.function, s.block))
    return false;
  spot now = old_trie_spot (p, s);
  return now.insn < program_code (p->program, now.function)->n_insns;
}

static bool has_losses (const old_trie *p, uint32_t lost) {
  for (; lost; lost = p->trie.losses.data[lost - 1].before)
    if (!old_trie_has_spot (p, p->trie.losses.data[lost - 1].at))
      return false;
  return true;
}

static bool is_function_same (const old_trie *p, uint32_t f) {
  const u32_vec *to = p->number_to.data + f;
  uint32_t now = p->function_to.data[f];
  for (uint32_t i = 0; i < to->len; i++)
    if (to->data[i] != i + 1)
      return false;
  return now && program_code (p->program, now - 1)->n_blocks == to->len;
}

static bool has_spots (const old_trie *p, const shape *s) {
  bool has_site = s->kind == SHAPE_DECISION || s->n;
  if (!has_losses (p, s->lost))
    return false;
  if (has_site && !old_trie_has_spot (p, s->site))
    return false;
  if (s->kind == SHAPE_DECISION)
    return true;
  if (s->size % 3 || s->what > ENDING_RELATED || 3u * s->what > s->size)
    return false;
  const uint32_t *list = p->trie.pool.data + s->list;
  for (uint32_t i = 0; i < s->size; i += 3)
    if (!old_trie_has_spot (p, (trie_spot) {list[i], list[i + 1], list[i + 2]}))
      return false;
  /* those of objects, which states know by less */
  for (uint32_t i = s->size - 3u * s->what; i < s->size; i += 3)
    if (!is_function_same (p, list[i]))
      return false;
  return true;
}

static bool is_less (uint64_t now, uint64_t before) {
  return now && (!before || now < before);
}

/* An end that a limit made holds under the same limit. */
static bool does_hold (const shape *s, const uint64_t *limit) {
  assert (s->limit < LIMIT_COUNT);
  return !s->limit || s->bound == limit[s->limit];
}

static void judge_shapes (old_trie *p, const uint64_t *limit) {
  for (size_t i = 0; i < p->trie.shapes.len; i++) {
    const shape *s = p->trie.shapes.data + i;
    bool has_all = has_spots (p, s);
    bool is_same = s->kind != SHAPE_OPEN && !s->is_inexact &&
                   is_set_clean (p, s->set) && has_all;
    p->is_identical &= has_all;
    vec_push (p->mem, &p->can_follow, is_same);
    vec_push (p->mem, &p->is_clean, is_same && does_hold (s, limit));
  }
}

/* Decisions on the way to a node: the ends of the subtrees that it is in. */
static size_t depth_of (old_trie *p, uint32_t at, u32_vec *ends) {
  while (ends->len && vec_last (ends) <= at)
    (void) vec_pop (ends);
  size_t depth = ends->len;
  if (trie_shape (&p->trie, at)->kind == SHAPE_DECISION)
    vec_push (p->mem, ends, at + p->trie.node[at].link);
  return depth;
}

/* What is told with the place it was at is told by its test. */
static bool lacks_test (const trie *t, uint32_t i) {
  assert (i < t->n_nodes);
  const shape *s = trie_shape (t, i);
  return (s->kind == SHAPE_FAULT || s->kind == SHAPE_CUT) && !t->node[i].link;
}

static bool sees_globals (const trie *t, uint32_t set) {
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1]; i++)
    if (t->set.data[i] / 4 == TRIE_GLOBALS)
      return true;
  return false;
}

static void judge_nodes (old_trie *p, uint64_t max_depth) {
  const trie *t = &p->trie;
  assert (p->is_clean.len == t->shapes.len && !p->dirty.len);
  bool is_cut = is_less (max_depth, t->limit[LIMIT_DEPTH]);
  u32_vec ends = {0};
  for (uint32_t i = 0; i < t->n_nodes; i++) {
    bool is_decision = trie_shape (t, i)->kind == SHAPE_DECISION;
    bool is_deep = is_cut && depth_of (p, i, &ends) >= max_depth;
    if (!p->is_clean.data[t->node[i].shape] || (is_deep && is_decision) ||
        lacks_test (t, i))
      vec_push (p->mem, &p->dirty, i);
    if (sees_globals (t, trie_shape (t, i)->set))
      vec_push (p->mem, &p->seeing, i);
  }
  vec_release (p->mem, &ends);
}

/* Another limit than that of decisions is smaller now: where paths end by it
 * is seen when they are executed.
 */
static bool is_tight (const old_trie *p, const uint64_t *limit) {
  for (int i = LIMIT_NONE + 1; i < LIMIT_COUNT; i++)
    if (i != LIMIT_DEPTH && is_less (limit[i], p->trie.limit[i]))
      return true;
  return false;
}

/* Is one of n nodes from this one on in the list, which is increasing? */
static bool has_any (const u32_vec *list, uint32_t at, uint32_t n) {
  assert (n);
  size_t i = trie_find_number (list, at);
  return i < list->len && list->data[i] < at + n;
}

bool old_trie_is_clean (const old_trie *p, uint32_t at) {
  assert (at < p->trie.n_nodes);
  return !p->is_tight && !has_any (&p->dirty, at, trie_size (&p->trie, at));
}

bool old_trie_sees_all (const old_trie *p, uint32_t at) {
  return has_any (&p->seeing, at, trie_size (&p->trie, at));
}

bool old_trie_holds (const old_trie *p, uint32_t at) {
  assert (at < p->trie.n_nodes);
  return !p->is_tight && !has_any (&p->dirty, at, 1);
}

bool old_trie_ends_so (const old_trie *p, uint32_t at, uint32_t set) {
  const shape *s = trie_shape (&p->trie, at);
  bool is_end = s->kind == SHAPE_EXIT || s->kind == SHAPE_FAULT ||
                s->kind == SHAPE_SILENT || s->kind == SHAPE_CUT;
  return is_end && !s->limit && !s->is_inexact && !s->lost &&
         !lacks_test (&p->trie, at) && has_spots (p, s) &&
         is_set_clean (p, set) && !is_set_told (p, set);
}

bool old_trie_is_sure (const old_trie *p, uint32_t at) {
  assert (at < p->trie.n_nodes);
  uint32_t n = trie_size (&p->trie, at);
  return !has_any (&p->doubtful, at, n) && !has_any (&p->shown, at, n);
}

bool old_trie_can_follow (const old_trie *p, uint32_t at) {
  assert (at < p->trie.n_nodes);
  return p->can_follow.data[p->trie.node[at].shape];
}

bool old_trie_first_test (const old_trie *p, uint32_t at, uint32_t *out) {
  const trie *t = &p->trie;
  for (uint32_t i = at, end = at + trie_size (t, at); i < end; i++)
    if (trie_shape (t, i)->kind != SHAPE_DECISION && t->node[i].link) {
      *out = t->node[i].link - 1;
      return true;
    }
  return false;
}

bool old_trie_find_test (old_trie *p, uint32_t number, uint32_t *out) {
  const trie *t = &p->trie;
  testcase test = {0};
  uint32_t link = 0;
  while (link < suite_count (p->tests) && test.number != number)
    suite_get (p->tests, link++, &test);
  if (test.number != number)
    return false;
  for (uint32_t i = 0; i < t->n_nodes; i++)
    if (trie_shape (t, i)->kind != SHAPE_DECISION && t->node[i].link == link) {
      *out = i;
      return true;
    }
  return false;
}

/* Targets. */

static void look_at_set (const old_trie *p, const targets *what, uint32_t set,
                         uint64_t *meets, uint64_t *doubts) {
  const trie *t = &p->trie;
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
       i++) {
    uint32_t b = p->block_to.data[t->set.data[i] / 4];
    bool is_block =
        b && t->set.data[i] / 4 > TRIE_FUNCTIONS && !((b - 1) & MACHINE_GLOBAL);
    const target_mark *m = is_block ? targets_mark (what, b - 1) : NULL;
    if (!m)
      continue;
    *meets |= t->set.data[i] % 4 ? m->passed : m->entered;
    *doubts |= m->passed;
  }
}

/* What decides at its end was passed by all that decide there. */
static uint64_t look_at_site (const old_trie *p, const targets *what,
                              const shape *s) {
  if (s->kind != SHAPE_DECISION || !old_trie_has_spot (p, s->site))
    return 0;
  spot at = old_trie_spot (p, s->site);
  const code *c = program_code (p->program, at.function);
  const target_mark *m =
      s->what == CHOICE_BRANCH && code_way (c, at.insn, 0)
          ? targets_mark (what, c->block[code_block_at (c, at.insn)].index)
          : NULL;
  return m ? m->passed : 0;
}

void old_trie_look_for (old_trie *p, const targets *what) {
  assert (!p->meets.len);
  for (size_t i = 0; i < p->trie.shapes.len; i++) {
    uint64_t meets = look_at_site (p, what, p->trie.shapes.data + i);
    uint64_t doubts = 0;
    look_at_set (p, what, p->trie.shapes.data[i].set, &meets, &doubts);
    vec_push (p->mem, &p->meets, meets);
    vec_push (p->mem, &p->doubts, doubts & ~meets);
  }
}

void old_trie_doubt (old_trie *p, uint64_t which) {
  assert (!p->doubtful.len); /* once: the list is increasing */
  for (uint32_t i = 0; which && i < p->trie.n_nodes; i++)
    if (p->doubts.data[p->trie.node[i].shape] & which)
      vec_push (p->mem, &p->doubtful, i);
}

/* Ends to be shown. */

static uint64_t error_key (old_trie *p, uint32_t at) {
  testcase t;
  assert (p->trie.node[at].link); /* one that lacks_test does not hold */
  suite_get (p->tests, p->trie.node[at].link - 1, &t);
  return t.end.identity.error;
}

/* One that comes again for sure: nothing on its whole way has changed. */
static bool is_end_shown (old_trie *p, uint32_t at, bool all_errors,
                          map *known) {
  uint8_t what = trie_shape (&p->trie, at)->kind;
  return what == SHAPE_CUT ||
         (what == SHAPE_FAULT &&
          (all_errors || !(*map_at (known, error_key (p, at)))++));
}

static void note_writers (old_trie *p) {
  for (size_t i = 0; i < p->trie.blocks.len; i++) {
    trie_block b = p->trie.blocks.data[i];
    bool is_block = i > TRIE_FUNCTIONS && b.function != TRIE_GLOBAL;
    vec_push (p->mem, &p->writes,
              is_block && p->block_to.data[i] && writes (p, b));
  }
}

void old_trie_show (old_trie *p, bool ends, bool all_errors, bool output) {
  assert (!p->shown.len); /* once: the list is increasing */
  const trie *t = &p->trie;
  uint32_t changed = 0; /* up to here */
  map known;
  map_init (&known, p->mem);
  if (output)
    note_writers (p);
  for (uint32_t i = 0; i < t->n_nodes; i++) {
    uint32_t end = i + trie_size (t, i);
    if (!old_trie_holds (p, i) && end > changed)
      changed = end;
    bool is_shown =
        ends && i >= changed && is_end_shown (p, i, all_errors, &known);
    if (is_shown || is_set_told (p, trie_shape (t, i)->set))
      vec_push (p->mem, &p->shown, i);
  }
  map_release (&known);
}

bool old_trie_open (old_trie *p, memory *mem, program *from, recorder *r,
                    const char *path) {
  *p = (old_trie) {.mem = mem, .program = from, .is_identical = true};
  if (!trie_open (&p->trie, mem, path))
    return false;
  p->tests = suite_open_at (mem, p->trie.suite, p->trie.suite_size);
  if (!trie_is_own (&p->trie, path) || !p->tests ||
      !trie_is_tree (&p->trie, suite_count (p->tests))) {
    old_trie_release (p);
    return false;
  }
  labels_take (from, &p->trie);
  labels_find (mem, from, &p->trie, &p->function_to);
  for (size_t i = 0; i < p->trie.functions.len; i++)
    align_function (p, r, i);
  align_blocks (p, r);
  judge_shapes (p, r->trie.limit);
  judge_nodes (p, r->trie.limit[LIMIT_DEPTH]);
  p->is_tight = is_tight (p, r->trie.limit);
  assert (p->block_to.len == p->trie.blocks.len &&
          p->is_clean.len == p->trie.shapes.len &&
          p->can_follow.len == p->trie.shapes.len);
  return true;
}

void old_trie_release (old_trie *p) {
  for (size_t i = 0; i < p->number_to.len; i++)
    vec_release (p->mem, p->number_to.data + i);
  for (size_t i = 0; i < p->slot_to.len; i++)
    vec_release (p->mem, p->slot_to.data + i);
  vec_release (p->mem, &p->slot_to, &p->number_to, &p->function_to,
               &p->block_to, &p->can_follow, &p->is_clean, &p->dirty,
               &p->meets);
  vec_release (p->mem, &p->seeing, &p->doubts, &p->doubtful, &p->shown,
               &p->writes);
  suite_free (p->tests);
  trie_release (&p->trie);
}
