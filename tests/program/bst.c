// options: --keep-branches
// expect: complete=75 error=0
#include <klee/klee.h>

#include <stdlib.h>

/* Binary search tree with 4 inserts: weak orders of 4 keys, the Fubini
 * number 75. */
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
  int k[4];
  struct node *t = NULL;
  klee_make_symbolic (k, sizeof k, "k");
  for (int i = 0; i < 4; i++)
    t = insert (t, k[i]);
  return 0;
}
