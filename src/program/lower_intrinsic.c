/* Functions of LLVM itself: llvm.NAME.TYPES. One table says by what each is
 * replaced; those on vectors work on each element.
 */

#include "program/lower_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct intrinsic intrinsic;
struct intrinsic {
  const char *name; /* without "llvm." and types */
  void (*expand) (lower *, LLVMValueRef, const intrinsic *);
  unsigned detail; /* of the function that expands: an op, say */
  unsigned more;
};

static LLVMValueRef argument (LLVMValueRef call, unsigned i) {
  return LLVMGetOperand (call, i);
}

static uint32_t argument_leaf (lower *l, LLVMValueRef call, unsigned i,
                               uint32_t k) {
  return lower_leaf (l, LLVMGetOperand (call, i), k);
}

/* Numbers of w bits. */

static uint32_t ones (lower *l, unsigned w) {
  return lower_constant (l, w, w < 64 ? (UINT64_C (1) << w) - 1 : UINT64_MAX,
                         w <= 64   ? 0
                         : w < 128 ? (UINT64_C (1) << (w - 64)) - 1
                                   : UINT64_MAX);
}

static uint32_t zero (lower *l, unsigned w) {
  return lower_constant (l, w, 0, 0);
}

static uint32_t smallest (lower *l, unsigned w) {
  if (w <= 64)
    return lower_constant (l, w, UINT64_C (1) << (w - 1), 0);
  return lower_constant (l, w, 0, UINT64_C (1) << (w - 65));
}

/* Expansions. */

static void expand_nothing (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) l;
  (void) call;
  (void) r;
}

static void expand_constant (lower *l, LLVMValueRef call, const intrinsic *r) {
  unsigned w = lower_shape (l, call)->leaf->width;
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call),
              lower_constant (l, w, r->detail, 0), 0, 0);
}

static void expand_move (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_MOVE, s->leaf[i].width, 0, dst + i,
                argument_leaf (l, call, 0, i), 0, 0);
}

static void expand_object_size (lower *l, LLVMValueRef call,
                                const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, call)->leaf->width;
  uint64_t is_minimum = 0;
  lower_is_number (argument (call, 1), &is_minimum);
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call),
              is_minimum ? zero (l, w) : ones (l, w), 0, 0);
}

/* One operation on each element: of one or two arguments. */
static void expand_op (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = r->more == 2 ? argument_leaf (l, call, 1, i) : 0;
    lower_emit (l, (op) r->detail, s->leaf[i].width, 0, dst + i, a, b, 0);
  }
}

static void expand_memory (lower *l, LLVMValueRef call, const intrinsic *r) {
  uint32_t to = argument_leaf (l, call, 0, 0);
  uint32_t what = argument_leaf (l, call, 1, 0);
  LLVMValueRef count = argument (call, 2);
  unsigned w = lower_shape (l, count)->leaf->width;
  uint64_t known;
  uint32_t n = lower_is_number (count, &known)
                   ? lower_constant (l, 64, known, 0)
                   : lower_resize (l, lower_scalar (l, count), w, 64);
  lower_emit (l, (op) r->detail, 0, 0, 0, to, what, n);
}

/* One operation on addresses without result. */
static void expand_address (lower *l, LLVMValueRef call, const intrinsic *r) {
  uint32_t a = argument_leaf (l, call, 0, 0);
  uint32_t b = r->more == 2 ? argument_leaf (l, call, 1, 0) : 0;
  lower_emit (l, (op) r->detail, 0, 0, 0, a, b, 0);
}

static void expand_stack_save (lower *l, LLVMValueRef call,
                               const intrinsic *r) {
  (void) r;
  lower_emit (l, OP_STACK_SAVE, 64, 0, lower_dst (l, call), 0, 0, 0);
}

/* { result, did it overflow }; 'more' is the test. */
static void expand_overflow (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
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
    return ones (l, w);
  if (test == OP_USUB_OVERFLOWS)
    return zero (l, w);
  uint32_t low = smallest (l, w);
  uint32_t high = lower_op (l, OP_XOR, w, 0, low, ones (l, w), 0);
  uint32_t is_negative = lower_op (l, OP_SLT, w, 0, a, zero (l, w), 0);
  return lower_op (l, OP_SELECT, w, 0, is_negative, low, high);
}

