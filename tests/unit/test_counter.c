/* Counts against all values: every way to count, and what is kept of it. */

#include "lab/count/counter_priv.h"
#include "lab/keeper/audit.h"

#include "brute.h"
#include "proofs.h"
#include "random.h"
#include "test.h"

static const kind operations[] = {KIND_BV_ADD,  KIND_BV_MUL,  KIND_BV_AND,
                                  KIND_BV_OR,   KIND_BV_XOR,  KIND_BV_SHL,
                                  KIND_BV_LSHR, KIND_BV_ASHR, KIND_BV_UDIV,
                                  KIND_BV_UREM, KIND_BV_SDIV, KIND_BV_SREM};
static const kind relations[] = {KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                                 KIND_BV_SLE, KIND_EQ};

static term counter_condition (brute *, uint64_t *seed, unsigned depth);

static term counter_term (brute *b, uint64_t *seed, unsigned depth) {
  terms *ts = b->terms;
  unsigned w = term_width (ts, b->var[0]), which = random_below (seed, 12);
  if (!depth || which < 3)
    return random_below (seed, 4) ? b->var[random_below (seed, (unsigned) b->n)]
                                  : term_bv (ts, w, random_next (seed));
  term x = counter_term (b, seed, depth - 1);
  term y = counter_term (b, seed, depth - 1);
  if (which == 3)
    return term_ite (ts, counter_condition (b, seed, depth - 1), x, y);
  if (which == 4) {
    unsigned cut = 1 + random_below (seed, w - 1);
    return term_concat (ts, term_extract (ts, cut - 1, 0, x),
                        term_extract (ts, w - 1, cut, y));
  }
  size_t n = sizeof operations / sizeof *operations;
  return term_binary (ts, operations[random_below (seed, (unsigned) n)], x, y);
}

static term counter_condition (brute *b, uint64_t *seed, unsigned depth) {
  terms *ts = b->terms;
  term x = counter_term (b, seed, depth), y = counter_term (b, seed, depth);
  if (!random_below (seed, 4)) { /* sums that do not wrap */
    x = term_zext (ts, 8, x);
    y = term_zext (ts, 8, y);
    x = term_binary (ts, KIND_BV_ADD, x,
                     term_zext (ts, 8, counter_term (b, seed, depth)));
  }
  term t = term_binary (ts, relations[random_below (seed, 5)], x, y);
  if (depth && !random_below (seed, 4))
    t = term_or (ts, t, counter_condition (b, seed, depth - 1));
  return random_below (seed, 3) ? t : term_not (ts, t);
}

/* Among all values of all variables. */
static uint64_t count_all (brute *b, size_t n, const term *t) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < brute_count (b); i++) {
    bool holds = true;
    brute_assign (b, i);
    for (size_t k = 0; k < n && holds; k++)
      holds = evaluator_holds (b->eval, t[k]);
    sum += holds;
  }
  return sum;
}

/* The count is of the leaves that occur; the others multiply it. */
static void check_count (brute *b, counter *c, size_t n, const term *t,
                         uint64_t expected, bool is_exact) {
  unsigned bits, all = (unsigned) b->n * term_width (b->terms, b->var[0]);
  model_count found = counter_count (c, n, t, &bits);
  CHECK (found.is_finite && bits <= all);
  num low = num_shl (&b->arena, found.low, all - bits);
  num high = num_shl (&b->arena, found.high, all - bits);
  num is = num_of_u64 (&b->arena, expected);
  CHECK (num_cmp (low, is) <= 0 && num_cmp (is, high) <= 0);
  CHECK (!is_exact || model_count_is_exact (found));
}

static counter *counter_with (brute *b, stats *st, uint64_t effort,
                              uint32_t values, uint32_t nodes) {
  counter *c = counter_new (&b->mem, b->terms, st, NULL, effort);
  counter_limit (c, (count_limits) {values, nodes});
  return c;
}

static void check_slice (uint64_t seed) {
  brute b;
  stats st = {0};
  term t[4];
  char name[] = "x0";
  static const unsigned shape[][2] = {{2, 4}, {3, 3}, {4, 2}, {1, 8}, {2, 5}};
  const unsigned *of = shape[random_below (&seed, 5)];
  size_t n = 1 + random_below (&seed, 4);
  brute_init (&b);
  for (unsigned i = 0; i < of[0]; i++, name[1]++)
    brute_var (&b, name, sort_bv (of[1]));
  for (size_t i = 0; i < n; i++)
    t[i] = counter_condition (&b, &seed, 1 + random_below (&seed, 2));
  uint64_t expected = count_all (&b, n, t);
  counter *ways[] = {counter_with (&b, &st, 1u << 22, 1u << 16, 1u << 20),
                     counter_with (&b, &st, 1u << 22, 0, 1u << 20),
                     counter_with (&b, &st, 1u << 22, 0, 24),
                     counter_with (&b, &st, 64, 0, 24)};
  for (size_t i = 0; i < 4; i++) {
    check_count (&b, ways[i], n, t, expected, i < 3);
    check_count (&b, ways[i], n, t, expected, i < 3); /* as remembered */
    counter_free (ways[i]);
  }
  brute_release (&b);
}

TEST (counts_are_those_of_all_values) {
  uint64_t seed = 16;
  for (unsigned i = test_is_long () ? 10000 : 1000; i-- > 0;)
    check_slice (random_next (&seed));
}

