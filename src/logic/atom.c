/* A conjunct becomes "sum in domain", and then all is taken off the sum that
 * the domain can say as well: the constant shifts it, the sign mirrors it, a
 * factor divides it, an extension narrows it.
 *
 *     3 + 4x - 2y <= 9      4x - 2y in (-inf, 6]      2x - y in (-inf, 3]
 *
 * What remains may be an extension around another sum, or a choice between
 * constants, which is its condition: then it begins anew with what is inside.
 * Each step keeps the truth of the atom for all values.
 */

#include "logic/atom.h"

#include "base/bits.h"
#include "base/map.h"
#include "logic/linear.h"
#include "term/value.h"

#define MAX_POW2 3 /* common factors up to 8 are divided away */

static atom constant_atom (arena *a, bool holds) {
  return (atom) {TERM_TRUE, holds ? domain_full (a, SORT_BOOL)
                                  : domain_empty (a, SORT_BOOL)};
}

static atom bool_atom (terms *ts, arena *a, term t, bool holds) {
  while (term_kind (ts, t) == KIND_NOT) {
    t = term_arg (ts, t, 0);
    holds = !holds;
  }
  if (term_is_const (ts, t))
    return constant_atom (a, term_word (ts, t) == holds);
  return (atom) {t, domain_point (a, SORT_BOOL, holds)};
}

/* Sums in a domain. All 'drop_*' keep "sum in domain" as it is. */

typedef struct split_goal {
  linear sum;
  const domain *domain;
} split_goal;

static void drop_constant (arena *a, split_goal *g) {
  sort s = g->sum.sort;
  if (word_is_zero (s, g->sum.constant))
    return;
  g->domain = domain_shift (a, g->domain, word_neg (a, s, g->sum.constant));
  g->sum.constant = word_of_i64 (a, s, 0);
}

/* Negative numbers, and the upper half of the circle but for 2^(w-1), which
 * is its own negative and decides nothing.
 */
static bool is_negative (sort s, const linear *l) {
  if (sort_is_int (s))
    return num_sign (value_num (l->monomial[0].coefficient)) < 0;
  uint64_t sign = bits_sign (sort_width (s));
  for (size_t i = 0; i < l->n; i++)
    if (l->monomial[i].coefficient != sign)
      return l->monomial[i].coefficient & sign;
  return false;
}

static void drop_sign (arena *a, split_goal *g) {
  linear *l = &g->sum;
  if (!is_negative (l->sort, l))
    return;
  for (size_t i = 0; i < l->n; i++)
    l->monomial[i].coefficient =
        word_neg (a, l->sort, l->monomial[i].coefficient);
  g->domain = domain_negate (a, g->domain);
}

static void drop_gcd (arena *a, split_goal *g) {
  assert (g->sum.n && sort_is_int (g->sum.sort));
  linear *l = &g->sum;
  num gcd = NUM_ZERO;
  for (size_t i = 0; i < l->n && gcd.word != NUM_ONE.word; i++)
    gcd = num_gcd (a, gcd, value_num (l->monomial[i].coefficient));
  if (gcd.word == NUM_ONE.word)
    return;
  for (size_t i = 0; i < l->n; i++) {
    num c = value_num (l->monomial[i].coefficient);
    l->monomial[i].coefficient = num_div_trunc (a, c, gcd).word;
  }
  g->domain = domain_divide (a, g->domain, gcd);
}

/* The halves are those of the signed reading: 4x - 2y gives 2x - y. */
static void drop_pow2 (arena *a, split_goal *g) {
  assert (g->sum.n && sort_is_bv (g->sum.sort));
  linear *l = &g->sum;
  unsigned w = sort_width (l->sort);
  uint64_t bits = 0;
  for (size_t i = 0; i < l->n; i++)
    bits |= l->monomial[i].coefficient;
  unsigned t = (unsigned) __builtin_ctzll (bits);
  if (!t || t > MAX_POW2)
    return;
  for (size_t i = 0; i < l->n; i++) {
    int64_t half = bits_signed (l->monomial[i].coefficient, w) >> t;
    l->monomial[i].coefficient = (uint64_t) half & bits_mask (w);
  }
  g->domain = domain_divide_pow2 (a, g->domain, t);
  drop_sign (a, g); /* 2^(w-1) had no sign, its half has */
}

static uint64_t inverse (uint64_t odd) { /* modulo 2^64, by Newton */
  assert (odd & 1);
  uint64_t x = odd;
  for (int i = 0; i < 5; i++)
    x *= 2 - odd * x;
  return x;
}

static bool is_few_points (const domain *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (d->span[i].low != d->span[i].high)
      return false;
  return d->n <= 1u << MAX_POW2;
}