static void expand_saturated (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    uint32_t sum = lower_op (l, (op) r->detail, w, 0, a, b, 0);
    uint32_t over = lower_op (l, (op) r->more, w, 0, a, b, 0);
    uint32_t end = limit (l, (op) r->more, w, a);
    lower_emit (l, OP_SELECT, w, 0, dst + i, over, end, sum);
  }
}

static void expand_choose (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    uint32_t less = lower_op (l, (op) r->detail, w, 0, a, b, 0);
    lower_emit (l, OP_SELECT, w, 0, dst + i, less, r->more ? b : a,
                r->more ? a : b);
  }
}

/* -1, 0 or 1. */
static void expand_three_way (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  unsigned from = lower_shape (l, argument (call, 0))->leaf->width;
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    uint32_t less = lower_op (l, (op) r->detail, from, 0, a, b, 0);
    uint32_t more = lower_op (l, (op) r->detail, from, 0, b, a, 0);
    less = lower_op (l, OP_ZEXT, w, 1, less, 0, 0);
    more = lower_op (l, OP_ZEXT, w, 1, more, 0, 0);
    lower_emit (l, OP_SUB, w, 0, dst + i, more, less, 0);
  }
}

static void expand_abs (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t negated = lower_op (l, OP_SUB, w, 0, zero (l, w), a, 0);
    uint32_t is_negative = lower_op (l, OP_SLT, w, 0, a, zero (l, w), 0);
    lower_emit (l, OP_SELECT, w, 0, dst + i, is_negative, negated, a);
  }
}

/* Funnel shifts. The shift into the other direction is made in two parts,
 * so that no amount is as large as the width.
 */
static void funnel (lower *l, unsigned w, uint32_t dst, uint32_t a, uint32_t b,
                    uint32_t by, bool left) {
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
  lower_emit (l, OP_OR, w, 0, dst, high, low, 0);
}

static void funnel_by (lower *l, unsigned w, uint32_t dst, uint32_t a,
                       uint32_t b, unsigned by, bool left) {
  if (!by) {
    lower_emit (l, OP_MOVE, w, 0, dst, left ? a : b, 0, 0);
    return;
  }
  unsigned up = left ? by : w - by;
  uint32_t high =
      lower_op (l, OP_SHL, w, 0, a, lower_constant (l, w, up, 0), 0);
  uint32_t low =
      lower_op (l, OP_LSHR, w, 0, b, lower_constant (l, w, w - up, 0), 0);
  lower_emit (l, OP_OR, w, 0, dst, high, low, 0);
}

static void expand_funnel (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    uint64_t by;
    if (w == 1)
      lower_emit (l, OP_MOVE, w, 0, dst + i, r->detail ? a : b, 0, 0);
    else if (lower_is_number (argument (call, 2), &by))
      funnel_by (l, w, dst + i, a, b, (unsigned) (by % w), r->detail);
    else
      funnel (l, w, dst + i, a, b, argument_leaf (l, call, 2, i), r->detail);
  }
}

static void expand_pointer_mask (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, argument (call, 1))->leaf->width;
  uint32_t mask = lower_resize (l, argument_leaf (l, call, 1, 0), w, 64);
  lower_emit (l, OP_AND, 64, 0, lower_dst (l, call),
              argument_leaf (l, call, 0, 0), mask, 0);
}

/* Floating point. 'detail' is FMATH_*, 'more' the number of arguments. */
static void expand_math (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  const shape *from = lower_shape (l, argument (call, 0));
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t x[3];
    for (unsigned k = 0; k < 3; k++) {
      unsigned from_k = k < r->more ? k : 0;
      bool is_single = lower_shape (l, argument (call, from_k))->n == 1;
      x[k] = argument_leaf (l, call, from_k, is_single ? 0 : i);
    }
    unsigned w = from->leaf[i].width, to = s->leaf[i].width;
    bool is_round = r->detail == FMATH_LROUND || r->detail == FMATH_LRINT;
    if (is_round && to != 64) {
      uint32_t wide = lower_op (l, OP_FMATH, w, r->detail, x[0], x[1], x[2]);
      lower_emit (l, OP_TRUNC, to, 64, dst + i, wide, 0, 0);
    } else
      lower_emit (l, OP_FMATH, w, r->detail, dst + i, x[0], x[1], x[2]);
  }
}

