/* A term is taken apart into a sum without recursion. The terms that are still
 * to be looked at are sorted by id, each with the factor that it has in the
 * whole sum, and the largest comes next: users of a term have larger ids, so
 * all ways to a term are known when its turn comes, and it is looked at once.
 */

#include "logic/linear.h"

#include "base/bits.h"
#include "term/value.h"

uint64_t word_add (arena *a, sort s, uint64_t x, uint64_t y) {
  if (sort_is_int (s))
    return num_add (a, value_num (x), value_num (y)).word;
  return (x + y) & bits_mask (sort_width (s));
}

uint64_t word_mul (arena *a, sort s, uint64_t x, uint64_t y) {
  assert (sort_is_int (s) || sort_width (s) <= 64);
  if (sort_is_int (s))
    return num_mul (a, value_num (x), value_num (y)).word;
  return (x * y) & bits_mask (sort_width (s));
}

uint64_t word_neg (arena *a, sort s, uint64_t x) {
  if (sort_is_int (s))
    return num_neg (a, value_num (x)).word;
  return -x & bits_mask (sort_width (s));
}

uint64_t word_of_i64 (arena *a, sort s, int64_t x) {
  if (sort_is_int (s))
    return num_of_i64 (a, x).word;
  return (uint64_t) x & bits_mask (sort_width (s));
}

bool word_is_zero (sort s, uint64_t x) {
  return sort_is_int (s) ? x == NUM_ZERO.word : !x;
}

typedef struct monomials {
  monomial *data;
  size_t n, cap;
} monomials;

/* The work of one decomposition. 'todo' is sorted by id and worked off from
 * the top: all ways to a term are known when its turn comes, since users of
 * a term have larger ids.
 */
typedef struct flattener {
  terms *terms;
  arena *arena;
  sort sort;
  uint64_t constant;
  monomials todo, done;
  size_t visits;
} flattener;

static void reserve (flattener *f, monomials *m) {
  if (m->n < m->cap)
    return;
  size_t cap = m->cap ? 2 * m->cap : 8;
  monomial *data = arena_alloc (f->arena, cap * sizeof *data);
  if (m->n)
    memcpy (data, m->data, m->n * sizeof *data);
  m->data = data;
  m->cap = cap;
}

static void insert (flattener *f, term t, uint64_t coefficient) {
  assert (sort_eq (term_sort (f->terms, t), f->sort));
  monomials *m = &f->todo;
  size_t i = m->n;
  while (i && m->data[i - 1].term.id > t.id)
    i--;
  if (i && m->data[i - 1].term.id == t.id) {
    uint64_t *c = &m->data[i - 1].coefficient;
    *c = word_add (f->arena, f->sort, *c, coefficient);
    return;
  }
  reserve (f, m);
  memmove (m->data + i + 1, m->data + i, (m->n - i) * sizeof *m->data);
  m->data[i] = (monomial) {t, coefficient};
  m->n++;
}

static void add_constant (flattener *f, uint64_t factor, uint64_t word) {
  uint64_t product = word_mul (f->arena, f->sort, factor, word);
  f->constant = word_add (f->arena, f->sort, f->constant, product);
}

static void finish_opaque (flattener *f, term t, uint64_t coefficient) {
  assert (sort_eq (term_sort (f->terms, t), f->sort));
  reserve (f, &f->done);
  f->done.data[f->done.n++] = (monomial) {t, coefficient};
}

/* The term that a shift to the left by a constant cut the top off, or NONE:
 * shifts are kept as concat (extract (low part of x), 0).
 */
static term shifted_out (const flattener *f, term high) {
  terms *ts = f->terms;
  if (term_kind (ts, high) != KIND_EXTRACT || term_extract_low (ts, high))
    return TERM_NONE;
  term whole = term_arg (ts, high, 0);
  return sort_eq (term_sort (ts, whole), f->sort) ? whole : TERM_NONE;
}

/* t = high ++ low with a constant on one side: 2^w * zext (high) + low. */
static void visit_concat (flattener *f, term t, uint64_t c) {
  terms *ts = f->terms;
  term high = term_arg (ts, t, 0), low = term_arg (ts, t, 1);
  unsigned wh = term_width (ts, high), wl = term_width (ts, low);
  assert (wh + wl == sort_width (f->sort) && wl < 64);
  uint64_t scale = (uint64_t) 1 << wl;
  if (term_is_const (ts, low)) {
    add_constant (f, c, term_word (ts, low));
    term whole = shifted_out (f, high);
    c = word_mul (f->arena, f->sort, c, scale);
    if (whole.id)
      insert (f, whole, c);
    else
      finish_opaque (f, term_zext (ts, wl, high), c);
  } else if (term_is_const (ts, high)) {
    add_constant (f, c, term_word (ts, high) << wl);
    finish_opaque (f, term_zext (ts, wh, low), c);
  } else
    finish_opaque (f, t, c);
}

static void visit_shift (flattener *f, term t, uint64_t c) {
  terms *ts = f->terms;
  term by = term_arg (ts, t, 1);
  if (!term_is_const (ts, by)) {
    finish_opaque (f, t, c);
    return;
  }
  uint64_t k = term_word (ts, by);
  if (k < sort_width (f->sort))
    insert (f, term_arg (ts, t, 0),
            word_mul (f->arena, f->sort, c, (uint64_t) 1 << k));
}

