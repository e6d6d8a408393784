/* A red-black tree into which CALLS keys are put. Only keys are symbolic. */

#include "subject.h"

#ifndef CALLS
#define CALLS 3
#endif

typedef struct entry {
  int key, is_red;
  struct entry *child[2], *parent;
} entry;

static entry entries[CALLS], *root;
static int n_entries;

static int side_of (const entry *e) { return e->parent->child[1] == e; }

/* The child on the other side takes the place of 'e', which goes down. */
static void rotate (entry *e, int side) {
  entry *up = e->child[!side], *inner = up->child[side];
  up->parent = e->parent;
  if (e->parent)
    e->parent->child[side_of (e)] = up;
  else
    root = up;
  e->child[!side] = inner;
  if (inner)
    inner->parent = e;
  up->child[side] = e;
  e->parent = up;
}

static void balance (entry *e) {
  while (e->parent && e->parent->is_red) {
    entry *above = e->parent, *top = above->parent;
    int side = side_of (above);
    entry *uncle = top->child[!side];
    if (uncle && uncle->is_red) {
      above->is_red = uncle->is_red = 0;
      top->is_red = 1;
      e = top;
      continue;
    }
    if (side_of (e) != side) {
      rotate (above, side);
      e = above;
    }
    e->parent->is_red = 0;
    top->is_red = 1;
    rotate (top, !side);
  }
  root->is_red = 0;
}

static void put (int key) {
  entry *above = 0;
  int side = 0;
  for (entry *at = root; at; at = at->child[side]) {
    if (key == at->key)
      return;
    if (key < at->key)
      side = 0;
    else
      side = 1;
    above = at;
  }
  entry *e = &entries[n_entries++];
  e->key = key;
  e->parent = above;
  e->is_red = 1;
  if (above)
    above->child[side] = e;
  else
    root = e;
  balance (e);
}

int main (void) {
  for (int i = 0; i < CALLS; i++)
    put (symbol ("key#"));
  return 0;
}
