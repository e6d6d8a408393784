/* A binary search tree and 6 keys: as many paths as weak orders, 4,683; with 7
 * keys 47,293.
 */
#include <klee/klee.h>

#include <stdlib.h>

#ifndef KEYS
#define KEYS 6
#endif

struct node {
  int key;
  struct node *left, *right;
};

static struct node *insert (struct node *t, int key) {
  if (!t) {
    t = calloc (1, sizeof *t);
    t->key = key;
  } else if (key < t->key)
    t->left = insert (t->left, key);
  else if (key > t->key)
    t->right = insert (t->right, key);
  return t;
}

int main (void) {
  int key[KEYS];
  struct node *t = NULL;
  klee_make_symbolic (key, sizeof key, "key");
  for (int i = 0; i < KEYS; i++)
    t = insert (t, key[i]);
  return 0;
}
