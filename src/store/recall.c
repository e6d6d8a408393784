#include "store/recall.h"

#include "store/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names, one leaf after the other: a byte that says whether it is an element,
 * then its index in eight bytes, then the name and a zero.
 */

static void add_bytes (memory *mem, name_bytes *out, const void *data,
                       size_t n) {
  for (size_t i = 0; i < n; i++)
    vec_push (mem, out, ((const uint8_t *) data)[i]);
}

void names_write (memory *mem, name_bytes *out, const terms *ts,
                  const form *f) {
  vec_clear (out);
  for (size_t i = 0; i < f->n_leaves; i++) {
    term var = f->leaf[i];
    bool is_element = term_kind (ts, var) == KIND_SELECT;
    vec_push (mem, out, is_element);
    if (is_element) {
      uint64_t index = term_word (ts, term_arg (ts, var, 1));
      for (unsigned b = 0; b < 64; b += 8)
        vec_push (mem, out, (uint8_t) (index >> b));
      var = term_arg (ts, var, 0);
      vec_push (mem, out,
                (uint8_t) sort_width (sort_index (term_sort (ts, var))));
    }
    const char *name = term_name (ts, var);
    add_bytes (mem, out, name, strlen (name) + 1);
  }
}

typedef struct cursor {
  const uint8_t *at, *end;
} cursor;

static bool read_element (cursor *c, uint64_t *index, unsigned *width) {
  if (c->end - c->at < 9)
    return false;
  *index = 0;
  for (unsigned b = 0; b < 64; b += 8)
    *index |= (uint64_t) *c->at++ << b;
  *width = *c->at++;
  return *width > 0 && *width <= SORT_MAX_INDEX &&
         (*width == 64 || !(*index >> *width));
}

static bool read_leaf (terms *ts, cursor *c, sort s, term *out) {
  uint64_t index = 0;
  unsigned width = 0;
  if (c->at == c->end || *c->at > 1)
    return false;
  bool is_element = *c->at++;
  if (is_element && (!read_element (c, &index, &width) || !sort_is_bv (s) ||
                     sort_width (s) > SORT_MAX_ELEMENT))
    return false;
  const char *name = (const char *) c->at;
  const uint8_t *zero = memchr (c->at, 0, (size_t) (c->end - c->at));
  if (!zero)
    return false;
  size_t len = (size_t) (zero - c->at);
  c->at = zero + 1;
  if (!is_element) {
    *out = term_var (ts, name, len, s);
    return true;
  }
  term array = term_var (ts, name, len, sort_array (width, sort_width (s)));
  *out = term_select (ts, array, term_bv (ts, width, index));
  return true;
}

bool names_read (terms *ts, size_t size, const uint8_t *data, size_t n,
                 const uint32_t *sort_code, term *leaf) {
  cursor c = {data, data + size};
  for (size_t i = 0; i < n; i++)
    if (!read_leaf (ts, &c, (sort) {sort_code[i]}, leaf + i))
      return false;
  return c.at == c.end;
}

/* Taking sets. */

typedef struct taker {
  store *store;
  memory *mem;
  bench *bench;
  rung *implied;
  model *model;
  atom_vec atoms;
  size_t taken, max;
} taker;

/* Leaves that no program has; a set over them is found by mapping only. */
static void make_leaves (terms *ts, size_t n, const uint32_t *sort_code,
                         term *leaf) {
  for (size_t i = 0; i < n; i++) {
    char name[32];
    int len = snprintf (name, sizeof name, "\x1f%zu", i);
    leaf[i] = term_var (ts, name, (size_t) len, (sort) {sort_code[i]});
  }
}

static int by_id (const void *a, const void *b) {
  uint32_t i = ((const term *) a)->id, j = ((const term *) b)->id;
  return i < j ? -1 : i > j;
}

static bool are_distinct (size_t n, const term *sorted) {
  for (size_t i = 1; i < n; i++)
    if (term_eq (sorted[i - 1], sorted[i]))
      return false;
  return true;
}

static const values *read_values (taker *t, const proof *p, const form *f) {
  terms *ts = bench_terms (t->bench);
  arena *a = bench_arena (t->bench);
  model_clear (t->model);
  if (!codec_model_read (p->model, p->model_size, f, t->mem, t->model))
    return NULL;
  term *sorted = arena_copy (a, f->leaf, f->n_leaves * sizeof *sorted);
  qsort (sorted, f->n_leaves, sizeof *sorted, by_id);
  if (!are_distinct (f->n_leaves, sorted))
    return NULL;
  return values_take (a, t->mem, ts, f->n_leaves, sorted, t->model);
}

static bool take_set (taker *t, const proof *p) {
  terms *ts = bench_terms (t->bench);
  arena *a = bench_arena (t->bench);
  form f = {.digest = p->digest, .n_words = p->n_words, .word = p->word};
  const uint32_t *sort_code;
  if (!form_leaf_sorts (&f, &f.n_leaves, &sort_code))
    return false;
  term *leaf = arena_alloc (a, (f.n_leaves + 1) * sizeof *leaf);
  if (!p->names_size ||
      !names_read (ts, p->names_size, p->names, f.n_leaves, sort_code, leaf))
    make_leaves (ts, f.n_leaves, sort_code, leaf);
  f.leaf = leaf;
  vec_clear (&t->atoms);
  if (!form_atoms (ts, a, t->mem, &f, leaf, &t->atoms))
    return false;
  reduction r;
  reduce_atoms (ts, a, t->atoms.len, t->atoms.data, &r);
  if (r.is_unsat)
    return false;
  const values *v = NULL;
  if (p->verdict == VERDICT_SAT && !(v = read_values (t, p, &f)))
    return false;
  return implied_insert (t->implied, p->verdict, r.n, r.atom, v);
}

static bool take (void *state, const proof *p) {
  taker *t = state;
  if (p->verdict != VERDICT_UNKNOWN && store_believes (t->store, p)) {
    t->taken += take_set (t, p);
    bench_clear (t->bench);
  }
  return t->taken < t->max;
}

size_t store_recall (store *st, memory *mem, bench *b, rung *implied,
                     size_t max) {
  taker t = {.store = st,
             .mem = mem,
             .bench = b,
             .implied = implied,
             .model = model_new (mem, bench_terms (b)),
             .max = max};
  store_each (st, take, &t);
  vec_release (mem, &t.atoms);
  model_free (t.model);
  return t.taken;
}
