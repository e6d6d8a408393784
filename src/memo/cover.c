/* The tree is walked, and each item counted as often as it is on the way:
 *
 *     enter a node    blocks of its set: count up
 *     an end          what is not 0 is covered by its test
 *     leave a node    count down
 *
 * A digest of what is not 0 goes along, so that a set that was there before is
 * found without listing it. Items are numbered by functions and blocks of the
 * program: three for each block, itself and the sides of its branch. Behind
 * them come the vectors of decisions: of a test that took several ways through
 * one, those that it took for sure.
 */

#include "memo/cover.h"
#include "program/decision.h"

#include <errno.h>

#define MOST_ITEMS (UINT32_C (1) << 22) /* of all sets: some megabytes */
#define PER_BLOCK 3

typedef struct cover_walk {
  const recorder *from;
  memory *mem;
  covering out;
  u32_vec first;    /* of each block of the trie: its first item plus 1, or 0 */
  uint8_t *ways;    /* of each: those that are sides of a branch of C */
  uint32_t *count;  /* of each item */
  uint8_t *is_seen; /* of each item: in a set */
  uint64_t *key;    /* of each item */
  uint64_t digest;  /* of items that are not 0: their keys, in any order */
  map set_at;       /* digest -> number plus 1 */
  u32_vec list;
  decision_vec decisions;
  u32_vec blocks_of; /* of each decision: first item of its function */
  u32_vec first_of, program_of; /* by function of the trie: its first item plus
                                   1, or 0; its number in the program */
} cover_walk;

/* Items. */

static uint8_t ways_of (const code *c, const block *b) {
  const insn *last = c->insn + b->first + b->n - 1;
  return last->op == OP_BRANCH && !(last->x & BRANCH_HIDDEN) ? 3 : 0;
}

/* The items of a function of the trie, from this one on. */
static uint32_t number_function (cover_walk *w, uint32_t f, u32_vec *first_of,
                                 uint32_t next) {
  program *p = w->from->program;
  uint32_t at = w->from->function_at.data[f];
  const function *fn = program_function (p, f);
  if (!at || !fn->is_users || !fn->has_body)
    return next;
  first_of->data[at - 1] = next + 1;
  decisions_find (w->mem, program_code (p, f), &w->decisions);
  while (w->blocks_of.len < w->decisions.len)
    vec_push (w->mem, &w->blocks_of, next);
  return next + PER_BLOCK * program_code (p, f)->n_blocks;
}

static void number_blocks (cover_walk *w) {
  const trie *t = &w->from->trie;
  w->ways = memory_zalloc (w->mem, t->blocks.len + 1);
  for (size_t i = 0; i < t->blocks.len; i++) {
    trie_block b = t->blocks.data[i];
    bool is_block = i > TRIE_FUNCTIONS && b.function != TRIE_GLOBAL;
    uint32_t first = is_block ? w->first_of.data[b.function] : 0;
    vec_push (w->mem, &w->first, first ? first + PER_BLOCK * b.number : 0);
    if (!first)
      continue;
    const code *c =
        program_code (w->from->program, w->program_of.data[b.function]);
    w->ways[i] = ways_of (c, c->block + b.number);
  }
}

/* Its vectors get the items from this one on. */
static uint32_t number_pairs (cover_walk *w, const decision *d, uint32_t next) {
  for (uint32_t i = 0; i < d->n; i++, w->out.n_conditions++)
    for (uint32_t v = 0; v < d->n_vectors; v++)
      for (uint32_t o = v + 1; o < d->n_vectors; o++)
        if (decision_shown (d, v, o) == (int) i)
          vec_push (w->mem, &w->out.pairs,
                    (covering_pair) {w->out.n_conditions, next + v, next + o});
  return next + d->n_vectors;
}

static void number_items (cover_walk *w) {
  const recorder *r = w->from;
  uint32_t n = 0;
  for (size_t i = 0; i < r->trie.functions.len; i++) {
    vec_push (w->mem, &w->first_of, 0);
    vec_push (w->mem, &w->program_of, 0);
  }
  for (uint32_t f = 0; f < r->function_at.len; f++) {
    n = number_function (w, f, &w->first_of, n);
    if (r->function_at.data[f])
      w->program_of.data[r->function_at.data[f] - 1] = f;
  }
  w->out.n_plain = n;
  for (size_t i = 0; i < w->decisions.len; i++)
    n = number_pairs (w, w->decisions.data + i, n);
  w->out.n_items = n;
  number_blocks (w);
}

/* The walk. */

static void count_item (cover_walk *w, uint32_t item, int by) {
  bool was = w->count[item];
  w->count[item] += (uint32_t) by;
  if (was != (w->count[item] != 0))
    w->digest ^= w->key[item];
}

static void count_set (cover_walk *w, uint32_t set, int by) {
  const trie *t = &w->from->trie;
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
       i++) {
    uint32_t b = t->set.data[i] / 4, first = w->first.data[b];
    if (!first)
      continue;
    uint32_t ways = t->set.data[i] % 4 & w->ways[b];
    count_item (w, first - 1, by);
    if (ways & 1)
      count_item (w, first, by);
    if (ways & 2)
      count_item (w, first + 1, by);
  }
}

static bool takes_side (const cover_walk *w, uint32_t of, bool side) {
  return w->count[of + (side ? 1 : 2)];
}

