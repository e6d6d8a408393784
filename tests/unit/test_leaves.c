#include "term/leaves.h"
#include "test.h"

#include <stdio.h>

static term var (terms *ts, const char *prefix, unsigned i, sort s) {
  char name[32];
  int len = snprintf (name, sizeof name, "%s%u", prefix, i);
  return term_var (ts, name, (size_t) len, s);
}

TEST (the_three_forms) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = var (ts, "x", 0, sort_bv (32));
  term a = var (ts, "a", 0, sort_array (32, 8));
  term three = term_bv (ts, 32, 3);
  term byte = term_select (ts, a, three), any = term_select (ts, a, x);

  CHECK (term_is_leaf (ts, x) && term_is_leaf (ts, a));
  CHECK (term_is_leaf (ts, byte) && !term_is_leaf (ts, any));
  CHECK (!term_is_leaf (ts, three));
  CHECK (term_eq (leaf_array (ts, byte), a));
  CHECK (term_eq (leaf_array (ts, a), a));
  CHECK (!leaf_array (ts, x).id);

  const leaf_set *s = term_leaves (ts, three);
  CHECK (s->n == 0 && !s->has_array);
  s = term_leaves (ts, byte);
  CHECK (s->n == 1 && term_eq (s->leaf[0], byte) && !s->has_array);
  s = term_leaves (ts, any);
  CHECK (s->n == 2 && s->has_array);
  CHECK (term_eq (s->leaf[0], x) && term_eq (s->leaf[1], a));
  s = term_leaves (ts, term_equal (ts, byte, any));
  CHECK (s->n == 3 && s->has_array && term_eq (s->leaf[2], byte));
  s = term_leaves (ts, term_store (ts, a, term_bv (ts, 32, 4), byte));
  CHECK (s->n == 2 && s->has_array);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (equal_sets_are_one) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = var (ts, "x", 0, sort_bv (8)), y = var (ts, "x", 1, sort_bv (8));
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  term product = term_binary (ts, KIND_BV_MUL, y, x);
  CHECK (term_leaves (ts, sum) == term_leaves (ts, product));
  CHECK (term_leaves (ts, sum) == term_leaves (ts, sum));
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* A chain in which every term has one leaf more than the one below. */
TEST (deep_and_wide) {
  enum { N = 100000 };
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term t = var (ts, "v", 0, sort_bv (16)), middle = t;
  for (unsigned i = 1; i < N; i++) {
    t = term_binary (ts, i & 1 ? KIND_BV_UDIV : KIND_BV_UREM, t,
                     var (ts, "v", i, sort_bv (16)));
    if (i == N / 2)
      middle = t;
  }
  size_t before = mem.live;
  CHECK_EQ (term_leaves (ts, t)->n, N);
  CHECK_EQ (term_leaves (ts, middle)->n, N / 2 + 1);
  CHECK_EQ (term_leaves (ts, t)->n, N);
  CHECK (mem.live - before < (size_t) 200 * N);
  const leaf_set *s = term_leaves (ts, t);
  for (uint32_t i = 1; i < s->n; i++)
    CHECK (s->leaf[i - 1].id < s->leaf[i].id);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Sharing makes the number of paths exponential; a walk must not follow
 * them. More than sixteen leaves take the walk.
 */
TEST (shared_terms_are_walked_once) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term t = var (ts, "v", 0, sort_bv (16));
  for (unsigned i = 1; i < 40; i++)
    t = term_binary (ts, KIND_BV_UDIV, t, var (ts, "v", i, sort_bv (16)));
  for (unsigned i = 0; i < 100; i++)
    t = term_binary (
        ts, KIND_BV_UDIV, t,
        term_binary (ts, KIND_BV_UREM, t, var (ts, "v", i % 40, sort_bv (16))));
  CHECK_EQ (term_leaves (ts, t)->n, 40);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
