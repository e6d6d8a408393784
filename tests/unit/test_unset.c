/* What depends on values that were never set: random terms over few bits,
 * evaluated for all values.
 */

#include "random.h"
#include "term/eval.h"
#include "term/unset.h"
#include "test.h"

#include <string.h>

#define WIDTH 3u
#define VALUES (1u << WIDTH)
#define TERMS 24u

typedef struct unset_bench {
  memory mem;
  terms *ts;
  unset_terms *unset;
  uint64_t seed;
  term input, never[2];
  term word[TERMS], flag[TERMS]; /* of WIDTH bits; Bool */
  model *model;
  evaluator *eval;
} unset_bench;

static term any_word (unset_bench *b) {
  return b->word[random_below (&b->seed, TERMS)];
}

static term any_flag (unset_bench *b) {
  return b->flag[random_below (&b->seed, TERMS)];
}

static void unset_open (unset_bench *b) {
  memset (b, 0, sizeof *b);
  b->ts = terms_new (&b->mem);
  b->unset = unset_terms_new (&b->mem, b->ts);
  b->model = model_new (&b->mem, b->ts);
  b->eval = evaluator_new (&b->mem, b->ts);
  b->input = term_var (b->ts, "x", 1, sort_bv (WIDTH));
  for (unsigned i = 0; i < 2; i++)
    b->never[i] = term_unset (b->ts, WIDTH, &(unset) {.at = 16 + i});
}

static void unset_close (unset_bench *b) {
  evaluator_free (b->eval);
  model_free (b->model);
  unset_terms_free (b->unset);
  terms_free (b->ts);
  CHECK_EQ (b->mem.live, 0);
}

static term random_word (unset_bench *b) {
  static const kind binary[] = {KIND_BV_AND,  KIND_BV_OR,   KIND_BV_XOR,
                                KIND_BV_ADD,  KIND_BV_MUL,  KIND_BV_UDIV,
                                KIND_BV_UREM, KIND_BV_SDIV, KIND_BV_SREM,
                                KIND_BV_SHL,  KIND_BV_LSHR, KIND_BV_ASHR};
  term x = any_word (b), y = any_word (b);
  unsigned r = random_below (&b->seed, 18);
  if (r < sizeof binary / sizeof *binary)
    return term_binary (b->ts, binary[r], x, y);
  switch (r) {
  case 12:
    return term_unary (b->ts, KIND_BV_NOT, x);
  case 13:
    return term_unary (b->ts, KIND_BV_NEG, x);
  case 14:
    return term_concat (b->ts, term_extract (b->ts, 0, 0, x),
                        term_extract (b->ts, 2, 1, y));
  case 15:
    return term_sext (b->ts, 1, term_extract (b->ts, 1, 0, x));
  case 16:
    return term_bv (b->ts, WIDTH, random_below (&b->seed, VALUES));
  default:
    return term_ite (b->ts, any_flag (b), x, y);
  }
}

static term random_flag (unset_bench *b) {
  static const kind order[] = {KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                               KIND_BV_SLE, KIND_EQ};
  unsigned r = random_below (&b->seed, 9);
  if (r < 5)
    return term_binary (b->ts, order[r], any_word (b), any_word (b));
  term x = any_flag (b), y = any_flag (b);
  return r == 5   ? term_not (b->ts, x)
         : r == 6 ? term_and (b->ts, x, y)
         : r == 7 ? term_or (b->ts, x, y)
                  : term_binary (b->ts, KIND_XOR, x, y);
}

static void unset_make (unset_bench *b) {
  for (unsigned i = 0; i < TERMS; i++) {
    b->word[i] = i % 3 ? b->never[i % 2] : b->input;
    b->flag[i] =
        term_equal (b->ts, b->input, term_bv (b->ts, WIDTH, i % VALUES));
  }
  for (unsigned i = 0; i < 4 * TERMS; i++) {
    b->word[random_below (&b->seed, TERMS)] = random_word (b);
    b->flag[random_below (&b->seed, TERMS)] = random_flag (b);
  }
}

