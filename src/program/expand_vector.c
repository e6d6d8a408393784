#include "program/expand.h"

/* Reductions: the vector is argument 0, or 1 behind a value to start from. */

typedef uint32_t joining (lower *, const intrinsic *, unsigned w, uint32_t a,
                          uint32_t b);

static void reduce (lower *l, LLVMValueRef call, const intrinsic *r,
                    unsigned vector, joining *join) {
  const code_shape *s = lower_shape (l, argument (call, vector));
  unsigned w = s->leaf->width;
  uint32_t res = argument_leaf (l, call, 0, 0);
  for (uint32_t i = vector ? 0 : 1; i < s->n; i++)
    res = join (l, r, w, res, argument_leaf (l, call, vector, i));
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call), res, 0, 0);
}

static uint32_t by_op (lower *l, const intrinsic *r, unsigned w, uint32_t a,
                       uint32_t b) {
  return lower_op (l, (op) r->detail, w, 0, a, b, 0);
}

static uint32_t by_choice (lower *l, const intrinsic *r, unsigned w, uint32_t a,
                           uint32_t b) {
  return lower_choose (l, (op) r->detail, r->more, w, a, b);
}

static uint32_t by_math (lower *l, const intrinsic *r, unsigned w, uint32_t a,
                         uint32_t b) {
  return lower_op (l, OP_FMATH, w, r->detail, a, b, a);
}

void expand_reduce (lower *l, LLVMValueRef call, const intrinsic *r) {
  reduce (l, call, r, 0, by_op);
}

void expand_reduce_choose (lower *l, LLVMValueRef call, const intrinsic *r) {
  reduce (l, call, r, 0, by_choice);
}

void expand_reduce_float (lower *l, LLVMValueRef call, const intrinsic *r) {
  reduce (l, call, r, 1, by_op);
}

void expand_reduce_math (lower *l, LLVMValueRef call, const intrinsic *r) {
  reduce (l, call, r, 0, by_math);
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

void expand_masked_load (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  const code_shape *s = lower_shape (l, call);
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

void expand_masked_store (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  LLVMValueRef value = argument (call, 0), mask = argument (call, 3);
  const code_shape *s = lower_shape (l, value);
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
