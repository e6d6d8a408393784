/* Sets, shapes and losses are kept once each: a map from a hash of the content
 * to its number, contents compared, and before it a few slots with what was
 * found last. Nodes come as paths do:
 *
 *     nodes   0 decision, 1   1 end   2 decision, 5   3 ...   5 open   6 open
 *             first child: 1          first child: 5
 *
 * and are put into preorder when the trie is written (recorder_order).
 */

#include "memo/recorder.h"

#include "suite/suite.h"

#include <errno.h>

void recorder_init (recorder *r, memory *mem, program *p,
                    const uint64_t *limit) {
  *r = (recorder) {.mem = mem, .program = p};
  trie_init (&r->trie, mem);
  memcpy (r->trie.limit, limit, sizeof r->trie.limit);
  map_init (&r->set_at, mem);
  map_init (&r->list_at, mem);
  map_init (&r->shape_at, mem);
  map_init (&r->loss_at, mem);
  arena_init (&r->texts, mem);
  r->trie.globals = outline_globals (p);
  r->trie.functions_digest = outline_functions (p);
  recorder_set (r, 0, NULL, false, false);
  recorder_shape (r, (shape) {.kind = SHAPE_OPEN}, 0, NULL); /* shape 0 */
  vec_push (mem, &r->nodes, (trie_node) {0});
}

void recorder_release (recorder *r) {
  trie_release (&r->trie);
  vec_release (r->mem, &r->function_at, &r->look_at);
  map_release (&r->set_at);
  map_release (&r->list_at);
  map_release (&r->shape_at);
  map_release (&r->loss_at);
  arena_release (&r->texts);
  vec_release (r->mem, &r->block_at, &r->nodes, &r->moments, &r->moment_at,
               &r->elements, &r->lists, &r->listed);
}

static uint32_t *entry_of (recorder *r, u32_vec *v, uint32_t i) {
  vec_extend (r->mem, v, i + 1);
  return v->data + i;
}

/* Functions and blocks. */

static uint32_t function_of (recorder *r, uint32_t f) {
  uint32_t *at = entry_of (r, &r->function_at, f);
  if (!*at) {
    outline o;
    outline_make (r->mem, r->program, f, &o);
    vec_push (r->mem, &r->trie.functions, o);
    *at = (uint32_t) r->trie.functions.len;
  }
  return *at - 1;
}

const outline *recorder_outline (recorder *r, uint32_t f) {
  uint32_t i = function_of (r, f);
  return r->trie.functions.data + i;
}

static uint32_t block_of_global (recorder *r, uint32_t i) {
  uint32_t *at = entry_of (r, &r->look_at, i);
  if (!*at) {
    *at = (uint32_t) r->trie.blocks.len;
    uint32_t number = (uint32_t) r->trie.global.len;
    const global *g = program_global (r->program, i);
    trie_global new = {g->is_anonymous ? "" : g->name,
                       address_slot (g->address),
                       outline_global (r->program, g)};
    vec_push (r->mem, &r->trie.global, new);
    vec_push (r->mem, &r->trie.blocks, (trie_block) {TRIE_GLOBAL, number});
  }
  return *at;
}

static uint32_t block_of (recorder *r, uint32_t index) {
  if (index & MACHINE_GLOBAL)
    return block_of_global (r, index & ~MACHINE_GLOBAL);
  if (!*entry_of (r, &r->block_at, index)) {
    uint32_t f;
    const block *b = program_block (r->program, index, &f);
    uint32_t number = (uint32_t) (b - program_code (r->program, f)->block);
    vec_push (r->mem, &r->trie.blocks,
              (trie_block) {function_of (r, f), number});
    r->block_at.data[index] = (uint32_t) r->trie.blocks.len - 1;
  }
  return r->block_at.data[index];
}

static trie_spot find_spot (recorder *r, spot s) {
  const code *c = program_code (r->program, s.function);
  uint32_t b = code_block_at (c, s.insn);
  return (trie_spot) {function_of (r, s.function), b,
                      s.insn - c->block[b].first};
}