/* a * b + c, rounded twice as machines without a fused operation do. */
static void expand_multiply_add (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  (void) r;
  const shape *s = lower_shape (l, call);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    unsigned w = s->leaf[i].width;
    uint32_t a = argument_leaf (l, call, 0, i);
    uint32_t b = argument_leaf (l, call, 1, i);
    uint32_t product = lower_op (l, OP_FMUL, w, 0, a, b, 0);
    lower_emit (l, OP_FADD, w, 0, dst + i, product,
                argument_leaf (l, call, 2, i), 0);
  }
}

/* Operations under #pragma STDC FENV_ACCESS: as the others, since rounding is
 * to nearest and nobody looks at exceptions.
 */
static void expand_cast (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  const shape *from = lower_shape (l, argument (call, 0));
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, (op) r->detail, s->leaf[i].width, from->leaf[i].width,
                dst + i, argument_leaf (l, call, 0, i), 0, 0);
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

static void expand_compare (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  const shape *s = lower_shape (l, argument (call, 0));
  unsigned bits = predicate_bits (argument (call, 2));
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_FCMP, s->leaf[i].width, bits, dst + i,
                argument_leaf (l, call, 0, i), argument_leaf (l, call, 1, i),
                0);
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
    low = zero (l, from);
  uint32_t is_low = lower_op (l, OP_FCMP, from, FCMP_LT, a, low, 0);
  uint32_t is_high = lower_op (l, OP_FCMP, from, FCMP_GT | FCMP_EQ, a, high, 0);
  uint32_t is_nan = lower_op (l, OP_FCMP, from, FCMP_UNORDERED, a, a, 0);
  uint32_t is_out = lower_op (l, OP_OR, 1, 0, is_low, is_high, 0);
  is_out = lower_op (l, OP_OR, 1, 0, is_out, is_nan, 0);
  uint32_t safe = lower_op (l, OP_SELECT, from, 0, is_out, zero (l, from), a);
  uint32_t res =
      lower_op (l, is_signed ? OP_FPTOSI : OP_FPTOUI, to, from, safe, 0, 0);
  uint32_t least = is_signed ? smallest (l, to) : zero (l, to);
  uint32_t most =
      is_signed ? lower_op (l, OP_XOR, to, 0, smallest (l, to), ones (l, to), 0)
                : ones (l, to);
  res = lower_op (l, OP_SELECT, to, 0, is_low, least, res);
  lower_emit (l, OP_SELECT, to, 0, dst, is_high, most, res);
}

static void expand_saturating_cast (lower *l, LLVMValueRef call,
                                    const intrinsic *r) {
  const shape *s = lower_shape (l, call);
  const shape *from = lower_shape (l, argument (call, 0));
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++)
    saturate (l, dst + i, argument_leaf (l, call, 0, i), from->leaf[i].width,
              s->leaf[i].width, r->detail);
}

/* Reductions of vectors. */

static void expand_reduce (lower *l, LLVMValueRef call, const intrinsic *r) {
  const shape *s = lower_shape (l, argument (call, 0));
  unsigned w = s->leaf->width;
  uint32_t res = argument_leaf (l, call, 0, 0);
  for (uint32_t i = 1; i < s->n; i++)
    res = lower_op (l, (op) r->detail, w, 0, res, argument_leaf (l, call, 0, i),
                    0);
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call), res, 0, 0);
}

static void expand_reduce_choose (lower *l, LLVMValueRef call,
                                  const intrinsic *r) {
  const shape *s = lower_shape (l, argument (call, 0));
  unsigned w = s->leaf->width;
  uint32_t res = argument_leaf (l, call, 0, 0);
  for (uint32_t i = 1; i < s->n; i++)
    res = lower_choose (l, (op) r->detail, r->more, w, res,
                        argument_leaf (l, call, 0, i));
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call), res, 0, 0);
}

