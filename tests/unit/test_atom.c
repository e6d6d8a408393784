/* Atoms against the evaluator, under every assignment of a few bits. */

#include "base/bits.h"
#include "logic/atom.h"
#include "logic/linear.h"
#include "term/value.h"

#include "brute.h"
#include "random.h"
#include "test.h"

static bool atom_holds (brute *b, atom at) {
  return domain_has (at.domain, evaluator_value (b->eval, at.prefix));
}

/* The atom, its term and the term of its term hold where 't' does. */
static atom check_atom (brute *b, term t) {
  atom at = atom_of (b->terms, &b->arena, t);
  term back = atom_term (b->terms, at);
  CHECK (domain_is_valid (at.domain));
  CHECK (sort_eq (at.domain->sort, term_sort (b->terms, at.prefix)));
  for (uint64_t i = 0; i < brute_count (b); i++) {
    brute_assign (b, i);
    bool holds = evaluator_holds (b->eval, t);
    CHECK_EQ (atom_holds (b, at), holds);
    CHECK_EQ (evaluator_holds (b->eval, back), holds);
  }
  return at;
}

static const kind relation[] = {KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                                KIND_BV_SLE, KIND_EQ};

/* x + k op c, c op x + k, and the negations: always an atom on x. */
TEST (every_comparison_at_width_4) {
  brute b;
  brute_init (&b);
  term x = brute_var (&b, "x", sort_bv (4));
  for (unsigned r = 0; r < 5; r++)
    for (uint64_t k = 0; k < 16; k++)
      for (uint64_t c = 0; c < 16; c++)
        for (unsigned form = 0; form < 8; form++) {
          term left =
              term_binary (b.terms, KIND_BV_ADD, x, term_bv (b.terms, 4, k));
          term right = term_bv (b.terms, 4, c);
          if (form & 4)
            left = term_unary (b.terms, KIND_BV_NEG, left);
          term t = form & 1 ? term_binary (b.terms, relation[r], right, left)
                            : term_binary (b.terms, relation[r], left, right);
          if (form & 2)
            t = term_not (b.terms, t);
          atom at = check_atom (&b, t);
          CHECK (at.prefix.id == x.id || at.prefix.id == TERM_TRUE.id);
          arena_reset (&b.arena);
        }
  brute_release (&b);
}

TEST (scaled_comparisons_at_width_4) {
  brute b;
  brute_init (&b);
  term x = brute_var (&b, "x", sort_bv (4));
  for (unsigned r = 0; r < 5; r++)
    for (uint64_t f = 1; f < 16; f++)
      for (uint64_t c = 0; c < 16; c++) {
        term left =
            term_binary (b.terms, KIND_BV_MUL, x, term_bv (b.terms, 4, f));
        term t =
            term_binary (b.terms, relation[r], left, term_bv (b.terms, 4, c));
        atom at = check_atom (&b, t);
        if (f == 2 || f == 4 || (r == 4 && f != 8))
          CHECK (at.prefix.id == x.id || at.prefix.id == TERM_TRUE.id);
        check_atom (&b, term_not (b.terms, t));
        arena_reset (&b.arena);
      }
  brute_release (&b);
}

/* Extensions: the atom is on the narrow term itself. */
TEST (extensions_are_stripped) {
  brute b;
  brute_init (&b);
  term x = brute_var (&b, "x", sort_bv (3));
  for (unsigned r = 0; r < 5; r++)
    for (unsigned s = 0; s < 2; s++)
      for (uint64_t f = 1; f < 4; f++)
        for (uint64_t k = 0; k < 64; k += 5)
          for (uint64_t c = 0; c < 64; c++) {
            term wide =
                s ? term_sext (b.terms, 3, x) : term_zext (b.terms, 3, x);
            wide = term_binary (b.terms, KIND_BV_MUL, wide,
                                term_bv (b.terms, 6, f));
            wide = term_binary (b.terms, KIND_BV_ADD, wide,
                                term_bv (b.terms, 6, k));
            atom at = check_atom (&b, term_binary (b.terms, relation[r], wide,
                                                   term_bv (b.terms, 6, c)));
            if (!s || f != 3)
              CHECK (at.prefix.id == x.id || at.prefix.id == TERM_TRUE.id);
            arena_reset (&b.arena);
          }
  brute_release (&b);
}

