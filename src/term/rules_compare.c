/* Rules for comparisons. With a constant the normal forms are x < c and
 * c <= x, which are each other's negation.
 */

#include "term/bounds.h"
#include "term/rules_priv.h"

static bool is_strict (kind k) { return k == KIND_BV_ULT || k == KIND_BV_SLT; }

static bool is_signed (kind k) { return k == KIND_BV_SLT || k == KIND_BV_SLE; }

static kind unsigned_form (kind k) {
  return is_strict (k) ? KIND_BV_ULT : KIND_BV_ULE;
}

term rule_compare_same (terms *ts, const draft *d) {
  if (!term_eq (d->arg[0], d->arg[1]))
    return TERM_NONE;
  return term_bool (ts, !is_strict (d->kind));
}

/* Decide a < b or a <= b when the ends are ordered; with signed ends their
 * sign bit is flipped first, which keeps the order.
 */
static term rules_compare_decide (bool strict, uint64_t a_min, uint64_t a_max,
                                  uint64_t b_min, uint64_t b_max) {
  if (strict ? a_max < b_min : a_max <= b_min)
    return TERM_TRUE;
  if (strict ? a_min >= b_max : a_min > b_max)
    return TERM_FALSE;
  return TERM_NONE;
}

static uint64_t flip (int64_t x) { return (uint64_t) x ^ (uint64_t) 1 << 63; }

term rule_compare_bounds (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]))
    return TERM_NONE;
  bounds a = term_bounds (ts, d->arg[0]), b = term_bounds (ts, d->arg[1]);
  if (is_signed (d->kind))
    return rules_compare_decide (is_strict (d->kind), flip (a.smin),
                                 flip (a.smax), flip (b.smin), flip (b.smax));
  return rules_compare_decide (is_strict (d->kind), a.min, a.max, b.min, b.max);
}

/* Signed comparison of values of one sign. */
term rule_compare_unsigned (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]))
    return TERM_NONE;
  bounds a = term_bounds (ts, d->arg[0]), b = term_bounds (ts, d->arg[1]);
  if ((a.smin >= 0 && b.smin >= 0) || (a.smax < 0 && b.smax < 0))
    return term_binary (ts, unsigned_form (d->kind), d->arg[0], d->arg[1]);
  return TERM_NONE;
}

/* Where a constant lies in its order. */

enum { MIN = 1, AFTER_MIN = 2, BEFORE_MAX = 4, MAX = 8 };

static term least (terms *ts, kind k, unsigned w) {
  term zero = term_bv (ts, w, 0);
  if (!is_signed (k))
    return zero;
  return term_binary (ts, KIND_BV_SHL, term_bv (ts, w, 1),
                      term_bv (ts, w, w - 1));
}

static term greatest (terms *ts, kind k, unsigned w) {
  return term_unary (ts, KIND_BV_NOT, least (ts, k, w));
}

static unsigned place_of_word (uint64_t x, uint64_t min, unsigned w) {
  uint64_t mask = bits_mask (w), max = ~min & mask;
  return (x == min ? MIN : 0) | (x == ((min + 1) & mask) ? AFTER_MIN : 0) |
         (x == ((max - 1) & mask) ? BEFORE_MAX : 0) | (x == max ? MAX : 0);
}

static unsigned place (terms *ts, kind k, term c) {
  unsigned w = term_width (ts, c);
  if (w <= 64)
    return place_of_word (term_word (ts, c), is_signed (k) ? bits_sign (w) : 0,
                          w);
  term min = least (ts, k, w), max = greatest (ts, k, w);
  term one = term_bv (ts, w, 1);
  return (term_eq (c, min) ? MIN : 0) |
         (term_eq (c, sum (ts, min, one)) ? AFTER_MIN : 0) |
         (term_eq (sum (ts, c, one), max) ? BEFORE_MAX : 0) |
         (term_eq (c, max) ? MAX : 0);
}

static term is_least (terms *ts, kind k, term x) {
  return term_equal (ts, x, least (ts, k, term_width (ts, x)));
}

static term is_greatest (terms *ts, kind k, term x) {
  return term_equal (ts, x, greatest (ts, k, term_width (ts, x)));
}

static term below_const (terms *ts, kind k, term x, term c) {
  unsigned at = place (ts, k, c);
  if (is_strict (k)) {
    if (at & MIN)
      return TERM_FALSE;
    if (at & AFTER_MIN)
      return is_least (ts, k, x);
    return at & MAX ? term_not (ts, is_greatest (ts, k, x)) : TERM_NONE;
  }
  if (at & MAX)
    return TERM_TRUE;
  if (at & MIN)
    return is_least (ts, k, x);
  return at & BEFORE_MAX ? term_not (ts, is_greatest (ts, k, x)) : TERM_NONE;
}

