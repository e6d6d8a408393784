/* A sorted doubly linked list: symbolic values are added, looked for and
 * removed.
 */

#include "../subject.h"

#ifndef CALLS
#define CALLS 3
#endif

typedef struct node {
  int value;
  struct node *next, *before;
} node;

static node pool[CALLS], ends;
static int used;

static node *find (int value) {
  node *n = ends.next;
  while (n != &ends) {
    if (n->value >= value)
      break;
    n = n->next;
  }
  return n;
}

static void add (int value) {
  node *next = find (value), *n = &pool[used++];
  n->value = value;
  n->next = next;
  n->before = next->before;
  n->before->next = next->before = n;
}

static void drop (int value) {
  node *n = find (value);
  if (n == &ends)
    return;
  if (n->value != value)
    return;
  n->before->next = n->next;
  n->next->before = n->before;
}

int main (void) {
  ends.next = ends.before = &ends;
  for (int i = 0; i < CALLS; i++)
    add (symbol ("value#"));
  drop (symbol ("gone#"));
  return 0;
}
