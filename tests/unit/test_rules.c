/* Every rule against evaluation: the draft it was given, not simplified, and
 * the term it gave must agree under all assignments of small widths.
 */

#include "lab.h"
#include "term/eval.h"
#include "term/rules.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define MAX_RULES 512

typedef struct fires {
  unsigned of_rule[MAX_RULES];
} fires;

static void explain (const terms *ts, term t, int depth) {
  const node *n = term_node (ts, t);
  fprintf (stderr, "%*s%s %u payload %llx sort %x\n", 2 * depth, "",
           kind_table[n->kind].name, t.id, (unsigned long long) n->payload,
           n->sort.code);
  for (unsigned i = 0; depth < 6 && i < n->arity; i++)
    explain (ts, n->arg[i], depth + 1);
}

static void check_draft (lab *l, const draft *d, fires *f) {
  term original = term_intern (l->ts, d);
  for (size_t i = 0; i < rule_count; i++) {
    if (rule_table[i].kind != d->kind)
      continue;
    term t = rule_table[i].apply (l->ts, d);
    if (!t.id)
      continue;
    f->of_rule[i]++;
    if (lab_same (l, original, t))
      continue;
    explain (l->ts, original, 0);
    explain (l->ts, t, 0);
    FAIL ("rule %s is wrong", rule_table[i].name);
  }
}

static void check_width (unsigned w, unsigned rounds, unsigned per_round,
                         unsigned tries, fires *f) {
  lab l;
  lab_init (&l, w);
  for (unsigned r = 0; r <= rounds; r++) {
    for (unsigned i = 0; i < tries; i++)
      for (kind k = KIND_NOT; k < KIND_SELECT; k++) {
        draft d;
        if (lab_draft (&l, k, &d))
          check_draft (&l, &d, f);
      }
    lab_grow (&l, 1, per_round);
  }
  CHECK (terms_is_valid (l.ts));
  lab_release (&l);
  CHECK_EQ (l.mem.live, 0);
}

static unsigned effort (unsigned n) { return test_is_long () ? 20 * n : n; }

/* Arrays of four elements of two bits, under random models. */

typedef struct yard {
  lab lab; /* for its table and dice */
  model *model;
  evaluator *eval;
  term a, b, x, y;
} yard;

static void yard_init (yard *s) {
  lab_init (&s->lab, 2);
  terms *ts = s->lab.ts;
  s->x = term_var (ts, "x", 1, sort_bv (2));
  s->y = term_var (ts, "y", 1, sort_bv (2));
  s->a = term_var (ts, "a", 1, sort_array (2, 2));
  s->b = term_var (ts, "b", 1, sort_array (2, 2));
  s->model = model_new (&s->lab.mem, ts);
  s->eval = evaluator_new (&s->lab.mem, ts);
}

static void yard_release (yard *s) {
  evaluator_free (s->eval);
  model_free (s->model);
  lab_release (&s->lab);
  CHECK_EQ (s->lab.mem.live, 0);
}

static void new_model (yard *s) {
  lab *l = &s->lab;
  model_clear (s->model);
  model_set (s->model, s->x, lab_below (l, 4));
  model_set (s->model, s->y, lab_below (l, 4));
  model_set (s->model, term_var (l->ts, "p", 1, SORT_BOOL), lab_below (l, 2));
  for (unsigned i = 0; i < 4; i++) {
    model_set_element (s->model, s->a, i, lab_below (l, 4));
    model_set_element (s->model, s->b, i, lab_below (l, 4));
  }
  evaluator_start (s->eval, s->model);
}

static term raw (terms *ts, kind k, uint64_t payload, term a, term b, term c) {
  draft d = {k, SORT_NONE, payload, {a, b, c}};
  d.sort = sort_of_draft (ts, &d);
  return term_intern (ts, &d);
}

static void check_same_now (yard *s, term t, term u) {
  terms *ts = s->lab.ts;
  if (!sort_is_array (term_sort (ts, t))) {
    CHECK_EQ (evaluator_value (s->eval, t), evaluator_value (s->eval, u));
    return;
  }
  for (unsigned i = 0; i < 4; i++) {
    term at = term_bv (ts, 2, i);
    term p = raw (ts, KIND_SELECT, 0, t, at, TERM_NONE);
    term q = raw (ts, KIND_SELECT, 0, u, at, TERM_NONE);
    CHECK_EQ (evaluator_value (s->eval, p), evaluator_value (s->eval, q));
  }
}

