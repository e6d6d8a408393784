#pragma once

/* By what calls of llvm.* are replaced: one expansion for each row of the
 * table in lower_intrinsic.c, by family.
 *
 *     expand_integer.c   overflow, saturation, shifts
 *     expand_float.c     mathematics, comparisons, casts
 *     expand_vector.c    reductions, masked accesses
 *
 * An expansion works on each element of a vector, a lane, as on a scalar.
 */

#include "program/lower_priv.h"

typedef struct intrinsic intrinsic;
typedef void expansion (lower *, LLVMValueRef call, const intrinsic *);

struct intrinsic {
  const char *name; /* without "llvm." and types */
  expansion *expand;
  unsigned detail; /* of the function that expands: an op, say */
  unsigned more;
};

/* Lanes of the result. */
typedef struct lane {
  lower *lower;
  LLVMValueRef call;
  const code_shape *shape;
  uint32_t i, dst;
  unsigned w;
} lane;

#define for_each_lane(X, L, CALL) \
  for (lane X = lane_first (L, CALL); lane_is_in (&X); lane_advance (&X))

static inline lane lane_first (lower *l, LLVMValueRef call) {
  const code_shape *s = lower_shape (l, call);
  return (lane) {.lower = l,
                 .call = call,
                 .shape = s,
                 .dst = lower_dst (l, call),
                 .w = s->n ? s->leaf->width : 0};
}

static inline bool lane_is_in (const lane *x) { return x->i < x->shape->n; }

static inline void lane_advance (lane *x) {
  x->i++;
  x->dst++;
  x->w = lane_is_in (x) ? x->shape->leaf[x->i].width : 0;
}

static inline LLVMValueRef argument (LLVMValueRef call, unsigned k) {
  return LLVMGetOperand (call, k);
}

static inline uint32_t argument_leaf (lower *l, LLVMValueRef call, unsigned k,
                                      uint32_t i) {
  return lower_leaf (l, argument (call, k), i);
}

/* The same element of an argument. */
static inline uint32_t lane_argument (const lane *x, unsigned k) {
  return argument_leaf (x->lower, x->call, k, x->i);
}

static inline unsigned lane_argument_width (const lane *x, unsigned k) {
  return lower_shape (x->lower, argument (x->call, k))->leaf[x->i].width;
}

/* Numbers of w bits. */

static inline uint32_t lower_zero (lower *l, unsigned w) {
  return lower_constant (l, w, 0, 0);
}

uint32_t lower_smallest (lower *, unsigned w); /* signed */

/* What 'detail' and 'more' are is said there. */
expansion expand_op, expand_overflow, expand_saturated, expand_choose,
    expand_three_way, expand_abs, expand_funnel;
expansion expand_math, expand_multiply_add, expand_cast, expand_compare,
    expand_saturating_cast;
expansion expand_reduce, expand_reduce_choose, expand_reduce_float,
    expand_reduce_math, expand_masked_load, expand_masked_store;
