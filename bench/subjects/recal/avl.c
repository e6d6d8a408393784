/* An AVL tree into which symbolic keys are put. */

#include "../subject.h"

#ifndef CALLS
#define CALLS 4
#endif

typedef struct node {
  int key, height;
  struct node *side[2];
} node;

static node pool[CALLS];
static int used;

static int height (const node *n) { return n ? n->height : 0; }

static void measure (node *n) {
  int a = height (n->side[0]), b = height (n->side[1]);
  n->height = 1 + (a > b ? a : b);
}

static node *rotate (node *n, int side) {
  node *up = n->side[!side];
  n->side[!side] = up->side[side];
  up->side[side] = n;
  measure (n);
  measure (up);
  return up;
}

static node *balance (node *n) {
  measure (n);
  for (int side = 0; side < 2; side++) {
    node *high = n->side[side];
    if (height (high) <= height (n->side[!side]) + 1)
      continue;
    if (height (high->side[side]) < height (high->side[!side]))
      n->side[side] = rotate (high, side);
    return rotate (n, !side);
  }
  return n;
}

static node *put (node *n, int key) {
  if (!n) {
    n = &pool[used++];
    n->key = key;
    n->height = 1;
    return n;
  }
  if (key < n->key)
    n->side[0] = put (n->side[0], key);
  else if (key > n->key)
    n->side[1] = put (n->side[1], key);
  return balance (n);
}

int main (void) {
  node *root = 0;
  for (int i = 0; i < CALLS; i++)
    root = put (root, symbol ("key#"));
  return 0;
}
