/* A binomial heap: CALLS times a value is inserted or deleted, or the least is
 * taken out. Roots are a list, of increasing degree; so are children, of
 * decreasing degree. What a delete looks for is an input of its own.
 */

#include "subject.h"

#ifndef CALLS
#define CALLS 3
#endif

typedef struct tree {
  int key, degree;
  struct tree *parent, *child, *next;
} tree;

static tree trees[CALLS], *roots;
static int n_trees;

static tree *find_least (tree *list) {
  tree *best = list;
  int least = list->key;
  for (tree *t = list; t; t = t->next)
    if (t->key < least) {
      best = t;
      least = t->key;
    }
  return best;
}

static tree *find_key (tree *list, int key) {
  for (tree *t = list; t; t = t->next) {
    if (t->key == key)
      return t;
    tree *below = t->child ? find_key (t->child, key) : 0;
    if (below)
      return below;
  }
  return 0;
}

static tree *reversed (tree *list) {
  tree *done = 0;
  while (list) {
    tree *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

/* Two lists of increasing degree into one, by their degrees; of equal ones
 * those of the heap come first.
 */
static void merge (tree *other) {
  tree **at = &roots;
  while (*at && other)
    if ((*at)->degree <= other->degree)
      at = &(*at)->next;
    else {
      tree *rest = other->next;
      other->next = *at;
      *at = other;
      at = &other->next;
      other = rest;
    }
  if (!*at)
    *at = other;
}

/* 'below', a root, becomes the first child of 'above'. */
static void link_trees (tree *below, tree *above) {
  below->parent = above;
  below->next = above->child;
  above->child = below;
  above->degree++;
}

static void unite (tree *other) {
  merge (other);
  tree *before = 0, *at = roots, *next = roots->next;
  while (next) {
    if (at->degree != next->degree ||
        (next->next && next->next->degree == at->degree)) {
      before = at;
      at = next;
    } else if (at->key <= next->key) {
      at->next = next->next;
      link_trees (next, at);
    } else {
      if (before)
        before->next = next;
      else
        roots = next;
      link_trees (at, next);
      at = next;
    }
    next = at->next;
  }
}

static void insert (int key) {
  if (key > 0) {
    tree *t = &trees[n_trees++];
    t->key = key;
    if (roots)
      unite (t);
    else
      roots = t;
  }
}

static void extract_least (void) {
  if (!roots)
    return;
  tree *least = find_least (roots), *before = 0, *at = roots;
  while (at->key != least->key) {
    before = at;
    at = at->next;
  }
  if (before)
    before->next = at->next;
  else
    roots = at->next;
  for (tree *t = at->child; t; t = t->next)
    t->parent = 0;
  tree *children = reversed (at->child);
  if (!roots)
    roots = children;
  else if (children)
    unite (children);
}

static void decrease (int from, int to) {
  tree *t = find_key (roots, from);
  if (!t)
    return;
  t->key = to;
  while (t->parent && t->key < t->parent->key) {
    int key = t->key;
    t->key = t->parent->key;
    t->parent->key = key;
    t = t->parent;
  }
}

static void delete (int key) {
  if (!roots || !find_key (roots, key))
    return;
  int least = find_least (roots)->key;
  decrease (key, least - 1);
  extract_least ();
}

int main (void) {
  static char what[] = "c_0", value[] = "v_0";
  for (int i = 0; i < CALLS; i++) {
    what[2] = (char) ('0' + i);
    value[2] = (char) ('0' + CALLS + i);
    int c = symbol (what), v = symbol (value);
    if (c == 0)
      insert (v);
    else if (c == 1)
      delete (symbol ("value#"));
    else if (c == 2)
      extract_least ();
  }
  return 0;
}
