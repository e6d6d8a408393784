#include "term/model.h"
#include "term/value.h"
#include "test.h"

typedef struct fixture {
  memory mem;
  terms *ts;
  model *m;
  term x, wide, a;
} fixture;

static void setup (fixture *f) {
  *f = (fixture) {{0}, NULL, NULL, {0}, {0}, {0}};
  f->ts = terms_new (&f->mem);
  f->m = model_new (&f->mem, f->ts);
  f->x = term_var (f->ts, "x", 1, sort_bv (8));
  f->wide = term_var (f->ts, "w", 1, sort_bv (100));
  f->a = term_var (f->ts, "a", 1, sort_array (64, 8));
}

static void teardown (fixture *f) {
  model_free (f->m);
  terms_free (f->ts);
  CHECK_EQ (f->mem.live, 0);
}

TEST (unassigned_is_zero) {
  fixture f;
  setup (&f);
  CHECK_EQ (model_get (f.m, f.x), 0);
  CHECK (num_sign (value_num (model_get (f.m, f.wide))) == 0);
  CHECK_EQ (model_element (f.m, f.a, 7), 0);
  CHECK (!model_has (f.m, f.x) && !model_has (f.m, f.a));
  teardown (&f);
}

TEST (elements_and_default) {
  fixture f;
  setup (&f);
  term byte = term_select (f.ts, f.a, term_bv (f.ts, 64, 5));
  model_set (f.m, byte, 77);
  CHECK_EQ (model_element (f.m, f.a, 5), 77);
  CHECK_EQ (model_get (f.m, byte), 77);
  CHECK (model_has (f.m, byte));
  model_set_default (f.m, f.a, 9);
  CHECK_EQ (model_element (f.m, f.a, 6), 9);
  model_set_element (f.m, f.a, UINT64_MAX, 3);
  model_set_element (f.m, f.a, 0, 1);
  element_vec all = {0};
  model_elements (f.m, f.a, &f.mem, &all);
  CHECK_EQ (all.len, 3);
  CHECK (all.data[0].index == 0 && all.data[0].value == 1);
  CHECK (all.data[1].index == 5 && all.data[1].value == 77);
  CHECK (all.data[2].index == UINT64_MAX && all.data[2].value == 3);
  vec_release (&f.mem, &all);
  teardown (&f);
}

TEST (limbs_are_copied) {
  fixture f;
  setup (&f);
  arena scratch;
  arena_init (&scratch, &f.mem);
  model_set (f.m, f.wide, num_pow2 (&scratch, 90).word);
  arena_release (&scratch);
  CHECK_EQ (num_bits (value_num (model_get (f.m, f.wide))), 91);
  teardown (&f);
}

TEST (copies_are_independent) {
  fixture f;
  setup (&f);
  model *other = model_new (&f.mem, f.ts);
  model_set (other, f.x, 1);
  model_set (f.m, f.x, 5);
  model_set_element (f.m, f.a, 2, 6);
  model_set_default (f.m, f.a, 8);
  model_copy (other, f.m);
  model_set (f.m, f.x, 50);
  model_set_element (f.m, f.a, 2, 60);
  CHECK_EQ (model_get (other, f.x), 5);
  CHECK_EQ (model_element (other, f.a, 2), 6);
  CHECK_EQ (model_default (other, f.a), 8);
  model_clear (other);
  CHECK_EQ (model_get (other, f.x), 0);
  CHECK_EQ (model_element (other, f.a, 2), 0);
  model_free (other);
  teardown (&f);
}

/* Into an empty array, into one with elements, and the last index. */
TEST (added_values_win) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term a = term_var (ts, "a", 1, sort_array (64, 8));
  term b = term_var (ts, "b", 1, sort_array (64, 8));
  term x = term_var (ts, "x", 1, sort_bv (8));
  model *to = model_new (&mem, ts), *from = model_new (&mem, ts);
  model_set_element (to, a, 1, 10);
  model_set_element (to, a, 2, 20);
  model_set_default (to, b, 7);
  model_set (to, x, 1);
  model_set_element (from, a, 2, 21);
  model_set_element (from, a, UINT64_MAX, 22);
  model_set_element (from, b, 0, 23);
  model_set_default (from, b, 9);
  model_add (to, from);
  CHECK_EQ (model_element (to, a, 1), 10);
  CHECK_EQ (model_element (to, a, 2), 21);
  CHECK_EQ (model_element (to, a, UINT64_MAX), 22);
  CHECK_EQ (model_element (to, b, 0), 23);
  CHECK_EQ (model_element (to, b, 1), 7);
  CHECK_EQ (model_get (to, x), 1);
  model_set_element (to, b, 0, 24); /* a copy, not the same */
  CHECK_EQ (model_element (from, b, 0), 23);
  model_free (to);
  model_free (from);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