/* What nobody can enumerate. */

static void check_digits (brute *b, counter *c, term t, const char *digits) {
  char_vec text = {0};
  unsigned bits;
  model_count n = counter_count (c, 1, &t, &bits);
  CHECK (model_count_is_exact (n));
  num_print (&b->mem, &text, n.low, 10);
  CHECK_STR (text_c (&b->mem, &text), digits);
  vec_release (&b->mem, &text);
}

TEST (large_slices_have_their_count) {
  brute b;
  stats st = {0};
  brute_init (&b);
  terms *ts = b.terms;
  counter *c = counter_with (&b, &st, 1u << 22, 1u << 16, 1u << 20);
  term x = brute_var (&b, "x", sort_bv (32));
  term y = brute_var (&b, "y", sort_bv (32));
  term z = brute_var (&b, "z", sort_bv (64));
  term ten = term_bv (ts, 32, 10);
  check_digits (&b, c, term_binary (ts, KIND_BV_ULT, x, ten), "10");
  /* x + y = 10: one y for each x */
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  check_digits (&b, c, term_equal (ts, sum, ten), "4294967296");
  /* x < y: 2^32 (2^32 - 1) / 2 */
  check_digits (&b, c, term_binary (ts, KIND_BV_ULT, x, y),
                "9223372034707292160");
  /* z has as many values as x and y have */
  check_digits (&b, c, term_equal (ts, z, term_concat (ts, x, y)),
                "18446744073709551616");
  CHECK (st.counted == 3 && !st.counts_recalled);
  check_digits (&b, c, term_binary (ts, KIND_BV_ULT, y, x),
                "9223372034707292160"); /* the same form */
  CHECK_EQ (st.counted, 3);
  counter_free (c);
  brute_release (&b);
}

/* Counts of other runs. */

static uint64_t count_sum (place *p, store *s, stats *st, char name) {
  terms *ts = terms_new (&p->mem);
  counter *c = counter_new (&p->mem, ts, st, s, COUNT_EFFORT);
  char names[] = {name, 'x', name, 'y'};
  term x = term_var (ts, names, 2, sort_bv (16));
  term y = term_var (ts, names + 2, 2, sort_bv (16));
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  term t =
      term_binary (ts, KIND_BV_ULT, sum, term_binary (ts, KIND_BV_XOR, x, y));
  unsigned bits;
  model_count n = counter_count (c, 1, &t, &bits);
  CHECK (model_count_is_exact (n) && bits == 32 && num_fits_u64 (n.low));
  uint64_t result = num_u64 (n.low);
  counter_free (c);
  terms_free (ts);
  return result;
}

TEST (counts_are_kept) {
  place p;
  stats st = {0};
  place_init (&p);
  store *s = place_open (&p);
  uint64_t first = count_sum (&p, s, &st, 'a');
  CHECK (first && st.counted == 1);
  store_close (s);
  s = place_open (&p); /* other names: the same form */
  CHECK_EQ (count_sum (&p, s, &st, 'b'), first);
  CHECK (st.counted == 1 && st.counts_recalled == 1);
  store_close (s);
  place_remove (&p);
}

/* A number that nobody of this store vouches for. */
typedef struct forgery {
  proof proof;
  uint32_t words[256];
} forgery;

static bool take_count (void *owner, const proof *p) {
  forgery *f = owner;
  CHECK (p->verdict == PROOF_COUNTED && p->n_words <= 256);
  f->proof = *p;
  f->proof.word = memcpy (f->words, p->word, p->n_words * sizeof *p->word);
  return false;
}

TEST (counts_of_others_are_not_believed) {
  place p, other;
  stats st = {0};
  forgery f;
  place_init (&p);
  place_init (&other);
  store *s = place_open (&p);
  uint64_t first = count_sum (&p, s, &st, 'a');
  store_flush (s);
  CHECK_EQ (store_each (s, take_count, &f), ST_OK);
  store_close (s);
  f.proof.model = "7";
  f.proof.model_size = 1;
  f.proof.solver = "somebody";
  f.proof.names_size = 0;
  f.proof.trust = 0;
  s = place_open (&other);
  CHECK_EQ (store_put (s, &f.proof), ST_OK);
  CHECK_EQ (store_flush (s), ST_OK);
  CHECK_EQ (count_sum (&other, s, &st, 'a'), first);
  CHECK (st.counted == 2 && !st.counts_recalled);
  CHECK_EQ (count_sum (&other, s, &st, 'b'), first); /* ours replaced it */
  CHECK (st.counted == 2 && st.counts_recalled == 1);
  store_close (s);
  place_remove (&p);
  place_remove (&other);
}

TEST (audits_count_again) {
  place p;
  stats st = {0};
  forgery f;
  place_init (&p);
  store *s = place_open (&p);
  count_sum (&p, s, &st, 'a');
  CHECK_EQ (store_each (s, take_count, &f), ST_OK);
  char digits[32];
  memcpy (digits, f.proof.model, f.proof.model_size);
  store_close (s);
  auditor *a = auditor_new (&p.mem, 0);
  f.proof.model = digits;
  CHECK_EQ (auditor_check (a, &f.proof, true), AUDIT_TRUE);
  digits[0] ^= 1;
  CHECK_EQ (auditor_check (a, &f.proof, true), AUDIT_FALSE);
  auditor_free (a);
  place_remove (&p);
}
