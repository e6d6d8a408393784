/* Floating point: arithmetic, comparisons, casts.
 *
 * A number is the word of its bits. What rounds is a term of KIND_FP_* where a
 * number is symbolic, and computed by the function that evaluates these terms
 * where none is, so that both agree to the bit. What does not round (signs,
 * comparisons, NaN) needs bits only, which every solver knows. 16 bits are
 * widened to 32, computed, and rounded back, which is exact enough: 32 has
 * more than twice the digits.
 */

#include "machine/floating.h"

#include "base/bits.h"
#include "term/bounds.h"
#include "term/unset.h"
#include "term/value_small.h"

static word as_word (machine *m, term t) { return word_from (m->terms, t); }

/* Operations that round. */

static term float_term (machine *m, kind k, uint64_t payload, unsigned w,
                        word a, word b, word c) {
  terms *ts = m->terms;
  unsigned arity = kind_table[k].arity;
  term x = word_term (ts, a, w);
  term y = arity > 1 ? word_term (ts, b, w) : TERM_NONE;
  term z = arity > 2 ? word_term (ts, c, w) : TERM_NONE;
  bool commutes = k == KIND_FP_ADD || k == KIND_FP_MUL;
  if (commutes && hash128_cmp (term_hash (ts, x), term_hash (ts, y)) > 0)
    return term_build (ts, k, payload, y, x, z);
  return term_build (ts, k, payload, x, y, z);
}

word float_value (machine *m, kind k, uint64_t payload, unsigned w, word a,
                  word b, word c) {
  assert (w == 16 || w == 32 || w == 64 || w == 80);
  bool is_wide = w == 80 || (k >= KIND_FP_CONVERT && payload == 80);
  if (!is_wide && word_is_concrete (a) && word_is_concrete (b) &&
      word_is_concrete (c))
    return word_of (ieee_apply (k, w, payload, a.bits, b.bits, c.bits));
  return as_word (m, float_term (m, k, payload, w, float_number (m, a),
                                 float_number (m, b), float_number (m, c)));
}

word float_apply (machine *m, kind k, uint64_t payload, unsigned w, word a,
                  word b, word c) {
  word res = float_value (m, k, payload, w, a, b, c);
  if (k > KIND_FP_CONVERT) /* from or to integers */
    return res;
  if (k == KIND_FP_FMA) /* the library has the factors in this order */
    return float_result (m, w, res, w, 3, (const word[3]) {b, a, c});
  return float_result (m, k == KIND_FP_CONVERT ? (unsigned) payload : w, res, w,
                       kind_table[k].arity, (const word[3]) {a, b, c});
}

word float_convert (machine *m, word v, unsigned from, unsigned to) {
  if (from == to)
    return v;
  return float_apply (m, KIND_FP_CONVERT, to, from, v, word_of (0),
                      word_of (0));
}

/* Bits. */

word float_bits (machine *m, kind k, unsigned w, word a, word b) {
  if (word_is_concrete (a) && word_is_concrete (b))
    return word_of (value_apply_small (k, w, 0, w, a.bits, b.bits, 0));
  terms *ts = m->terms;
  return as_word (
      m, term_binary (ts, k, word_term (ts, a, w), word_term (ts, b, w)));
}

word float_and (machine *m, unsigned w, word v, uint64_t mask) {
  return float_sign (m, KIND_BV_AND, w, v, mask);
}

word float_negate (machine *m, unsigned w, word v) {
  return float_sign (m, KIND_BV_XOR, w, v, bits_sign (w));
}

word float_select (machine *m, unsigned w, word condition, word a, word b) {
  if (word_is_concrete (condition))
    return condition.bits ? a : b;
  terms *ts = m->terms;
  return as_word (m, term_ite (ts, condition.term, word_term (ts, a, w),
                               word_term (ts, b, w)));
}

word float_is_nan (machine *m, unsigned w, word v) {
  if (word_is_concrete (v))
    return word_of (ieee_is_nan (w, v.bits));
  terms *ts = m->terms;
  float_chain chain;
  v = float_number (m, v);
  if (float_chain_of (ts, v, &chain))
    return word_of (0);
  return as_word (m, float_nan_test (ts, word_term (ts, v, w)));
}