static term random_bv (brute *b, uint64_t *seed, unsigned w, unsigned size) {
  terms *ts = b->terms;
  if (size <= 1)
    return random_below (seed, 3) ? b->var[random_below (seed, (unsigned) b->n)]
                                  : term_bv (ts, w, random_next (seed));
  unsigned part = 1 + random_below (seed, size - 1);
  term x = random_bv (b, seed, w, part);
  term y = random_bv (b, seed, w, size - part);
  switch (random_below (seed, 11)) {
  case 0:
    return term_unary (ts, KIND_BV_NOT, x);
  case 1:
    return term_unary (ts, KIND_BV_NEG, x);
  case 2:
    return term_binary (ts, KIND_BV_SHL, x,
                        term_bv (ts, w, random_below (seed, w + 1)));
  case 3:
    return term_binary (ts, KIND_BV_MUL, x,
                        term_bv (ts, w, random_next (seed)));
  case 4:
    return term_concat (ts, term_extract (ts, w - 2, 0, x),
                        term_bv (ts, 1, random_next (seed)));
  case 5:
    return term_concat (ts, term_bv (ts, 1, random_next (seed)),
                        term_extract (ts, w - 1, 1, x));
  case 6:
    return term_zext (ts, 1, term_extract (ts, w - 2, 0, x));
  case 7:
    return term_sext (ts, 1, term_extract (ts, w - 2, 0, x));
  case 8:
    return term_ite (ts, term_binary (ts, KIND_BV_ULT, x, y),
                     term_bv (ts, w, random_next (seed)),
                     term_bv (ts, w, random_next (seed)));
  default:
    return term_binary (ts, KIND_BV_ADD, x, y);
  }
}

static term random_comparison (brute *b, uint64_t *seed, unsigned w) {
  term x = random_bv (b, seed, w, 1 + random_below (seed, 6));
  term y = random_below (seed, 2) ? term_bv (b->terms, w, random_next (seed))
                                  : random_bv (b, seed, w, 3);
  term t = term_binary (b->terms, relation[random_below (seed, 5)], x, y);
  return random_below (seed, 2) ? t : term_not (b->terms, t);
}

/* The prefix of an atom is settled: it is the prefix of itself. */
static void check_settled (brute *b, atom at) {
  if (!sort_is_bv (at.domain->sort) || domain_is_full (at.domain))
    return;
  sort s = at.domain->sort;
  const domain *d = domain_between (&b->arena, s, 0, 1);
  atom unchanged = atom_in (b->terms, &b->arena, at.prefix, d);
  CHECK_EQ (unchanged.prefix.id, at.prefix.id);
}

TEST (random_bit_vectors) {
  uint64_t seed = 7;
  for (int round = 0; round < 60; round++) {
    brute b;
    brute_init (&b);
    unsigned w = 3 + random_below (&seed, 2);
    for (unsigned i = 0; i < 2 + (w == 3); i++)
      brute_var (&b, (char[]) {(char) ('x' + i), 0}, sort_bv (w));
    for (int i = 0; i < 50; i++) {
      atom at = check_atom (&b, random_comparison (&b, &seed, w));
      if (w == 4)
        check_settled (&b, at);
      arena_reset (&b.arena);
    }
    brute_release (&b);
  }
}

/* -P and P, 2P and P, P + k and P have one prefix. */
TEST (one_prefix_for_one_sum) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (32));
  term y = brute_var (&b, "y", sort_bv (32));
  term sum = term_bv_sub (ts, x, y);
  term minus = term_bv_sub (ts, y, x);
  term twice = term_binary (ts, KIND_BV_SHL, sum, term_bv (ts, 32, 1));
  term five = term_bv (ts, 32, 5);
  atom a = atom_of (ts, &b.arena, term_binary (ts, KIND_BV_ULT, sum, five));
  atom c = atom_of (ts, &b.arena, term_binary (ts, KIND_BV_SLE, five, minus));
  atom d = atom_of (ts, &b.arena, term_binary (ts, KIND_BV_ULT, twice, five));
  atom e = atom_of (ts, &b.arena, term_equal (ts, y, x));
  CHECK_EQ (a.prefix.id, c.prefix.id);
  CHECK_EQ (a.prefix.id, d.prefix.id);
  CHECK_EQ (a.prefix.id, e.prefix.id);
  CHECK (domain_has (e.domain, 0) && e.domain->n == 1);
  brute_release (&b);
}

/* a < b and b <= a are one prefix, with opposite domains. */
TEST (symbolic_orders) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (4));
  term y = brute_var (&b, "y", sort_bv (4));
  for (unsigned r = 0; r < 4; r += 2) {
    atom lt = check_atom (&b, term_binary (ts, relation[r], x, y));
    atom ge = check_atom (&b, term_binary (ts, relation[r + 1], y, x));
    CHECK_EQ (lt.prefix.id, ge.prefix.id);
    CHECK (sort_is_bool (lt.domain->sort));
    CHECK (domain_is_empty (domain_intersect (&b.arena, lt.domain, ge.domain)));
  }
  brute_release (&b);
}

