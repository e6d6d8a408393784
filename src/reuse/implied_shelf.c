/* A treap: a search tree by hull, a heap by a hash of the place. A rotation
 * moves one child above its parent and sums up anew what the two know of what
 * is below them.
 *
 *          at             up
 *         /  \           /  \
 *       up    C   <->   A    at        A, B, C keep their sums
 *      /  \                 /  \
 *     A    B               B    C
 */

#include "reuse/implied_shelf.h"

void shelf_init (shelf *s, memory *mem) {
  *s = (shelf) {.mem = mem};
  vec_push (mem, &s->node, (shelf_node) {.needs = UINT64_MAX});
}

void shelf_release (shelf *s) { vec_release (s->mem, &s->node); }

static uint64_t priority (uint32_t at) {
  return hash_mix (at, 0x6a09e667f3bcc909u);
}

static int shelf_compare (uint32_t number, hull h, const shelf_node *n) {
  if (h.low != n->hull.low)
    return h.low < n->hull.low ? -1 : 1;
  if (h.high != n->hull.high)
    return h.high < n->hull.high ? -1 : 1;
  return number < n->domain ? -1 : number > n->domain;
}

static void sum_up (shelf *s, uint32_t at) {
  shelf_node *n = s->node.data + at;
  const shelf_node *left = s->node.data + n->left;
  const shelf_node *right = s->node.data + n->right;
  n->top = n->hull.high;
  if (n->left && left->top > n->top)
    n->top = left->top;
  if (n->right && right->top > n->top)
    n->top = right->top;
  n->needs = n->need & left->needs & right->needs;
}

/* The left, or right, child becomes the parent. */
static uint32_t rotate (shelf *s, uint32_t at, bool left_up) {
  shelf_node *n = s->node.data + at;
  uint32_t up = left_up ? n->left : n->right;
  assert (at && up); /* 0 is no node */
  shelf_node *m = s->node.data + up;
  if (left_up) {
    n->left = m->right;
    m->right = at;
  } else {
    n->right = m->left;
    m->left = at;
  }
  sum_up (s, at); /* the lower one first */
  sum_up (s, up);
  assert (m->top >= n->top && !(m->needs & ~n->needs));
  return up;
}

/* Recursive: the depth is that of the treap. */
static uint32_t implied_shelf_put (shelf *s, uint32_t at, const shelf_node *new,
                                   uint32_t *found) {
  if (!at) {
    vec_push (s->mem, &s->node, *new);
    return *found = (uint32_t) s->node.len - 1;
  }
  int c = shelf_compare (new->domain, new->hull, s->node.data + at);
  if (!c) {
    s->node.data[at].need &= new->need;
    *found = at;
  } else if (c < 0) {
    uint32_t left = implied_shelf_put (s, s->node.data[at].left, new, found);
    s->node.data[at].left = left;
    if (priority (left) > priority (at))
      return rotate (s, at, true);
  } else {
    uint32_t right = implied_shelf_put (s, s->node.data[at].right, new, found);
    s->node.data[at].right = right;
    if (priority (right) > priority (at))
      return rotate (s, at, false);
  }
  sum_up (s, at);
  return at;
}

uint32_t shelf_put (shelf *s, uint32_t *root, uint32_t number, hull h,
                    uint64_t need) {
  shelf_node new = {
      .hull = h, .top = h.high, .need = need, .needs = need, .domain = number};
  uint32_t found = 0;
  *root = implied_shelf_put (s, *root, &new, &found);
  assert (found && s->node.data[found].domain == number);
  return found;
}
