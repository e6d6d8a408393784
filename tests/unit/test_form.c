#include "logic/form.h"

#include "base/map.h"
#include "logic/linear.h"
#include "term/eval.h"
#include "term/value.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A recipe draws its structure from one stream of random numbers and the way
 * it is presented (names, order, association, sign) from another one. So two
 * runs with the same structure make slices of one class.
 */
typedef struct world {
  memory mem;
  terms *ts;
  former *f;
  arena arena;
  uint64_t structure, presentation;
  unsigned n_leaves;
  term leaf[64];
  atom_vec atoms;
} world;

static void open_world (world *w) {
  *w = (world) {.structure = 1, .presentation = 2};
  w->ts = terms_new (&w->mem);
  w->ts->simplify = false;
  w->f = former_new (&w->mem, w->ts);
  arena_init (&w->arena, &w->mem);
}

static void close_world (world *w) {
  vec_release (&w->mem, &w->atoms);
  arena_release (&w->arena);
  former_free (w->f);
  terms_free (w->ts);
  CHECK_EQ (w->mem.live, 0);
}

static unsigned draw (uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (*seed >> 33) % n;
}

static unsigned choose (world *w, unsigned n) {
  return draw (&w->structure, n);
}

static bool flip (world *w) { return draw (&w->presentation, 2); }

static term var (world *w, unsigned i, sort s) {
  char name[32];
  int len = snprintf (name, sizeof name, "v%u_%u", i, s.code);
  return term_var (w->ts, name, (size_t) len, s);
}

/* n leaves of sort s with names in any order. */
static void name_leaves (world *w, unsigned n, sort s) {
  w->n_leaves = n;
  for (unsigned i = 0; i < n; i++)
    w->leaf[i] = var (w, i + 100 * draw (&w->presentation, 20), s);
  for (unsigned i = n; i > 1; i--) {
    unsigned j = draw (&w->presentation, i);
    term t = w->leaf[i - 1];
    w->leaf[i - 1] = w->leaf[j];
    w->leaf[j] = t;
  }
}

/* Some of the leaves become elements of arrays. */
static void name_elements (world *w, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    term a = var (w, draw (&w->presentation, 3), sort_array (32, 8));
    term index = term_bv (w->ts, 32, i + 50 * draw (&w->presentation, 9));
    w->leaf[i] = term_select (w->ts, a, index);
  }
}

/* Without rewriting; commutative arguments in any order. */
static term apply (world *w, kind k, uint64_t payload, term a, term b) {
  bool swap = kind_table[k].commutes && flip (w);
  draft d = {k, SORT_NONE, payload, {swap ? b : a, swap ? a : b, TERM_NONE}};
  d.sort = sort_of_draft (w->ts, &d);
  CHECK (d.sort.code);
  return term_intern (w->ts, &d);
}

static void shuffle_atoms (world *w) {
  for (size_t i = w->atoms.len; i > 1; i--) {
    unsigned j = draw (&w->presentation, (unsigned) i);
    atom a = w->atoms.data[i - 1];
    w->atoms.data[i - 1] = w->atoms.data[j];
    w->atoms.data[j] = a;
  }
}

static void add_atom (world *w, term prefix, const domain *d) {
  vec_push (&w->mem, &w->atoms, (atom) {prefix, d});
}

static void add_truth (world *w, term t) {
  add_atom (w, t, domain_point (&w->arena, SORT_BOOL, 1));
}

/* Sum of c[i] * t[i] in d, perhaps negated, the monomials in any order. */
static void add_sum (world *w, sort s, unsigned n, const int *c, const term *t,
                     const domain *d) {
  bool negate = flip (w), is_int = sort_is_int (s);
  term sum = TERM_NONE;
  unsigned start = draw (&w->presentation, n), done = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned k = (start + i) % n;
    if (!c[k])
      continue;
    int64_t value = negate ? -c[k] : c[k];
    term factor = is_int ? term_int (w->ts, num_of_i64 (&w->arena, value))
                         : term_bv (w->ts, sort_width (s), (uint64_t) value);
    term m = apply (w, is_int ? KIND_INT_MUL : KIND_BV_MUL, 0, t[k], factor);
    sum =
        done++ ? apply (w, is_int ? KIND_INT_ADD : KIND_BV_ADD, 0, sum, m) : m;
  }
  if (done)
    add_atom (w, sum, negate ? domain_negate (&w->arena, d) : d);
}

