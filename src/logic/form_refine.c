/* Colours.
 *
 * One round hashes the graph bottom-up from the colours of the leaves, then
 * top-down: the context of a vertex is the sum over its uses of what the
 * user is and where it is used. The context of a leaf splits its colour.
 * When a round splits no class of leaves, none will.
 *
 * In a long chain as x1 < x2 < ... a round tells only two more leaves apart.
 * So after some rounds we leave the rest to the labeller, which looks only
 * at what has changed.
 */

#include "logic/form_priv.h"

#define RUN 8
#define MAX_ROUNDS 24

/* Sorting: runs by insertion, then merging. */

static void sort_run (ranked *r, size_t n) {
  for (size_t i = 1; i < n; i++) {
    ranked x = r[i];
    size_t j = i;
    for (; j && r[j - 1].key > x.key; j--)
      r[j] = r[j - 1];
    r[j] = x;
  }
}

static void refine_merge (ranked *to, const ranked *a, size_t n,
                          const ranked *b, size_t m) {
  while (n && m)
    if (b->key < a->key)
      *to++ = *b++, m--;
    else
      *to++ = *a++, n--;
  while (n--)
    *to++ = *a++;
  while (m--)
    *to++ = *b++;
}

void former_sort (former *f, ranked_vec *v) {
  size_t n = v->len;
  assert (v->data != f->spare.data || !n); /* they change places */
  for (size_t i = 0; i < n; i += RUN)
    sort_run (v->data + i, n - i < RUN ? n - i : RUN);
  if (n <= RUN)
    return;
  vec_reserve (f->mem, &f->spare, n);
  for (size_t run = RUN; run < n; run *= 2) {
    for (size_t i = 0; i < n; i += 2 * run) {
      size_t left = n - i < run ? n - i : run;
      size_t right = n - i - left < run ? n - i - left : run;
      refine_merge (f->spare.data + i, v->data + i, left, v->data + i + left,
                    right);
    }
    ranked_vec sorted = f->spare;
    f->spare = *v;
    *v = sorted;
    v->len = n;
  }
}

/* Passes. */

void former_hash (former *f) {
  vertex *vs = f->vertices.data;
  const edge *es = f->edges.data;
  for (size_t i = 0; i < f->inner.len; i++) {
    vertex *v = vs + f->inner.data[i];
    uint64_t sum = 0;
    for (const edge *e = es + v->first, *end = e + v->n; e < end; e++)
      sum += hash_mix (e->label, vs[e->child].hash);
    v->hash = hash_mix (v->label, sum);
  }
}

static void spread_contexts (former *f) {
  vertex *vs = f->vertices.data;
  const edge *es = f->edges.data;
  for (size_t i = 0; i < f->vertices.len; i++)
    vs[i].context = 0;
  for (size_t i = f->inner.len; i--;) {
    const vertex *v = vs + f->inner.data[i];
    uint64_t base = hash_mix (v->context, v->hash);
    for (const edge *e = es + v->first, *end = e + v->n; e < end; e++)
      vs[e->child].context += hash_mix (base, e->label);
  }
}

static void split_colours (former *f) {
  assert (f->leaves.len <= f->vertices.len);
  for (size_t i = 0; i < f->leaves.len; i++) {
    vertex *v = f->vertices.data + f->leaves.data[i];
    v->hash = hash_mix (v->hash, v->context);
  }
}

size_t former_count (former *f) {
  size_t n = f->leaves.len, count = n != 0;
  vec_clear (&f->order);
  vec_reserve (f->mem, &f->order, n);
  for (size_t i = 0; i < n; i++)
    f->order.data[i] =
        (ranked) {f->vertices.data[f->leaves.data[i]].hash, (uint32_t) i};
  f->order.len = n;
  former_sort (f, &f->order);
  for (size_t i = 1; i < n; i++)
    count += f->order.data[i].key != f->order.data[i - 1].key;
  return count;
}

void former_round (former *f) {
  former_hash (f);
  spread_contexts (f);
  split_colours (f);
}

bool former_refine (former *f) {
  size_t n = f->leaves.len, count = former_count (f), before = 0;
  for (unsigned i = 0; i < MAX_ROUNDS && count < n && count != before; i++) {
    before = count;
    former_round (f);
    count = former_count (f);
  }
  assert (count <= n && f->order.len == n);
  return count == n;
}
