/* Aligning two versions of a function: from the entry along both at a time,
 * then from blocks behind changed ones, by guesses. Those need no reason: what
 * is called the same is compared whole, and leads to each other.
 */

#include "memo/outline.h"

typedef struct block_pair {
  uint32_t a, b;
} block_pair;

/* A bijection that grows; numbers plus 1, 0 for none. */
typedef struct bijection {
  uint32_t *to, *from;
  uint32_t n_a, n_b;
} bijection;

typedef struct aligning {
  memory *mem;
  const outline *a, *b;
  bijection blocks, slots;
  VEC (block_pair) todo, undo;
  VEC (block_pair) changed; /* where both were led to, each of 'a' once */
  uint8_t *is_changed;
  bool is_guessing;
} aligning;

static void bijection_init (bijection *x, memory *mem, uint32_t a, uint32_t b) {
  x->n_a = a;
  x->n_b = b;
  x->to = memory_zalloc (mem, a * sizeof *x->to);
  x->from = memory_zalloc (mem, b * sizeof *x->from);
}

static void bijection_release (bijection *x, memory *mem) {
  memory_free (mem, x->to, x->n_a * sizeof *x->to);
  memory_free (mem, x->from, x->n_b * sizeof *x->from);
}

static bool has (const bijection *x, uint32_t a, uint32_t b) {
  return x->to[a] == b + 1 && x->from[b] == a + 1;
}

static bool is_free (const bijection *x, uint32_t a, uint32_t b) {
  return !x->to[a] && !x->from[b];
}

static void align_put (bijection *x, uint32_t a, uint32_t b) {
  assert (a < x->n_a && b < x->n_b && is_free (x, a, b));
  x->to[a] = b + 1;
  x->from[b] = a + 1;
}

static void align_drop (bijection *x, uint32_t a, uint32_t b) {
  assert (has (x, a, b));
  x->to[a] = x->from[b] = 0;
}

/* Name the slots of one block by those of the other. */
static bool unify (aligning *w, const outline_block *x,
                   const outline_block *y) {
  assert (x->n_slots == y->n_slots);
  vec_clear (&w->undo);
  for (uint32_t i = 0; i < x->n_slots; i++) {
    block_pair p = {w->a->pool.data[x->slots + i],
                    w->b->pool.data[y->slots + i]};
    if (has (&w->slots, p.a, p.b))
      continue;
    if (!is_free (&w->slots, p.a, p.b)) {
      for (size_t k = 0; k < w->undo.len; k++)
        align_drop (&w->slots, w->undo.data[k].a, w->undo.data[k].b);
      return false;
    }
    align_put (&w->slots, p.a, p.b);
    vec_push (w->mem, &w->undo, p);
  }
  return true;
}

static bool is_alike (const outline_block *x, const outline_block *y) {
  return hash128_eq (x->digest, y->digest) && x->n_slots == y->n_slots &&
         x->n_next == y->n_next;
}

/* Would what is aligned so far still lead to counterparts? Calls lead to the
 * first block.
 */
static bool is_led_to (const aligning *w, block_pair p) {
  if (!p.a != !p.b)
    return false;
  for (uint32_t i = 0; i < w->blocks.n_a; i++) {
    const outline_block *x = w->a->block.data + i;
    uint32_t to = w->blocks.to[i];
    for (uint32_t k = 0; to && k < x->n_next; k++)
      if (w->a->pool.data[x->next + k] == p.a &&
          w->b->pool.data[w->b->block.data[to - 1].next + k] != p.b)
        return false;
  }
  return true;
}

static void align_go_on (aligning *w, block_pair p) {
  const outline_block *x = w->a->block.data + p.a;
  const outline_block *y = w->b->block.data + p.b;
  assert (x->n_next == y->n_next);
  for (uint32_t i = x->n_next; i; i--) {
    block_pair next = {w->a->pool.data[x->next + i - 1],
                       w->b->pool.data[y->next + i - 1]};
    vec_push (w->mem, &w->todo, next);
  }
}

static void note_changed (aligning *w, block_pair p) {
  if (w->is_changed[p.a])
    return;
  w->is_changed[p.a] = 1;
  vec_push (w->mem, &w->changed, p);
}

static void align_visit (aligning *w, block_pair p) {
  const outline_block *x = w->a->block.data + p.a;
  const outline_block *y = w->b->block.data + p.b;
  if (!is_free (&w->blocks, p.a, p.b) || (w->is_guessing && !is_led_to (w, p)))
    return;
  if (!is_alike (x, y) || !unify (w, x, y)) {
    note_changed (w, p);
    return;
  }
  align_put (&w->blocks, p.a, p.b);
  align_go_on (w, p);
}

static void visit_all (aligning *w) {
  while (w->todo.len)
    align_visit (w, vec_pop (&w->todo));
}