static const domain *scale_points (arena *a, const domain *d, uint64_t by) {
  uint64_t mask = bits_mask (sort_width (d->sort));
  const domain *res = domain_empty (a, d->sort);
  for (uint32_t i = 0; i < d->n; i++) {
    uint64_t word = d->span[i].low * by & mask;
    res = domain_unite (a, res, domain_point (a, d->sort, word));
  }
  return res;
}

/* Multiplying by an odd number permutes points, but tears arcs. */
static void drop_odd (arena *a, split_goal *g) {
  assert (g->sum.n == 1);
  uint64_t c = g->sum.monomial[0].coefficient;
  if (!(c & 1) || c == 1)
    return;
  bool is_inside = is_few_points (g->domain);
  const domain *points =
      is_inside ? g->domain : domain_complement (a, g->domain);
  if (!is_few_points (points))
    return;
  points = scale_points (a, points, inverse (c));
  g->domain = is_inside ? points : domain_complement (a, points);
  g->sum.monomial[0].coefficient = 1;
}

/* c * zext (x) that cannot wrap is division among the integers. */
static void drop_narrow_factor (const terms *ts, arena *a, split_goal *g) {
  assert (g->sum.n == 1 && sort_is_bv (g->sum.sort));
  monomial *m = g->sum.monomial;
  if (m->coefficient == 1 || term_kind (ts, m->term) != KIND_ZEXT)
    return;
  uint64_t most = bits_mask (term_width (ts, term_arg (ts, m->term, 0)));
  if (m->coefficient > bits_mask (sort_width (g->sum.sort)) / most)
    return;
  const domain *image =
      domain_between (a, g->sum.sort, 0, most * m->coefficient);
  g->domain = domain_divide_exact (a, domain_intersect (a, g->domain, image),
                                   m->coefficient);
  m->coefficient = 1;
}

/* The term inside an extension, with the domain it then has. */
static bool drop_extension (terms *ts, arena *a, split_goal *g, term *inside) {
  term t = g->sum.monomial[0].term;
  kind k = term_kind (ts, t);
  bool is_zero = k == KIND_ZEXT;
  if (g->sum.monomial[0].coefficient != 1 || (!is_zero && k != KIND_SEXT) ||
      !term_node (ts, t)->payload)
    return false;
  *inside = term_arg (ts, t, 0);
  unsigned width = term_width (ts, *inside);
  g->domain = is_zero ? domain_narrow_zero (a, g->domain, width)
                      : domain_narrow_sign (a, g->domain, width);
  return true;
}

/* Normalise the sum. True when it came down to 'inside', which shall be taken
 * apart in turn.
 */
static bool settle (terms *ts, arena *a, split_goal *g, term *inside) {
  drop_constant (a, g);
  if (!g->sum.n)
    return false;
  drop_sign (a, g);
  if (sort_is_int (g->sum.sort)) {
    drop_gcd (a, g);
    return false;
  }
  if (g->sum.n == 1)
    drop_narrow_factor (ts, a, g);
  drop_pow2 (a, g);
  if (g->sum.n > 1)
    return false;
  drop_odd (a, g);
  return drop_extension (ts, a, g, inside);
}

static bool is_one_term (const linear *l) {
  return l->n == 1 && l->monomial[0].coefficient ==
                          (sort_is_int (l->sort) ? NUM_ONE.word : 1);
}

/* What remains to be decided once a sum is settled: either it is an atom, or
 * the Bool term 'next' shall hold or not.
 */
typedef struct split_step {
  atom atom;
  term next; /* TERM_NONE: 'atom' is the result */
  bool holds;
} split_step;

/* ite (c, 3, 5) in D is c, not c, or constant. */
static bool settle_choice (terms *ts, arena *a, const split_goal *g,
                           split_step *res) {
  if (!is_one_term (&g->sum))
    return false;
  term t = g->sum.monomial[0].term;
  if (term_kind (ts, t) != KIND_ITE ||
      !term_is_const (ts, term_arg (ts, t, 1)) ||
      !term_is_const (ts, term_arg (ts, t, 2)))
    return false;
  bool first = domain_has (g->domain, term_word (ts, term_arg (ts, t, 1)));
  bool second = domain_has (g->domain, term_word (ts, term_arg (ts, t, 2)));
  if (first == second)
    *res = (split_step) {.atom = constant_atom (a, first)};
  else
    *res = (split_step) {.next = term_arg (ts, t, 0), .holds = first};
  return true;
}

