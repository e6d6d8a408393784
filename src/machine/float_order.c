/* Numbers that were an integer.
 *
 * Programs mostly get floating point out of integers: what strtod has read, a
 * counter, a size; scale it by constants, and compare it with constants. Each
 * of these operations is monotone, rounding included, so that the comparison
 * is one of the integer with a bound, found by bisection: a question for
 * intervals, where the circuits of floating point take a solver seconds.
 */

#include "machine/floating.h"

#include "base/bits.h"
#include "term/bounds.h"

/* Recognising. */

static bool is_finite (unsigned w, uint64_t bits) {
  return (bits & bits_mask (w - 1)) < ieee_infinity (w);
}

/* The operand that is not the constant; TERM_NONE if neither is. */
static term variable_part (terms *ts, term t, float_step *one) {
  if (term_node (ts, t)->arity != 2)
    return TERM_NONE;
  term a = term_arg (ts, t, 0), b = term_arg (ts, t, 1);
  bool is_first = term_is_const (ts, a);
  term fixed = is_first ? a : b;
  if (!term_is_const (ts, fixed) || term_is_const (ts, is_first ? b : a) ||
      (is_first && one->kind == KIND_FP_DIV))
    return TERM_NONE;
  one->constant = term_word (ts, fixed);
  return is_first ? b : a;
}

static bool is_monotone (const float_step *one) {
  unsigned w = one->width;
  bool is_zero = !(one->constant & bits_mask (w - 1));
  if (one->kind == KIND_BV_XOR)
    return one->constant == bits_sign (w);
  return is_finite (w, one->constant) && (!is_zero || one->kind == KIND_FP_ADD);
}

/* What t is computed from by one step; TERM_NONE: it is none of ours. */
static term one_step (terms *ts, term t, float_step *one) {
  kind k = term_kind (ts, t);
  term from;
  *one = (float_step) {.kind = k, .payload = term_node (ts, t)->payload};
  switch (k) {
  case KIND_FP_CONVERT:
  case KIND_FP_ROUND:
    from = term_arg (ts, t, 0);
    one->width = term_width (ts, from);
    return from;
  case KIND_BV_XOR:
  case KIND_FP_ADD:
  case KIND_FP_MUL:
  case KIND_FP_DIV:
    one->width = term_width (ts, t);
    from = variable_part (ts, t, one);
    return from.id && is_monotone (one) ? from : TERM_NONE;
  default:
    return TERM_NONE;
  }
}

static bool falls (const float_step *one) {
  return one->kind != KIND_FP_ADD && one->constant & bits_sign (one->width);
}

bool float_chain_of (terms *ts, word v, float_chain *out) {
  *out = (float_chain) {0};
  if (word_is_concrete (v) || term_width (ts, v.term) > 64)
    return false;
  for (term t = v.term;;) {
    kind k = term_kind (ts, t);
    if (k == KIND_FP_FROM_SINT || k == KIND_FP_FROM_UINT) {
      out->root = term_arg (ts, t, 0);
      out->is_signed = k == KIND_FP_FROM_SINT;
      out->width = (unsigned) term_node (ts, t)->payload;
      return true;
    }
    if (out->n == FLOAT_STEPS)
      return false;
    t = one_step (ts, t, &out->step[out->n]);
    if (!t.id || term_width (ts, t) > 64) /* steps are on words */
      return false;
    out->is_falling ^= falls (&out->step[out->n++]);
  }
}

/* Computing. */

static uint64_t float_order_apply (const float_step *one, uint64_t x) {
  if (one->kind == KIND_BV_XOR)
    return x ^ one->constant;
  return ieee_apply (one->kind, one->width, one->payload, x, one->constant, 0);
}

uint64_t float_chain_value (const terms *ts, const float_chain *c,
                            uint64_t root) {
  uint64_t x = ieee_apply (c->is_signed ? KIND_FP_FROM_SINT : KIND_FP_FROM_UINT,
                           term_width (ts, c->root), c->width, root, 0, 0);
  for (unsigned i = c->n; i-- > 0;)
    x = float_order_apply (&c->step[i], x);
  return x;
}

bool float_is_whole (terms *ts, const float_chain *c) {
  bounds b = term_bounds (ts, c->root);
  uint64_t most = UINT64_C (1) << (ieee_fraction (c->width) + 1);
  if (!c->is_signed)
    return !c->n && b.max <= most;
  return !c->n && b.smin >= -(int64_t) most && b.smax <= (int64_t) most;
}

/* Comparing with a constant. */

/* Where the values of an integer begin to compare as at least 'least' with a
 * number.
 */
typedef struct order_search {
  const terms *ts;
  const float_chain *chain;
  uint64_t low, last; /* lowest value, distance of the highest */
  uint64_t limit;
  unsigned w; /* of the number */
} order_search;

static int compare_at (const order_search *f, uint64_t distance) {
  uint64_t root =
      (f->low + distance) & bits_mask (term_width (f->ts, f->chain->root));
  int64_t a = ieee_key (float_chain_value (f->ts, f->chain, root), f->w);
  int64_t b = ieee_key (f->limit, f->w);
  int res = (a > b) - (a < b);
  return f->chain->is_falling ? -res : res;
}