/* A block that leads to one whose counterpart is elsewhere leads astray. */
static bool leads_astray (const aligning *w, uint32_t a, uint32_t b) {
  const outline_block *x = w->a->block.data + a;
  const outline_block *y = w->b->block.data + b;
  for (uint32_t i = 0; i < x->n_next; i++) {
    uint32_t to = w->blocks.to[w->a->pool.data[x->next + i]];
    if (to && to != w->b->pool.data[y->next + i] + 1)
      return true;
  }
  return false;
}

/* Guesses. */

typedef struct align_candidate {
  hash128 digest;
  uint32_t block;
} align_candidate;

typedef VEC (align_candidate) candidates;

static int by_digest (const void *x, const void *y) {
  const align_candidate *a = x, *b = y;
  if (a->digest.hi != b->digest.hi)
    return a->digest.hi < b->digest.hi ? -1 : 1;
  return (a->digest.lo > b->digest.lo) - (a->digest.lo < b->digest.lo);
}

/* Blocks that are not aligned yet and like no other such one. */
static void list_unique (memory *mem, const outline *o, const uint32_t *taken,
                         candidates *out) {
  size_t n = 0;
  for (uint32_t i = 0; i < o->block.len; i++)
    if (!taken[i])
      vec_push (mem, out, (align_candidate) {o->block.data[i].digest, i});
  vec_sort (out, by_digest);
  for (size_t i = 0, end; i < out->len; i = end) {
    for (end = i + 1;
         end < out->len && !by_digest (out->data + i, out->data + end);)
      end++;
    if (end == i + 1)
      out->data[n++] = out->data[i];
  }
  out->len = n;
}

static void align_unique (aligning *w) {
  candidates a = {0}, b = {0};
  list_unique (w->mem, w->a, w->blocks.to, &a);
  list_unique (w->mem, w->b, w->blocks.from, &b);
  for (size_t i = 0, k = 0; i < a.len && k < b.len;) {
    int order = by_digest (a.data + i, b.data + k);
    if (!order) {
      vec_push (w->mem, &w->todo,
                (block_pair) {a.data[i].block, b.data[k].block});
      visit_all (w);
    }
    i += order <= 0;
    k += order >= 0;
  }
  vec_release (w->mem, &a, &b);
}

static void align_behind_changed (aligning *w) {
  for (size_t i = 0; i < w->changed.len; i++) {
    block_pair p = w->changed.data[i];
    if (w->a->block.data[p.a].n_next != w->b->block.data[p.b].n_next)
      continue;
    align_go_on (w, p);
    visit_all (w);
  }
}

static void align (aligning *w) {
  for (uint32_t i = 0; i < w->a->n_params; i++)
    align_put (&w->slots, i, i);
  vec_push (w->mem, &w->todo, (block_pair) {0, 0});
  visit_all (w);
  w->is_guessing = w->changed.len > 0;
  if (w->is_guessing) {
    align_unique (w);
    align_behind_changed (w);
  }
}

static void make_empty (memory *mem, u32_vec *out, uint32_t n) {
  vec_reserve (mem, out, n);
  out->len = n;
  if (n)
    memset (out->data, 0, n * sizeof *out->data);
}

/* Down to the numbers. Walking along both would not find a block that nothing
 * leads to, nor tell two that are alike.
 */
static bool is_same_outline (const outline *a, const outline *b) {
  return a->block.len == b->block.len && a->pool.len == b->pool.len &&
         a->max_slot == b->max_slot &&
         !memcmp (a->block.data, b->block.data,
                  a->block.len * sizeof *a->block.data) &&
         !memcmp (a->pool.data, b->pool.data,
                  a->pool.len * sizeof *a->pool.data);
}

static void number_all (u32_vec *out) {
  for (uint32_t i = 0; i < out->len; i++)
    out->data[i] = i + 1;
}

void outline_align (memory *mem, const outline *a, const outline *b,
                    u32_vec *out, u32_vec *slots) {
  uint32_t n = (uint32_t) a->block.len;
  make_empty (mem, out, n);
  make_empty (mem, slots, a->max_slot);
  if (!hash128_eq (a->signature, b->signature) || a->n_params != b->n_params ||
      !n || !b->block.len)
    return;
  if (is_same_outline (a, b)) {
    number_all (out);
    number_all (slots);
    return;
  }
  aligning w = {.mem = mem, .a = a, .b = b};
  bijection_init (&w.blocks, mem, n, (uint32_t) b->block.len);
  bijection_init (&w.slots, mem, a->max_slot, b->max_slot);
  w.is_changed = memory_zalloc (mem, n);
  align (&w);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t to = w.blocks.to[i];
    if (to && !leads_astray (&w, i, to - 1))
      out->data[i] = to;
  }
  for (uint32_t i = 0; i < a->max_slot; i++)
    slots->data[i] = w.slots.to[i];
  bijection_release (&w.blocks, mem);
  bijection_release (&w.slots, mem);
  memory_free (mem, w.is_changed, n);
  vec_release (mem, &w.changed, &w.todo, &w.undo);
}
