/* Rules for the shape of words: concat, extract, extensions, shifts and the
 * divisions that are shifts. Concatenations nest to the right; leading zeros
 * are a zero_extend.
 */

#include "term/bounds.h"
#include "term/rules_priv.h"

static term rules_word_extend (terms *ts, kind k, uint64_t by, term t) {
  return term_build (ts, k, by, t, TERM_NONE, TERM_NONE);
}

/* CONCAT. */

term rule_concat_zero (terms *ts, const draft *d) {
  if (!is_zero (ts, d->arg[0]))
    return TERM_NONE;
  return term_zext (ts, term_width (ts, d->arg[0]), d->arg[1]);
}

term rule_concat_nested (terms *ts, const draft *d) {
  term a = d->arg[0];
  if (!is_kind (ts, a, KIND_CONCAT))
    return TERM_NONE;
  return term_concat (ts, term_arg (ts, a, 0),
                      term_concat (ts, term_arg (ts, a, 1), d->arg[1]));
}

term rule_concat_extended (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_ZEXT && n->kind != KIND_SEXT)
    return TERM_NONE;
  return rules_word_extend (ts, (kind) n->kind, n->payload,
                            term_concat (ts, n->arg[0], d->arg[1]));
}

/* x[9:5] : x[4:2] is x[9:2], also with more behind it. */
term rule_concat_extracts (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1], rest = TERM_NONE;
  if (!is_kind (ts, a, KIND_EXTRACT))
    return TERM_NONE;
  if (is_kind (ts, b, KIND_CONCAT)) {
    rest = term_arg (ts, b, 1);
    b = term_arg (ts, b, 0);
  }
  if (!is_kind (ts, b, KIND_EXTRACT) ||
      !term_eq (term_arg (ts, a, 0), term_arg (ts, b, 0)) ||
      term_extract_low (ts, a) != term_extract_high (ts, b) + 1)
    return TERM_NONE;
  term t = term_extract (ts, term_extract_high (ts, a),
                         term_extract_low (ts, b), term_arg (ts, a, 0));
  return rest.id ? term_concat (ts, t, rest) : t;
}

/* EXTRACT. */

static unsigned high_of (const draft *d) {
  return (unsigned) (d->payload >> 32);
}
static unsigned low_of (const draft *d) {
  return (unsigned) (d->payload & ~0u);
}

term rule_extract_all (terms *ts, const draft *d) {
  bool all = !low_of (d) && high_of (d) + 1 == term_width (ts, d->arg[0]);
  return all ? d->arg[0] : TERM_NONE;
}

term rule_extract_known (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]))
    return TERM_NONE;
  bounds b = term_bounds (ts, d->arg[0]);
  unsigned w = sort_width (d->sort);
  if (~((b.zeros | b.ones) >> low_of (d)) & bits_mask (w))
    return TERM_NONE;
  return term_bv (ts, w, b.ones >> low_of (d));
}

term rule_extract_extract (terms *ts, const draft *d) {
  term a = d->arg[0];
  if (!is_kind (ts, a, KIND_EXTRACT))
    return TERM_NONE;
  unsigned by = term_extract_low (ts, a);
  return term_extract (ts, high_of (d) + by, low_of (d) + by,
                       term_arg (ts, a, 0));
}

term rule_extract_concat (terms *ts, const draft *d) {
  term t = d->arg[0];
  unsigned high = high_of (d), low = low_of (d);
  if (!is_kind (ts, t, KIND_CONCAT))
    return TERM_NONE;
  while (is_kind (ts, t, KIND_CONCAT)) {
    unsigned at = term_width (ts, term_arg (ts, t, 1));
    if (low < at && at <= high)
      break;
    t = term_arg (ts, t, low < at);
    high -= low < at ? 0 : at;
    low -= low < at ? 0 : at;
  }
  if (!is_kind (ts, t, KIND_CONCAT) || (!low && high + 1 == term_width (ts, t)))
    return term_extract (ts, high, low, t);
  unsigned at = term_width (ts, term_arg (ts, t, 1));
  return term_concat (ts, term_extract (ts, high - at, 0, term_arg (ts, t, 0)),
                      term_extract (ts, at - 1, low, term_arg (ts, t, 1)));
}

