/* Numbers of 80 bits that were one of 64.
 *
 * The C library returns a double by way of long double, and takes it so. What
 * is done to it there is mostly exact: it is looked at, compared, negated and
 * converted back. So a widened number is the term of its 80 bits, and the
 * machine remembers what it was made from.
 */

#include "machine/floating.h"

#include "base/bits.h"

static term is_value (terms *ts, term t, uint64_t value) {
  return term_equal (ts, t, term_bv (ts, term_width (ts, t), value));
}

/* Sign, exponent of 15 bits, and 63 bits behind a leading one. */
static term compose (terms *ts, term sign, term exponent, term fraction) {
  term high = term_concat (ts, sign, exponent);
  term low = term_concat (
      ts, term_bv (ts, 1, 1),
      term_concat (ts, fraction,
                   term_bv (ts, 63 - term_width (ts, fraction), 0)));
  return term_concat (ts, high, low);
}

/* A normal number; 'less' is taken from its exponent. */
static term normal (terms *ts, term t, term less) {
  term exponent = term_zext (ts, 4, term_extract (ts, 62, 52, t));
  term bias = term_bv (ts, 15, 16383 - 1023);
  exponent = term_binary (ts, KIND_BV_ADD, exponent, bias);
  exponent = term_binary (ts, KIND_BV_ADD, exponent,
                          term_unary (ts, KIND_BV_NEG, less));
  return compose (ts, term_extract (ts, 63, 63, t), exponent,
                  term_extract (ts, 51, 0, t));
}

static term zero (terms *ts, term t) {
  term size = term_concat (ts, term_bv (ts, 15, 0), term_bv (ts, 64, 0));
  return term_concat (ts, term_extract (ts, 63, 63, t), size);
}

/* A number that is neither subnormal nor infinite. */
static term widen_whole (terms *ts, term t) {
  term size = term_extract (ts, 62, 0, t);
  return term_ite (ts, is_value (ts, size, 0), zero (ts, t),
                   normal (ts, t, term_bv (ts, 15, 0)));
}

/* 'nan' is t, or says which NaN it is where t is one. */
static term float_narrow_widen (terms *ts, term t, term nan) {
  term size = term_extract (ts, 62, 0, t), sign = term_extract (ts, 63, 63, t);
  uint64_t up = (uint64_t) (1023 + 64) << 52; /* subnormals become normal */
  term is_tiny = is_value (ts, term_extract (ts, 62, 52, t), 0);
  term raised = term_binary (ts, KIND_FP_MUL, t, term_bv (ts, 64, up));
  term res = term_ite (ts, is_tiny, normal (ts, raised, term_bv (ts, 15, 64)),
                       normal (ts, t, term_bv (ts, 15, 0)));
  term special = term_bv (ts, 15, 0x7fff);
  term infinite = compose (ts, sign, special, term_bv (ts, 62, 0));
  term no_number = compose (
      ts, term_extract (ts, 63, 63, nan), special,
      term_concat (ts, term_bv (ts, 1, 1), term_extract (ts, 50, 0, nan)));
  uint64_t most = ieee_infinity (64);
  res = term_ite (ts, is_value (ts, size, 0), zero (ts, t), res);
  res = term_ite (ts, is_value (ts, size, most), infinite, res);
  return term_ite (ts,
                   term_binary (ts, KIND_BV_ULT, term_bv (ts, 63, most), size),
                   no_number, res);
}

term float_widen (machine *m, word v) {
  terms *ts = m->terms;
  term t = word_term (ts, v, 64);
  word number = float_number (m, v);
  float_chain chain;
  bool is_whole = float_chain_of (ts, v, &chain) && float_is_whole (ts, &chain);
  term res = is_whole ? widen_whole (ts, t)
                      : float_narrow_widen (ts, word_term (ts, number, 64), t);
  assert (term_width (ts, t) == 64 && term_width (ts, res) == 80);
  map_put (&m->narrow, res.id, t.id);
  return res;
}

bool float_narrow (machine *m, word v, word *out) {
  uint64_t id = word_is_concrete (v) ? 0 : map_get (&m->narrow, v.term.id, 0);
  if (id)
    *out = word_from (m->terms, (term) {(uint32_t) id});
  return id;
}
