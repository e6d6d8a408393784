/* A binary search tree to which CALLS keys are added. A leaf that was made is
 * not gone to at once: its parent is looked at again first.
 *
 * ADD and MOD, 0 to 3, are the versions of the GreenTrie paper.
 */

#include "subject.h"

#ifndef ADD
#define ADD 0
#endif
#ifndef MOD
#define MOD 0
#endif
#ifndef CALLS
#define CALLS 3
#endif

typedef struct node {
  int value;
  struct node *left, *right;
} node;

static node nodes[64], *root;
static int n_nodes;

static node *make_node (int value) {
  node *n = &nodes[n_nodes++];
  n->value = value;
  return n;
}

static void add (int x) {
#if ADD >= 1
  if (x < 0)
    return;
#endif
  if (!root) {
    root = make_node (MOD >= 1 ? x + 1 : x);
    return;
  }
  node *at = root;
  while (at->value != x) {
#if ADD >= 2
    if (x < at->value && x > 0) {
#elif MOD >= 2
    if (x <= at->value) {
#else
    if (x < at->value) {
#endif
      if (!at->left)
        at->left = make_node (x);
      else
        at = at->left;
    } else {
      if (!at->right)
        at->right = make_node (MOD >= 3 ? x + 2 : x);
#if ADD >= 3
      else if (x >= 0)
#else
      else
#endif
        at = at->right;
    }
  }
}

int main (void) {
  for (int i = 0; i < CALLS; i++)
    add (symbol ("x#"));
  return 0;
}