static bool float_order_find (const order_search *f, int least,
                              uint64_t *distance) {
  uint64_t low = 0, high = f->last;
  if (compare_at (f, high) < least)
    return false;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (compare_at (f, middle) >= least)
      high = middle;
    else
      low = middle + 1;
  }
  assert (compare_at (f, low) >= least);
  assert (!low || compare_at (f, low - 1) < least); /* it is monotone */
  *distance = low;
  return true;
}

/* The integer is below the place where the number is at least 'least'. */
static term below (terms *ts, const order_search *f, int least) {
  uint64_t distance;
  if (!float_order_find (f, least, &distance))
    return TERM_TRUE;
  if (!distance)
    return TERM_FALSE;
  unsigned w = term_width (ts, f->chain->root);
  return term_binary (ts, f->chain->is_signed ? KIND_BV_SLT : KIND_BV_ULT,
                      f->chain->root,
                      term_bv (ts, w, (f->low + distance) & bits_mask (w)));
}

static term compare_integer (terms *ts, const order_search *f,
                             unsigned outcomes) {
  bool is_falling = f->chain->is_falling;
  bool less = outcomes & (is_falling ? FCMP_GT : FCMP_LT);
  bool more = outcomes & (is_falling ? FCMP_LT : FCMP_GT);
  term is_less = below (ts, f, 0), is_at_most = below (ts, f, 1);
  term res = TERM_FALSE;
  if (less)
    res = is_less;
  if (outcomes & FCMP_EQ)
    res = term_or (ts, res, term_and (ts, term_not (ts, is_less), is_at_most));
  if (less && outcomes & FCMP_EQ)
    res = is_at_most;
  if (more)
    res = term_or (ts, res, term_not (ts, is_at_most));
  return res;
}

static bool with_constant (terms *ts, unsigned w, unsigned outcomes, word v,
                           uint64_t limit, term *out) {
  float_chain c;
  if (!float_chain_of (ts, v, &c))
    return false;
  if (ieee_is_nan (w, limit)) {
    *out = outcomes & FCMP_UNORDERED ? TERM_TRUE : TERM_FALSE;
    return true;
  }
  bounds b = term_bounds (ts, c.root);
  assert (term_width (ts, c.root) <= 64);
  order_search f = {.ts = ts, .chain = &c, .limit = limit, .w = w};
  f.low = c.is_signed ? (uint64_t) b.smin : b.min;
  f.last = c.is_signed ? (uint64_t) b.smax - (uint64_t) b.smin : b.max - b.min;
  *out = compare_integer (ts, &f, outcomes);
  return true;
}

static unsigned mirrored (unsigned outcomes) {
  return (outcomes & ~(FCMP_LT | FCMP_GT)) |
         (outcomes & FCMP_LT ? FCMP_GT : 0) |
         (outcomes & FCMP_GT ? FCMP_LT : 0);
}

bool float_compare_order (terms *ts, unsigned w, unsigned outcomes, word a,
                          word b, term *out) {
  if (word_is_concrete (b))
    return with_constant (ts, w, outcomes, a, b.bits, out);
  if (word_is_concrete (a))
    return with_constant (ts, w, mirrored (outcomes), b, a.bits, out);
  float_chain x, y;
  if (!float_chain_of (ts, a, &x) || !float_chain_of (ts, b, &y))
    return false;
  if (term_eq (a.term, b.term)) {
    *out = outcomes & FCMP_EQ ? TERM_TRUE : TERM_FALSE;
    return true;
  }
  if (x.is_signed != y.is_signed || !float_is_whole (ts, &x) ||
      !float_is_whole (ts, &y) ||
      term_width (ts, x.root) != term_width (ts, y.root))
    return false;
  kind less = x.is_signed ? KIND_BV_SLT : KIND_BV_ULT;
  *out = TERM_FALSE;
  if (outcomes & FCMP_LT)
    *out = term_binary (ts, less, x.root, y.root);
  if (outcomes & FCMP_GT)
    *out = term_or (ts, *out, term_binary (ts, less, y.root, x.root));
  if (outcomes & FCMP_EQ)
    *out = term_or (ts, *out, term_equal (ts, x.root, y.root));
  return true;
}

/* Back to the integer. */
bool float_whole_to_integer (terms *ts, word v, unsigned to, term *out) {
  float_chain c;
  if (!float_chain_of (ts, v, &c) || !float_is_whole (ts, &c))
    return false;
  unsigned from = term_width (ts, c.root);
  bounds b = term_bounds (ts, c.root);
  int64_t most = (int64_t) bits_mask (to - 1);
  if (c.is_signed ? b.smin < -most - 1 || b.smax > most
                  : b.max > (uint64_t) most)
    return false;
  if (from >= to)
    *out = term_extract (ts, to - 1, 0, c.root);
  else
    *out = c.is_signed ? term_sext (ts, to - from, c.root)
                       : term_zext (ts, to - from, c.root);
  return true;
}
