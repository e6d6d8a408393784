#include "term/leaves.h"

/* Sets of up to SMALL leaves are cached at every node, which costs one merge
 * of short lists each. A node with more is only marked; its set is collected
 * by a walk when it is asked for, and cached there. So a chain of n terms
 * over n variables takes O(n) memory, not O(n^2).
 *
 * Equal sets are one set. Ids 0 and 1 in node.leaves are no sets.
 */

#define SMALL 16u
#define UNKNOWN 0u
#define LARGE 1u
#define EMPTY 2u

typedef struct leaf_sets {
  arena data;
  VEC (const leaf_set *) set; /* by id */
  u32_vec slot;               /* hash table of ids; len is a power of two */
  u32_vec stamps;             /* by term id: seen in walk number 'stamp' */
  uint32_t stamp;
  term_vec todo, found;
} leaf_sets;

static node *node_at (terms *ts, term t) {
  return (node *) (uintptr_t) term_node (ts, t);
}

/* Interning. */

static uint64_t hash_leaves (const term *leaf, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++)
    h = hash_mix (h, leaf[i].id);
  return h;
}

static uint32_t *find_slot (const leaf_sets *ls, const term *leaf, uint32_t n) {
  size_t mask = ls->slot.len - 1;
  assert (ls->slot.len > ls->set.len); /* an empty slot ends the search */
  for (size_t i = hash_leaves (leaf, n) & mask;; i = (i + 1) & mask) {
    uint32_t *slot = ls->slot.data + i;
    if (!*slot)
      return slot;
    const leaf_set *s = ls->set.data[*slot];
    if (s->n == n && !memcmp (s->leaf, leaf, n * sizeof *leaf))
      return slot;
  }
}

static void resize_slots (memory *mem, leaf_sets *ls, size_t cap) {
  vec_release (mem, &ls->slot);
  ls->slot.data = memory_zalloc (mem, cap * sizeof *ls->slot.data);
  ls->slot.len = ls->slot.cap = cap;
  for (uint32_t id = EMPTY; id < ls->set.len; id++) {
    const leaf_set *s = ls->set.data[id];
    *find_slot (ls, s->leaf, s->n) = id;
  }
}

static bool has_array (const terms *ts, const term *leaf, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (sort_is_array (term_sort (ts, leaf[i])))
      return true;
  return false;
}

static uint32_t intern (terms *ts, const term *leaf, uint32_t n) {
  leaf_sets *ls = ts->leaf_sets;
  assert (terms_are_sorted (n, leaf)); /* equal sets are equal lists */
  if (2 * ls->set.len >= ls->slot.len)
    resize_slots (ts->mem, ls, 2 * ls->slot.len);
  uint32_t *slot = find_slot (ls, leaf, n);
  if (!*slot) {
    leaf_set *s = arena_alloc (&ls->data, sizeof *s + n * sizeof *leaf);
    s->n = n;
    s->has_array = has_array (ts, leaf, n);
    if (n)
      memcpy (s->leaf, leaf, n * sizeof *leaf);
    *slot = (uint32_t) ls->set.len;
    vec_push (ts->mem, &ls->set, s);
  }
  return *slot;
}

static leaf_sets *get_sets (terms *ts) {
  if (!ts->leaf_sets) {
    leaf_sets *ls = memory_zalloc (ts->mem, sizeof *ls);
    ts->leaf_sets = ls;
    arena_init (&ls->data, ts->mem);
    while (ls->set.len < EMPTY)
      vec_push (ts->mem, &ls->set, NULL);
    resize_slots (ts->mem, ls, 256);
    intern (ts, NULL, 0);
  }
  return ts->leaf_sets;
}

/* Small sets, bottom-up. */

/* Merge into 'out', which has room for SMALL + 1; more are cut off there. */
static uint32_t leaves_merge (const leaf_set *a, const leaf_set *b, term *out) {
  uint32_t i = 0, j = 0, n = 0;
  while (n <= SMALL && (i < a->n || j < b->n)) {
    bool first = j == b->n || (i < a->n && a->leaf[i].id <= b->leaf[j].id);
    term t = first ? a->leaf[i] : b->leaf[j];
    i += first;
    j += j < b->n && b->leaf[j].id == t.id;
    out[n++] = t;
  }
  return n;
}

static uint32_t leaves_join (terms *ts, uint32_t p, uint32_t q) {
  assert (p != UNKNOWN && q != UNKNOWN); /* bottom-up */
  if (p == q || q == EMPTY)
    return p;
  if (p == EMPTY)
    return q;
  const leaf_set *a = ts->leaf_sets->set.data[p];
  const leaf_set *b = ts->leaf_sets->set.data[q];
  if (p == LARGE || q == LARGE || a->n > SMALL || b->n > SMALL)
    return LARGE;
  term out[SMALL + 1];
  uint32_t n = leaves_merge (a, b, out);
  if (n == a->n)
    return p;
  if (n == b->n)
    return q;
  return n > SMALL ? LARGE : intern (ts, out, n);
}