static void check_array_draft (yard *s, const draft *d, fires *f) {
  term original = term_intern (s->lab.ts, d);
  for (size_t i = 0; i < rule_count; i++) {
    if (rule_table[i].kind != d->kind)
      continue;
    term t = rule_table[i].apply (s->lab.ts, d);
    if (!t.id)
      continue;
    f->of_rule[i]++;
    for (unsigned j = 0; j < 20; j++) {
      new_model (s);
      check_same_now (s, original, t);
    }
  }
}

static term random_index (yard *s) {
  terms *ts = s->lab.ts;
  term c = term_bv (ts, 2, lab_below (&s->lab, 4));
  term x = lab_below (&s->lab, 2) ? s->x : s->y;
  switch (lab_below (&s->lab, 3)) {
  case 0:
    return c;
  case 1:
    return x;
  default:
    return raw (ts, KIND_BV_ADD, 0, x, c, TERM_NONE);
  }
}

static draft random_array_draft (yard *s, term *pool, unsigned n) {
  lab *l = &s->lab;
  draft d = {.kind = (kind) (KIND_SELECT + lab_below (l, 4))};
  d.arg[0] = pool[lab_below (l, n)];
  if (d.kind == KIND_CONST_ARRAY) {
    d.arg[0] = random_index (s);
    d.payload = sort_array (2, 2).code;
  } else if (d.kind == KIND_TABLE) {
    uint64_t index[2] = {lab_below (l, 2), 2 + lab_below (l, 2)};
    uint64_t value[2] = {lab_below (l, 4), lab_below (l, 4)};
    term t = term_table (l->ts, s->a, 1 + lab_below (l, 2), index, value);
    d.payload = term_node (l->ts, t)->payload;
  } else {
    d.arg[1] = random_index (s);
    if (d.kind == KIND_STORE)
      d.arg[2] = lab_below (l, 2) ? random_index (s)
                                  : raw (l->ts, KIND_SELECT, 0, d.arg[0],
                                         d.arg[1], TERM_NONE);
  }
  d.sort = sort_of_draft (l->ts, &d);
  return d;
}

static void check_arrays (fires *f) {
  enum { POOL = 64 };
  yard s;
  yard_init (&s);
  term pool[POOL] = {s.a, s.b};
  unsigned n = 2;
  for (unsigned i = 0; i < 4000; i++) {
    draft d = random_array_draft (&s, pool, n);
    check_array_draft (&s, &d, f);
    if (!sort_is_array (d.sort))
      continue;
    term t = term_intern (s.lab.ts, &d);
    if (n < POOL)
      pool[n++] = t;
    else if (n == POOL && !lab_below (&s.lab, 4))
      pool[2 + lab_below (&s.lab, POOL - 2)] = t;
  }
  yard_release (&s);
}

TEST (each_rule_fires_and_is_right) {
  fires f = {{0}};
  CHECK (rule_count < MAX_RULES);
  check_width (2, 2, 1500, 5000, &f);
  check_width (0, 2, 1500, 3000, &f);
  check_arrays (&f);
  unsigned missing = 0;
  for (size_t i = 0; i < rule_count; i++)
    if (!f.of_rule[i]) {
      fprintf (stderr, "%s on %s never fired\n", rule_table[i].name,
               kind_table[rule_table[i].kind].name);
      missing++;
    }
  CHECK_EQ (missing, 0);
}

TEST (one_bit) {
  fires f = {{0}};
  check_width (1, 3, 800, effort (4000), &f);
}

TEST (two_bits) {
  fires f = {{0}};
  check_width (2, 3, 1500, effort (4000), &f);
}

TEST (three_bits) {
  fires f = {{0}};
  check_width (3, 2, 1500, effort (3000), &f);
}

TEST (four_bits) {
  fires f = {{0}};
  check_width (4, 2, 1500, effort (1000), &f);
}

TEST (thirty_three_bits) {
  fires f = {{0}};
  check_width (33, 3, 1500, effort (3000), &f);
}

TEST (wide) {
  fires f = {{0}};
  check_width (64, 2, 1000, effort (1000), &f);
  check_width (65, 2, 1000, effort (1000), &f);
  check_width (70, 3, 1000, effort (1000), &f);
}

TEST (integers) {
  fires f = {{0}};
  check_width (0, 3, 1000, effort (4000), &f);
}

