#include "lab/tables/spf_tree.h"

void spf_tree_init (spf_tree *t, memory *mem) {
  *t = (spf_tree) {.mem = mem};
  vec_push (mem, &t->node, (spf_node) {.is_open = true});
}

void spf_tree_release (spf_tree *t) { vec_release (t->mem, &t->node); }

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

static spf_node *spf_tree_renew (spf_tree *t, uint32_t node, uint64_t site) {
  spf_node *d = t->node.data + node;
  *d = (spf_node) {
      .site = site, .parent = d->parent, .side = d->side, .is_open = true};
  return d;
}

void spf_tree_expand (spf_tree *t, uint32_t node, uint64_t site,
                      const bool can[2]) {
  spf_node *d = spf_tree_renew (t, node, site);
  d->can[0] = can[0];
  d->can[1] = can[1];
}

void spf_tree_end (spf_tree *t, uint32_t node, uint64_t site) {
  spf_tree_renew (t, node, site)->is_boundary = true;
}

static bool is_child_open (const spf_tree *t, const spf_node *n) {
  for (int i = 0; i < 2; i++)
    if (n->can[i] && n->child[i] && t->node.data[n->child[i]].is_open)
      return true;
  return false;
}

/* Children come after their parents. A node without a site is the end of a path
 * unless it is a boundary.
 */
spf_boundaries spf_tree_open (spf_tree *t, const spf_tree_filter *f) {
  spf_boundaries n = {0};
  for (size_t i = t->node.len; i-- > 0;) {
    spf_node *d = t->node.data + i;
    if (d->is_boundary)
      d->is_open = !f->is_wanted || f->is_wanted (f->owner, t, (uint32_t) i);
    else
      d->is_open = is_child_open (t, d) ||
                   (d->site && f->is_gone && f->is_gone (f->owner, d->site));
    n.all += d->is_boundary;
    n.open += d->is_boundary && d->is_open;
  }
  return n;
}