static split_step settle_sum (terms *ts, arena *a, split_goal *g) {
  term inside;
  while (settle (ts, a, g, &inside))
    linear_of (ts, a, inside, &g->sum);
  split_step res = {.next = TERM_NONE};
  if (!g->sum.n)
    res.atom = constant_atom (
        a, domain_has (g->domain, word_of_i64 (a, g->sum.sort, 0)));
  else if (!settle_choice (ts, a, g, &res))
    res.atom = (atom) {linear_term (ts, &g->sum), g->domain};
  return res;
}

/* Comparisons. */

/* { v | v op c } for an unsigned or signed comparison. */
static const domain *below (arena *a, kind k, sort s, uint64_t c) {
  bool is_signed = k == KIND_BV_SLT || k == KIND_BV_SLE;
  bool is_strict = k == KIND_BV_ULT || k == KIND_BV_SLT;
  uint64_t low = is_signed ? bits_sign (sort_width (s)) : 0;
  if (is_strict && c == low)
    return domain_empty (a, s);
  return domain_arc (a, s, low, (c - is_strict) & bits_mask (sort_width (s)));
}

static atom order_atom (terms *ts, arena *a, term t, bool holds) {
  assert (sort_is_bool (term_sort (ts, t)));
  kind k = term_kind (ts, t);
  if (k == KIND_BV_ULE || k == KIND_BV_SLE) {
    t = term_binary (ts, kind_opposite (k), term_arg (ts, t, 1),
                     term_arg (ts, t, 0));
    holds = !holds;
  }
  return bool_atom (ts, a, t, holds);
}

static split_step compare_bv (terms *ts, arena *a, term t, bool holds) {
  kind k = term_kind (ts, t);
  split_goal g, right;
  if (!linear_of (ts, a, term_arg (ts, t, 0), &g.sum))
    return (split_step) {.atom = order_atom (ts, a, t, holds)};
  linear_of (ts, a, term_arg (ts, t, 1), &right.sum);
  if (g.sum.n && right.sum.n)
    return (split_step) {.atom = order_atom (ts, a, t, holds)};
  uint64_t c = right.sum.constant;
  if (right.sum.n) {
    c = g.sum.constant;
    g = right;
    k = kind_opposite (k);
    holds = !holds;
  }
  g.domain = below (a, k, g.sum.sort, c);
  if (!holds)
    g.domain = domain_complement (a, g.domain);
  return settle_sum (ts, a, &g);
}

/* Int <=, and = of Int and bit-vectors: left - right against zero. */
static split_step compare_difference (terms *ts, arena *a, term t, bool holds) {
  split_goal g;
  if (!linear_difference (ts, a, term_arg (ts, t, 0), term_arg (ts, t, 1),
                          &g.sum))
    return (split_step) {.atom = bool_atom (ts, a, t, holds)};
  sort s = g.sum.sort;
  uint64_t zero = word_of_i64 (a, s, 0);
  g.domain = term_kind (ts, t) == KIND_EQ ? domain_point (a, s, zero)
                                          : domain_at_most (a, NUM_ZERO);
  if (!holds)
    g.domain = domain_complement (a, g.domain);
  return settle_sum (ts, a, &g);
}

/* b = true, b xor false and the like. */
static bool is_renamed_bool (const terms *ts, term t, term *inside,
                             bool *flip) {
  kind k = term_kind (ts, t);
  if ((k != KIND_EQ && k != KIND_XOR) ||
      !sort_is_bool (term_sort (ts, term_arg (ts, t, 0))))
    return false;
  for (unsigned i = 0; i < 2; i++) {
    term c = term_arg (ts, t, i);
    if (!term_is_const (ts, c))
      continue;
    *inside = term_arg (ts, t, 1 - i);
    *flip = term_word (ts, c) == (k == KIND_XOR);
    return true;
  }
  return false;
}

static split_step decompose (terms *ts, arena *a, term t, bool holds) {
  term inside;
  bool flip;
  if (is_renamed_bool (ts, t, &inside, &flip))
    return (split_step) {.next = inside, .holds = holds != flip};
  switch (term_kind (ts, t)) {
  case KIND_NOT:
    return (split_step) {.next = term_arg (ts, t, 0), .holds = !holds};
  case KIND_BV_ULT:
  case KIND_BV_ULE:
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    return compare_bv (ts, a, t, holds);
  case KIND_EQ:
  case KIND_INT_LE:
    return compare_difference (ts, a, t, holds);
  default:
    return (split_step) {.atom = bool_atom (ts, a, t, holds)};
  }
}

static atom atom_finish (terms *ts, arena *a, split_step s) {
  while (s.next.id)
    s = decompose (ts, a, s.next, s.holds);
  assert (sort_eq (term_sort (ts, s.atom.prefix), s.atom.domain->sort));
  assert (term_kind (ts, s.atom.prefix) != KIND_NOT);
  return s.atom;
}