trie_spot recorder_spot (recorder *r, spot s) {
  recorder_place *p =
      r->recent_place + (s.function * 31 + s.insn) % RECORDER_RECENT;
  if (!p->is_known || p->from.function != s.function || p->from.insn != s.insn)
    *p = (recorder_place) {true, s, find_spot (r, s)};
  return p->to;
}

/* Keys of maps; contents are compared. Nearly all lists are short. */
static uint64_t recorder_key_of (uint64_t seed, size_t n,
                                 const uint32_t *list) {
  if (n > 16)
    return hash_mix (seed, hash_bytes (list, n * sizeof *list).lo) | 1;
  for (size_t i = 0; i < n; i++)
    seed = hash_mix (seed, list[i]);
  return seed | 1;
}

/* Sets. */

/* Sort; a block that is there twice has the ways of both. */
static void normalise (u32_vec *v) {
  size_t n = 0;
  vec_sort (v, compare_u32);
  for (size_t i = 0; i < v->len; i++)
    if (n && v->data[n - 1] / 4 == v->data[i] / 4)
      v->data[n - 1] |= v->data[i];
    else
      v->data[n++] = v->data[i];
  v->len = n;
}

static bool has_elements (const trie *t, uint64_t i, const u32_vec *v) {
  assert (i < trie_sets (t));
  uint32_t from = t->set_start.data[i], n = t->set_start.data[i + 1] - from;
  return n == v->len &&
         (!n || !memcmp (t->set.data + from, v->data, n * sizeof *v->data));
}

/* The set of the elements that are in the work space. */
static uint32_t make_set (recorder *r) {
  trie *t = &r->trie;
  u32_vec *v = &r->elements;
  normalise (v);
  for (uint64_t key = recorder_key_of (v->len, v->len, v->data);; key += 2) {
    uint64_t *at = map_at (&r->set_at, key);
    if (*at && has_elements (t, *at - 1, v))
      return (uint32_t) *at - 1;
    if (*at)
      continue;
    for (size_t i = 0; i < v->len; i++)
      vec_push (r->mem, &t->set, v->data[i]);
    vec_push (r->mem, &t->set_start, (uint32_t) t->set.len);
    return (uint32_t) (*at = trie_sets (t)) - 1;
  }
}

static uint32_t find_set (recorder *r, size_t n, const uint32_t *blocks,
                          uint64_t seen) {
  u32_vec *v = &r->elements;
  vec_clear (v);
  if (seen & 2)
    vec_push (r->mem, v, TRIE_GLOBALS * 4);
  if (seen & 1)
    vec_push (r->mem, v, TRIE_FUNCTIONS * 4);
  for (size_t i = 0; i < n; i++)
    vec_push (r->mem, v, block_of (r, blocks[i] / 4) * 4 + blocks[i] % 4);
  return make_set (r);
}

/* The same way is gone often, and a list of blocks is in the order they were
 * executed in: lists that were seen need not be sorted again.
 */
static bool is_list (const recorder *r, const recorder_list *l, size_t n,
                     const uint32_t *blocks, uint64_t seen) {
  assert (seen < 4 && l->start + l->n <= r->listed.len);
  return l->n == n && l->seen == seen &&
         (!n ||
          !memcmp (r->listed.data + l->start, blocks, n * sizeof *blocks));
}

/* Its index. */
static uint32_t find_list (recorder *r, size_t n, const uint32_t *blocks,
                           uint64_t seen) {
  for (uint64_t key = recorder_key_of (4 * n + seen, n, blocks);; key += 2) {
    uint64_t *at = map_at (&r->list_at, key);
    if (*at && is_list (r, r->lists.data + *at - 1, n, blocks, seen))
      return (uint32_t) *at - 1;
    if (*at)
      continue;
    uint32_t set = find_set (r, n, blocks, seen);
    vec_push (
        r->mem, &r->lists,
        (recorder_list) {r->listed.len, (uint32_t) n, (uint32_t) seen, set});
    for (size_t i = 0; i < n; i++)
      vec_push (r->mem, &r->listed, blocks[i]);
    return (uint32_t) (*at = r->lists.len) - 1;
  }
}