/* Recipes. */

static const domain *random_domain (world *w, sort s) {
  arena *a = &w->arena;
  int64_t k = (int64_t) choose (w, 4) - 1;
  unsigned how = choose (w, 4);
  uint64_t word = word_of_i64 (a, s, k);
  if (how == 0)
    return domain_point (a, s, word);
  if (how == 1)
    return domain_but (a, s, word);
  if (sort_is_int (s))
    return how == 2 ? domain_at_most (a, value_num (word))
                    : domain_at_least (a, value_num (word));
  return domain_arc (a, s, word,
                     word_of_i64 (a, s, k + 1 + (int64_t) choose (w, 9)));
}

static void linear_recipe (world *w, sort s) {
  unsigned n = 2 + choose (w, 5), m = 1 + choose (w, 6);
  bool small = choose (w, 2);
  name_leaves (w, n, s);
  for (unsigned i = 0; i < m; i++) {
    int c[8];
    for (unsigned k = 0; k < n; k++)
      c[k] = (int) choose (w, small ? 3 : 5) - (small ? 1 : 2);
    add_sum (w, s, n, c, w->leaf, random_domain (w, s));
  }
}

static term random_byte (world *w, unsigned depth) {
  static const kind binary[] = {KIND_BV_ADD,  KIND_BV_AND, KIND_BV_OR,
                                KIND_BV_XOR,  KIND_BV_MUL, KIND_BV_UDIV,
                                KIND_BV_LSHR, KIND_BV_SHL};
  unsigned how = choose (w, depth ? 12 : 2);
  if (how < 2)
    return how || !choose (w, 2) ? w->leaf[choose (w, w->n_leaves)]
                                 : term_bv (w->ts, 8, choose (w, 4));
  if (how == 2) {
    term a = random_byte (w, depth - 1), b = random_byte (w, depth - 1);
    term pair = apply (w, KIND_CONCAT, 0, a, b);
    return apply (w, KIND_EXTRACT, (uint64_t) 11 << 32 | 4, pair, TERM_NONE);
  }
  unsigned which = choose (w, 8);
  kind k = binary[which];
  term a = random_byte (w, depth - 1), b = random_byte (w, depth - 1);
  if (which > 3 || choose (w, 2))
    return apply (w, k, 0, a, b);
  term c = random_byte (w, depth - 1); /* any association */
  return flip (w) ? apply (w, k, 0, apply (w, k, 0, a, b), c)
                  : apply (w, k, 0, a, apply (w, k, 0, b, c));
}

static void byte_recipe (world *w) {
  static const kind compare[] = {KIND_BV_ULT, KIND_BV_SLE, KIND_EQ};
  unsigned n = 1 + choose (w, 6);
  name_leaves (w, n, sort_bv (8));
  if (choose (w, 2))
    name_elements (w, 1 + choose (w, n));
  for (unsigned i = 1 + choose (w, 6); i--;) {
    term a = random_byte (w, 2);
    if (choose (w, 2))
      add_atom (w, a, random_domain (w, sort_bv (8)));
    else
      add_truth (w, apply (w, compare[choose (w, 3)], 0, a,
                           random_byte (w, choose (w, 3))));
  }
}

/* x[i] < x[j] along the edges of a graph. */
static void graph_recipe (world *w, unsigned n, bool directed, unsigned skip) {
  name_leaves (w, n, sort_bv (32));
  for (unsigned i = 0; i < n; i++) {
    term a = w->leaf[i], b = w->leaf[(i + skip) % n];
    if (skip && (directed || 2 * skip != n || i < skip))
      add_truth (w, directed ? apply (w, KIND_BV_ULT, 0, a, b)
                             : apply (w, KIND_NOT, 0,
                                      apply (w, KIND_EQ, 0, a, b), TERM_NONE));
    for (unsigned j = 0; j < n && !skip; j++) /* a clique */
      if (i < j)
        add_truth (w, apply (w, KIND_EQ, 0, a, w->leaf[j]));
  }
}