atom atom_of (terms *ts, arena *a, term t) {
  assert (sort_is_bool (term_sort (ts, t)));
  return atom_finish (ts, a, (split_step) {.next = t, .holds = true});
}

atom atom_in (terms *ts, arena *a, term t, const domain *d) {
  assert (sort_eq (term_sort (ts, t), d->sort));
  if (sort_is_bool (d->sort)) {
    bool one = domain_has (d, 1);
    if (one == domain_has (d, 0))
      return constant_atom (a, one);
    return atom_finish (ts, a, (split_step) {.next = t, .holds = one});
  }
  split_goal g = {.domain = d};
  linear_of (ts, a, t, &g.sum);
  return atom_finish (ts, a, settle_sum (ts, a, &g));
}

/* Back to terms. */

static term int_span (terms *ts, term p, const domain *d, uint32_t i) {
  assert (i < d->n);
  span s = d->span[i];
  bool has_low = i || !d->open_below;
  bool has_high = i + 1 < d->n || !d->open_above;
  term low = term_const (ts, SORT_INT, s.low);
  term high = term_const (ts, SORT_INT, s.high);
  if (has_low && has_high && low.id == high.id)
    return term_equal (ts, p, low);
  term above = has_low ? term_binary (ts, KIND_INT_LE, low, p) : TERM_TRUE;
  term under = has_high ? term_binary (ts, KIND_INT_LE, p, high) : TERM_TRUE;
  if (!has_low)
    return under;
  return has_high ? term_and (ts, above, under) : above;
}

/* p on the arc from low up to high. */
static term arc_term (terms *ts, term p, uint64_t low, uint64_t high) {
  unsigned w = term_width (ts, p);
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  term l = term_bv (ts, w, low), h = term_bv (ts, w, high);
  if (low == high)
    return term_equal (ts, p, l);
  if (low == 0)
    return term_binary (ts, KIND_BV_ULE, p, h);
  if (high == mask)
    return term_binary (ts, KIND_BV_ULE, l, p);
  if (low == sign)
    return term_binary (ts, KIND_BV_SLE, p, h);
  if (high == sign - 1)
    return term_binary (ts, KIND_BV_SLE, l, p);
  if (((high + 1) & mask) == ((low - 1) & mask))
    return term_not (ts, term_equal (ts, p, term_bv (ts, w, high + 1)));
  return term_binary (ts, KIND_BV_ULE,
                      term_binary (ts, KIND_BV_ADD, p, term_bv (ts, w, -low)),
                      term_bv (ts, w, high - low));
}

/* The first and the last span of a circle can be one arc. */
static term endless_term (terms *ts, term p, const domain *d) {
  assert (d->n && sort_is_bv (d->sort));
  uint64_t mask = bits_mask (sort_width (d->sort));
  uint32_t last = d->n - 1;
  bool joins = d->n > 1 && !d->span[0].low && d->span[last].high == mask;
  term res = joins ? arc_term (ts, p, d->span[last].low, d->span[0].high)
                   : arc_term (ts, p, d->span[0].low, d->span[0].high);
  for (uint32_t i = 1; i < d->n - joins; i++)
    res = term_or (ts, res, arc_term (ts, p, d->span[i].low, d->span[i].high));
  return res;
}

static term spans_term (terms *ts, term p, const domain *d) {
  if (domain_is_empty (d))
    return TERM_FALSE;
  if (domain_is_full (d))
    return TERM_TRUE;
  if (sort_is_bool (d->sort))
    return d->span[0].low ? p : term_not (ts, p);
  if (sort_is_bv (d->sort))
    return endless_term (ts, p, d);
  term res = int_span (ts, p, d, 0);
  for (uint32_t i = 1; i < d->n; i++)
    res = term_or (ts, res, int_span (ts, p, d, i));
  return res;
}

/* Few holes are shorter than the many spans between them. */
term atom_term (terms *ts, atom at) {
  const domain *d = at.domain;
  if (d->n < 2)
    return spans_term (ts, at.prefix, d);
  arena scratch;
  arena_init (&scratch, ts->mem);
  const domain *rest = domain_complement (&scratch, d);
  bool is_shorter = sort_is_int (d->sort) && rest->n < d->n;
  if (sort_is_bv (d->sort))
    is_shorter = rest->n < d->n - 1;
  term res = is_shorter ? term_not (ts, spans_term (ts, at.prefix, rest))
                        : spans_term (ts, at.prefix, d);
  arena_release (&scratch);
  return res;
}
