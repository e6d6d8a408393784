/* Tries that make sense.
 *
 * Nodes lie in preorder, and a decision has its size for a link:
 *
 *     0 decision, 5    1 decision, 3    2 end    3 end    4 end
 *       |                |-------------- 3 --------|        |
 *       |------------------------- 5 -----------------------|
 *
 * so a walk that keeps the ends of the subtrees it is in sees whether children
 * fill what they are in. Files are checked so before anything is done with
 * them; tables that a run made, with --check=3 before they are written.
 */

#include "memo/trie.h"

/* A subtree that nodes are still missing of. */
typedef struct unfilled {
  uint64_t end;
  uint32_t missing; /* children */
} unfilled;

static bool is_good_node (const trie *t, uint32_t i, uint32_t n_tests) {
  trie_node n = t->node[i];
  if (n.shape >= t->shapes.len)
    return false;
  return trie_shape (t, i)->kind == SHAPE_DECISION
             ? n.link > trie_shape (t, i)->size
             : n.link <= n_tests;
}

bool trie_is_tree (const trie *t, uint32_t n_tests) {
  VEC (unfilled) open = {0};
  bool is_tree = true;
  vec_push (t->mem, &open, (unfilled) {t->n_nodes, 1});
  for (uint32_t i = 0; is_tree && i < t->n_nodes; i++) {
    unfilled *in = &vec_last (&open);
    is_tree = is_good_node (t, i, n_tests) && in->missing;
    if (!is_tree)
      break;
    uint64_t end = i + (uint64_t) trie_size (t, i);
    in->missing--;
    is_tree = end <= in->end;
    if (trie_shape (t, i)->kind == SHAPE_DECISION)
      vec_push (t->mem, &open, (unfilled) {end, trie_shape (t, i)->size});
    while (open.len && vec_last (&open).end == i + UINT64_C (1))
      is_tree &= !vec_pop (&open).missing;
  }
  is_tree &= !open.len;
  vec_release (t->mem, &open);
  return is_tree;
}

/* Tables. */

static bool sets_are_valid (const trie *t) {
  const u32_vec *start = &t->set_start;
  if (!start->len || start->data[0] || vec_last (start) != t->set.len)
    return false;
  for (size_t i = 0; i + 1 < start->len; i++)
    for (uint32_t k = start->data[i]; k < start->data[i + 1]; k++)
      if (t->set.data[k] / 4 >= t->blocks.len ||
          (k > start->data[i] && t->set.data[k] < t->set.data[k - 1]))
        return false;
  return true;
}

static bool blocks_are_valid (const trie *t) {
  for (size_t i = TRIE_FUNCTIONS + 1; i < t->blocks.len; i++) {
    trie_block b = t->blocks.data[i];
    bool is_global = b.function == TRIE_GLOBAL;
    if (!is_global && b.function >= t->functions.len)
      return false;
    if (b.number >=
        (is_global ? t->global.len : t->functions.data[b.function].block.len))
      return false;
  }
  return true;
}

/* Alternatives of a decision go up, and there are two at least. */
static bool shape_is_valid (const trie *t, const shape *s) {
  bool is_decision = s->kind == SHAPE_DECISION;
  if (s->kind >= SHAPE_COUNT || s->set >= trie_sets (t) ||
      s->lost > t->losses.len || s->limit >= LIMIT_COUNT ||
      s->list + (uint64_t) s->size > t->pool.len ||
      (is_decision && (s->size < 2 || s->site.function >= t->functions.len)))
    return false;
  const uint32_t *choice = t->pool.data + s->list;
  for (uint32_t i = 0; is_decision && i < s->size; i++)
    if (choice[i] >= s->n || (i && choice[i] <= choice[i - 1]))
      return false;
  return true;
}

static bool precedents_are_valid (const precedents *p) {
  for (size_t i = 0; i < p->all.len; i++) {
    precedent x = precedents_at (p, i);
    if (!x.possible ||
        p->all.data[i].values + precedent_values (&x) > p->pool.len)
      return false;
  }
  return true;
}

bool trie_is_valid (const trie *t) {
  for (size_t i = 0; i < t->losses.len; i++) /* leads to those before it */
    if (t->losses.data[i].before > i)
      return false;
  for (size_t i = 0; i < t->shapes.len; i++)
    if (!shape_is_valid (t, t->shapes.data + i))
      return false;
  for (size_t i = 0; i < t->moments.len; i++)
    if (t->moments.data[i].set >= trie_sets (t))
      return false;
  return sets_are_valid (t) && blocks_are_valid (t) &&
         precedents_are_valid (&t->precedents);
}
