/* Rules for bvand, bvor and bvxor. Masks become extracts, so that bytes are
 * seen as bytes.
 */

#include "term/bounds.h"
#include "term/rules_priv.h"

term rule_bitwise_const (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (is_zero (ts, c))
    return d->kind == KIND_BV_AND ? c : a;
  if (!is_ones (ts, c))
    return TERM_NONE;
  if (d->kind == KIND_BV_XOR)
    return term_unary (ts, KIND_BV_NOT, a);
  return d->kind == KIND_BV_AND ? a : c;
}

term rule_bitwise_same (terms *ts, const draft *d) {
  if (!term_eq (d->arg[0], d->arg[1]))
    return TERM_NONE;
  return d->kind == KIND_BV_XOR ? term_bv (ts, sort_width (d->sort), 0)
                                : d->arg[0];
}

/* (x & 3) & 6 is x & 2; x & (x & y) is x & y; x ^ (x ^ y) is y. */
term rule_bitwise_nested (terms *ts, const draft *d) {
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], b = d->arg[!i];
    if (!is_kind (ts, b, d->kind))
      continue;
    if (has_arg (ts, b, a))
      return d->kind == KIND_BV_XOR
                 ? term_arg (ts, b, term_eq (term_arg (ts, b, 0), a))
                 : b;
    if (term_is_const (ts, a) && term_is_const (ts, term_arg (ts, b, 1)))
      return term_binary (ts, d->kind, term_arg (ts, b, 0),
                          term_binary (ts, d->kind, term_arg (ts, b, 1), a));
  }
  return TERM_NONE;
}

/* A mask that changes no bit that could be set. */
term rule_bitwise_known (terms *ts, const draft *d) {
  if (!is_word (ts, d->arg[1]))
    return TERM_NONE;
  uint64_t c = term_word (ts, d->arg[1]);
  bounds b = term_bounds (ts, d->arg[0]);
  if (d->kind == KIND_BV_OR)
    return c & ~b.ones ? TERM_NONE : d->arg[0];
  uint64_t cleared = ~c & bits_mask (sort_width (d->sort));
  return cleared & ~b.zeros ? TERM_NONE : d->arg[0];
}

term rule_xor_not (terms *ts, const draft *d) {
  for (unsigned i = 0; i < 2; i++)
    if (is_kind (ts, d->arg[i], KIND_BV_NOT))
      return term_unary (ts, KIND_BV_NOT,
                         term_binary (ts, KIND_BV_XOR,
                                      term_arg (ts, d->arg[i], 0), d->arg[!i]));
  return TERM_NONE;
}

/* Both sides cut at a bit where one of them is simple. */
static term rules_bits_cut (terms *ts, const draft *d, unsigned at) {
  unsigned w = sort_width (d->sort);
  term high = term_binary (ts, d->kind, term_extract (ts, w - 1, at, d->arg[0]),
                           term_extract (ts, w - 1, at, d->arg[1]));
  term low = term_binary (ts, d->kind, term_extract (ts, at - 1, 0, d->arg[0]),
                          term_extract (ts, at - 1, 0, d->arg[1]));
  return term_concat (ts, high, low);
}

/* Where the added zeros of a zero_extend begin, else 0. */
static unsigned zeros_from (const terms *ts, term t) {
  if (!is_kind (ts, t, KIND_ZEXT) || !term_node (ts, t)->payload)
    return 0;
  return term_width (ts, term_arg (ts, t, 0));
}

/* With a constant, or another zero_extend: only the inner bits meet. */
term rule_bitwise_zext (terms *ts, const draft *d) {
  unsigned p = zeros_from (ts, d->arg[0]), q = zeros_from (ts, d->arg[1]);
  if (p && term_is_const (ts, d->arg[1]))
    return rules_bits_cut (ts, d, p);
  if (!p || !q)
    return TERM_NONE;
  bool lower = d->kind == KIND_BV_AND ? p < q : p > q;
  return rules_bits_cut (ts, d, lower ? p : q);
}

/* With a constant that is all zeros or all ones in one of the parts, or with
 * another concatenation cut at the same place.
 */
term rule_bitwise_concat (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (!is_kind (ts, a, KIND_CONCAT))
    return TERM_NONE;
  unsigned w = sort_width (d->sort), at = term_width (ts, term_arg (ts, a, 1));
  if (is_kind (ts, c, KIND_CONCAT))
    return term_width (ts, term_arg (ts, c, 1)) == at
               ? rules_bits_cut (ts, d, at)
               : TERM_NONE;
  if (!term_is_const (ts, c))
    return TERM_NONE;
  term high = term_extract (ts, w - 1, at, c);
  term low = term_extract (ts, at - 1, 0, c);
  if (is_zero (ts, high) || is_ones (ts, high) || is_zero (ts, low) ||
      is_ones (ts, low))
    return rules_bits_cut (ts, d, at);
  return TERM_NONE;
}

/* (a : b) | y, where y fits below a, is a : (b | y). Bytes put together with
 * shifts become a concatenation by this.
 */
term rule_bitwise_low_part (terms *ts, const draft *d) {
  if (sort_width (d->sort) > 64)
    return TERM_NONE;
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], y = d->arg[!i];
    if (!is_kind (ts, a, KIND_CONCAT))
      continue;
    unsigned at = term_width (ts, term_arg (ts, a, 1));
    if (term_bounds (ts, y).max <= bits_mask (at))
      return term_concat (ts, term_arg (ts, a, 0),
                          term_binary (ts, d->kind, term_arg (ts, a, 1),
                                       term_extract (ts, at - 1, 0, y)));
  }
  return TERM_NONE;
}

/* x & 0x00ff00 is 0 : x[15:8] : 0. */
term rule_and_mask (terms *ts, const draft *d) {
  if (!is_word (ts, d->arg[1]))
    return TERM_NONE;
  uint64_t c = term_word (ts, d->arg[1]);
  if (!c)
    return TERM_NONE;
  unsigned low = (unsigned) __builtin_ctzll (c), high = bits_log2 (c);
  unsigned w = sort_width (d->sort);
  if (c >> low != bits_mask (high - low + 1) || high - low + 1 == w)
    return TERM_NONE;
  term t = term_extract (ts, high, low, d->arg[0]);
  if (low)
    t = term_concat (ts, t, term_bv (ts, low, 0));
  return term_zext (ts, w - 1 - high, t);
}