uint32_t recorder_set (recorder *r, size_t n, const uint32_t *blocks,
                       bool sees_globals, bool sees_functions) {
  uint64_t seen = (uint64_t) sees_globals * 2 + sees_functions;
  uint32_t slot = n ? blocks[0] * 31 + blocks[n - 1] * 7 + (uint32_t) n : 0;
  uint32_t *at = r->recent_list + slot % RECORDER_RECENT;
  if (!*at || !is_list (r, r->lists.data + *at - 1, n, blocks, seen))
    *at = find_list (r, n, blocks, seen) + 1;
  return r->lists.data[*at - 1].set;
}

/* Losses. */

static bool is_same_spot (trie_spot a, trie_spot b) {
  return a.function == b.function && a.block == b.block && a.offset == b.offset;
}

uint32_t recorder_loss (recorder *r, const cause *why, spot where,
                        uint32_t before) {
  trie *t = &r->trie;
  trie_spot at = recorder_spot (r, where);
  assert (before <= t->losses.len); /* those of a path: the last leads back */
  uint64_t key =
      hash_mix (cause_hash (why), (uint64_t) at.function << 32 | at.block);
  for (key = hash_mix (key, (uint64_t) at.offset << 32 | before) | 1;;
       key += 2) {
    uint64_t *slot = map_at (&r->loss_at, key);
    if (!*slot) {
      vec_push (r->mem, &t->losses,
                ((trie_loss) {cause_copy (&r->texts, why), at, before}));
      *slot = t->losses.len;
    }
    const trie_loss *l = t->losses.data + *slot - 1;
    if (l->before == before && is_same_spot (l->at, at) &&
        cause_is_same (&l->cause, why))
      return (uint32_t) *slot;
  }
}

/* Shapes. */

static uint64_t shape_key (const shape *s, size_t n, const uint32_t *list) {
  uint64_t h = hash_mix ((uint64_t) s->kind << 16 | (uint64_t) s->what << 8 |
                             s->is_inexact,
                         (uint64_t) s->set << 32 | s->questions);
  h = hash_mix (h, s->lost);
  h = hash_mix (hash_mix (h, s->asked), (uint64_t) s->limit << 32 | s->n);
  h = hash_mix (h, (uint64_t) s->site.function << 32 | s->site.block);
  return recorder_key_of (hash_mix (h, s->site.offset) + s->bound, n, list);
}

static bool recorder_is_same (const trie *t, const shape *a, const shape *b,
                              size_t n, const uint32_t *list) {
  return a->kind == b->kind && a->what == b->what &&
         a->is_inexact == b->is_inexact && a->lost == b->lost &&
         a->set == b->set && a->questions == b->questions &&
         a->asked == b->asked && a->n == b->n && a->limit == b->limit &&
         a->bound == b->bound && is_same_spot (a->site, b->site) &&
         a->size == n &&
         (!n || !memcmp (t->pool.data + a->list, list, n * sizeof *list));
}

static uint32_t find_shape (recorder *r, shape s, size_t n,
                            const uint32_t *list) {
  assert (s.kind < SHAPE_COUNT && (list || !n));
  trie *t = &r->trie;
  for (uint64_t key = shape_key (&s, n, list);; key += 2) {
    uint64_t *at = map_at (&r->shape_at, key);
    if (*at && recorder_is_same (t, t->shapes.data + *at - 1, &s, n, list))
      return (uint32_t) *at - 1;
    if (*at)
      continue;
    s.list = (uint32_t) t->pool.len;
    s.size = (uint32_t) n;
    for (size_t i = 0; i < n; i++)
      vec_push (r->mem, &t->pool, list[i]);
    vec_push (r->mem, &t->shapes, s);
    return (uint32_t) (*at = t->shapes.len) - 1;
  }
}

