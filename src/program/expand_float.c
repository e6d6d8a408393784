#include "program/expand.h"

/* 'detail' is FMATH_*, 'more' the number of arguments; a scalar among vectors
 * is for all lanes.
 */
static void math_arguments (const lane *x, unsigned n, uint32_t out[3]) {
  for (unsigned k = 0; k < 3; k++) {
    unsigned from = k < n ? k : 0;
    bool is_single = lower_shape (x->lower, argument (x->call, from))->n == 1;
    out[k] = argument_leaf (x->lower, x->call, from, is_single ? 0 : x->i);
  }
}

void expand_math (lower *l, LLVMValueRef call, const intrinsic *r) {
  bool is_round = r->detail == FMATH_LROUND || r->detail == FMATH_LRINT;
  for_each_lane (x, l, call) {
    uint32_t arg[3];
    math_arguments (&x, r->more, arg);
    unsigned w = lane_argument_width (&x, 0);
    if (is_round && x.w != 64) {
      uint32_t wide =
          lower_op (l, OP_FMATH, w, r->detail, arg[0], arg[1], arg[2]);
      lower_emit (l, OP_TRUNC, x.w, 64, x.dst, wide, 0, 0);
    } else
      lower_emit (l, OP_FMATH, w, r->detail, x.dst, arg[0], arg[1], arg[2]);
  }
}

/* a * b + c, rounded twice as machines without a fused operation do. */
void expand_multiply_add (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = lane_argument (&x, 1);
    uint32_t product = lower_op (l, OP_FMUL, x.w, 0, a, b, 0);
    lower_emit (l, OP_FADD, x.w, 0, x.dst, product, lane_argument (&x, 2), 0);
  }
}

void expand_cast (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call)
      lower_emit (l, (op) r->detail, x.w, lane_argument_width (&x, 0), x.dst,
                  lane_argument (&x, 0), 0, 0);
}

/* By the name of the predicate: "oeq", "une", ... */
static unsigned predicate_bits (LLVMValueRef v) {
  static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  static const unsigned bits[] = {FCMP_EQ, FCMP_LT | FCMP_GT,
                                  FCMP_LT, FCMP_LT | FCMP_EQ,
                                  FCMP_GT, FCMP_GT | FCMP_EQ};
  unsigned len = 0;
  const char *text = LLVMGetMDString (v, &len);
  if (!text || len != 3)
    return 0;
  if (!memcmp (text, "ord", 3))
    return FCMP_LT | FCMP_GT | FCMP_EQ;
  if (!memcmp (text, "uno", 3))
    return FCMP_UNORDERED;
  for (int i = 0; i < 6; i++)
    if (!memcmp (text + 1, names[i], 2))
      return bits[i] | (*text == 'u' ? FCMP_UNORDERED : 0);
  return 0;
}

void expand_compare (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  unsigned bits = predicate_bits (argument (call, 2));
  for_each_lane (x, l, call)
      lower_emit (l, OP_FCMP, lane_argument_width (&x, 0), bits, x.dst,
                  lane_argument (&x, 0), lane_argument (&x, 1), 0);
}

static bool power_of_two (lower *l, unsigned float_width, bool is_negative,
                          unsigned exponent, uint32_t *out) {
  uint64_t sign = is_negative;
  if (float_width == 32)
    *out = lower_constant (l, 32,
                           sign << 31 | (uint64_t) (127 + exponent) << 23, 0);
  else if (float_width == 64)
    *out = lower_constant (l, 64,
                           sign << 63 | (uint64_t) (1023 + exponent) << 52, 0);
  else
    return false;
  return true;
}

/* Conversion with the ends of the range for what is outside, 0 for NaN. */
static void saturate (lower *l, uint32_t dst, uint32_t a, unsigned from,
                      unsigned to, bool is_signed) {
  uint32_t low, high;
  unsigned exponent = is_signed ? to - 1 : to;
  if (!power_of_two (l, from, true, exponent, &low) ||
      !power_of_two (l, from, false, exponent, &high)) {
    lower_unsupported (l, "a saturating conversion of %u bits", from);
    return;
  }
  if (!is_signed)
    low = lower_zero (l, from);
  uint32_t is_low = lower_op (l, OP_FCMP, from, FCMP_LT, a, low, 0);
  uint32_t is_high = lower_op (l, OP_FCMP, from, FCMP_GT | FCMP_EQ, a, high, 0);
  uint32_t is_nan = lower_op (l, OP_FCMP, from, FCMP_UNORDERED, a, a, 0);
  uint32_t is_out = lower_op (l, OP_OR, 1, 0, is_low, is_high, 0);
  is_out = lower_op (l, OP_OR, 1, 0, is_out, is_nan, 0);
  uint32_t safe =
      lower_op (l, OP_SELECT, from, 0, is_out, lower_zero (l, from), a);
  uint32_t res =
      lower_op (l, is_signed ? OP_FPTOSI : OP_FPTOUI, to, from, safe, 0, 0);
  uint32_t least = is_signed ? lower_smallest (l, to) : lower_zero (l, to);
  uint32_t most = is_signed
                      ? lower_op (l, OP_XOR, to, 0, lower_smallest (l, to),
                                  lower_ones (l, to), 0)
                      : lower_ones (l, to);
  res = lower_op (l, OP_SELECT, to, 0, is_low, least, res);
  lower_emit (l, OP_SELECT, to, 0, dst, is_high, most, res);
}

/* 'detail': signed. */
void expand_saturating_cast (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call)
      saturate (l, x.dst, lane_argument (&x, 0), lane_argument_width (&x, 0),
                x.w, r->detail);
}