static uint32_t set_of_node (terms *ts, term t, const node *n) {
  assert (n->leaves == UNKNOWN);
  if (term_is_leaf (ts, t))
    return intern (ts, &t, 1);
  uint32_t res = EMPTY;
  for (unsigned i = 0; i < n->arity; i++)
    res = leaves_join (ts, res, term_node (ts, n->arg[i])->leaves);
  return res;
}

static bool leaves_is_ready (terms *ts, term_vec *todo, term t, const node *n) {
  if (term_is_leaf (ts, t))
    return true;
  size_t before = todo->len;
  for (unsigned i = 0; i < n->arity; i++)
    if (term_node (ts, n->arg[i])->leaves == UNKNOWN)
      vec_push (ts->mem, todo, n->arg[i]);
  return todo->len == before;
}

static void leaves_classify (terms *ts, term root) {
  term_vec *todo = &ts->leaf_sets->todo;
  vec_push (ts->mem, todo, root);
  while (todo->len) {
    term t = vec_last (todo);
    node *n = node_at (ts, t);
    if (n->leaves != UNKNOWN)
      (void) vec_pop (todo);
    else if (leaves_is_ready (ts, todo, t, n)) {
      n->leaves = set_of_node (ts, t, n);
      (void) vec_pop (todo);
    }
  }
}

/* Large sets, by a walk that stops where a set is known. */

static bool is_first_visit (leaf_sets *ls, term t) {
  assert (ls->stamp && t.id < ls->stamps.len); /* start_walk */
  if (ls->stamps.data[t.id] == ls->stamp)
    return false;
  ls->stamps.data[t.id] = ls->stamp;
  return true;
}

static void start_walk (terms *ts, leaf_sets *ls) {
  size_t n = terms_count (ts);
  vec_reserve (ts->mem, &ls->stamps, n);
  while (ls->stamps.len < n)
    ls->stamps.data[ls->stamps.len++] = 0;
  if (!++ls->stamp) { /* wrapped: old stamps could look current */
    memset (ls->stamps.data, 0, n * sizeof *ls->stamps.data);
    ls->stamp = 1;
  }
  vec_clear (&ls->found);
}

/* A leaf is not marked by the walk but by being found. */
static void find_leaves (terms *ts, leaf_sets *ls, const leaf_set *s) {
  for (uint32_t i = 0; i < s->n; i++)
    if (is_first_visit (ls, s->leaf[i]))
      vec_push (ts->mem, &ls->found, s->leaf[i]);
}

static uint32_t leaves_collect (terms *ts, term root) {
  leaf_sets *ls = ts->leaf_sets;
  start_walk (ts, ls);
  assert (!ls->todo.len && term_node (ts, root)->leaves == LARGE);
  vec_push (ts->mem, &ls->todo, root);
  while (ls->todo.len) {
    term t = vec_pop (&ls->todo);
    const node *n = term_node (ts, t);
    if (n->leaves != LARGE)
      find_leaves (ts, ls, ls->set.data[n->leaves]);
    else if (is_first_visit (ls, t))
      for (unsigned i = 0; i < n->arity; i++)
        vec_push (ts->mem, &ls->todo, n->arg[i]);
  }
  assert (ls->found.len); /* a set that was too large is not empty */
  ls->found.len = terms_sort (ls->found.len, ls->found.data);
  return intern (ts, ls->found.data, (uint32_t) ls->found.len);
}

/* Public. */

bool term_is_leaf (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  if (n->kind == KIND_VAR)
    return true;
  return n->kind == KIND_SELECT && term_kind (ts, n->arg[0]) == KIND_VAR &&
         term_is_const (ts, n->arg[1]);
}

term leaf_array (const terms *ts, term leaf) {
  assert (term_is_leaf (ts, leaf));
  const node *n = term_node (ts, leaf);
  if (n->kind == KIND_SELECT)
    return n->arg[0];
  return sort_is_array (n->sort) ? leaf : TERM_NONE;
}

const leaf_set *term_leaves (terms *ts, term t) {
  leaf_sets *ls = get_sets (ts);
  node *n = node_at (ts, t);
  if (n->leaves == UNKNOWN)
    leaves_classify (ts, t);
  if (n->leaves == LARGE)
    n->leaves = leaves_collect (ts, t);
  assert (n->leaves >= EMPTY && !ls->todo.len);
  return ls->set.data[n->leaves];
}

void leaf_sets_free (terms *ts) {
  leaf_sets *ls = ts->leaf_sets;
  if (!ls)
    return;
  vec_release (ts->mem, &ls->set, &ls->slot, &ls->stamps, &ls->todo,
               &ls->found);
  arena_release (&ls->data);
  memory_free (ts->mem, ls, sizeof *ls);
  ts->leaf_sets = NULL;
}