/* Were all its sides taken? */
static bool may_take (const cover_walk *w, const decision *d, uint32_t first,
                      const decision_vector *v) {
  for (uint32_t i = 0; i < d->n; i++)
    if (v->evaluated >> i & 1 &&
        !takes_side (w, first + PER_BLOCK * d->block[i], v->value >> i & 1))
      return false;
  return true;
}

/* It may, and no other one may that ends like it. */
static bool is_vector_taken (const cover_walk *w, const decision *d,
                             uint32_t first, uint32_t which) {
  const decision_vector *v = d->vector + which;
  if (!may_take (w, d, first, v))
    return false;
  for (uint32_t i = 0; i < d->n_vectors; i++) {
    const decision_vector *o = d->vector + i;
    if (i != which && o->last == v->last &&
        !((o->value ^ v->value) >> v->last & 1) && may_take (w, d, first, o))
      return false;
  }
  return true;
}

static void list_vectors (cover_walk *w) {
  uint32_t item = w->out.n_plain;
  for (size_t i = 0; i < w->decisions.len; i++) {
    const decision *d = w->decisions.data + i;
    for (uint32_t v = 0; v < d->n_vectors; v++, item++)
      if (is_vector_taken (w, d, w->blocks_of.data[i], v))
        vec_push (w->mem, &w->list, item);
  }
}

/* When there are too many, those with nothing new are not listed. */
static uint32_t make_cover (cover_walk *w) {
  bool has_news = false;
  vec_clear (&w->list);
  for (uint32_t i = 0; i < w->out.n_plain; i++)
    if (w->count[i])
      vec_push (w->mem, &w->list, i);
  list_vectors (w);
  for (size_t i = 0; i < w->list.len; i++) {
    has_news |= !w->is_seen[w->list.data[i]];
    w->is_seen[w->list.data[i]] = 1;
  }
  return has_news || w->out.item.len < MOST_ITEMS
             ? covering_add (&w->out, w->list.len, w->list.data)
             : COVERING_UNKNOWN;
}

/* By 64 bits: that two of a million sets have the same is less probable than
 * 2^-24, and would cost the choice a test, nothing else.
 */
static uint32_t find_cover (cover_walk *w) {
  uint64_t *at = map_at (&w->set_at, w->digest | 1);
  if (!*at)
    *at = make_cover (w) + UINT64_C (1);
  return (uint32_t) (*at - 1);
}

/* The side by which a choice leaves the block of a decision, plus 1; 0: none
 * that counts.
 */
static uint32_t side_of (const cover_walk *w, const shape *s, uint32_t choice) {
  uint32_t first = w->first_of.data[s->site.function];
  const code *c =
      program_code (w->from->program, w->program_of.data[s->site.function]);
  const block *b = c->block + s->site.block;
  if (!first || s->what != CHOICE_BRANCH || !ways_of (c, b) ||
      s->site.offset + 1 != b->n)
    return 0;
  return first + PER_BLOCK * s->site.block +
         code_way (c, b->first + s->site.offset, choice);
}

typedef struct cover_step {
  uint32_t node, side; /* to be entered, by this side plus 1, or ... */
  bool is_done;        /* ... left */
} cover_step;

static void walk (cover_walk *w) {
  const recorder *r = w->from;
  VEC (cover_step) todo = {0};
  vec_push (w->mem, &todo, (cover_step) {0});
  while (todo.len) {
    cover_step at = vec_pop (&todo);
    trie_node n = r->nodes.data[at.node];
    const shape *s = r->trie.shapes.data + n.shape;
    count_set (w, s->set, at.is_done ? -1 : 1);
    if (at.side)
      count_item (w, at.side - 1, at.is_done ? -1 : 1);
    if (at.is_done)
      continue;
    vec_push (w->mem, &todo, (cover_step) {at.node, at.side, true});
    if (s->kind == SHAPE_DECISION)
      for (uint32_t i = s->size; i; i--)
        vec_push (
            w->mem, &todo,
            (cover_step) {n.link + i - 1,
                          side_of (w, s, r->trie.pool.data[s->list + i - 1]),
                          false});
    else if (n.link)
      vec_push (w->mem, &w->out.tests,
                (covering_test) {n.link - 1, find_cover (w)});
  }
  vec_release (w->mem, &todo);
}

status cover_write (const recorder *r, const char *dir, trouble *why) {
  uint64_t digest = suite_digest_in (r->mem, dir);
  if (!digest)
    return trouble_set (why, ST_NOFILE, "cannot read the suite in '%s': %s",
                        dir, strerror (errno));
  cover_walk w = {.from = r, .mem = r->mem};
  covering_init (&w.out, r->mem);
  map_init (&w.set_at, r->mem);
  number_items (&w);
  size_t size = w.out.n_items + (size_t) 1;
  w.count = memory_zalloc (r->mem, size * sizeof *w.count);
  w.is_seen = memory_zalloc (r->mem, size);
  w.key = memory_zalloc (r->mem, size * sizeof *w.key);
  for (uint32_t i = 0; i < w.out.n_items; i++)
    w.key[i] = hash128_of (i, 17).lo;
  walk (&w);
  status st = covering_write (&w.out, dir, digest, why);
  memory_free (r->mem, w.count, size * sizeof *w.count);
  memory_free (r->mem, w.is_seen, size);
  memory_free (r->mem, w.key, size * sizeof *w.key);
  memory_free (r->mem, w.ways, r->trie.blocks.len + 1);
  vec_release (r->mem, &w.first, &w.list, &w.decisions, &w.blocks_of,
               &w.first_of, &w.program_of);
  map_release (&w.set_at);
  covering_release (&w.out);
  return st;
}