term rule_extract_zext (terms *ts, const draft *d) {
  term a = d->arg[0];
  unsigned high = high_of (d), low = low_of (d);
  if (!is_kind (ts, a, KIND_ZEXT))
    return TERM_NONE;
  term x = term_arg (ts, a, 0);
  unsigned w = term_width (ts, x);
  if (low >= w)
    return term_bv (ts, high - low + 1, 0);
  if (high < w)
    return term_extract (ts, high, low, x);
  return term_zext (ts, high - w + 1, term_extract (ts, w - 1, low, x));
}

term rule_extract_sext (terms *ts, const draft *d) {
  term a = d->arg[0];
  unsigned high = high_of (d), low = low_of (d);
  if (!is_kind (ts, a, KIND_SEXT))
    return TERM_NONE;
  term x = term_arg (ts, a, 0);
  unsigned w = term_width (ts, x);
  if (high < w)
    return term_extract (ts, high, low, x);
  if (low >= w) /* copies of the sign bit */
    return term_sext (ts, high - low, term_extract (ts, w - 1, w - 1, x));
  return term_sext (ts, high - w + 1, term_extract (ts, w - 1, low, x));
}

/* Extracts move into operations where that cannot multiply work: one side is
 * a constant, or both are such that the extract disappears.
 */
static bool is_easy (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  return k == KIND_CONST || k == KIND_ZEXT || k == KIND_SEXT ||
         k == KIND_CONCAT || k == KIND_EXTRACT;
}

static term extract_args (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  term arg[2] = {TERM_NONE, TERM_NONE};
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = term_extract (ts, high_of (d), low_of (d), n->arg[i]);
  return term_build (ts, (kind) n->kind, 0, arg[0], arg[1], TERM_NONE);
}

static bool has_easy_args (const terms *ts, const node *n) {
  if (n->arity == 1 || term_is_const (ts, n->arg[1]))
    return true;
  return is_easy (ts, n->arg[0]) && is_easy (ts, n->arg[1]);
}

term rule_extract_bitwise (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_BV_NOT && n->kind != KIND_BV_AND &&
      n->kind != KIND_BV_OR && n->kind != KIND_BV_XOR)
    return TERM_NONE;
  return has_easy_args (ts, n) ? extract_args (ts, d) : TERM_NONE;
}

/* The low bits of a sum depend on the low bits alone. */
term rule_extract_arith (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (low_of (d) || (n->kind != KIND_BV_ADD && n->kind != KIND_BV_MUL &&
                     n->kind != KIND_BV_NEG))
    return TERM_NONE;
  return has_easy_args (ts, n) ? extract_args (ts, d) : TERM_NONE;
}

term rule_extract_ite (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_ITE ||
      (!term_is_const (ts, n->arg[1]) && !term_is_const (ts, n->arg[2])))
    return TERM_NONE;
  return term_ite (ts, n->arg[0],
                   term_extract (ts, high_of (d), low_of (d), n->arg[1]),
                   term_extract (ts, high_of (d), low_of (d), n->arg[2]));
}

/* ZEXT and SEXT. */

term rule_extend_by_none (terms *ts, const draft *d) {
  (void) ts;
  return d->payload ? TERM_NONE : d->arg[0];
}

term rule_extend_extended (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind == (uint8_t) d->kind || (n->kind == KIND_ZEXT && n->payload))
    return rules_word_extend (ts, (kind) n->kind, d->payload + n->payload,
                              n->arg[0]);
  if (d->kind != KIND_ZEXT || n->kind != KIND_CONCAT ||
      !term_is_const (ts, n->arg[0]))
    return TERM_NONE;
  return term_concat (
      ts, rules_word_extend (ts, KIND_ZEXT, d->payload, n->arg[0]), n->arg[1]);
}