/* Comparisons need no theory but bits. */
static term compare_keys (terms *ts, unsigned outcomes, term a, term b) {
  switch (outcomes) {
  case 0:
    return TERM_FALSE;
  case FCMP_LT:
    return term_binary (ts, KIND_BV_SLT, a, b);
  case FCMP_GT:
    return term_binary (ts, KIND_BV_SLT, b, a);
  case FCMP_EQ:
    return term_equal (ts, a, b);
  case FCMP_LT | FCMP_GT:
    return term_not (ts, term_equal (ts, a, b));
  case FCMP_LT | FCMP_EQ:
    return term_binary (ts, KIND_BV_SLE, a, b);
  case FCMP_GT | FCMP_EQ:
    return term_binary (ts, KIND_BV_SLE, b, a);
  default:
    assert (outcomes == (FCMP_LT | FCMP_GT | FCMP_EQ));
    return TERM_TRUE;
  }
}

static bool compare_concrete (unsigned w, unsigned outcomes, uint64_t a,
                              uint64_t b) {
  if (ieee_is_nan (w, a) || ieee_is_nan (w, b))
    return outcomes & FCMP_UNORDERED;
  int64_t x = ieee_key (a, w), y = ieee_key (b, w);
  return outcomes & (x < y ? FCMP_LT : x > y ? FCMP_GT : FCMP_EQ);
}

term float_compare_terms (terms *ts, unsigned outcomes, term a, term b,
                          term unordered) {
  term is = compare_keys (ts, outcomes & ~FCMP_UNORDERED, ieee_order (ts, a),
                          ieee_order (ts, b));
  return outcomes & FCMP_UNORDERED
             ? term_or (ts, unordered, is)
             : term_and (ts, term_not (ts, unordered), is);
}

word float_compare (machine *m, unsigned w, unsigned outcomes, word a, word b) {
  terms *ts = m->terms;
  assert (w == 32 || w == 64); /* 16 bits are computed with 32 */
  a = float_number (m, a);
  b = float_number (m, b);
  if (word_is_concrete (a) && word_is_concrete (b))
    return word_of (compare_concrete (w, outcomes, a.bits, b.bits));
  term order;
  if (float_compare_order (ts, w, outcomes, a, b, &order))
    return as_word (m, order);
  term unordered = term_or (ts, word_term (ts, float_is_nan (m, w, a), 1),
                            word_term (ts, float_is_nan (m, w, b), 1));
  return as_word (m, float_compare_terms (ts, outcomes, word_term (ts, a, w),
                                          word_term (ts, b, w), unordered));
}

/* Casts. Out of range the results are those of x86, which converts to signed
 * integers of 32 and 64 bits only.
 */

word float_to_integer (machine *m, word v, unsigned w, unsigned to) {
  term whole;
  v = float_number (m, v);
  if (float_whole_to_integer (m->terms, v, to, &whole))
    return as_word (m, whole);
  return float_apply (m, KIND_FP_TO_SINT, to, w, v, word_of (0), word_of (0));
}

static word op_float_cut (machine *m, word v, unsigned from, unsigned to) {
  assert (to <= from);
  if (from == to)
    return v;
  if (word_is_concrete (v))
    return word_of (v.bits & bits_mask (to));
  return as_word (m, word_term (m->terms, v, to));
}

/* 2^63 and more is converted without its highest bit. */
static word to_unsigned_64 (machine *m, word v, unsigned w) {
  terms *ts = m->terms;
  word high =
      w == 80 ? as_word (m, term_concat (ts, term_bv (ts, 16, 0xc03e),
                                         term_bv (ts, 64, UINT64_C (1) << 63)))
              : word_of (w == 32 ? 0xdf000000 : 0xc3e0000000000000);
  word less = float_apply (m, KIND_FP_ADD, 0, w, v, high, word_of (0));
  word a = float_to_integer (m, v, w, 64),
       b = float_to_integer (m, less, w, 64);
  if (word_is_concrete (a) && word_is_concrete (b))
    return word_of (a.bits | (b.bits & (uint64_t) ((int64_t) a.bits >> 63)));
  term x = word_term (ts, a, 64), y = word_term (ts, b, 64);
  term is_high = term_binary (ts, KIND_BV_SLT, x, term_bv (ts, 64, 0));
  return as_word (
      m, term_ite (ts, is_high, term_binary (ts, KIND_BV_OR, x, y), x));
}