TEST (wide_and_bool) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term p = brute_var (&b, "p", SORT_BOOL);
  term q = brute_var (&b, "q", SORT_BOOL);
  term wide = term_var (ts, "wide", 4, sort_bv (65));
  atom at = check_atom (&b, term_equal (ts, wide, term_bv (ts, 65, 0)));
  CHECK (sort_is_bool (at.domain->sort));
  at = check_atom (&b, term_not (ts, term_not (ts, term_not (ts, p))));
  CHECK (at.prefix.id == p.id && domain_has (at.domain, 0));
  at = check_atom (&b, term_equal (ts, term_bool (ts, false), p));
  CHECK (at.prefix.id == p.id && domain_has (at.domain, 0));
  at = check_atom (&b, term_binary (ts, KIND_XOR, p, term_bool (ts, true)));
  CHECK (at.prefix.id == p.id && domain_has (at.domain, 0));
  check_atom (&b, term_equal (ts, q, p));
  at = check_atom (&b, TERM_FALSE);
  CHECK (domain_is_empty (at.domain));
  at = check_atom (&b, TERM_TRUE);
  CHECK (domain_is_full (at.domain));
  brute_release (&b);
}

/* Integers, on a window of values. */

static term random_sum (brute *b, uint64_t *seed, unsigned size) {
  terms *ts = b->terms;
  term k = term_int (
      ts, num_of_i64 (&b->arena, (int64_t) random_below (seed, 13) - 6));
  if (size <= 1)
    return random_below (seed, 3) ? b->var[random_below (seed, (unsigned) b->n)]
                                  : k;
  unsigned part = 1 + random_below (seed, size - 1);
  term x = random_sum (b, seed, part);
  if (random_below (seed, 3) == 0)
    return term_binary (ts, KIND_INT_MUL, x, k);
  return term_binary (ts, KIND_INT_ADD, x, random_sum (b, seed, size - part));
}

TEST (random_integers) {
  brute b;
  brute_init (&b);
  uint64_t seed = 11;
  brute_var (&b, "x", SORT_INT);
  brute_var (&b, "y", SORT_INT);
  for (int i = 0; i < 4000; i++) {
    term x = random_sum (&b, &seed, 1 + random_below (&seed, 6));
    term y = random_sum (&b, &seed, 1 + random_below (&seed, 3));
    kind k = random_below (&seed, 2) ? KIND_EQ : KIND_INT_LE;
    term t = term_binary (b.terms, k, x, y);
    check_atom (&b, random_below (&seed, 2) ? t : term_not (b.terms, t));
    arena_reset (&b.arena);
  }
  brute_release (&b);
}

static term scaled (terms *ts, arena *a, term x, int64_t k) {
  return term_binary (ts, KIND_INT_MUL, x, term_int (ts, num_of_i64 (a, k)));
}

TEST (gcd_tightens) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", SORT_INT), y = brute_var (&b, "y", SORT_INT);
  term two = scaled (ts, &b.arena, x, 2);
  term three = term_int (ts, num_of_i64 (&b.arena, 3));
  atom at = check_atom (&b, term_binary (ts, KIND_INT_LE, two, three));
  CHECK (at.prefix.id == x.id && at.domain->open_below);
  CHECK_EQ (num_small (value_num (at.domain->span[0].high)), 1);
  at = check_atom (&b, term_equal (ts, two, three));
  CHECK (domain_is_empty (at.domain));
  /* 2x + 4y + 3 <= 9 */
  term sum = term_binary (ts, KIND_INT_ADD, two, scaled (ts, &b.arena, y, 4));
  sum = term_binary (ts, KIND_INT_ADD, sum, three);
  term nine = term_int (ts, num_of_i64 (&b.arena, 9));
  at = check_atom (&b, term_binary (ts, KIND_INT_LE, sum, nine));
  CHECK (at.domain->open_below || at.domain->open_above);
  linear l;
  CHECK (linear_of (ts, &b.arena, at.prefix, &l));
  CHECK_EQ (l.n, 2);
  brute_release (&b);
}

TEST (numbers_beyond_words) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", SORT_INT);
  num big = num_pow2 (&b.arena, 100);
  term t = term_binary (ts, KIND_INT_MUL, x, term_int (ts, big));
  num most = num_add (&b.arena, num_mul (&b.arena, big, NUM_ONE), NUM_ONE);
  atom at =
      check_atom (&b, term_binary (ts, KIND_INT_LE, t, term_int (ts, most)));
  CHECK_EQ (at.prefix.id, x.id);
  CHECK_EQ (num_small (value_num (at.domain->span[0].high)), 1);
  at = check_atom (&b, term_equal (ts, x, term_int (ts, big)));
  uint64_t word;
  CHECK (domain_is_point (at.domain, &word) && num_eq (value_num (word), big));
  brute_release (&b);
}

TEST (deep_terms) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (32)), t = x;
  for (int i = 0; i < 100000; i++)
    t = term_binary (ts, KIND_BV_XOR, term_binary (ts, KIND_BV_ADD, t, x), x);
  CHECK (atom_of (ts, &b.arena, term_equal (ts, t, x)).domain);
  brute_release (&b);
}