static void grid_recipe (world *w, unsigned n) {
  name_leaves (w, n * n, SORT_INT);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      term t[2] = {w->leaf[n * i + j], w->leaf[n * i + (j + 1) % n]};
      int c[2] = {1, -1};
      add_sum (w, SORT_INT, 2, c, t, domain_but (&w->arena, SORT_INT, 1));
      t[1] = w->leaf[n * ((i + 1) % n) + j];
      add_sum (w, SORT_INT, 2, c, t, domain_but (&w->arena, SORT_INT, 1));
    }
}

/* n pigeons with n - 1 holes as 0-1 variables: columns sum to at most 1. */
static void pigeon_recipe (world *w, unsigned n) {
  int ones[64];
  term t[64];
  name_leaves (w, n * (n - 1), SORT_INT);
  for (unsigned i = 0; i < n; i++)
    ones[i] = 1;
  for (unsigned i = 0; i < n; i++)
    add_sum (w, SORT_INT, n - 1, ones, w->leaf + (size_t) i * (n - 1),
             domain_at_least (&w->arena, NUM_ONE));
  for (unsigned j = 0; j < n - 1; j++) {
    for (unsigned i = 0; i < n; i++)
      t[i] = w->leaf[i * (n - 1) + j];
    add_sum (w, SORT_INT, n, ones, t, domain_at_most (&w->arena, NUM_ONE));
  }
}

static void symmetric_recipe (world *w) {
  unsigned n = 3 + choose (w, 6);
  switch (choose (w, 5)) {
  case 0:
    graph_recipe (w, n, true, 1 + choose (w, 2));
    break;
  case 1:
    graph_recipe (w, n, false, 1 + choose (w, 2));
    break;
  case 2:
    graph_recipe (w, n, false, 0);
    break;
  case 3:
    grid_recipe (w, 2 + n % 3);
    break;
  default:
    pigeon_recipe (w, 2 + n % 4);
  }
}

static void run_recipe (world *w, unsigned which, uint64_t structure) {
  w->structure = structure;
  vec_clear (&w->atoms);
  if (which == 0)
    linear_recipe (w, SORT_INT);
  else if (which == 1)
    linear_recipe (w, sort_bv (choose (w, 2) ? 8 : 3));
  else if (which == 2)
    byte_recipe (w);
  else
    symmetric_recipe (w);
  shuffle_atoms (w);
}

static void make_form (world *w, form *out) {
  form_of (w->f, &w->arena, w->atoms.len, w->atoms.data, out);
}

static void check_same_class (unsigned which, unsigned count) {
  world w;
  open_world (&w);
  for (unsigned i = 0; i < count; i++) {
    form a, b;
    run_recipe (&w, which, i);
    make_form (&w, &a);
    for (unsigned k = 0; k < 3; k++) {
      run_recipe (&w, which, i);
      make_form (&w, &b);
      CHECK (a.is_canonical && b.is_canonical);
      if (!form_eq (&a, &b))
        FAIL ("recipe %u, structure %u: %zu and %zu words", which, i, a.n_words,
              b.n_words);
    }
    arena_reset (&w.arena);
  }
  close_world (&w);
}

TEST (int_sums_have_one_form) { check_same_class (0, 2000); }
TEST (bit_vector_sums_have_one_form) { check_same_class (1, 2000); }
TEST (byte_terms_have_one_form) { check_same_class (2, 3000); }
TEST (symmetric_slices_have_one_form) { check_same_class (3, 150); }

/* Through the builder and its rules, as constraints come in practice: both
 * order arguments by hashes of names.
 */
static term built_byte (world *w, unsigned depth) {
  static const kind binary[] = {KIND_BV_ADD, KIND_BV_AND, KIND_BV_OR,
                                KIND_BV_XOR, KIND_BV_MUL, KIND_BV_LSHR};
  unsigned how = choose (w, depth ? 9 : 3);
  if (how < 2)
    return w->leaf[choose (w, w->n_leaves)];
  if (how == 2)
    return term_bv (w->ts, 8, choose (w, 8));
  term a = built_byte (w, depth - 1), b = built_byte (w, depth - 1);
  if (how == 3)
    return term_extract (w->ts, 11, 4, term_concat (w->ts, a, b));
  return term_binary (w->ts, binary[choose (w, 6)], a, b);
}

