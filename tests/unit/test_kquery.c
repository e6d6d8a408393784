#include "klee/kquery.h"

#include "test.h"

#include <string.h>

typedef struct fixture {
  memory mem;
  terms *ts;
  char_vec text;
} fixture;

static void setup (fixture *f) {
  *f = (fixture) {0};
  f->ts = terms_new (&f->mem);
}

static void teardown (fixture *f) {
  terms_free (f->ts);
  vec_release (&f->mem, &f->text);
  CHECK (f->mem.live == 0);
}

static term variable (fixture *f, const char *name, unsigned width) {
  return term_var (f->ts, name, strlen (name), sort_bv (width));
}

static bool is_written (fixture *f, const symbolic *in, term constraint,
                        const char *expected) {
  vec_clear (&f->text);
  bool is_good =
      kquery_write (&f->mem, &f->text, f->ts, in ? 1 : 0, in, 1, &constraint);
  return is_good == (expected != NULL) &&
         !strcmp (text_c (&f->mem, &f->text), expected ? expected : "");
}

/* Parts of an object are read at their offsets; what comes twice has a label.
 */
TEST (reads) {
  fixture f;
  setup (&f);
  term low = variable (&f, "o!0", 16), high = variable (&f, "o!2", 8);
  const term part[] = {low, high};
  const uint8_t width[] = {2, 1};
  const symbolic o = {
      .name = "my o", .size = 3, .part = part, .width = width, .n_parts = 2};
  term twice = term_binary (f.ts, KIND_BV_UREM, high, term_bv (f.ts, 8, 3));
  term sum = term_concat (f.ts, twice, twice);
  CHECK (is_written (&f, &o, term_binary (f.ts, KIND_BV_ULT, sum, low),
                     "array my_o[3] : w32 -> w8 = symbolic\n"
                     "(query [(Ult (Concat w16 N0:(URem w8 (Read w8 2 my_o) "
                     "(w8 3)) N0) (ReadLSB w16 0 my_o))]\n"
                     "       false)\n"));
  teardown (&f);
}

/* Names that are words of the language, variables that are no input, constants
 * of many bits.
 */
TEST (names) {
  fixture f;
  setup (&f);
  term wide = variable (&f, "w8", 72);
  term big = term_concat (f.ts, term_bv (f.ts, 8, 1), term_bv (f.ts, 64, 0));
  CHECK (is_written (&f, NULL, term_equal (f.ts, wide, big),
                     "array w8_[9] : w32 -> w8 = symbolic\n"
                     "(query [(Eq (ReadLSB w72 0 w8_) "
                     "(w72 18446744073709551616))]\n"
                     "       false)\n"));
  teardown (&f);
}

/* Elements of two bytes are written byte by byte, the last write first. */
TEST (arrays) {
  fixture f;
  setup (&f);
  term i = variable (&f, "i", 8), v = variable (&f, "v", 16);
  term bits = term_extract (f.ts, 1, 0, i);
  term array =
      term_const_array (f.ts, sort_array (2, 16), term_bv (f.ts, 16, 258));
  array = term_store (f.ts, array, bits, v);
  term read = term_select (f.ts, array, term_bv (f.ts, 2, 3));
  CHECK (is_written (
      &f, NULL, term_binary (f.ts, KIND_BV_ULT, read, v),
      "array v[2] : w32 -> w8 = symbolic\n"
      "array i[1] : w32 -> w8 = symbolic\n"
      "array const_arr0[8] : w32 -> w8 = [2 1 2 1 2 1 2 1]\n"
      "(query [(Ult (ReadLSB w16 (w32 6) [(Mul w32 (w32 2) (ZExt w32 "
      "N0:(Extract w2 0 (Read w8 0 i))))=(Extract w8 0 (ReadLSB w16 0 v)), "
      "(Add w32 (w32 1) (Mul w32 (w32 2) (ZExt w32 N0)))="
      "(Extract w8 8 (ReadLSB w16 0 v))] @ const_arr0) (ReadLSB w16 0 v))]\n"
      "       false)\n"));
  teardown (&f);
}

/* No words. */
TEST (beyond) {
  fixture f;
  setup (&f);
  term x = term_var (f.ts, "x", 1, SORT_INT);
  term y = term_var (f.ts, "y", 1, SORT_INT);
  CHECK (is_written (&f, NULL, term_binary (f.ts, KIND_INT_LE, x, y), NULL));
  term a = variable (&f, "a", 64), b = variable (&f, "b", 64);
  term sum = term_binary (f.ts, KIND_FP_ADD, a, b);
  CHECK (is_written (&f, NULL, term_equal (f.ts, sum, a), NULL));
  teardown (&f);
}