/* In order, from a start value. */
static void expand_reduce_float (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  const shape *s = lower_shape (l, argument (call, 1));
  unsigned w = s->leaf->width;
  uint32_t res = argument_leaf (l, call, 0, 0);
  for (uint32_t i = 0; i < s->n; i++)
    res = lower_op (l, (op) r->detail, w, 0, res, argument_leaf (l, call, 1, i),
                    0);
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call), res, 0, 0);
}

static void expand_reduce_math (lower *l, LLVMValueRef call,
                                const intrinsic *r) {
  const shape *s = lower_shape (l, argument (call, 0));
  unsigned w = s->leaf->width;
  uint32_t res = argument_leaf (l, call, 0, 0);
  for (uint32_t i = 1; i < s->n; i++) {
    uint32_t next = argument_leaf (l, call, 0, i);
    res = lower_op (l, OP_FMATH, w, r->detail, res, next, res);
  }
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call), res, 0, 0);
}

/* Masked accesses with a mask known here. */

static bool lane_is_on (LLVMValueRef mask, uint32_t i, bool *is_on) {
  LLVMValueRef e = LLVMGetAggregateElement (mask, i);
  uint64_t bit;
  if (!e || !lower_is_number (e, &bit))
    return false;
  *is_on = bit;
  return true;
}

static bool mask_is_known (LLVMValueRef mask, uint32_t n) {
  bool is_on;
  for (uint32_t i = 0; i < n; i++)
    if (!LLVMIsConstant (mask) || !lane_is_on (mask, i, &is_on))
      return false;
  return true;
}

static void expand_masked_load (lower *l, LLVMValueRef call,
                                const intrinsic *r) {
  (void) r;
  const shape *s = lower_shape (l, call);
  LLVMValueRef mask = argument (call, 2);
  if (!mask_is_known (mask, s->n) || s->is_packed) {
    lower_unsupported (l, "a masked load");
    return;
  }
  int32_t offset;
  uint32_t address = lower_address (l, argument (call, 0), &offset);
  uint32_t dst = lower_dst (l, call);
  for (uint32_t i = 0; i < s->n; i++) {
    bool is_on = false;
    lane_is_on (mask, i, &is_on);
    unsigned w = s->leaf[i].width;
    if (is_on)
      lower_emit (l, OP_LOAD, w, 0, dst + i, address, 0,
                  (uint32_t) offset + (uint32_t) s->leaf[i].offset);
    else
      lower_emit (l, OP_MOVE, w, 0, dst + i, argument_leaf (l, call, 3, i), 0,
                  0);
  }
}

static void expand_masked_store (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  (void) r;
  LLVMValueRef value = argument (call, 0), mask = argument (call, 3);
  const shape *s = lower_shape (l, value);
  if (!mask_is_known (mask, s->n) || s->is_packed) {
    lower_unsupported (l, "a masked store");
    return;
  }
  int32_t offset;
  uint32_t address = lower_address (l, argument (call, 1), &offset);
  for (uint32_t i = 0; i < s->n; i++) {
    bool is_on = false;
    lane_is_on (mask, i, &is_on);
    if (is_on)
      lower_emit (l, OP_STORE, s->leaf[i].width, 0, 0, address,
                  lower_leaf (l, value, i),
                  (uint32_t) offset + (uint32_t) s->leaf[i].offset);
  }
}

/* The table, sorted by name. */

