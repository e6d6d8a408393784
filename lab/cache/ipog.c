#include "lab/cache/ipog.h"

#include <string.h>

bool fact_implies (const ipog_fact *a, const ipog_fact *b) {
  if (a->prefix != b->prefix)
    return false;
  int c = num_cmp (a->constant, b->constant);
  if (a->relation == b->relation && !c)
    return true;
  switch (a->relation) {
  case GREEN_EQ:
    return (b->relation == GREEN_NE && c) ||
           (b->relation == GREEN_LE && c >= 0) ||
           (b->relation == GREEN_GE && c <= 0);
  case GREEN_LE:
    return (b->relation == GREEN_NE || b->relation == GREEN_LE) && c > 0;
  case GREEN_GE:
    return (b->relation == GREEN_NE || b->relation == GREEN_GE) && c < 0;
  default:
    return false;
  }
}

void ipog_init (ipog *g, memory *mem, bool faithful) {
  memset (g, 0, sizeof *g);
  g->mem = mem;
  g->is_faithful = faithful;
  arena_init (&g->data, mem);
}

void ipog_release (ipog *g) {
  for (size_t i = 0; i < g->node.len; i++)
    vec_release (g->mem, &g->node.data[i].implied);
  for (size_t i = 0; i < g->heads.len; i++)
    vec_release (g->mem, &g->heads.data[i]);
  vec_release (g->mem, &g->node, &g->heads);
  arena_release (&g->data);
}

static const ipog_fact *fact_of (const ipog *g, uint32_t i) {
  return &g->node.data[i].fact;
}

static bool has (const u32_vec *v, uint32_t x) {
  for (size_t i = 0; i < v->len; i++)
    if (v->data[i] == x)
      return true;
  return false;
}

static void remove_at (u32_vec *v, size_t i) {
  memmove (v->data + i, v->data + i + 1, (v->len - i - 1) * sizeof *v->data);
  v->len--;
}

static void add_edge (ipog *g, uint32_t from, uint32_t to) {
  u32_vec *v = &g->node.data[from].implied;
  if (!has (v, to))
    vec_push (g->mem, v, to);
}

/* The first atom of the list that implies the new one takes it over; the
 * first one that it implies is put below it.
 */
static void insert_faithful (ipog *g, u32_vec *list, uint32_t x) {
  for (size_t i = 0; i < list->len; i++) {
    uint32_t y = list->data[i];
    if (y == x)
      return;
    if (fact_implies (fact_of (g, y), fact_of (g, x))) {
      list = &g->node.data[y].implied;
      i = (size_t) -1;
    } else if (fact_implies (fact_of (g, x), fact_of (g, y))) {
      add_edge (g, x, y);
      remove_at (list, i);
      break;
    }
  }
  vec_push (g->mem, list, x);
}

static bool ipog_visit (ipog *g, uint32_t i) {
  ipog_node *n = &g->node.data[i];
  bool fresh = n->seen != g->stamp;
  n->seen = g->stamp;
  return fresh;
}

/* Below all that imply it, above all heads that it implies. */
static void insert_complete (ipog *g, u32_vec *heads, uint32_t x) {
  u32_vec todo = {0};
  bool is_head = true;
  for (size_t i = 0; i < heads->len;) {
    uint32_t y = heads->data[i];
    if (fact_implies (fact_of (g, x), fact_of (g, y))) {
      add_edge (g, x, y);
      remove_at (heads, i);
      continue;
    }
    if (fact_implies (fact_of (g, y), fact_of (g, x)))
      vec_push (g->mem, &todo, y);
    i++;
  }
  g->stamp++;
  while (todo.len) {
    uint32_t y = vec_pop (&todo);
    if (!ipog_visit (g, y))
      continue;
    is_head = false;
    bool lowest = true;
    for (size_t i = 0; i < g->node.data[y].implied.len; i++) {
      uint32_t z = g->node.data[y].implied.data[i];
      if (!fact_implies (fact_of (g, z), fact_of (g, x)))
        continue;
      lowest = false;
      vec_push (g->mem, &todo, z);
    }
    if (lowest)
      add_edge (g, y, x);
  }
  if (is_head)
    vec_push (g->mem, heads, x);
  vec_release (g->mem, &todo);
}

