/* Leaves that refinement cannot tell apart.
 *
 * Most often they are interchangeable, as x and y in x + y <= 5: exchanging
 * any two of a class changes nothing. This is tested by hashing the slice
 * with all leaves different, before and after the exchange. Otherwise the
 * graph goes to the labeller. A wrong decision here, by collision of hashes,
 * would make a form miss; never lie.
 */

#include "logic/form_priv.h"

#define MAX_EXCHANGE_STEPS 1000000
#define GADGET 0x4741444745544741u

static vertex *leaf_at (former *f, size_t i) {
  return f->vertices.data + f->leaves.data[i];
}

/* Exchanging. */

static uint64_t hash_slice (former *f) {
  uint64_t sum = 0;
  former_hash (f);
  for (size_t i = 0; i < f->atoms.len; i++)
    sum += hash_mix (f->vertices.data[f->atoms.data[i]].hash, GADGET);
  return sum;
}

static bool can_exchange (former *f, vertex *a, vertex *b, uint64_t all) {
  uint64_t x = a->hash, y = b->hash;
  a->hash = y;
  b->hash = x;
  bool same = hash_slice (f) == all;
  a->hash = x;
  b->hash = y;
  return same;
}

/* Different colours for all leaves; those of one class remain neighbours. */
static void name_leaves (former *f) {
  for (size_t i = 0; i < f->leaves.len; i++)
    leaf_at (f, f->order.data[i].id)->hash = hash_mix (GADGET, i);
}

static bool are_interchangeable (former *f) {
  assert (f->order.len == f->leaves.len); /* sorted by colour */
  const ranked *o = f->order.data;
  size_t n = f->order.len, first = 0;
  if (n * f->edges.len > MAX_EXCHANGE_STEPS)
    return false;
  uint64_t all = hash_slice (f);
  for (size_t i = 1; i < n; i++)
    if (o[i].key != o[first].key)
      first = i;
    else if (!can_exchange (f, leaf_at (f, o[first].id), leaf_at (f, o[i].id),
                            all))
      return false;
  return true;
}

/* Labelling. Every open vertex is a vertex there, with edges to its open
 * children. Where the edges of a vertex have several labels, there is a
 * vertex in between for each of them.
 */

/* The distinct open children of v with their labels, in 'order'. A child
 * that occurs twice under a label is one under another label.
 */
static void collect_children (former *f, const vertex *v) {
  const edge *e = f->edges.data + v->first;
  ranked_vec *o = &f->order;
  vec_clear (o);
  for (uint32_t i = 0; i < v->n; i++)
    if (f->vertices.data[e[i].child].is_open)
      vec_push (f->mem, o, (ranked) {hash_mix (e[i].label, e[i].child), i});
  former_sort (f, o);
  size_t n = 0;
  for (size_t i = 0, j; i < o->len; i = j) {
    for (j = i + 1; j < o->len && o->data[j].key == o->data[i].key;)
      j++;
    const edge *x = e + o->data[i].id;
    o->data[n++] = (ranked) {hash_mix (x->label, j - i), x->child};
  }
  o->len = n;
  former_sort (f, o);
}

static uint32_t add_point (former *f, uint64_t colour) {
  vec_push (f->mem, &f->colours, colour);
  return (uint32_t) f->colours.len - 1;
}

/* 'number' of a vertex is its point while the graph is made. */
static void add_points (former *f) {
  vec_clear (&f->colours);
  vec_clear (&f->graph);
  for (size_t i = 0; i < f->vertices.len; i++) {
    vertex *v = f->vertices.data + i;
    if (v->is_open)
      v->number =
          add_point (f, hash_mix (hash_mix (v->hash, v->context), v->type));
  }
}

static void tie_connect (former *f, const vertex *v) {
  collect_children (f, v);
  const ranked *o = f->order.data;
  size_t n = f->order.len;
  bool plain = n == 0 || o[0].key == o[n - 1].key;
  uint32_t from = v->number;
  for (size_t i = 0; i < n; i++) {
    if (!plain && (i == 0 || o[i].key != o[i - 1].key)) {
      uint64_t colour = hash_mix (f->colours.data[v->number], GADGET);
      from = add_point (f, hash_mix (colour, o[i].key));
      vec_push (f->mem, &f->graph, (label_edge) {v->number, from});
    }
    uint32_t to = f->vertices.data[o[i].id].number;
    vec_push (f->mem, &f->graph, (label_edge) {from, to});
  }
}

static bool label_leaves (former *f) {
  add_points (f);
  for (size_t i = 0; i < f->inner.len; i++)
    tie_connect (f, f->vertices.data + f->inner.data[i]);
  size_t n = f->colours.len;
  vec_reserve (f->mem, &f->places, n);
  if (!f->labeller)
    f->labeller = labeller_new (f->mem);
  bool done =
      label_graph (f->labeller, (uint32_t) n, f->colours.data, f->graph.len,
                   f->graph.data, f->budget, f->places.data);
  for (size_t i = 0; i < f->leaves.len && done; i++) {
    vertex *v = leaf_at (f, i);
    assert (v->number < n);
    v->hash = f->places.data[v->number];
  }
  for (size_t i = 0; i < f->vertices.len; i++)
    f->vertices.data[i].number = NO_NUMBER;
  return done;
}

bool former_break_ties (former *f, bool *used_labelling) {
  size_t n = f->leaves.len;
  uint64_t *colour = arena_alloc (&f->scratch, n * sizeof *colour);
  for (size_t i = 0; i < n; i++)
    colour[i] = leaf_at (f, i)->hash;
  name_leaves (f);
  if (!f->budget)
    return false;
  if (are_interchangeable (f))
    return true;
  for (size_t i = 0; i < n; i++)
    leaf_at (f, i)->hash = colour[i];
  former_round (f); /* the hashes and contexts of all vertices */
  *used_labelling = true;
  if (label_leaves (f))
    return true;
  former_count (f);
  name_leaves (f);
  return false;
}