static const intrinsic intrinsics[] = {
    {"abs", expand_abs, 0, 0},
    {"annotation", expand_move, 0, 0},
    {"arithmetic.fence", expand_move, 0, 0},
    {"assume", expand_nothing, 0, 0},
    {"bitreverse", expand_op, OP_BITREVERSE, 1},
    {"bswap", expand_op, OP_BSWAP, 1},
    {"canonicalize", expand_math, FMATH_CANONICALIZE, 1},
    {"ceil", expand_math, FMATH_CEIL, 1},
    {"copysign", expand_math, FMATH_COPYSIGN, 2},
    {"cos", expand_math, FMATH_COS, 1},
    {"ctlz", expand_op, OP_CTLZ, 1},
    {"ctpop", expand_op, OP_CTPOP, 1},
    {"cttz", expand_op, OP_CTTZ, 1},
    {"dbg.assign", expand_nothing, 0, 0},
    {"dbg.declare", expand_nothing, 0, 0},
    {"dbg.label", expand_nothing, 0, 0},
    {"dbg.value", expand_nothing, 0, 0},
    {"donothing", expand_nothing, 0, 0},
    {"exp", expand_math, FMATH_EXP, 1},
    {"exp2", expand_math, FMATH_EXP2, 1},
    {"expect", expand_move, 0, 0},
    {"expect.with.probability", expand_move, 0, 0},
    {"experimental.constrained.ceil", expand_math, FMATH_CEIL, 1},
    {"experimental.constrained.cos", expand_math, FMATH_COS, 1},
    {"experimental.constrained.exp", expand_math, FMATH_EXP, 1},
    {"experimental.constrained.exp2", expand_math, FMATH_EXP2, 1},
    {"experimental.constrained.fadd", expand_op, OP_FADD, 2},
    {"experimental.constrained.fcmp", expand_compare, 0, 0},
    {"experimental.constrained.fcmps", expand_compare, 0, 0},
    {"experimental.constrained.fdiv", expand_op, OP_FDIV, 2},
    {"experimental.constrained.floor", expand_math, FMATH_FLOOR, 1},
    {"experimental.constrained.fma", expand_math, FMATH_FMA, 3},
    {"experimental.constrained.fmul", expand_op, OP_FMUL, 2},
    {"experimental.constrained.fmuladd", expand_multiply_add, 0, 0},
    {"experimental.constrained.fpext", expand_cast, OP_FPEXT, 0},
    {"experimental.constrained.fptosi", expand_cast, OP_FPTOSI, 0},
    {"experimental.constrained.fptoui", expand_cast, OP_FPTOUI, 0},
    {"experimental.constrained.fptrunc", expand_cast, OP_FPTRUNC, 0},
    {"experimental.constrained.frem", expand_op, OP_FREM, 2},
    {"experimental.constrained.fsub", expand_op, OP_FSUB, 2},
    {"experimental.constrained.llrint", expand_math, FMATH_LRINT, 1},
    {"experimental.constrained.llround", expand_math, FMATH_LROUND, 1},
    {"experimental.constrained.log", expand_math, FMATH_LOG, 1},
    {"experimental.constrained.log10", expand_math, FMATH_LOG10, 1},
    {"experimental.constrained.log2", expand_math, FMATH_LOG2, 1},
    {"experimental.constrained.lrint", expand_math, FMATH_LRINT, 1},
    {"experimental.constrained.lround", expand_math, FMATH_LROUND, 1},
    {"experimental.constrained.maxnum", expand_math, FMATH_MAXNUM, 2},
    {"experimental.constrained.minnum", expand_math, FMATH_MINNUM, 2},
    {"experimental.constrained.nearbyint", expand_math, FMATH_NEARBYINT, 1},
    {"experimental.constrained.pow", expand_math, FMATH_POW, 2},
    {"experimental.constrained.powi", expand_math, FMATH_POWI, 2},
    {"experimental.constrained.rint", expand_math, FMATH_RINT, 1},
    {"experimental.constrained.round", expand_math, FMATH_ROUND, 1},
    {"experimental.constrained.roundeven", expand_math, FMATH_ROUNDEVEN, 1},
    {"experimental.constrained.sin", expand_math, FMATH_SIN, 1},
    {"experimental.constrained.sitofp", expand_cast, OP_SITOFP, 0},
    {"experimental.constrained.sqrt", expand_math, FMATH_SQRT, 1},
    {"experimental.constrained.trunc", expand_math, FMATH_TRUNC, 1},
    {"experimental.constrained.uitofp", expand_cast, OP_UITOFP, 0},
    {"experimental.noalias.scope.decl", expand_nothing, 0, 0},
    {"fabs", expand_math, FMATH_FABS, 1},
    {"floor", expand_math, FMATH_FLOOR, 1},
    {"flt.rounds", expand_constant, 1, 0},
    {"fma", expand_math, FMATH_FMA, 3},
    {"fmuladd", expand_multiply_add, 0, 0},
    {"fptosi.sat", expand_saturating_cast, true, 0},
    {"fptoui.sat", expand_saturating_cast, false, 0},
    {"frameaddress", expand_constant, 0, 0},
    {"fshl", expand_funnel, true, 0},
    {"fshr", expand_funnel, false, 0},
    {"get.rounding", expand_constant, 1, 0},
    {"invariant.end", expand_nothing, 0, 0},
    {"invariant.start", expand_constant, 0, 0},
    {"is.constant", expand_constant, 0, 0},
    {"is.fpclass", expand_math, FMATH_IS_CLASS, 2},
    {"launder.invariant.group", expand_move, 0, 0},
    {"ldexp", expand_math, FMATH_LDEXP, 2},
    {"lifetime.end", expand_nothing, 0, 0},
    {"lifetime.start", expand_nothing, 0, 0},
    {"llrint", expand_math, FMATH_LRINT, 1},
    {"llround", expand_math, FMATH_LROUND, 1},
    {"log", expand_math, FMATH_LOG, 1},
    {"log10", expand_math, FMATH_LOG10, 1},
    {"log2", expand_math, FMATH_LOG2, 1},
    {"lrint", expand_math, FMATH_LRINT, 1},
    {"lround", expand_math, FMATH_LROUND, 1},
    {"masked.load", expand_masked_load, 0, 0},
    {"masked.store", expand_masked_store, 0, 0},
    {"maximum", expand_math, FMATH_MAXIMUM, 2},
    {"maxnum", expand_math, FMATH_MAXNUM, 2},
    {"memcpy", expand_memory, OP_MEMCPY, 0},
    {"memcpy.inline", expand_memory, OP_MEMCPY, 0},
    {"memmove", expand_memory, OP_MEMMOVE, 0},
    {"memset", expand_memory, OP_MEMSET, 0},
    {"memset.inline", expand_memory, OP_MEMSET, 0},
    {"minimum", expand_math, FMATH_MINIMUM, 2},
    {"minnum", expand_math, FMATH_MINNUM, 2},
    {"nearbyint", expand_math, FMATH_NEARBYINT, 1},
    {"objectsize", expand_object_size, 0, 0},
    {"pow", expand_math, FMATH_POW, 2},
    {"powi", expand_math, FMATH_POWI, 2},
    {"prefetch", expand_nothing, 0, 0},
    {"pseudoprobe", expand_nothing, 0, 0},
    {"ptr.annotation", expand_move, 0, 0},
    {"ptrmask", expand_pointer_mask, 0, 0},
    {"returnaddress", expand_constant, 0, 0},
    {"rint", expand_math, FMATH_RINT, 1},
    {"round", expand_math, FMATH_ROUND, 1},
    {"roundeven", expand_math, FMATH_ROUNDEVEN, 1},
    {"sadd.sat", expand_saturated, OP_ADD, OP_SADD_OVERFLOWS},
    {"sadd.with.overflow", expand_overflow, OP_ADD, OP_SADD_OVERFLOWS},
    {"scmp", expand_three_way, OP_SLT, 0},
    {"sideeffect", expand_nothing, 0, 0},
    {"sin", expand_math, FMATH_SIN, 1},
    {"smax", expand_choose, OP_SLT, true},
    {"smin", expand_choose, OP_SLT, false},
    {"smul.with.overflow", expand_overflow, OP_MUL, OP_SMUL_OVERFLOWS},
    {"sqrt", expand_math, FMATH_SQRT, 1},
    {"ssa.copy", expand_move, 0, 0},
    {"ssub.sat", expand_saturated, OP_SUB, OP_SSUB_OVERFLOWS},
    {"ssub.with.overflow", expand_overflow, OP_SUB, OP_SSUB_OVERFLOWS},
    {"stackrestore", expand_address, OP_STACK_RESTORE, 1},
    {"stacksave", expand_stack_save, 0, 0},
    {"strip.invariant.group", expand_move, 0, 0},
    {"threadlocal.address", expand_move, 0, 0},
    {"trunc", expand_math, FMATH_TRUNC, 1},
    {"uadd.sat", expand_saturated, OP_ADD, OP_UADD_OVERFLOWS},
    {"uadd.with.overflow", expand_overflow, OP_ADD, OP_UADD_OVERFLOWS},
    {"ucmp", expand_three_way, OP_ULT, 0},
    {"umax", expand_choose, OP_ULT, true},
    {"umin", expand_choose, OP_ULT, false},
    {"umul.with.overflow", expand_overflow, OP_MUL, OP_UMUL_OVERFLOWS},
    {"usub.sat", expand_saturated, OP_SUB, OP_USUB_OVERFLOWS},
    {"usub.with.overflow", expand_overflow, OP_SUB, OP_USUB_OVERFLOWS},
    {"va_copy", expand_address, OP_VA_COPY, 2},
    {"va_end", expand_address, OP_VA_END, 1},
    {"va_start", expand_address, OP_VA_START, 1},
    {"var.annotation", expand_nothing, 0, 0},
    {"vector.reduce.add", expand_reduce, OP_ADD, 0},
    {"vector.reduce.and", expand_reduce, OP_AND, 0},
    {"vector.reduce.fadd", expand_reduce_float, OP_FADD, 0},
    {"vector.reduce.fmax", expand_reduce_math, FMATH_MAXNUM, 0},
    {"vector.reduce.fmin", expand_reduce_math, FMATH_MINNUM, 0},
    {"vector.reduce.fmul", expand_reduce_float, OP_FMUL, 0},
    {"vector.reduce.mul", expand_reduce, OP_MUL, 0},
    {"vector.reduce.or", expand_reduce, OP_OR, 0},
    {"vector.reduce.smax", expand_reduce_choose, OP_SLT, true},
    {"vector.reduce.smin", expand_reduce_choose, OP_SLT, false},
    {"vector.reduce.umax", expand_reduce_choose, OP_ULT, true},
    {"vector.reduce.umin", expand_reduce_choose, OP_ULT, false},
    {"vector.reduce.xor", expand_reduce, OP_XOR, 0},
};