static term built_constraint (world *w) {
  term a = built_byte (w, 3), b = built_byte (w, choose (w, 4));
  switch (choose (w, 4)) {
  case 0:
    return term_equal (w->ts, a, b);
  case 1:
    return term_not (w->ts, term_equal (w->ts, a, b));
  case 2:
    return term_binary (w->ts, KIND_BV_ULT, term_zext (w->ts, 24, a),
                        term_zext (w->ts, 24, b));
  default:
    return term_binary (w->ts, KIND_BV_SLE, a, b);
  }
}

static void built_recipe (world *w, uint64_t structure) {
  w->structure = structure;
  vec_clear (&w->atoms);
  name_leaves (w, 2 + choose (w, 4), sort_bv (8));
  for (unsigned i = 1 + choose (w, 4); i--;)
    vec_push (&w->mem, &w->atoms,
              atom_of (w->ts, &w->arena, built_constraint (w)));
}

TEST (built_constraints_have_one_form) {
  world w;
  open_world (&w);
  w.ts->simplify = true;
  for (unsigned i = 0; i < 3000; i++) {
    form a, b;
    built_recipe (&w, i);
    make_form (&w, &a);
    built_recipe (&w, i);
    make_form (&w, &b);
    CHECK (a.is_canonical && b.is_canonical);
    if (!form_eq (&a, &b))
      FAIL ("structure %u: %zu and %zu words", i, a.n_words, b.n_words);
    arena_reset (&w.arena);
  }
  close_world (&w);
}

/* Reading back. */

static void assign_random (world *w, model *m, const form *f) {
  for (size_t i = 0; i < f->n_leaves; i++) {
    sort s = term_sort (w->ts, f->leaf[i]);
    int64_t x = (int64_t) draw (&w->presentation, 9) - 4;
    model_set (m, f->leaf[i], word_of_i64 (&w->arena, s, x));
  }
}

static bool all_hold (world *w, evaluator *e, const atom_vec *v) {
  bool res = true;
  for (size_t i = 0; i < v->len; i++)
    res &=
        domain_has (v->data[i].domain, evaluator_value (e, v->data[i].prefix));
  (void) w;
  return res;
}

static void check_read (world *w, const form *f, model *m, evaluator *e,
                        bool rebuild) {
  atom_vec back = {0};
  CHECK (form_atoms (w->ts, &w->arena, &w->mem, f, f->leaf, &back));
  CHECK_EQ (back.len, w->atoms.len);
  for (unsigned k = 0; k < 20; k++) {
    assign_random (w, m, f);
    evaluator_start (e, m);
    CHECK_EQ (all_hold (w, e, &w->atoms), all_hold (w, e, &back));
  }
  if (f->is_canonical && rebuild) {
    form unchanged;
    form_of (w->f, &w->arena, back.len, back.data, &unchanged);
    CHECK (form_eq (f, &unchanged));
  }
  vec_release (&w->mem, &back);
}

static void check_reading (unsigned which, unsigned count, unsigned budget) {
  world w;
  open_world (&w);
  former_set_budget (w.f, budget);
  model *m = model_new (&w.mem, w.ts);
  evaluator *e = evaluator_new (&w.mem, w.ts);
  unsigned exhausted = 0;
  for (unsigned i = 0; i < count; i++) {
    form f;
    run_recipe (&w, which, i);
    make_form (&w, &f);
    exhausted += !f.is_canonical;
    check_read (&w, &f, m, e, which != 2); /* where nothing is folded */
    arena_reset (&w.arena);
  }
  CHECK (budget > 1 ? !exhausted : exhausted);
  evaluator_free (e);
  model_free (m);
  close_world (&w);
}

TEST (forms_spell_int_sums) { check_reading (0, 500, 1000); }
TEST (forms_spell_bit_vector_sums) { check_reading (1, 500, 1000); }
TEST (forms_spell_bytes) { check_reading (2, 1000, 1000); }
TEST (forms_without_labelling_are_right) {
  check_reading (3, 40, 0);
  check_reading (0, 300, 0);
}
TEST (forms_after_the_budget_are_right) { check_reading (3, 40, 1); }

/* Classes by brute force: matrices of coefficients with a domain per row. */

#define MAX_N 4

