#include "program/expand.h"

uint32_t lower_ones (lower *l, unsigned w) {
  return lower_constant (l, w, w < 64 ? (UINT64_C (1) << w) - 1 : UINT64_MAX,
                         w <= 64   ? 0
                         : w < 128 ? (UINT64_C (1) << (w - 64)) - 1
                                   : UINT64_MAX);
}

uint32_t lower_smallest (lower *l, unsigned w) {
  if (w <= 64)
    return lower_constant (l, w, UINT64_C (1) << (w - 1), 0);
  return lower_constant (l, w, 0, UINT64_C (1) << (w - 65));
}

/* One operation, 'detail', of 'more' arguments: one or two. */
void expand_op (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = r->more == 2 ? lane_argument (&x, 1) : 0;
    lower_emit (l, (op) r->detail, x.w, 0, x.dst, a, b, 0);
  }
}

/* { result, did it overflow }; 'more' is the test. */
void expand_overflow (lower *l, LLVMValueRef call, const intrinsic *r) {
  const code_shape *s = lower_shape (l, call);
  uint32_t n = s->n / 2, dst = lower_dst (l, call);
  for (uint32_t i = 0; i < n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    lower_emit (l, (op) r->detail, w, 0, dst + i, a, b, 0);
    lower_emit (l, (op) r->more, w, 0, dst + n + i, a, b, 0);
  }
}

/* What saturation gives: for signed ones the end on the side of a's sign. */
static uint32_t limit (lower *l, op test, unsigned w, uint32_t a) {
  if (test == OP_UADD_OVERFLOWS)
    return lower_ones (l, w);
  if (test == OP_USUB_OVERFLOWS)
    return lower_zero (l, w);
  uint32_t low = lower_smallest (l, w);
  uint32_t high = lower_op (l, OP_XOR, w, 0, low, lower_ones (l, w), 0);
  uint32_t is_negative = lower_op (l, OP_SLT, w, 0, a, lower_zero (l, w), 0);
  return lower_op (l, OP_SELECT, w, 0, is_negative, low, high);
}

/* 'more' is the test of overflow. */
void expand_saturated (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = lane_argument (&x, 1);
    uint32_t sum = lower_op (l, (op) r->detail, x.w, 0, a, b, 0);
    uint32_t over = lower_op (l, (op) r->more, x.w, 0, a, b, 0);
    uint32_t end = limit (l, (op) r->more, x.w, a);
    lower_emit (l, OP_SELECT, x.w, 0, x.dst, over, end, sum);
  }
}

/* The smaller one by 'detail', or the greater, if 'more'. */
void expand_choose (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = lane_argument (&x, 1);
    uint32_t less = lower_op (l, (op) r->detail, x.w, 0, a, b, 0);
    lower_emit (l, OP_SELECT, x.w, 0, x.dst, less, r->more ? b : a,
                r->more ? a : b);
  }
}

/* -1, 0 or 1; 'detail' is what is less. */
void expand_three_way (lower *l, LLVMValueRef call, const intrinsic *r) {
  unsigned from = lower_shape (l, argument (call, 0))->leaf->width;
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = lane_argument (&x, 1);
    uint32_t less = lower_op (l, (op) r->detail, from, 0, a, b, 0);
    uint32_t more = lower_op (l, (op) r->detail, from, 0, b, a, 0);
    less = lower_op (l, OP_ZEXT, x.w, 1, less, 0, 0);
    more = lower_op (l, OP_ZEXT, x.w, 1, more, 0, 0);
    lower_emit (l, OP_SUB, x.w, 0, x.dst, more, less, 0);
  }
}

void expand_abs (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  bool may_wrap = LLVMIsNull (LLVMGetOperand (call, 1));
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0), zero = lower_zero (l, x.w);
    uint32_t negated =
        lower_op (l, OP_SUB, x.w, may_wrap ? 0 : ARITH_NSW, zero, a, 0);
    uint32_t is_negative = lower_op (l, OP_SLT, x.w, 0, a, zero, 0);
    lower_emit (l, OP_SELECT, x.w, 0, x.dst, is_negative, negated, a);
  }
}

/* Funnel shifts. The shift into the other direction is made in two parts,
 * so that no amount is as large as the width.
 */
static void funnel (const lane *x, uint32_t a, uint32_t b, uint32_t by,
                    bool left) {
  lower *l = x->lower;
  unsigned w = x->w;
  uint32_t top = lower_constant (l, w, w - 1, 0);
  uint32_t s = (w & (w - 1)) ? lower_op (l, OP_UREM, w, 0, by,
                                         lower_constant (l, w, w, 0), 0)
                             : lower_op (l, OP_AND, w, 0, by, top, 0);
  uint32_t rest = lower_op (l, OP_SUB, w, 0, top, s, 0);
  uint32_t one = lower_constant (l, w, 1, 0);
  uint32_t high, low;
  if (left) {
    high = lower_op (l, OP_SHL, w, 0, a, s, 0);
    low = lower_op (l, OP_LSHR, w, 0, b, one, 0);
    low = lower_op (l, OP_LSHR, w, 0, low, rest, 0);
  } else {
    high = lower_op (l, OP_SHL, w, 0, a, one, 0);
    high = lower_op (l, OP_SHL, w, 0, high, rest, 0);
    low = lower_op (l, OP_LSHR, w, 0, b, s, 0);
  }
  lower_emit (l, OP_OR, w, 0, x->dst, high, low, 0);
}

static void funnel_by (const lane *x, uint32_t a, uint32_t b, unsigned by,
                       bool left) {
  lower *l = x->lower;
  unsigned w = x->w, up = left ? by : w - by;
  if (!by) {
    lower_emit (l, OP_MOVE, w, 0, x->dst, left ? a : b, 0, 0);
    return;
  }
  uint32_t high =
      lower_op (l, OP_SHL, w, 0, a, lower_constant (l, w, up, 0), 0);
  uint32_t low =
      lower_op (l, OP_LSHR, w, 0, b, lower_constant (l, w, w - up, 0), 0);
  lower_emit (l, OP_OR, w, 0, x->dst, high, low, 0);
}

/* To the left, if 'detail'. */
void expand_funnel (lower *l, LLVMValueRef call, const intrinsic *r) {
  for_each_lane (x, l, call) {
    uint32_t a = lane_argument (&x, 0);
    uint32_t b = lane_argument (&x, 1);
    uint64_t by;
    if (x.w == 1)
      lower_emit (l, OP_MOVE, x.w, 0, x.dst, r->detail ? a : b, 0, 0);
    else if (lower_is_number (argument (call, 2), &by))
      funnel_by (&x, a, b, (unsigned) (by % x.w), r->detail);
    else
      funnel (&x, a, b, lane_argument (&x, 2), r->detail);
  }
}
