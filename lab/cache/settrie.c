#include "lab/cache/settrie.h"

#include <string.h>

void settrie_init (settrie *t, memory *mem) {
  memset (t, 0, sizeof *t);
  t->mem = mem;
  map_init (&t->child, mem);
  vec_push (mem, &t->node, (set_node) {0});
  vec_push (mem, &t->node, (set_node) {0});
}

void settrie_release (settrie *t) {
  vec_release (t->mem, &t->node);
  map_release (&t->child);
}

static uint64_t settrie_key_of (uint32_t node, uint32_t element) {
  return (uint64_t) node << 32 | element;
}

uint32_t settrie_child (const settrie *t, uint32_t node, uint32_t element) {
  uint32_t i =
      (uint32_t) map_get (&t->child, settrie_key_of (node, element), 0);
  return i && !settrie_node (t, i)->is_dead ? i : 0;
}

uint32_t settrie_extend (settrie *t, uint32_t node, uint32_t element) {
  uint32_t i = settrie_child (t, node, element);
  if (i)
    return i;
  i = (uint32_t) t->node.len;
  set_node *parent = settrie_node (t, node);
  set_node n = {.element = element, .parent = node, .sibling = parent->child};
  parent->child = i;
  parent->n_children++;
  vec_push (t->mem, &t->node, n);
  map_put (&t->child, settrie_key_of (node, element), i);
  return i;
}

uint32_t settrie_find (const settrie *t, size_t n, const uint32_t *element) {
  uint32_t at = SET_ROOT;
  for (size_t i = 0; at && i < n; i++)
    at = settrie_child (t, at, element[i]);
  return at;
}

uint32_t settrie_insert (settrie *t, size_t n, const uint32_t *element) {
  uint32_t at = SET_ROOT;
  for (size_t i = 0; i < n; i++)
    at = settrie_extend (t, at, element[i]);
  return at;
}

uint32_t settrie_end (const settrie *t, uint32_t node) {
  while (node && !settrie_node (t, node)->value)
    node = settrie_node (t, node)->child;
  return node;
}

typedef struct settrie_place {
  uint32_t node;
  uint32_t found; /* so many elements are on the way to the node */
} settrie_place;

/* An element is taken at its first place: a later one cannot do better. */
uint32_t settrie_superset (const settrie *t, bool sorted, size_t n,
                           const uint32_t *element, set_test *test,
                           const void *state) {
  VEC (settrie_place) todo = {0};
  uint32_t res = 0;
  vec_push (t->mem, &todo, (settrie_place) {SET_ROOT, 0});
  while (todo.len) {
    settrie_place p = vec_pop (&todo);
    uint32_t value = settrie_node (t, p.node)->value;
    if (p.found == n && value && (!test || test (state, value))) {
      res = p.node;
      break;
    }
    for (uint32_t c = settrie_node (t, p.node)->child; c;
         c = settrie_node (t, c)->sibling) {
      uint32_t e = settrie_node (t, c)->element;
      if (p.found < n && sorted && e > element[p.found])
        continue;
      bool hit = p.found < n && e == element[p.found];
      vec_push (t->mem, &todo, (settrie_place) {c, p.found + hit});
    }
  }
  vec_release (t->mem, &todo);
  return res;
}

void settrie_prune (settrie *t, uint32_t node) {
  u32_vec todo = {0};
  vec_push (t->mem, &todo, node);
  while (todo.len) {
    set_node *n = settrie_node (t, vec_pop (&todo));
    for (uint32_t c = n->child; c; c = settrie_node (t, c)->sibling) {
      settrie_node (t, c)->is_dead = true;
      vec_push (t->mem, &todo, c);
    }
    n->child = n->n_children = 0;
  }
  vec_release (t->mem, &todo);
}
