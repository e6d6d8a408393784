/* Words of a form.
 *
 *     version, number of leaves, the sort of each leaf, items
 *
 * An item is tag | edges << 8 and then
 *     CONST      sort, value
 *     TABLE      entries, dense?, indices and values (two words each), base
 *     other      payload if the kind has one (two words), arguments
 *     SIDE       sort, then (coefficient, vertex) of each edge
 *     ATOM       domain, then (coefficient, vertex) of each edge
 *
 * Leaves and then all items but atoms are numbered from 0; edges are numbers
 * of earlier items. In an atom two edges may have the coefficient 0: these
 * are sides, and the sum is the first minus the second plus the others.
 *
 * Values of at most 32 bits are one word, up to 64 two; others are a length
 * and the words of the two's complement. A domain is its sort, its number
 * of spans with the open ends in the top bits, and its values.
 */

#include "logic/form_priv.h"

static void spelling_put (former *f, uint32_t word) {
  vec_push (f->mem, &f->words, word);
}

static void put64 (former *f, uint64_t word) {
  spelling_put (f, (uint32_t) word);
  spelling_put (f, (uint32_t) (word >> 32));
}

static void put_num (former *f, num x) {
  uint32_t n = num_bits (x) / 32 + 1; /* one bit for the sign */
  spelling_put (f, n);
  if (num_is_small (x)) {
    spelling_put (f, (uint32_t) num_small (x));
    if (n > 1)
      spelling_put (f, (uint32_t) (num_small (x) >> 32));
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    spelling_put (f, (uint32_t) num_u64 (num_shr (&f->scratch, x, 32 * i)));
}

static void spelling_put_value (former *f, sort s, uint64_t word) {
  if (!sort_is_small (s))
    put_num (f, (num) {word});
  else if (sort_is_bv (s) && sort_width (s) > 32)
    put64 (f, word);
  else
    spelling_put (f, (uint32_t) word);
}

static void put_domain (former *f, const domain *d) {
  spelling_put (f, d->sort.code);
  spelling_put (f, d->n | (d->open_below ? DOMAIN_OPEN_BELOW : 0) |
                       (d->open_above ? DOMAIN_OPEN_ABOVE : 0));
  for (uint32_t i = 0; i < d->n; i++) {
    spelling_put_value (f, d->sort, d->span[i].low);
    spelling_put_value (f, d->sort, d->span[i].high);
  }
}

static void put_content (former *f, const content *c) {
  spelling_put (f, c->n);
  spelling_put (f, c->is_dense);
  for (uint32_t i = 0; i < c->n; i++) {
    if (!c->is_dense)
      put64 (f, c->index[i]);
    put64 (f, c->value[i]);
  }
}

static void put_app (former *f, const vertex *v, uint32_t edges) {
  const node *n = term_node (f->ts, v->term);
  spelling_put (f, n->kind | edges);
  if (n->kind == KIND_CONST) {
    spelling_put (f, n->sort.code);
    spelling_put_value (f, n->sort, n->payload);
  } else if (n->kind == KIND_TABLE)
    put_content (f, term_content (f->ts, v->term));
  else if (kind_has_payload ((kind) n->kind))
    put64 (f, n->payload);
  const edge *e = f->edges.data + v->first;
  for (uint32_t i = 0; i < v->n; i++) {
    assert (f->vertices.data[e[i].child].number != NO_NUMBER);
    spelling_put (f, f->vertices.data[e[i].child].number);
  }
}

/* The coefficient 0 marks a side. As a word it is a 0 of every sort but Int,
 * whose zero is another word.
 */
static void put_sum (former *f, const vertex *v, sort s) {
  const edge *e = f->edges.data + v->first;
  for (uint32_t i = 0; i < v->n; i++) {
    uint64_t c = e[i].coefficient;
    spelling_put_value (f, s, !c && sort_is_int (s) ? NUM_ZERO.word : c);
    spelling_put (f, f->vertices.data[e[i].child].number);
  }
}

static void put_item (former *f, const vertex *v) {
  uint32_t edges = v->n << TAG_BITS;
  if (v->type == APP) {
    put_app (f, v, edges);
    return;
  }
  spelling_put (f, (v->type == SIDE ? TAG_SIDE : TAG_ATOM) | edges);
  if (v->type == SIDE)
    spelling_put (f, v->sort.code);
  else
    put_domain (f, v->domain);
  put_sum (f, v, v->sort);
}

/* Where order does not matter, edges are in the order of their hashes. */
static void sort_edges (former *f, const vertex *v) {
  edge *e = f->edges.data + v->first;
  if (v->n < 2 || (v->type == APP && e->label))
    return;
  vec_clear (&f->order);
  for (uint32_t i = 0; i < v->n; i++) {
    uint64_t key = hash_mix (e[i].label, f->vertices.data[e[i].child].hash);
    vec_push (f->mem, &f->order, (ranked) {key, i});
  }
  former_sort (f, &f->order);
  edge *copy = arena_copy (&f->scratch, e, v->n * sizeof *e);
  for (uint32_t i = 0; i < v->n; i++)
    e[i] = copy[f->order.data[i].id];
}

static void spelling_enter (former *f, uint32_t v) {
  if (f->vertices.data[v].number != NO_NUMBER)
    return;
  sort_edges (f, f->vertices.data + v);
  vec_push (f->mem, &f->visits, (form_visit) {v, 0});
}

/* Everything below an atom, children first. */
static void spell_atom (former *f, uint32_t root, uint32_t *next) {
  spelling_enter (f, root);
  while (f->visits.len) {
    form_visit *top = &vec_last (&f->visits);
    vertex *v = f->vertices.data + top->vertex;
    if (top->next < v->n) {
      spelling_enter (f, f->edges.data[v->first + top->next++].child);
      continue;
    }
    f->visits.len--;
    put_item (f, v);
    v->number = v->type == ATOM ? 0 : (*next)++;
  }
}

/* Leaves get their numbers, by colour. */
static void spell_leaves (former *f) {
  size_t n = f->leaves.len;
  assert (f->order.len == n); /* as 'former_count' left it */
  spelling_put (f, (uint32_t) n);
  for (size_t i = 0; i < n; i++) {
    vertex *v = f->vertices.data + f->leaves.data[f->order.data[i].id];
    v->number = (uint32_t) i;
    spelling_put (f, term_sort (f->ts, v->term).code);
  }
}

void former_spell (former *f) {
  vec_clear (&f->words);
  spelling_put (f, f->version);
  spell_leaves (f);
  size_t n = f->atoms.len;
  ranked *sorted = arena_alloc (&f->scratch, n * sizeof *sorted);
  vec_clear (&f->order);
  for (size_t i = 0; i < n; i++) {
    uint32_t v = f->atoms.data[i];
    vec_push (f->mem, &f->order, (ranked) {f->vertices.data[v].hash, v});
  }
  former_sort (f, &f->order);
  for (size_t i = 0; i < n; i++) /* 'order' is used below */
    sorted[i] = f->order.data[i];
  uint32_t next = (uint32_t) f->leaves.len;
  for (size_t i = 0; i < n; i++)
    spell_atom (f, sorted[i].id, &next);
}