typedef struct matrix {
  unsigned n; /* rows and columns */
  int8_t c[MAX_N][MAX_N + 1];
} matrix;

static int by_row (const void *a, const void *b) {
  return memcmp (a, b, MAX_N + 1);
}

/* Rows of 'm' with columns permuted, in order. Domains -d and d are such
 * that the negated row is the same atom; the smaller of both is taken.
 */
static void arrange (const matrix *m, const unsigned *column, matrix *out) {
  *out = (matrix) {.n = m->n};
  for (unsigned i = 0; i < m->n; i++) {
    int8_t row[MAX_N + 1] = {0}, minus[MAX_N + 1] = {0};
    for (unsigned j = 0; j < m->n; j++)
      row[column[j]] = m->c[i][j];
    row[MAX_N] = m->c[i][MAX_N];
    for (unsigned j = 0; j <= MAX_N; j++)
      minus[j] = (int8_t) -row[j];
    bool swap = memcmp (minus, row, sizeof row) < 0;
    memcpy (out->c[i], swap ? minus : row, sizeof row);
  }
  qsort (out->c, m->n, sizeof out->c[0], by_row);
}

static bool next_permutation (unsigned *p, unsigned n) {
  for (unsigned i = n - 1; i--;)
    if (p[i] < p[i + 1]) {
      unsigned j = n - 1;
      while (p[j] < p[i])
        j--;
      unsigned t = p[i];
      p[i] = p[j];
      p[j] = t;
      for (unsigned a = i + 1, b = n - 1; a < b; a++, b--) {
        t = p[a];
        p[a] = p[b];
        p[b] = t;
      }
      return true;
    }
  return false;
}

static hash128 brute_form (const matrix *m) {
  unsigned p[MAX_N] = {0, 1, 2, 3};
  matrix best, other;
  arrange (m, p, &best);
  while (m->n > 1 && next_permutation (p, m->n)) {
    arrange (m, p, &other);
    if (memcmp (other.c, best.c, sizeof best.c) < 0)
      best = other;
  }
  return hash_bytes (best.c, sizeof best.c);
}

/* Codes of domains; those that are their own negation have code 0. */
static const domain *domain_of (world *w, int code) {
  arena *a = &w->arena;
  num one = NUM_ONE, minus = num_of_i64 (a, -1);
  switch (code) {
  case 0:
    return domain_but (a, SORT_INT, NUM_ZERO.word);
  case 1:
    return domain_at_most (a, one);
  case -1:
    return domain_at_least (a, minus);
  case 2:
    return domain_but (a, SORT_INT, one.word);
  case -2:
    return domain_but (a, SORT_INT, minus.word);
  case 3:
    return domain_at_most (a, NUM_ZERO);
  default:
    return domain_at_least (a, NUM_ZERO);
  }
}

static void form_of_matrix (world *w, const matrix *m, form *out) {
  vec_clear (&w->atoms);
  name_leaves (w, m->n, SORT_INT);
  for (unsigned i = 0; i < m->n; i++) {
    int c[MAX_N];
    for (unsigned j = 0; j < m->n; j++)
      c[j] = m->c[i][j];
    add_sum (w, SORT_INT, m->n, c, w->leaf, domain_of (w, m->c[i][MAX_N]));
  }
  shuffle_atoms (w);
  make_form (w, out);
}

/* Forms and brute force must give the same classes. */
typedef struct classes {
  map by_form, by_brute; /* digest of the one -> of the other */
} classes;

static void check_class (world *w, classes *c, const matrix *m) {
  form f;
  form_of_matrix (w, m, &f);
  CHECK (f.is_canonical);
  hash128 b = brute_form (m);
  uint64_t *x = map_at (&c->by_form, f.digest.lo | 1);
  uint64_t *y = map_at (&c->by_brute, b.lo | 1);
  if ((*x && *x != b.lo) || (*y && *y != f.digest.lo))
    FAIL ("classes differ after %zu", c->by_form.len);
  *x = b.lo;
  *y = f.digest.lo;
  arena_reset (&w->arena);
}

static void open_classes (world *w, classes *c) {
  map_init (&c->by_form, &w->mem);
  map_init (&c->by_brute, &w->mem);
}