term rule_sext_known_sign (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]))
    return TERM_NONE;
  bounds b = term_bounds (ts, d->arg[0]);
  if (b.smin >= 0)
    return rules_word_extend (ts, KIND_ZEXT, d->payload, d->arg[0]);
  if (b.smax >= 0 || !d->payload)
    return TERM_NONE;
  return term_concat (ts, bv_ones (ts, (unsigned) d->payload), d->arg[0]);
}

/* Shifts. */

term rule_shift_zero (terms *ts, const draft *d) {
  bool nothing = is_zero (ts, d->arg[0]) || is_zero (ts, d->arg[1]);
  return nothing ? d->arg[0] : TERM_NONE;
}

/* A constant shift moves bits: the moved ones with zeros, or signs. */
static term shifted (terms *ts, kind k, term t, unsigned by) {
  unsigned w = term_width (ts, t);
  if (k == KIND_BV_SHL)
    return term_concat (ts, term_extract (ts, w - 1 - by, 0, t),
                        term_bv (ts, by, 0));
  return rules_word_extend (ts, k == KIND_BV_ASHR ? KIND_SEXT : KIND_ZEXT, by,
                            term_extract (ts, w - 1, by, t));
}

term rule_shift_const (terms *ts, const draft *d) {
  if (!term_is_const (ts, d->arg[1]) || is_zero (ts, d->arg[1]))
    return TERM_NONE;
  unsigned w = sort_width (d->sort);
  uint64_t word = term_word (ts, d->arg[1]), by = word;
  if (w > 64)
    by = num_fits_u64 ((num) {word}) ? num_u64 ((num) {word}) : w;
  if (by >= w) {
    if (d->kind != KIND_BV_ASHR)
      return term_bv (ts, w, 0);
    by = w - 1;
  }
  return by ? shifted (ts, d->kind, d->arg[0], (unsigned) by) : d->arg[0];
}

/* Division. */

term rule_div_const (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (d->kind == KIND_BV_UDIV && is_zero (ts, c))
    return bv_ones (ts, sort_width (d->sort));
  if (d->kind == KIND_BV_SDIV && is_ones (ts, c))
    return negated (ts, a);
  return is_one (ts, c) ? a : TERM_NONE;
}

term rule_rem_const (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (is_zero (ts, c))
    return a;
  if (is_one (ts, c) || (d->kind != KIND_BV_UREM && is_ones (ts, c)))
    return term_bv (ts, sort_width (d->sort), 0);
  return TERM_NONE;
}

static bool is_power (const terms *ts, term c) {
  return is_word (ts, c) && term_word (ts, c) > 1 &&
         bits_is_pow2 (term_word (ts, c));
}

term rule_div_power (terms *ts, const draft *d) {
  if (!is_power (ts, d->arg[1]))
    return TERM_NONE;
  return shifted (ts, KIND_BV_LSHR, d->arg[0],
                  bits_log2 (term_word (ts, d->arg[1])));
}

term rule_rem_power (terms *ts, const draft *d) {
  if (!is_power (ts, d->arg[1]))
    return TERM_NONE;
  unsigned k = bits_log2 (term_word (ts, d->arg[1]));
  return term_zext (ts, sort_width (d->sort) - k,
                    term_extract (ts, k - 1, 0, d->arg[0]));
}

term rule_div_small (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]) ||
      term_bounds (ts, d->arg[0]).max >= term_bounds (ts, d->arg[1]).min)
    return TERM_NONE;
  return d->kind == KIND_BV_UREM ? d->arg[0]
                                 : term_bv (ts, sort_width (d->sort), 0);
}

/* Signed division of what is never negative. */
term rule_div_unsigned (terms *ts, const draft *d) {
  if (!is_small (ts, d->arg[0]) || term_bounds (ts, d->arg[0]).smin < 0 ||
      term_bounds (ts, d->arg[1]).smin < 0)
    return TERM_NONE;
  return term_binary (ts, d->kind == KIND_BV_SDIV ? KIND_BV_UDIV : KIND_BV_UREM,
                      d->arg[0], d->arg[1]);
}