word float_cast_to_integer (machine *m, word v, unsigned w, unsigned to,
                            bool is_signed) {
  if (!is_signed && to == 64)
    return to_unsigned_64 (m, v, w);
  unsigned by = to < 32 || (to == 32 && is_signed) ? 32 : 64;
  return op_float_cut (m, float_to_integer (m, v, w, by), by, to);
}

static word widened (machine *m, word v, unsigned from, unsigned to,
                     bool is_signed) {
  assert (from <= to);
  if (from == to)
    return v;
  if (word_is_concrete (v))
    return word_of (is_signed
                        ? (uint64_t) bits_signed (v.bits, from) & bits_mask (to)
                        : v.bits);
  terms *ts = m->terms;
  if (!is_signed)
    return as_word (m, word_term (ts, v, to));
  if (sort_is_bool (term_sort (ts, v.term)))
    return as_word (m, term_ite (ts, v.term, term_bv (ts, to, ~UINT64_C (0)),
                                 term_bv (ts, to, 0)));
  return as_word (m, term_sext (ts, to - from, word_term (ts, v, from)));
}

word float_cast_integer (machine *m, word v, unsigned from, unsigned to,
                         bool is_signed) {
  unsigned by = from <= 32 ? 32 : 64, format = to == 16 ? 32 : to;
  v = widened (m, v, from, by, is_signed);
  if (!word_is_concrete (v)) /* one term for what is never negative */
    is_signed |= term_bounds (m->terms, word_term (m->terms, v, by)).smin >= 0;
  kind k = is_signed ? KIND_FP_FROM_SINT : KIND_FP_FROM_UINT;
  word res = float_apply (m, k, format, by, v, word_of (0), word_of (0));
  return float_convert (m, res, format, to);
}

static step cast (machine *m, state *s, const insn *i) {
  word v = slot_get (s, i->a), res;
  unsigned to = i->w, from = i->x;
  switch (i->op) {
  case OP_FPTOSI:
  case OP_FPTOUI:
    if (to > 64)
      return machine_unsupported (m, s, cause_number (WHY_FLOAT_TO_WIDTH, to));
    v = from == 16 ? float_convert (m, v, 16, 32) : v;
    res = float_cast_to_integer (m, v, from == 16 ? 32 : from, to,
                                 i->op == OP_FPTOSI);
    break;
  case OP_SITOFP:
  case OP_UITOFP:
    if (from > 64)
      return machine_unsupported (m, s,
                                  cause_number (WHY_WIDTH_TO_FLOAT, from));
    res = float_cast_integer (m, v, from, to, i->op == OP_SITOFP);
    break;
  default:
    assert (i->op == OP_FPTRUNC || i->op == OP_FPEXT);
    res = float_convert (m, v, from, to);
  }
  slot_set (s, i->dst, res);
  return STEP_NEXT;
}

/* C's fmod, by way of the remainder that may be negative. */
word float_modulo (machine *m, unsigned w, word a, word b) {
  const word none = word_of (0), arg[3] = {a, b};
  uint64_t size = bits_mask (w - 1);
  a = float_number (m, a);
  word y = float_number (m, float_and (m, w, b, size));
  word r =
      float_value (m, KIND_FP_REM, 0, w, float_and (m, w, a, size), y, none);
  word more = float_value (m, KIND_FP_ADD, 0, w, r, y, none);
  r = float_select (m, w, float_compare (m, w, FCMP_LT, r, none), more, r);
  r = float_copysign (m, w, r, a);
  return float_result (m, w, r, w, 2, arg);
}

kind float_kind (op what) {
  static const kind kinds[] = {[OP_FADD] = KIND_FP_ADD,
                               [OP_FSUB] = KIND_FP_ADD,
                               [OP_FMUL] = KIND_FP_MUL,
                               [OP_FDIV] = KIND_FP_DIV};
  assert (what >= OP_FADD && what <= OP_FDIV);
  return kinds[what];
}

static word arithmetic (machine *m, op what, unsigned w, word a, word b) {
  if (what == OP_FREM)
    return float_modulo (m, w, a, b);
  const word none = word_of (0), arg[3] = {a, b};
  if (what == OP_FSUB) /* but for NaN */
    b = float_negate (m, w, b);
  return float_result (
      m, w, float_value (m, float_kind (what), 0, w, a, b, none), w, 2, arg);
}