static term above_const (terms *ts, kind k, term c, term x) {
  unsigned at = place (ts, k, c);
  if (is_strict (k)) {
    if (at & MAX)
      return TERM_FALSE;
    if (at & BEFORE_MAX)
      return is_greatest (ts, k, x);
    return at & MIN ? term_not (ts, is_least (ts, k, x)) : TERM_NONE;
  }
  if (at & MIN)
    return TERM_TRUE;
  if (at & MAX)
    return is_greatest (ts, k, x);
  return at & AFTER_MIN ? term_not (ts, is_least (ts, k, x)) : TERM_NONE;
}

/* At the ends of the order: decided, or an equality. */
term rule_compare_to_equal (terms *ts, const draft *d) {
  if (term_is_const (ts, d->arg[1]))
    return below_const (ts, d->kind, d->arg[0], d->arg[1]);
  if (term_is_const (ts, d->arg[0]))
    return above_const (ts, d->kind, d->arg[0], d->arg[1]);
  return TERM_NONE;
}

/* x <= c is x < c + 1, and c < x is c + 1 <= x. */
term rule_compare_strictness (terms *ts, const draft *d) {
  bool strict = is_strict (d->kind);
  term c = d->arg[strict ? 0 : 1];
  if (!term_is_const (ts, c) || place (ts, d->kind, c) & MAX)
    return TERM_NONE;
  term next = sum (ts, c, term_bv (ts, term_width (ts, c), 1));
  if (strict)
    return term_binary (ts, is_signed (d->kind) ? KIND_BV_SLE : KIND_BV_ULE,
                        next, d->arg[1]);
  return term_binary (ts, is_signed (d->kind) ? KIND_BV_SLT : KIND_BV_ULT,
                      d->arg[0], next);
}

/* Extension keeps the order: that of the inner terms, which for zero_extend
 * is always the unsigned one.
 */

/* Bits that 't' has as an extension by kind 'ext'; 0 when it is none. */
static unsigned extension (terms *ts, term t, kind ext, unsigned inner) {
  const node *n = term_node (ts, t);
  if (n->kind == ext)
    return (unsigned) n->payload;
  if (n->kind != KIND_CONST)
    return 0;
  unsigned w = sort_width (n->sort);
  term low = term_extract (ts, inner - 1, 0, t);
  term unchanged = term_build (ts, ext, w - inner, low, TERM_NONE, TERM_NONE);
  return term_eq (unchanged, t) ? w - inner : 0;
}

term rule_compare_extended (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind == KIND_CONST)
    n = term_node (ts, d->arg[1]);
  if (n->kind != KIND_ZEXT && n->kind != KIND_SEXT)
    return TERM_NONE;
  kind ext = (kind) n->kind;
  unsigned w = sort_width (n->sort), inner = term_width (ts, n->arg[0]);
  unsigned p = extension (ts, d->arg[0], ext, inner);
  unsigned q = extension (ts, d->arg[1], ext, inner);
  unsigned common = p < q ? p : q;
  if (!common)
    return TERM_NONE;
  return term_binary (ts, ext == KIND_ZEXT ? unsigned_form (d->kind) : d->kind,
                      term_extract (ts, w - common - 1, 0, d->arg[0]),
                      term_extract (ts, w - common - 1, 0, d->arg[1]));
}

static term compare_high (terms *ts, kind k, term a, term b, unsigned low) {
  unsigned w = term_width (ts, a);
  return term_binary (ts, k, term_extract (ts, w - 1, low, a),
                      term_extract (ts, w - 1, low, b));
}

/* a:b < c:0 is a < c, c:0 <= a:b is c <= a; a:b < c:b is a < c; a:b < a:d is
 * b < d, unsigned.
 */
term rule_compare_concat (terms *ts, const draft *d) {
  bool strict = is_strict (d->kind);
  term concat = d->arg[strict ? 0 : 1], c = d->arg[strict ? 1 : 0];
  if (!is_kind (ts, concat, KIND_CONCAT))
    return TERM_NONE;
  term high = term_arg (ts, concat, 0), low = term_arg (ts, concat, 1);
  unsigned w = term_width (ts, low);
  if (term_is_const (ts, c) && is_zero (ts, term_extract (ts, w - 1, 0, c)))
    return compare_high (ts, d->kind, d->arg[0], d->arg[1], w);
  if (!is_kind (ts, c, KIND_CONCAT) ||
      !sort_eq (term_sort (ts, term_arg (ts, c, 1)), term_sort (ts, low)))
    return TERM_NONE;
  if (term_eq (low, term_arg (ts, c, 1)))
    return compare_high (ts, d->kind, d->arg[0], d->arg[1], w);
  if (!term_eq (high, term_arg (ts, c, 0)))
    return TERM_NONE;
  return term_binary (ts, unsigned_form (d->kind), term_arg (ts, d->arg[0], 1),
                      term_arg (ts, d->arg[1], 1));
}
