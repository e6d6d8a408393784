#include "remote/cutting.h"

#include "memo/trie.h"

/* An open node, and which share of the tree its subtree is taken for. */
typedef struct open_node {
  uint32_t at; /* plus 1 */
  double weight;
} open_node;

typedef VEC (open_node) open_nodes;

/* A decision on the way. */
typedef struct cut_step {
  uint32_t end;  /* of its subtree */
  double weight; /* of each of its alternatives */
} cut_step;

static void list_open (memory *mem, const trie *t, uint32_t from, uint32_t to,
                       open_nodes *out) {
  VEC (cut_step) way = {0};
  for (uint32_t i = 0; i < t->n_nodes && i < to; i++) {
    while (way.len && vec_last (&way).end <= i)
      way.len--;
    const shape *s = trie_shape (t, i);
    double weight = way.len ? vec_last (&way).weight : 1;
    if (s->kind == SHAPE_DECISION && i + trie_size (t, i) <= from)
      i += trie_size (t, i) - 1;
    else if (s->kind == SHAPE_DECISION)
      vec_push (
          mem, &way,
          (cut_step) {i + trie_size (t, i), weight / (s->size ? s->size : 1)});
    else if (s->kind == SHAPE_OPEN && i >= from)
      vec_push (mem, out, (open_node) {i + 1, weight});
  }
  vec_release (mem, &way);
}

/* Is the next node better put into another of n parts than into this one? */
static bool is_full (double sum, double next, double rest, size_t n) {
  return sum > 0 && n > 1 && (sum + next / 2) * (double) n > rest;
}

/* Each part gets as much as the others, as far as nodes are not cut. */
static size_t divide (const open_nodes *all, uint32_t to, size_t n, cut *out) {
  double rest = 0, sum = 0;
  size_t made = 0;
  assert (n);
  for (size_t i = 0; i < all->len; i++)
    rest += all->data[i].weight;
  for (size_t i = 0; i < all->len; i++) {
    if (!made || is_full (sum, all->data[i].weight, rest, n - made + 1)) {
      if (made)
        out[made - 1].to = all->data[i].at;
      out[made++] = (cut) {all->data[i].at, to};
      rest -= sum;
      sum = 0;
    }
    sum += all->data[i].weight;
  }
  return made;
}

static size_t cut_between (memory *mem, const trie *t, uint32_t from,
                           uint32_t to, size_t n, cut *out) {
  open_nodes all = {0};
  uint32_t end = to < t->n_nodes ? to : t->n_nodes;
  list_open (mem, t, from, end, &all);
  size_t made = divide (&all, to < t->n_nodes ? to + 1 : 0, n, out);
  vec_release (mem, &all);
  return made;
}

static bool open_tree (trie *t, memory *mem, const char *path) {
  if (!trie_open (t, mem, path))
    return false;
  if (t->n_nodes && trie_is_tree (t, UINT32_MAX))
    return true;
  trie_release (t);
  return false;
}

size_t cut_all (memory *mem, const char *path, size_t n, cut *out) {
  trie t;
  if (!open_tree (&t, mem, path))
    return 0;
  size_t made = cut_between (mem, &t, 0, t.n_nodes, n, out);
  trie_release (&t);
  return made;
}

/* The alternative of a decision whose subtree has this node, and where it
 * begins.
 */
static uint32_t choice_towards (const trie *t, uint32_t at, uint32_t to,
                                uint32_t *kid) {
  const shape *s = trie_shape (t, at);
  uint32_t i = 0;
  *kid = at + 1;
  assert (to > at && to < at + trie_size (t, at));
  while (*kid + trie_size (t, *kid) <= to) {
    *kid += trie_size (t, *kid);
    i++;
  }
  return t->pool.data[s->list + i];
}

/* Where it begins; 0: there is none such. */
static uint32_t kid_of (const trie *t, uint32_t at, uint32_t choice) {
  const shape *s = trie_shape (t, at);
  uint32_t kid = at + 1;
  if (s->kind != SHAPE_DECISION)
    return 0;
  for (uint32_t i = 0; i < s->size; i++) {
    if (t->pool.data[s->list + i] == choice)
      return kid;
    kid += trie_size (t, kid);
  }
  return 0;
}

/* The node of another trie that has the same decisions before it, or the last
 * one on the way to it.
 */
static uint32_t node_along (const trie *base, uint32_t to, const trie *other) {
  uint32_t at = 0, there = 0, kid;
  while (at != to) {
    uint32_t next = kid_of (other, there, choice_towards (base, at, to, &kid));
    if (!next)
      break;
    there = next;
    at = kid;
  }
  return there;
}

size_t cut_rest (memory *mem, const char *base, cut c, const char *found,
                 size_t n, cut *out) {
  trie b, f;
  size_t made = 0;
  if (!open_tree (&b, mem, base))
    return 0;
  if (open_tree (&f, mem, found)) {
    assert (c.from && c.from <= b.n_nodes && c.to <= b.n_nodes);
    uint32_t from = node_along (&b, c.from - 1, &f);
    uint32_t to = c.to ? node_along (&b, c.to - 1, &f) : f.n_nodes;
    made = cut_between (mem, &f, from, to, n, out);
    trie_release (&f);
  }
  trie_release (&b);
  return made;
}