/* In the width that is computed with. */
static word operand (machine *m, const state *s, const insn *i, uint32_t slot) {
  word v = slot_get (s, slot);
  return i->w == 16 ? float_convert (m, v, 16, 32) : v;
}

/* The second operand is an integer of 32 bits. */
static bool is_with_integer (unsigned what) {
  return what == FMATH_POWI || what == FMATH_LDEXP || what == FMATH_IS_CLASS;
}

static step math (machine *m, state *s, const insn *i) {
  unsigned w = i->w == 16 ? 32 : i->w;
  word res, arg[3] = {operand (m, s, i, i->a),
                      is_with_integer (i->x) ? slot_get (s, i->b)
                                             : operand (m, s, i, i->b),
                      operand (m, s, i, i->c)};
  if (i->w == 16 && (i->x == FMATH_IS_CLASS || i->x == FMATH_FMA))
    return machine_unsupported (m, s,
                                (cause) {.reason = WHY_FLOAT_WIDTH,
                                         .form = {VALUE_UNSIGNED},
                                         .text = {fmath_name ((fmath) i->x)},
                                         .value = {16}});
  step st = float_math (m, s, (fmath) i->x, w, arg, &res);
  if (st != STEP_NEXT)
    return st;
  slot_set (s, i->dst,
            fmath_gives_float (i->x) ? float_convert (m, res, w, i->w) : res);
  return STEP_NEXT;
}

static bool is_cast (unsigned what) {
  return what == OP_FPTRUNC || what == OP_FPEXT || what == OP_FPTOUI ||
         what == OP_FPTOSI || what == OP_UITOFP || what == OP_SITOFP;
}

static bool has_width (const insn *i, unsigned w) {
  bool is_from = i->op == OP_FPTRUNC || i->op == OP_FPEXT ||
                 i->op == OP_FPTOUI || i->op == OP_FPTOSI;
  bool is_to = i->op != OP_FPTOUI && i->op != OP_FPTOSI;
  return (is_to && i->w == w) || (is_from && i->x == w);
}

/* A number of which nothing was ever set makes a result of that kind: what is
 * computed may be computed before it is known to be needed.
 */
static bool spreads_unset (machine *m, state *s, const insn *i) {
  op_operands o = op_operands_of ((op) i->op);
  const uint8_t kinds[] = {o.a, o.b, o.c};
  const uint32_t slots[] = {i->a, i->b, i->c};
  for (unsigned k = 0; k < 3; k++) {
    term t = kinds[k] == OPERAND_SLOT ? slot_get (s, slots[k]).term : TERM_NONE;
    if (!t.id || !term_has_unset (m->terms, t) ||
        !term_eq (unset_is_set (m->unset, t), TERM_FALSE))
      continue;
    term first = unset_first (m->unset, t);
    unset u = *term_unset_of (m->terms, first);
    t = i->op == OP_FCMP
            ? term_equal (m->terms, term_extract (m->terms, 0, 0, first),
                          term_bv (m->terms, 1, 1))
            : word_unset (m->terms, i->w, &u);
    slot_set (s, i->dst, (word) {.term = t});
    return true;
  }
  return false;
}

step op_float (machine *m, state *s, const insn *i) {
  unsigned w = i->w == 16 ? 32 : i->w;
  if (spreads_unset (m, s, i))
    return STEP_NEXT;
  if (has_width (i, 80))
    return float_wide (m, s, i);
  if (has_width (i, 128))
    return machine_unsupported (
        m, s, cause_about (WHY_UNSUPPORTED, "floating point of 128 bits"));
  if (is_cast (i->op))
    return cast (m, s, i);
  switch (i->op) {
  case OP_FMATH:
    return math (m, s, i);
  case OP_FNEG: /* the bits alone, whatever they are */
    slot_set (s, i->dst, float_negate (m, i->w, slot_get (s, i->a)));
    return STEP_NEXT;
  case OP_FCMP:
    slot_set (s, i->dst,
              float_compare (m, w, i->x, operand (m, s, i, i->a),
                             operand (m, s, i, i->b)));
    return STEP_NEXT;
  default:
    break;
  }
  word res = arithmetic (m, (op) i->op, w, operand (m, s, i, i->a),
                         operand (m, s, i, i->b));
  slot_set (s, i->dst, float_convert (m, res, w, i->w));
  return STEP_NEXT;
}
