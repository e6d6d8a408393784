#include "lab/cache/green.h"

#include "rungs.h"

static term make (terms *ts, kind k, term a, term b) {
  sort s = k == KIND_INT_ADD ? SORT_INT : SORT_BOOL;
  return term_intern (ts, &(draft) {.kind = k, .sort = s, .arg = {a, b}});
}

static term less (terms *ts, term a, term b) {
  return make (ts, KIND_NOT, make (ts, KIND_INT_LE, b, a), TERM_NONE);
}

/* x + y < z, x = z, x + 10 > y: the example of GreenTrie's introduction. */
static void introduction (rung_tester *t, term out[3]) {
  term x = t->var[0], y = t->var[1], z = t->var[2];
  out[0] = less (t->ts, make (t->ts, KIND_INT_ADD, x, y), z);
  out[1] = make (t->ts, KIND_EQ, x, z);
  term sum = make (t->ts, KIND_INT_ADD, x, rung_number (t, 10));
  out[2] = less (t->ts, y, sum);
}

TEST (plain_texts) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 1);
  term c[3];
  introduction (&t, c);
  green_key key;
  green_canonise (problem_new (t.bench, 3, c), &t.mem, GREEN_PLAIN, &key);
  CHECK_EQ (key.n, 3);
  CHECK_EQ (key.n_vars, 3);
  CHECK_STR (key.atom[0].text, "((((1*v0)+(1*v1))+(-1*v2))+1)<=0");
  CHECK_STR (key.atom[1].text, "(((-1*v0)+(1*v1))+-9)<=0");
  CHECK_STR (key.atom[2].text, "((1*v0)+(-1*v2))==0");
  rung_tester_release (&t);
}

TEST (signed_texts) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 1);
  term c[3];
  introduction (&t, c);
  green_key key;
  green_canonise (problem_new (t.bench, 3, c), &t.mem, GREEN_SIGNED, &key);
  CHECK_EQ (key.n, 3);
  CHECK_STR (key.atom[0].text, "((((1*v0)+(1*v1))+(-1*v2))+1)<=0");
  CHECK_STR (key.atom[1].text, "(((1*v0)+(-1*v1))+9)>=0");
  CHECK_STR (key.atom[2].text, "(((1*v0)+(-1*v2))+0)==0");
  CHECK_STR (key.atom[2].prefix, "((1*v0)+(-1*v2))");
  rung_tester_release (&t);
}

/* The order of the operands and of the conjuncts does not matter, and neither
 * do names as long as their order stays.
 */
TEST (same_key) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 1);
  t.rung = rung_new_green (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  term a = term_var (t.ts, "a", 1, SORT_INT), x = t.var[0], y = t.var[1];
  term five = rung_number (&t, 5);
  term first[] = {less (t.ts, x, y), make (t.ts, KIND_INT_LE, five, x)};
  term second[] = {make (t.ts, KIND_INT_LE, five, a), less (t.ts, a, x)};
  term third[] = {make (t.ts, KIND_INT_LE, five, y), less (t.ts, y, x)};
  CHECK (rung_query (&t, 2, first) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, second) == VERDICT_SAT);
  CHECK (rung_query (&t, 2, third) == VERDICT_UNKNOWN);
  rung_tester_release (&t);
}

/* Arrays and bit-vectors up to renaming. */
TEST (opaque) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (8), 1);
  t.rung = rung_new_green (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  for (unsigned i = 0; i < 2; i++) {
    term a = term_var (t.ts, i ? "b" : "a", 1, sort_array (8, 8));
    term e = term_select (t.ts, a, term_select (t.ts, a, t.var[i]));
    term c = term_binary (t.ts, KIND_BV_ULT, rung_number (&t, 200), e);
    CHECK (rung_query (&t, 1, &c) == (i ? VERDICT_SAT : VERDICT_UNKNOWN));
  }
  term wide = term_var (t.ts, "w", 1, sort_bv (16));
  term narrow = term_var (t.ts, "n", 1, sort_bv (8));
  term c = term_binary (t.ts, KIND_BV_ULT, narrow, rung_number (&t, 9));
  CHECK (rung_query (&t, 1, &c) == VERDICT_UNKNOWN);
  c = term_binary (t.ts, KIND_BV_ULT, wide, term_bv (t.ts, 16, 9));
  CHECK (rung_query (&t, 1, &c) == VERDICT_UNKNOWN);
  rung_tester_release (&t);
}

/* A name that looks like something else is no danger. */
TEST (strange_names) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 1);
  const char *name = "x)+(1*y";
  term odd = term_var (t.ts, name, strlen (name), SORT_INT);
  term sum = make (t.ts, KIND_INT_ADD, t.var[0], t.var[1]), one;
  one = rung_number (&t, 1);
  term c[] = {make (t.ts, KIND_INT_LE, sum, one),
              make (t.ts, KIND_INT_LE, odd, one)};
  green_key key;
  green_canonise (problem_new (t.bench, 2, c), &t.mem, GREEN_SIGNED, &key);
  CHECK_EQ (key.n, 2);
  CHECK_EQ (key.n_vars, 3);
  rung_tester_release (&t);
}

TEST (deep_terms) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (8), 1);
  term x = t.var[0];
  for (unsigned i = 0; i < 100000; i++)
    x = term_intern (t.ts, &(draft) {.kind = i % 2 ? KIND_BV_MUL : KIND_BV_XOR,
                                     .sort = t.sort,
                                     .arg = {x, t.var[i % 3]}});
  term c = term_binary (t.ts, KIND_BV_ULT, x, rung_number (&t, 9));
  green_key key;
  green_canonise (problem_new (t.bench, 1, &c), &t.mem, GREEN_PLAIN, &key);
  CHECK_EQ (key.n_vars, 3);
  rung_tester_release (&t);
}

TEST (related_queries) { rung_check (rung_new_green, 100); }