uint32_t recorder_shape (recorder *r, shape s, size_t n, const uint32_t *list) {
  assert (s.set < trie_sets (&r->trie) && s.lost <= r->trie.losses.len);
  uint32_t slot = s.set * 4 + (uint32_t) n + (n ? list[0] : 0);
  uint32_t *at = r->recent_shape + slot % RECORDER_RECENT;
  if (!*at ||
      !recorder_is_same (&r->trie, r->trie.shapes.data + *at - 1, &s, n, list))
    *at = find_shape (r, s, n, list) + 1;
  return *at - 1;
}

/* Nodes. */

uint32_t recorder_decide (recorder *r, uint32_t at, uint32_t which, size_t n) {
  uint32_t first = (uint32_t) r->nodes.len;
  assert (at < first && n > 1 && which < r->trie.shapes.len);
  assert (r->trie.shapes.data[which].kind == SHAPE_DECISION);
  for (size_t i = 0; i < n; i++)
    vec_push (r->mem, &r->nodes, (trie_node) {0});
  r->nodes.data[at] = (trie_node) {which, first};
  return first;
}

void recorder_end (recorder *r, uint32_t at, uint32_t which, uint32_t link) {
  assert (at < r->nodes.len && which < r->trie.shapes.len);
  assert (r->trie.shapes.data[which].kind != SHAPE_DECISION);
  r->nodes.data[at] = (trie_node) {which, link};
}

void recorder_link (recorder *r, uint32_t at, uint32_t link) {
  assert (at < r->nodes.len);
  assert (r->trie.shapes.data[r->nodes.data[at].shape].kind != SHAPE_DECISION);
  r->nodes.data[at].link = link;
}

void recorder_moment (recorder *r, trie_moment x) {
  assert (x.node < r->nodes.len && x.set < trie_sets (&r->trie));
  vec_extend (r->mem, &r->moment_at, x.node + 1);
  vec_push (r->mem, &r->moments, x);
  r->moment_at.data[x.node] = (uint32_t) r->moments.len;
}

/* Children come after their parents. */
void recorder_keep (recorder *r, size_t n, const uint32_t *open) {
  size_t size = r->nodes.len;
  assert (n <= size); /* nodes of paths that wait are different ones */
  uint8_t *is_kept = memory_zalloc (r->mem, size);
  for (size_t i = 0; i < n; i++)
    is_kept[open[i]] = 1;
  for (size_t i = size; i-- > 0;) {
    trie_node *at = r->nodes.data + i;
    const shape *s = r->trie.shapes.data + at->shape;
    for (uint32_t k = 0; s->kind == SHAPE_DECISION && k < s->size; k++)
      is_kept[i] |= is_kept[at->link + k];
    if (!is_kept[i])
      *at = (trie_node) {0};
  }
  memory_free (r->mem, is_kept, size);
}

/* To be found again takes a subtree of so many nodes. */
#define LEAST_SUBTREE 3

static void add_moment (recorder *r, uint64_t at, uint32_t now) {
  assert (at < r->nodes.len);
  uint32_t i = at < r->moment_at.len ? r->moment_at.data[at] : 0;
  if (!i)
    return;
  trie_moment x = r->moments.data[i - 1];
  x.node = now;
  vec_push (r->mem, &r->trie.moments, x);
}

/* Those of 'n' nodes from this one on, which are there now. */
static void add_old_moments (recorder *r, const trie *old, uint32_t from,
                             uint32_t n, uint32_t now) {
  for (size_t i = trie_find_moment (old, from);
       i < old->moments.len && old->moments.data[i].node < from + n; i++) {
    trie_moment x = old->moments.data[i];
    x.node = x.node - from + now;
    if (trie_shape (old, old->moments.data[i].node)->kind == SHAPE_DECISION)
      vec_push (r->mem, &r->trie.moments, x);
  }
}