static void close_classes (classes *c) {
  CHECK_EQ (c->by_form.len, c->by_brute.len);
  map_release (&c->by_form);
  map_release (&c->by_brute);
}

static bool has_zero_row (const matrix *m) {
  for (unsigned i = 0; i < m->n; i++) {
    bool zero = true;
    for (unsigned j = 0; j < m->n; j++)
      zero &= !m->c[i][j];
    if (zero)
      return true;
  }
  return false;
}

TEST (all_small_matrices) {
  world w;
  classes c;
  open_world (&w);
  open_classes (&w, &c);
  for (unsigned code = 0; code < 81 * 25; code++) {
    matrix m = {.n = 2};
    for (unsigned i = 0, x = code % 81; i < 4; i++, x /= 3)
      m.c[i / 2][i % 2] = (int8_t) ((int) (x % 3) - 1);
    m.c[0][MAX_N] = (int8_t) ((int) (code / 81 % 5) - 2);
    m.c[1][MAX_N] = (int8_t) ((int) (code / 81 / 5) - 2);
    if (!has_zero_row (&m))
      check_class (&w, &c, &m);
  }
  close_classes (&c);
  close_world (&w);
}

static void check_signed (unsigned n, unsigned count) {
  world w;
  classes c;
  open_world (&w);
  open_classes (&w, &c);
  for (unsigned k = 0; k < count; k++) {
    matrix m = {.n = n};
    unsigned kinds = 1 + choose (&w, 4);
    for (unsigned i = 0; i < n; i++) {
      for (unsigned j = 0; j < n; j++)
        m.c[i][j] = (int8_t) ((int) choose (&w, 3) - 1);
      m.c[i][MAX_N] = (int8_t) choose (&w, kinds);
    }
    if (!has_zero_row (&m))
      check_class (&w, &c, &m);
  }
  close_classes (&c);
  close_world (&w);
}

TEST (random_signed_matrices) {
  check_signed (3, 20000);
  check_signed (4, 20000);
}

/* The random constraints of recal: coefficients 0 and 1, <= and !=, 0 and 1. */
static void check_recal (unsigned n, unsigned count) {
  static const int8_t codes[] = {0, 1, 2, 3};
  world w;
  classes c;
  open_world (&w);
  open_classes (&w, &c);
  for (unsigned k = 0; k < count; k++) {
    matrix m = {.n = n};
    for (unsigned i = 0; i < n; i++) {
      unsigned bits = 1 + choose (&w, (1u << n) - 1);
      for (unsigned j = 0; j < n; j++)
        m.c[i][j] = bits >> j & 1;
      m.c[i][MAX_N] = codes[choose (&w, 4)];
    }
    check_class (&w, &c, &m);
    check_class (&w, &c, &m); /* presented in another way */
  }
  close_classes (&c);
  close_world (&w);
}

TEST (recal_constraints) {
  check_recal (1, 100);
  check_recal (2, 1000);
  check_recal (3, 10000);
  check_recal (4, 20000);
}

/* Particular cases. */

TEST (whole_arrays_keep_their_elements) {
  world w;
  open_world (&w);
  term a = var (&w, 0, sort_array (8, 8)), b = var (&w, 1, sort_array (8, 8));
  term x = var (&w, 2, sort_bv (8));
  form f[3];
  for (unsigned i = 0; i < 3; i++) { /* the third has another array */
    term any = term_select (w.ts, i == 1 ? b : a, x);
    term one = term_select (w.ts, i ? b : a, term_bv (w.ts, 8, 3));
    vec_clear (&w.atoms);
    add_truth (&w, apply (&w, KIND_BV_ULT, 0, any, one));
    make_form (&w, f + i);
    CHECK_EQ (f[i].n_leaves, i == 2 ? 3 : 2);
  }
  CHECK (form_eq (f, f + 1) && !form_eq (f, f + 2));
  close_world (&w);
}

TEST (constants_and_widths_matter) {
  world w;
  open_world (&w);
  form f[4];
  for (unsigned i = 0; i < 4; i++) {
    unsigned width = i & 1 ? 80 : 100;
    term x = var (&w, i, sort_bv (width));
    num c = num_add (&w.arena, num_pow2 (&w.arena, 70),
                     num_of_i64 (&w.arena, i / 2));
    vec_clear (&w.atoms);
    add_truth (&w, apply (&w, KIND_BV_ULT, 0, x, term_bv_num (w.ts, width, c)));
    make_form (&w, f + i);
    for (unsigned j = 0; j < i; j++)
      CHECK (!form_eq (f + i, f + j));
  }
  close_world (&w);
}