static void visit_product (flattener *f, term t, uint64_t c) {
  terms *ts = f->terms;
  for (unsigned i = 0; i < 2; i++) {
    term factor = term_arg (ts, t, i);
    if (!term_is_const (ts, factor))
      continue;
    uint64_t k = term_word (ts, factor);
    insert (f, term_arg (ts, t, 1 - i), word_mul (f->arena, f->sort, c, k));
    return;
  }
  finish_opaque (f, t, c);
}

static void linear_visit (flattener *f, term t, uint64_t c) {
  terms *ts = f->terms;
  switch (term_kind (ts, t)) {
  case KIND_CONST:
    add_constant (f, c, term_word (ts, t));
    break;
  case KIND_BV_ADD:
  case KIND_INT_ADD:
    insert (f, term_arg (ts, t, 0), c);
    insert (f, term_arg (ts, t, 1), c);
    break;
  case KIND_BV_NOT:
    f->constant = word_add (f->arena, f->sort, f->constant,
                            word_neg (f->arena, f->sort, c));
    insert (f, term_arg (ts, t, 0), word_neg (f->arena, f->sort, c));
    break;
  case KIND_BV_NEG:
    insert (f, term_arg (ts, t, 0), word_neg (f->arena, f->sort, c));
    break;
  case KIND_BV_MUL:
  case KIND_INT_MUL:
    visit_product (f, t, c);
    break;
  case KIND_BV_SHL:
    visit_shift (f, t, c);
    break;
  case KIND_CONCAT:
    visit_concat (f, t, c);
    break;
  default:
    finish_opaque (f, t, c);
  }
}

/* False when the limit is reached. */
static bool work_off (flattener *f) {
  while (f->todo.n) {
    monomial m = f->todo.data[--f->todo.n];
    if (word_is_zero (f->sort, m.coefficient))
      continue;
    if (++f->visits > LINEAR_MAX)
      return false;
    linear_visit (f, m.term, m.coefficient);
  }
  return true;
}

static int compare_monomials (const void *a, const void *b, void *ts) {
  const monomial *x = a, *y = b;
  return hash128_cmp (term_hash (ts, x->term), term_hash (ts, y->term));
}

/* Terms made on the way (visit_concat) can come twice, or times zero. */
static void linear_merge (flattener *f) {
  monomial *m = f->done.data;
  size_t n = 0;
  for (size_t i = 0; i < f->done.n; i++) {
    if (n && m[n - 1].term.id == m[i].term.id)
      m[n - 1].coefficient =
          word_add (f->arena, f->sort, m[n - 1].coefficient, m[i].coefficient);
    else
      m[n++] = m[i];
    if (word_is_zero (f->sort, m[n - 1].coefficient))
      n--;
  }
  f->done.n = n;
}

static void linear_start (flattener *f, terms *ts, arena *a, sort s) {
  *f = (flattener) {.terms = ts, .arena = a, .sort = s};
  f->constant = word_of_i64 (a, s, 0);
}

static void linear_finish (flattener *f, linear *res) {
  assert (!f->todo.n); /* all is worked off */
  if (f->done.n)
    qsort_r (f->done.data, f->done.n, sizeof *f->done.data, compare_monomials,
             f->terms);
  linear_merge (f);
  *res = (linear) {f->sort, f->done.n, f->done.data, f->constant};
}

static bool has_sums (sort s) {
  return sort_is_int (s) || (sort_is_bv (s) && sort_width (s) <= 64);
}

/* x - y, where y may be TERM_NONE. */
static bool flatten (terms *ts, arena *a, term x, term y, linear *res) {
  assert (!y.id || sort_eq (term_sort (ts, x), term_sort (ts, y)));
  sort s = term_sort (ts, x);
  if (!has_sums (s))
    return false;
  uint64_t one = word_of_i64 (a, s, 1), minus = word_of_i64 (a, s, -1);
  flattener f;
  linear_start (&f, ts, a, s);
  insert (&f, x, one);
  if (y.id)
    insert (&f, y, minus);
  if (!work_off (&f)) {
    linear_start (&f, ts, a, s);
    finish_opaque (&f, x, one);
    if (y.id)
      finish_opaque (&f, y, minus);
  }
  linear_finish (&f, res);
  return true;
}

bool linear_of (terms *ts, arena *a, term t, linear *res) {
  return flatten (ts, a, t, TERM_NONE, res);
}

bool linear_difference (terms *ts, arena *a, term x, term y, linear *res) {
  return flatten (ts, a, x, y, res);
}

static term scaled (terms *ts, sort s, monomial m) {
  bool is_int = sort_is_int (s);
  if (m.coefficient == (is_int ? NUM_ONE.word : 1))
    return m.term;
  kind k = is_int ? KIND_INT_MUL : KIND_BV_MUL;
  return term_binary (ts, k, m.term, term_const (ts, s, m.coefficient));
}

term linear_term (terms *ts, const linear *l) {
  kind add = sort_is_int (l->sort) ? KIND_INT_ADD : KIND_BV_ADD;
  term sum = TERM_NONE;
  for (size_t i = 0; i < l->n; i++) {
    term t = scaled (ts, l->sort, l->monomial[i]);
    sum = sum.id ? term_binary (ts, add, sum, t) : t;
  }
  if (sum.id && word_is_zero (l->sort, l->constant))
    return sum;
  term constant = term_const (ts, l->sort, l->constant);
  return sum.id ? term_binary (ts, add, sum, constant) : constant;
}