static void drop_small (recorder *r, const trie_nodes *all) {
  assert (all->len || !r->trie.moments.len);
  size_t n = 0;
  for (size_t i = 0; i < r->trie.moments.len; i++) {
    trie_moment x = r->trie.moments.data[i];
    trie_node at = all->data[x.node];
    bool is_decision = r->trie.shapes.data[at.shape].kind == SHAPE_DECISION;
    if (!is_decision || at.link >= LEAST_SUBTREE)
      r->trie.moments.data[n++] = x;
  }
  r->trie.moments.len = n;
}

static void add_old (recorder *r, const graft *g, uint32_t from,
                     trie_nodes *out) {
  uint32_t n_old = trie_size (g->old, from);
  assert (g->to->len == g->old->shapes.len);
  add_old_moments (r, g->old, from, n_old, (uint32_t) out->len);
  for (uint32_t i = from, end = from + n_old; i < end; i++) {
    trie_node n = g->old->node[i];
    if (trie_shape (g->old, i)->kind != SHAPE_DECISION && n.link) {
      vec_push (r->mem, g->tests, n.link - 1);
      n.link = g->first + (uint32_t) g->tests->len;
    }
    n.shape = g->to->data[n.shape];
    vec_push (r->mem, out, n);
  }
}

/* Preorder: a decision that is met again on the stack has its size. */
void recorder_order (recorder *r, const graft *g, trie_nodes *out) {
  u64_vec todo = {0}; /* nodes; done ones: their place in 'out' */
  const uint64_t done = UINT64_C (1) << 32;
  vec_reserve (r->mem, out, r->nodes.len);
  vec_clear (&r->trie.moments);
  vec_push (r->mem, &todo, 0);
  while (todo.len) {
    uint64_t at = vec_pop (&todo);
    if (at & done) {
      uint32_t top = (uint32_t) at;
      out->data[top].link = (uint32_t) out->len - top;
      continue;
    }
    trie_node n = r->nodes.data[at];
    const shape *s = r->trie.shapes.data + n.shape;
    uint64_t old = g && s->kind == SHAPE_OPEN ? map_get (g->at, at + 1, 0) : 0;
    if (old) {
      add_old (r, g, (uint32_t) old - 1, out);
      continue;
    }
    if (s->kind != SHAPE_OPEN)
      add_moment (r, at, (uint32_t) out->len);
    if (s->kind == SHAPE_DECISION) {
      vec_push (r->mem, &todo, done | out->len);
      for (uint32_t i = s->size; i; i--)
        vec_push (r->mem, &todo, n.link + i - 1);
    }
    vec_push (r->mem, out, n);
  }
  drop_small (r, out);
  vec_release (r->mem, &todo);
}

bool recorder_is_settled (const recorder *r) {
  u32_vec todo = {0};
  bool is_settled = true;
  vec_push (r->mem, &todo, 0);
  while (todo.len && is_settled) {
    trie_node n = r->nodes.data[vec_pop (&todo)];
    const shape *s = r->trie.shapes.data + n.shape;
    is_settled = s->kind != SHAPE_OPEN && !s->is_inexact;
    if (s->kind == SHAPE_DECISION)
      for (uint32_t i = s->size; i; i--)
        vec_push (r->mem, &todo, n.link + i - 1);
  }
  vec_release (r->mem, &todo);
  return is_settled;
}

status recorder_save_with (recorder *r, const char *path, const char *suite_dir,
                           trouble *why) {
  mapped_file tests;
  trie_nodes nodes = {0};
  if (!suite_map (r->mem, suite_dir, &tests))
    return trouble_set (why, ST_NOFILE, "cannot read the suite in '%s': %s",
                        suite_dir, strerror (errno));
  recorder_order (r, NULL, &nodes);
  status st = trie_write (&r->trie, nodes.len, nodes.data, path, tests.bytes,
                          tests.size, why);
  vec_release (r->mem, &nodes);
  whole_file_unmap (&tests);
  return st;
}