static uint64_t value_with (unset_bench *b, term t, unsigned x, unsigned u,
                            unsigned v) {
  model_clear (b->model);
  model_set (b->model, b->input, x);
  model_set (b->model, b->never[0], u);
  model_set (b->model, b->never[1], v);
  evaluator_start (b->eval, b->model);
  return evaluator_value (b->eval, t);
}

/* Where it is said to be set it is its clean form, whatever was never set. */
static unsigned check_unset (unset_bench *b, term t) {
  term clean = unset_clean (b->unset, t), is_set = unset_is_set (b->unset, t);
  unsigned n = 0;
  CHECK (!term_has_unset (b->ts, clean) && !term_has_unset (b->ts, is_set));
  for (unsigned x = 0; x < VALUES; x++) {
    uint64_t value = value_with (b, clean, x, 0, 0);
    CHECK_EQ (value, value_with (b, t, x, 0, 0));
    if (!value_with (b, is_set, x, 0, 0))
      continue;
    n++;
    for (unsigned i = 0; i < VALUES * VALUES; i++)
      CHECK_EQ (value_with (b, t, x, i % VALUES, i / VALUES), value);
  }
  return n;
}

TEST (nothing_that_depends_is_said_to_be_set) {
  unset_bench b;
  unsigned n_set = 0;
  unset_open (&b);
  b.seed = 5;
  for (unsigned round = 0; round < (test_is_long () ? 400 : 12); round++) {
    unset_make (&b);
    for (unsigned i = 0; i < TERMS; i++)
      n_set += check_unset (&b, b.word[i]) + check_unset (&b, b.flag[i]);
  }
  CHECK (n_set > 100); /* not all are said to depend */
  unset_close (&b);
}

/* Of 32 bits: what programs do with a word of which a part was written. */
static term half_set (terms *ts) {
  term high = term_unset (ts, 16, &(unset) {.at = 2});
  return term_concat (ts, high, term_var (ts, "low", 3, sort_bv (16)));
}

static bool is_set (unset_bench *b, term t) {
  return term_eq (unset_is_set (b->unset, t), TERM_TRUE);
}

TEST (exact_where_programs_need_it) {
  unset_bench b;
  unset_open (&b);
  terms *ts = b.ts;
  term w = half_set (ts), mask = term_bv (ts, 32, 0xffff);
  term low = term_binary (ts, KIND_BV_AND, w, mask);
  CHECK (!is_set (&b, w));
  CHECK (is_set (&b, low));
  CHECK (is_set (&b, term_extract (ts, 15, 0, w)));
  CHECK (is_set (
      &b, term_extract (ts, 15, 0, term_binary (ts, KIND_BV_ADD, w, mask))));
  CHECK (!is_set (
      &b, term_extract (ts, 16, 16, term_binary (ts, KIND_BV_ADD, w, mask))));
  term top = term_binary (ts, KIND_BV_SHL, w, term_bv (ts, 32, 16));
  CHECK (is_set (&b, top));
  CHECK (is_set (&b, term_binary (ts, KIND_BV_ULT, top, mask)));
  term one = term_bv (ts, 32, 1), odd = term_binary (ts, KIND_BV_OR, w, one);
  CHECK (is_set (&b, term_equal (ts, odd, term_bv (ts, 32, 0))));
  CHECK (!is_set (&b, term_equal (ts, odd, term_bv (ts, 32, 3))));
  unset_close (&b);
}

TEST (where_it_came_from) {
  unset_bench b;
  unset u = {.at = 77, .function = 3, .insn = 4};
  unset_open (&b);
  term t = term_unset (b.ts, 8, &u);
  term sum =
      term_binary (b.ts, KIND_BV_ADD, term_var (b.ts, "y", 1, sort_bv (8)), t);
  CHECK (term_eq (t, term_unset (b.ts, 8, &u)));
  CHECK (!term_eq (t, term_unset (b.ts, 16, &u)));
  CHECK (term_has_unset (b.ts, sum) && !term_has_unset (b.ts, b.input));
  CHECK (term_eq (unset_first (b.unset, sum), t));
  CHECK_EQ (unset_first (b.unset, b.input).id, 0);
  CHECK_EQ (term_unset_of (b.ts, t)->insn, 4);
  CHECK (!term_unset_of (b.ts, sum) && !term_unset_of (b.ts, b.input));
  unset_close (&b);
}