/* Numbers with limbs, tables, stores, ite. */
static void rich_slice (world *w, unsigned variant) {
  arena *a = &w->arena;
  terms *ts = w->ts;
  num big = num_add (a, num_pow2 (a, 100), num_of_i64 (a, variant & 1));
  num factor = num_neg (a, num_pow2 (a, variant & 2 ? 70 : 71));
  term x = var (w, 1 + variant, SORT_INT), y = var (w, 2 + variant, SORT_INT);
  term sum = apply (w, KIND_INT_ADD, 0, x,
                    apply (w, KIND_INT_MUL, 0, y, term_int (ts, factor)));
  vec_clear (&w->atoms);
  add_atom (w, sum, domain_at_most (a, big));
  add_atom (w, x, domain_at_least (a, num_neg (a, big)));
  add_atom (w, y, domain_but (a, SORT_INT, num_of_i64 (a, -5).word));

  sort array = sort_array (8, 16);
  uint64_t index[] = {2, 7}, value[] = {9, variant & 4 ? 300 : 301};
  term m = var (w, 3 + variant, array), i = var (w, 4 + variant, sort_bv (8));
  term word = var (w, 5 + variant, sort_bv (16));
  term table = term_table (ts, m, 2, index, value);
  term other = term_const_array (ts, array, term_bv (ts, 16, 77));
  other = term_store (ts, other, i, word);
  term choice = term_ite (ts, apply (w, KIND_INT_LE, 0, x, y), table, other);
  add_truth (w, apply (w, KIND_EQ, 0, term_select (ts, choice, i), word));
  add_atom (w, term_sext (ts, 40, word),
            domain_arc (a, sort_bv (56), 5, (uint64_t) 1 << 50));
  shuffle_atoms (w);
}

TEST (forms_spell_the_rest) {
  world w;
  open_world (&w);
  form f[8], unchanged;
  for (unsigned i = 0; i < 8; i++) {
    rich_slice (&w, i);
    make_form (&w, f + i);
    atom_vec back = {0};
    CHECK (form_atoms (w.ts, &w.arena, &w.mem, f + i, f[i].leaf, &back));
    form_of (w.f, &w.arena, back.len, back.data, &unchanged);
    CHECK (form_eq (f + i, &unchanged));
    vec_release (&w.mem, &back);
    for (unsigned j = 0; j < i; j++)
      CHECK (!form_eq (f + i, f + j));
  }
  close_world (&w);
}

TEST (deep_terms_do_not_recurse) {
  world w;
  open_world (&w);
  form f;
  term t = var (&w, 0, sort_bv (32)), y = var (&w, 1, sort_bv (32));
  for (unsigned i = 0; i < 100000; i++)
    t = term_binary (w.ts, i & 1 ? KIND_BV_ADD : KIND_BV_XOR, t, y);
  add_truth (&w, apply (&w, KIND_BV_ULT, 0, t, y));
  make_form (&w, &f);
  CHECK (f.is_canonical && f.n_leaves == 2 && f.n_words > 100000);
  close_world (&w);
}

TEST (a_tiny_budget_is_reported) {
  world w;
  open_world (&w);
  form f;
  graph_recipe (&w, 8, true, 1);
  make_form (&w, &f);
  CHECK (f.is_canonical && f.used_labelling);
  former_set_budget (w.f, 1);
  make_form (&w, &f);
  CHECK (!f.is_canonical && f.used_labelling);
  former_set_budget (w.f, 0);
  make_form (&w, &f);
  CHECK (!f.is_canonical && !f.used_labelling);
  close_world (&w);
}

TEST (interchangeable_leaves_need_no_labelling) {
  world w;
  open_world (&w);
  form f;
  graph_recipe (&w, 8, false, 0);
  make_form (&w, &f);
  CHECK (f.is_canonical && !f.used_labelling && f.n_leaves == 8);
  close_world (&w);
}
