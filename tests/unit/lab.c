#include "lab.h"

#include "base/bits.h"
#include "term/value.h"

#include <stdlib.h>

uint64_t lab_random (lab *l) { /* splitmix64 */
  uint64_t x = l->seed += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

unsigned lab_below (lab *l, unsigned n) {
  return (unsigned) (lab_random (l) % n);
}

/* Numbers in which carries, signs and masks show. */
static num corner (lab *l, unsigned w) {
  arena *a = &l->limbs;
  num x = num_of_u64 (a, lab_random (l));
  switch (lab_below (l, 6)) {
  case 0:
    x = num_of_u64 (a, lab_below (l, 4));
    break;
  case 1:
    x = num_sub (a, num_pow2 (a, w), num_of_u64 (a, 1 + lab_below (l, 3)));
    break;
  case 2:
    x = num_pow2 (a, lab_below (l, w));
    break;
  case 3:
    x = num_sub (a, num_pow2 (a, lab_below (l, w) + 1), NUM_ONE);
    break;
  case 4:
    x = num_shl (a, x, w > 64 ? w - 64 : 0);
    break;
  }
  return num_wrap (a, x, w);
}

static term leaf (lab *l, const char *name, sort s) {
  term t = term_var (l->ts, name, 1, s);
  vec_push (&l->mem, &l->pool, t);
  return t;
}

static uint64_t *row (lab *l, term t) {
  while (l->rows.len <= t.id)
    vec_push (&l->mem, &l->rows, NULL);
  if (!l->rows.data[t.id])
    l->rows.data[t.id] = arena_alloc (&l->limbs, l->n * sizeof (uint64_t));
  return l->rows.data[t.id];
}

static void add_consts (lab *l, unsigned w) {
  if (!w)
    for (int i = -3; i <= 3; i++)
      vec_push (&l->mem, &l->pool, term_int (l->ts, num_of_i64 (&l->limbs, i)));
  else if (w <= 4)
    for (unsigned v = 1; v <= w + 1; v++)
      for (uint64_t i = 0; i <= bits_mask (v); i++)
        vec_push (&l->mem, &l->pool, term_bv (l->ts, v, i));
  else
    for (unsigned i = 0; i < 24; i++)
      vec_push (&l->mem, &l->pool, term_bv_num (l->ts, w, corner (l, w)));
  vec_push (&l->mem, &l->pool, TERM_FALSE);
  vec_push (&l->mem, &l->pool, TERM_TRUE);
}

static uint64_t value_of_x (lab *l, unsigned w, unsigned i, unsigned which) {
  if (!w)
    return num_of_i64 (&l->limbs, (int) (which ? i / 7 % 7 : i % 7) - 3).word;
  if (w <= 4)
    return (which ? i >> w : i) & bits_mask (w);
  return value_of_num (&l->limbs, sort_bv (w), corner (l, w));
}

static void order (const lab *l, draft *d) {
  term a = d->arg[0], b = d->arg[1];
  bool p = term_is_const (l->ts, a), q = term_is_const (l->ts, b);
  if (p != q ? p
             : hash128_cmp (term_hash (l->ts, a), term_hash (l->ts, b)) > 0) {
    d->arg[0] = b;
    d->arg[1] = a;
  }
}

static term seed (lab *l, kind k, uint64_t payload, term a, term b, term c) {
  draft d = {k, SORT_NONE, payload, {a, b, c}};
  d.sort = sort_of_draft (l->ts, &d);
  assert (d.sort.code);
  if (kind_table[k].commutes)
    order (l, &d);
  term t = term_intern (l->ts, &d);
  vec_push (&l->mem, &l->pool, t);
  return t;
}

/* Shapes that dice make too seldom. */

static void add_bool_seeds (lab *l, term p, term q) {
  term none = TERM_NONE;
  term a = seed (l, KIND_NOT, 0, p, none, none);
  term b = seed (l, KIND_NOT, 0, q, none, none);
  seed (l, KIND_AND, 0, a, b, none);
  seed (l, KIND_OR, 0, a, b, none);
  seed (l, KIND_AND, 0, p, b, none);
  seed (l, KIND_OR, 0, a, q, none);
}

static void add_bv_seeds (lab *l, unsigned w, term x, term y, term p) {
  term none = TERM_NONE, one = term_bv (l->ts, 1, 1);
  unsigned last = w < 4 ? w : 4;
  for (unsigned high = 0; high < last; high++)
    for (unsigned low = 0; low <= high; low++)
      seed (l, KIND_EXTRACT, (uint64_t) high << 32 | low, x, none, none);
  term minus = seed (l, KIND_BV_NEG, 0, y, none, none);
  seed (l, KIND_BV_ADD, 0, x, minus, none);
  seed (l, KIND_BV_XOR, 0, x, y, none);
  seed (l, KIND_CONCAT, 0, one, x, none);
  seed (l, KIND_CONCAT, 0, x, y, none);
  seed (l, KIND_ZEXT, 1, x, none, none);
  seed (l, KIND_ITE, 0, p, one, term_bv (l->ts, 1, 0));
  seed (l, KIND_ITE, 0, p, term_bv (l->ts, w, 2), term_bv (l->ts, w, 1));
}

void lab_init (lab *l, unsigned w) {
  *l = (lab) {.seed = 1 + w};
  l->ts = terms_new (&l->mem);
  arena_init (&l->limbs, &l->mem);
  l->n = !w ? 4 * 49 : w <= 4 ? 4u << 2 * w : 64;
  sort s = w ? sort_bv (w) : SORT_INT;
  term vx = leaf (l, "x", s), vy = leaf (l, "y", s);
  term vp = leaf (l, "p", SORT_BOOL), vq = leaf (l, "q", SORT_BOOL);
  uint64_t *x = row (l, vx), *y = row (l, vy);
  uint64_t *p = row (l, vp), *q = row (l, vq);
  unsigned quarter = l->n / 4;
  for (unsigned i = 0; i < l->n; i++) {
    x[i] = value_of_x (l, w, i % quarter, 0);
    y[i] = value_of_x (l, w, i % quarter, 1);
    p[i] = i / quarter & 1;
    q[i] = i / quarter >> 1;
  }
  add_consts (l, w);
  add_bool_seeds (l, vp, vq);
  if (w)
    add_bv_seeds (l, w, vx, vy, vp);
}

void lab_release (lab *l) {
  vec_release (&l->mem, &l->rows);
  vec_release (&l->mem, &l->pool);
  arena_release (&l->limbs);
  terms_free (l->ts);
}

static void fill (lab *l, term t, uint64_t *out) {
  const node *n = term_node (l->ts, t);
  const uint64_t *arg[3] = {NULL};
  sort sorts[3] = {{0}};
  for (unsigned i = 0; i < n->arity; i++) {
    arg[i] = lab_values (l, n->arg[i]);
    sorts[i] = term_sort (l->ts, n->arg[i]);
  }
  for (unsigned i = 0; i < l->n; i++) {
    uint64_t word[3] = {0};
    for (unsigned j = 0; j < n->arity; j++)
      word[j] = arg[j][i];
    out[i] = n->kind == KIND_CONST
                 ? n->payload
                 : value_apply (&l->limbs, (kind) n->kind, n->sort,
                                sorts[n->arity - 1], n->payload, word, sorts);
  }
}

const uint64_t *lab_values (lab *l, term t) {
  if (t.id < l->rows.len && l->rows.data[t.id])
    return l->rows.data[t.id];
  uint64_t *out = row (l, t);
  fill (l, t, out);
  return out;
}

bool lab_same (lab *l, term a, term b) {
  const uint64_t *p = lab_values (l, a), *q = lab_values (l, b);
  sort s = term_sort (l->ts, a);
  for (unsigned i = 0; i < l->n; i++)
    if (!value_eq (s, p[i], q[i]))
      return false;
  return sort_eq (s, term_sort (l->ts, b));
}

/* Drafts. */

static bool is_foldable (const lab *l, const draft *d) {
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    if (!term_is_const (l->ts, d->arg[i]))
      return false;
  return true;
}

static term pick (lab *l, sort s) {
  for (unsigned i = 0; i < 100; i++) {
    term t = l->pool.data[lab_below (l, (unsigned) l->pool.len)];
    if (!s.code || sort_eq (term_sort (l->ts, t), s))
      return t;
  }
  return TERM_NONE;
}

/* Half of the second arguments are parts of the first or contain it, so that
 * rules which want the same term twice have a chance.
 */
static term pick_related (lab *l, term t, sort s) {
  const node *n = term_node (l->ts, t);
  if (!lab_below (l, 2))
    return pick (l, s);
  if (n->arity && lab_below (l, 2)) {
    term a = n->arg[lab_below (l, n->arity)];
    if (sort_eq (term_sort (l->ts, a), s))
      return a;
  }
  for (unsigned i = 0; i < 60; i++) {
    term u = pick (l, s);
    const node *m = u.id ? term_node (l->ts, u) : n;
    for (unsigned j = 0; j < m->arity; j++) {
      if (term_eq (m->arg[j], t))
        return u;
      for (unsigned k = 0; k < n->arity; k++)
        if (term_eq (m->arg[j], n->arg[k]) && !term_is_const (l->ts, m->arg[j]))
          return u;
    }
  }
  return pick (l, s);
}

static uint64_t pick_payload (lab *l, kind k, term a) {
  sort s = term_sort (l->ts, a);
  if (k == KIND_EXTRACT && sort_is_bv (s)) {
    unsigned high = lab_below (l, sort_width (s));
    return (uint64_t) high << 32 | lab_below (l, high + 1);
  }
  if (k == KIND_ZEXT || k == KIND_SEXT)
    return lab_below (l, 4);
  return 0;
}

bool lab_draft (lab *l, kind k, draft *d) {
  *d = (draft) {.kind = k};
  unsigned n = kind_table[k].arity;
  d->arg[0] = pick (l, k == KIND_ITE ? SORT_BOOL : SORT_NONE);
  if (!d->arg[0].id)
    return false;
  d->payload = pick_payload (l, k, d->arg[0]);
  if (n == 2)
    d->arg[1] = k == KIND_CONCAT
                    ? pick (l, SORT_NONE)
                    : pick_related (l, d->arg[0], term_sort (l->ts, d->arg[0]));
  if (n == 3) {
    d->arg[1] = pick (l, SORT_NONE);
    d->arg[2] = pick_related (l, d->arg[1], term_sort (l->ts, d->arg[1]));
  }
  if (n == 2 && !kind_table[k].commutes && k != KIND_CONCAT &&
      lab_below (l, 2)) {
    term t = d->arg[0];
    d->arg[0] = d->arg[1];
    d->arg[1] = t;
  }
  d->sort = sort_of_draft (l->ts, d);
  if (!d->sort.code || is_foldable (l, d))
    return false;
  if (sort_is_bv (d->sort) && sort_width (d->sort) > 160)
    return false;
  if (kind_table[k].commutes)
    order (l, d);
  return true;
}

void lab_grow (lab *l, unsigned rounds, unsigned per_round) {
  for (unsigned r = 0; r < rounds; r++) {
    term_vec fresh = {0};
    for (unsigned i = 0; i < per_round; i++) {
      draft d;
      kind k = (kind) (KIND_NOT + lab_below (l, KIND_SELECT - KIND_NOT));
      if (lab_draft (l, k, &d))
        vec_push (&l->mem, &fresh, term_intern (l->ts, &d));
    }
    for (size_t i = 0; i < fresh.len; i++)
      vec_push (&l->mem, &l->pool, fresh.data[i]);
    vec_release (&l->mem, &fresh);
  }
}
