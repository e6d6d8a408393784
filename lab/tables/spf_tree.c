#include "lab/tables/spf_tree.h"

void spf_tree_init (spf_tree *t, memory *mem) {
  *t = (spf_tree) {.mem = mem};
  vec_push (mem, &t->node, (spf_node) {.is_open = true});
  map_init (&t->leg_of, mem);
}

void spf_tree_release (spf_tree *t) {
  vec_release (t->mem, &t->node, &t->legs);
  map_release (&t->leg_of);
}

uint64_t spf_site (uint64_t where, const spf_leg *leg) {
  uint64_t h = where;
  for (size_t i = 0; i < leg->len; i++)
    h = hash_mix (h, leg->data[i]);
  return h | 1;
}

static void keep_leg (spf_tree *t, uint64_t site, const spf_leg *leg) {
  uint64_t *at = map_at (&t->leg_of, site);
  if (*at)
    return;
  *at = t->legs.len + 1;
  vec_push (t->mem, &t->legs, leg->len);
  for (size_t i = 0; i < leg->len; i++)
    vec_push (t->mem, &t->legs, leg->data[i]);
}

uint32_t spf_tree_child (spf_tree *t, uint32_t node, unsigned side) {
  uint32_t child = t->node.data[node].child[side];
  if (child)
    return child;
  child = (uint32_t) t->node.len;
  vec_push (
      t->mem, &t->node,
      (spf_node) {.parent = node, .side = (uint8_t) side, .is_open = true});
  t->node.data[node].child[side] = child;
  return child;
}

static spf_node *spf_tree_renew (spf_tree *t, uint32_t node, uint64_t where,
                                 const spf_leg *leg) {
  spf_node *d = t->node.data + node;
  *d = (spf_node) {.place = where,
                   .site = spf_site (where, leg),
                   .parent = d->parent,
                   .side = d->side,
                   .is_open = true};
  keep_leg (t, d->site, leg);
  return d;
}

void spf_tree_expand (spf_tree *t, uint32_t node, uint64_t where,
                      const spf_leg *leg, const bool can[2]) {
  spf_node *d = spf_tree_renew (t, node, where, leg);
  d->can[0] = can[0];
  d->can[1] = can[1];
}

void spf_tree_end (spf_tree *t, uint32_t node, uint64_t where,
                   const spf_leg *leg) {
  spf_tree_renew (t, node, where, leg)->is_boundary = true;
}

void spf_tree_finish (spf_tree *t, uint32_t node, const spf_leg *leg) {
  spf_tree_renew (t, node, 0, leg);
}

static bool is_gone (const spf_tree *t, const spf_node *n,
                     const spf_code *now) {
  if (!n->site || !now)
    return false;
  const uint64_t *leg = t->legs.data + *map_find (&t->leg_of, n->site) - 1;
  for (uint64_t i = 1; i <= leg[0]; i++)
    if (!map_find (&now->is_there, leg[i]))
      return true;
  return false;
}

static bool is_child_open (const spf_tree *t, const spf_node *n) {
  for (int i = 0; i < 2; i++)
    if (n->can[i] && n->child[i] && t->node.data[n->child[i]].is_open)
      return true;
  return false;
}

/* Children come after their parents. */
spf_boundaries spf_tree_open (spf_tree *t, const spf_tree_filter *f) {
  spf_boundaries n = {0};
  for (size_t i = t->node.len; i-- > 0;) {
    spf_node *d = t->node.data + i;
    bool is_wanted =
        d->is_boundary &&
        (!f->is_wanted || f->is_wanted (f->owner, t, (uint32_t) i));
    d->is_open = is_wanted || is_child_open (t, d) || is_gone (t, d, f->code);
    n.all += d->is_boundary;
    n.open += d->is_boundary && d->is_open;
  }
  return n;
}

static bool is_same_below (const spf_tree *a, uint32_t i, const spf_tree *b,
                           uint32_t k) {
  const spf_node *x = a->node.data + i, *y = b->node.data + k;
  if (x->site != y->site || x->is_boundary != y->is_boundary)
    return false;
  for (int side = 0; side < 2; side++)
    if (x->can[side] != y->can[side] ||
        (x->can[side] && !is_same_below (a, x->child[side], b, y->child[side])))
      return false;
  return true;
}

bool spf_tree_is_same (const spf_tree *a, const spf_tree *b) {
  return is_same_below (a, 0, b, 0);
}