void ipog_insert (ipog *g, uint32_t i, const ipog_fact *f) {
  while (g->heads.len <= f->prefix)
    vec_push (g->mem, &g->heads, (u32_vec) {0});
  bool is_new = i == g->node.len;
  if (is_new) {
    ipog_node n = {.fact = *f};
    n.fact.constant = num_copy (&g->data, f->constant);
    vec_push (g->mem, &g->node, n);
  }
  u32_vec *heads = &g->heads.data[f->prefix];
  if (g->is_faithful)
    insert_faithful (g, heads, i);
  else if (is_new)
    insert_complete (g, heads, i);
}

/* Everything reachable from 'todo', which is used up. */
static void reach (ipog *g, u32_vec *todo, u32_vec *out) {
  while (todo->len) {
    uint32_t i = vec_pop (todo);
    if (!ipog_visit (g, i))
      continue;
    vec_push (g->mem, out, i);
    for (size_t k = 0; k < g->node.data[i].implied.len; k++)
      vec_push (g->mem, todo, g->node.data[i].implied.data[k]);
  }
}

typedef struct ipog_walk {
  const u32_vec *list;
  size_t at;
} ipog_walk;

/* The prototype looks depth first for one atom that is equal or implied. */
static uint32_t first_implied (ipog *g, const ipog_fact *f, uint32_t same) {
  VEC (ipog_walk) stack = {0};
  uint32_t res = UINT32_MAX;
  vec_push (g->mem, &stack, (ipog_walk) {&g->heads.data[f->prefix], 0});
  while (stack.len && res == UINT32_MAX) {
    ipog_walk *w = &vec_last (&stack);
    if (w->at == w->list->len) {
      (void) vec_pop (&stack);
      continue;
    }
    uint32_t i = w->list->data[w->at++];
    if (i == same || fact_implies (f, fact_of (g, i)))
      res = i;
    else if (fact_implies (fact_of (g, i), f))
      vec_push (g->mem, &stack, (ipog_walk) {&g->node.data[i].implied, 0});
  }
  vec_release (g->mem, &stack);
  return res;
}

/* Below an atom that is not related there can be implied ones: all are
 * looked at.
 */
static void all_implied (ipog *g, const ipog_fact *f, u32_vec *out) {
  u32_vec todo = {0}, found = {0};
  const u32_vec *heads = &g->heads.data[f->prefix];
  for (size_t i = 0; i < heads->len; i++)
    vec_push (g->mem, &todo, heads->data[i]);
  reach (g, &todo, &found);
  for (size_t i = 0; i < found.len; i++)
    if (fact_implies (f, fact_of (g, found.data[i])))
      vec_push (g->mem, out, found.data[i]);
  vec_release (g->mem, &todo, &found);
}

void ipog_implied (ipog *g, const ipog_fact *f, uint32_t same, u32_vec *out) {
  if (f->prefix >= g->heads.len)
    return;
  g->stamp++;
  if (!g->is_faithful) {
    all_implied (g, f, out);
    return;
  }
  uint32_t i = first_implied (g, f, same);
  if (i == UINT32_MAX)
    return;
  u32_vec todo = {0};
  vec_push (g->mem, &todo, i);
  reach (g, &todo, out);
  if (same != UINT32_MAX && ipog_visit (g, same))
    vec_push (g->mem, out, same);
  vec_release (g->mem, &todo);
}

void ipog_implying (ipog *g, const ipog_fact *f, uint32_t same, u32_vec *out) {
  if (f->prefix >= g->heads.len)
    return;
  g->stamp++;
  size_t start = out->len;
  const u32_vec *list = &g->heads.data[f->prefix];
  for (size_t next = start;; next++) {
    for (size_t k = 0; k < list->len; k++) {
      uint32_t i = list->data[k];
      if ((i == same || fact_implies (fact_of (g, i), f)) && ipog_visit (g, i))
        vec_push (g->mem, out, i);
    }
    if (next == out->len)
      return;
    list = &g->node.data[out->data[next]].implied;
  }
}
