#include "lab.h"
#include "term/eval.h"
#include "term/leaves.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* The same formula in two tables, made in opposite orders. */

static term variable (terms *ts, unsigned i) {
  char name[32];
  int len = snprintf (name, sizeof name, "v%u", i);
  return term_var (ts, name, (size_t) len, sort_bv (32));
}

static term piece (terms *ts, unsigned i) {
  term x = variable (ts, i), y = variable (ts, (i + 1) % 20);
  term c = term_bv (ts, 32, i);
  term sum = i & 1 ? term_binary (ts, KIND_BV_ADD, x, y)
                   : term_binary (ts, KIND_BV_ADD, y, x);
  return term_binary (ts, KIND_BV_ULT, term_binary (ts, KIND_BV_MUL, sum, c),
                      term_binary (ts, KIND_BV_XOR, x, c));
}

static term formula (terms *ts, bool backwards) {
  enum { N = 20 };
  term part[N], t = TERM_TRUE;
  for (unsigned i = 0; i < N; i++) {
    unsigned j = backwards ? N - 1 - i : i;
    part[j] = piece (ts, j);
  }
  for (unsigned i = 0; i < N; i++)
    t = term_and (ts, t, part[i]);
  return t;
}

TEST (hash_does_not_depend_on_order) {
  memory mem = {0};
  terms *p = terms_new (&mem), *q = terms_new (&mem);
  hash128 a = term_hash (p, formula (p, false));
  hash128 b = term_hash (q, formula (q, true));
  CHECK (hash128_eq (a, b));
  CHECK (terms_is_valid (p) && terms_is_valid (q));
  CHECK_EQ (terms_count (p), terms_count (q));
  terms_free (p);
  terms_free (q);
  CHECK_EQ (mem.live, 0);
}

TEST (built_twice_is_one_term) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term a = formula (ts, false);
  uint32_t n = terms_count (ts);
  CHECK (term_eq (a, formula (ts, true)));
  CHECK_EQ (terms_count (ts), n);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Simplified all the way up: the same value, and a normal form that building
 * again does not change.
 */

static term rebuild (lab *l, term t) {
  const node *n = term_node (l->ts, t);
  term arg[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (!n->arity)
    return t;
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = rebuild (l, n->arg[i]);
  return term_build (l->ts, (kind) n->kind, n->payload, arg[0], arg[1], arg[2]);
}

static void check_width (unsigned w, unsigned per_round) {
  lab l;
  lab_init (&l, w);
  lab_grow (&l, 4, per_round);
  for (size_t i = 0; i < l.pool.len; i++) {
    term t = rebuild (&l, l.pool.data[i]);
    CHECK (lab_same (&l, t, l.pool.data[i]));
    CHECK (term_eq (rebuild (&l, t), t));
  }
  CHECK (terms_is_valid (l.ts));
  lab_release (&l);
  CHECK_EQ (l.mem.live, 0);
}

TEST (simplified_terms_are_equal_and_stable) {
  check_width (1, 2000);
  check_width (2, 2000);
  check_width (3, 2000);
  check_width (4, 1000);
  check_width (32, 2000);
  check_width (64, 2000);
  check_width (67, 1000);
  check_width (0, 1500);
}

/* Building what rules walk along: it must neither overflow the stack nor take
 * quadratic time in the common cases.
 */
TEST (deep_terms_under_rules) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (32)), t = x, c = term_bv (ts, 32, 5);
  for (unsigned i = 0; i < 100000; i++) {
    t = term_binary (ts, KIND_BV_XOR, t, c);
    t = term_binary (ts, KIND_BV_ADD, t, c);
  }
  term_equal (ts, t, c);
  term_extract (ts, 7, 0, t);
  term_unary (ts, KIND_BV_NEG, t);
  term p = term_var (ts, "p", 1, SORT_BOOL);
  t = x;
  for (unsigned i = 0; i < 100000; i++)
    t = term_ite (ts,
                  term_equal (ts, variable (ts, i % 50), term_bv (ts, 32, i)),
                  term_bv (ts, 32, i), t);
  term_equal (ts, t, c);
  term_extract (ts, 7, 0, t);
  for (unsigned i = 0; i < 100000; i++)
    p = term_not (ts, term_or (ts, p, piece (ts, i)));
  term bits = term_extract (ts, 0, 0, x);
  for (unsigned i = 0; i < 2000; i++)
    bits = term_concat (ts, bits, term_extract (ts, 0, 0, variable (ts, i)));
  term_extract (ts, 1500, 3, bits);
  CHECK (terms_is_valid (ts));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Shared terms whose paths are exponentially many. */
TEST (shared_terms_under_rules) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (8)), t = x;
  for (unsigned i = 0; i < 50; i++)
    t = term_binary (ts, KIND_BV_ADD, term_zext (ts, 1, t),
                     term_sext (ts, 1, t));
  term_extract (ts, 0, 0, t);
  t = x;
  for (unsigned i = 0; i < 50; i++)
    t = term_binary (ts, KIND_BV_OR, term_binary (ts, KIND_BV_SHL, t, x),
                     term_binary (ts, KIND_BV_OR, t, x));
  term_equal (ts, t, term_bv (ts, 8, 0));
  CHECK (terms_count (ts) < 100000);
  CHECK (terms_is_valid (ts));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (names) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  char name[300];
  memset (name, 'n', sizeof name);
  term a = term_var (ts, name, sizeof name, SORT_INT);
  CHECK_EQ (strlen (term_name (ts, a)), sizeof name);
  CHECK (term_eq (a, term_var (ts, name, sizeof name, SORT_INT)));
  CHECK (!term_eq (a, term_var (ts, name, sizeof name, SORT_BOOL)));
  term f = term_fresh (ts, "t", SORT_INT), g = term_fresh (ts, "t", SORT_INT);
  CHECK (!term_eq (f, g));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