typedef struct span_of_name {
  const char *text;
  size_t len;
} span_of_name;

static int compare_name (const void *key, const void *row) {
  const span_of_name *k = key;
  const char *name = ((const intrinsic *) row)->name;
  int c = strncmp (k->text, name, k->len);
  return c ? c : name[k->len] ? -1 : 0;
}

/* Types at the end are cut off until the rest is in the table. */
static const intrinsic *find (const char *name, size_t len) {
  span_of_name k = {name + strlen ("llvm."), len - strlen ("llvm.")};
  while (k.len) {
    const intrinsic *r =
        bsearch (&k, intrinsics, sizeof intrinsics / sizeof *intrinsics,
                 sizeof *intrinsics, compare_name);
    if (r)
      return r;
    while (k.len && k.text[k.len - 1] != '.')
      k.len--;
    if (k.len)
      k.len--;
  }
  return NULL;
}

bool lower_intrinsic_is_known (const char *name, size_t len) {
  return find (name, len) != NULL;
}

/* Types that cannot be held in slots are allowed where nothing is done. */
static bool has_supported_arguments (lower *l, LLVMValueRef call) {
  if (!lower_shape (l, call)->is_supported)
    return false;
  for (unsigned i = 0, n = LLVMGetNumArgOperands (call); i < n; i++) {
    LLVMTypeRef t = LLVMTypeOf (argument (call, i));
    if (LLVMGetTypeKind (t) != LLVMMetadataTypeKind &&
        !shape_of (l->program, t)->is_supported)
      return false;
  }
  return true;
}

void lower_intrinsic (lower *l, LLVMValueRef call, const char *name,
                      size_t len) {
  builtin b = builtin_find (l->program, name, len);
  if (b != BUILTIN_NONE) {
    lower_emit (l, OP_BUILTIN, 0, 0, 0, b, (uint32_t) l->pool.len, 0);
    return;
  }
  const intrinsic *r = find (name, len);
  if (r && (r->expand == expand_nothing || has_supported_arguments (l, call)))
    r->expand (l, call, r);
  else
    lower_unsupported (l, "%.*s", (int) len, name);
}