/* Shapes that compilers and symbolic execution make, and what they shall be.
 */

static term byte (terms *ts, unsigned i) {
  term a = term_var (ts, "a", 1, sort_array (32, 8));
  return term_select (ts, a, term_bv (ts, 32, i));
}

static term word (terms *ts) {
  term t = byte (ts, 0);
  for (unsigned i = 1; i < 4; i++)
    t = term_concat (ts, byte (ts, i), t);
  return t;
}

TEST (words_from_bytes) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term w = term_zext (ts, 24, byte (ts, 0));
  for (unsigned i = 1; i < 4; i++)
    w = term_binary (ts, KIND_BV_OR, w,
                     term_binary (ts, KIND_BV_SHL,
                                  term_zext (ts, 24, byte (ts, i)),
                                  term_bv (ts, 32, 8 * i)));
  CHECK (term_eq (w, word (ts)));
  CHECK (term_eq (term_extract (ts, 15, 0, w),
                  term_concat (ts, byte (ts, 1), byte (ts, 0))));
  CHECK (term_eq (term_binary (ts, KIND_BV_LSHR, w, term_bv (ts, 32, 24)),
                  term_zext (ts, 24, byte (ts, 3))));
  CHECK (term_eq (term_binary (ts, KIND_BV_AND, w, term_bv (ts, 32, 255)),
                  term_zext (ts, 24, byte (ts, 0))));
  term left = term_concat (ts, byte (ts, 3), byte (ts, 2));
  left = term_concat (ts, left, byte (ts, 1));
  CHECK (term_eq (term_concat (ts, left, byte (ts, 0)), w));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (conditions) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term w = word (ts), c = term_var (ts, "c", 1, SORT_BOOL);
  term zero = term_bv (ts, 32, 0), one = term_bv (ts, 32, 1);
  term b = byte (ts, 0), z = term_zext (ts, 24, b), zero8 = term_bv (ts, 8, 0);
  term flag = term_ite (ts, c, one, zero);
  CHECK (term_eq (term_equal (ts, flag, one), c));
  CHECK (term_eq (term_equal (ts, zero, flag), term_not (ts, c)));
  CHECK (term_eq (term_binary (ts, KIND_BV_SLT, zero, z),
                  term_not (ts, term_equal (ts, b, zero8))));
  term less = term_binary (ts, KIND_BV_SLT, zero, w);
  CHECK (term_eq (term_equal (ts, TERM_FALSE, less),
                  term_binary (ts, KIND_BV_SLE, w, zero)));
  CHECK (term_eq (term_and (ts, less, term_not (ts, less)), TERM_FALSE));
  CHECK (term_eq (term_binary (ts, KIND_BV_SLT, w, zero),
                  term_binary (ts, KIND_BV_SLT, byte (ts, 3), zero8)));
  CHECK (term_eq (term_binary (ts, KIND_BV_ULT, z, term_bv (ts, 32, 256)),
                  TERM_TRUE));
  CHECK (term_eq (term_equal (ts, z, term_bv (ts, 32, 300)), TERM_FALSE));
  term split = term_equal (ts, w, term_bv (ts, 32, 0x01020304));
  CHECK (term_kind (ts, split) == KIND_AND);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (sums) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (64));
  term y = term_var (ts, "y", 1, sort_bv (64));
  term three = term_bv (ts, 64, 3), five = term_bv (ts, 64, 5);
  term p = term_binary (ts, KIND_BV_ADD, x, three);
  CHECK (term_eq (term_bv_sub (ts, p, x), three));
  CHECK (term_eq (term_bv_sub (ts, term_binary (ts, KIND_BV_ADD, x, y), y), x));
  CHECK (term_eq (term_equal (ts, p, five),
                  term_equal (ts, x, term_bv (ts, 64, 2))));
  CHECK (term_eq (term_equal (ts, p, term_binary (ts, KIND_BV_ADD, y, three)),
                  term_equal (ts, x, y)));
  CHECK (term_eq (term_equal (ts, term_bv_sub (ts, x, y), term_bv (ts, 64, 0)),
                  term_equal (ts, x, y)));
  CHECK (term_eq (term_binary (ts, KIND_BV_ADD, term_unary (ts, KIND_BV_NOT, x),
                               term_bv (ts, 64, 1)),
                  term_unary (ts, KIND_BV_NEG, x)));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
