/* Functions of LLVM itself: llvm.NAME.TYPES. One table says by what each is
 * replaced (expand.h).
 *
 * The types at the end of a name are not told from the name but by what is in
 * the table: the longest beginning that is there wins, so "memcpy.inline" is
 * found before "memcpy". What is in no row ends the path that comes there, by
 * name. A row is a promise that its expansion is exact for all types that slots
 * hold, vectors lane by lane.
 */

#include "program/expand.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Expansions that are no arithmetic. */

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
  for_each_lane (x, l, call)
      lower_emit (l, OP_MOVE, x.w, 0, x.dst, lane_argument (&x, 0), 0, 0);
}

static void expand_object_size (lower *l, LLVMValueRef call,
                                const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, call)->leaf->width;
  uint64_t is_minimum = 0;
  lower_is_number (argument (call, 1), &is_minimum);
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call),
              is_minimum ? lower_zero (l, w) : lower_ones (l, w), 0, 0);
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

static void expand_pointer_mask (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, argument (call, 1))->leaf->width;
  uint32_t mask = lower_resize (l, argument_leaf (l, call, 1, 0), w, 64);
  lower_emit (l, OP_AND, 64, 0, lower_dst (l, call),
              argument_leaf (l, call, 0, 0), mask, 0);
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
    {"experimental.constrained.fadd", expand_op, OP_FADD, 2},
    {"experimental.constrained.fcmp", expand_compare, 0, 0},
    {"experimental.constrained.fcmps", expand_compare, 0, 0},
    {"experimental.constrained.fdiv", expand_op, OP_FDIV, 2},
    {"experimental.constrained.fmul", expand_op, OP_FMUL, 2},
    {"experimental.constrained.fpext", expand_cast, OP_FPEXT, 0},
    {"experimental.constrained.fptosi", expand_cast, OP_FPTOSI, 0},
    {"experimental.constrained.fptoui", expand_cast, OP_FPTOUI, 0},
    {"experimental.constrained.fptrunc", expand_cast, OP_FPTRUNC, 0},
    {"experimental.constrained.frem", expand_op, OP_FREM, 2},
    {"experimental.constrained.fsub", expand_op, OP_FSUB, 2},
    {"experimental.constrained.sitofp", expand_cast, OP_SITOFP, 0},
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
static const intrinsic *find_row (span_of_name k) {
  while (k.len) {
    const intrinsic *r =
        bsearch (&k, intrinsics, sizeof intrinsics / sizeof *intrinsics,
                 sizeof *intrinsics, compare_name);
    assert (!r || r == intrinsics || strcmp (r[-1].name, r->name) < 0);
    if (r)
      return r;
    while (k.len && k.text[k.len - 1] != '.')
      k.len--;
    if (k.len)
      k.len--;
  }
  return NULL;
}

/* Constrained arithmetic is the plain one with modes behind its arguments. */
static const intrinsic *lower_intrinsic_find (const char *name, size_t len) {
  assert (len > strlen ("llvm.") && !strncmp (name, "llvm.", 5));
  static const char constrained[] = "llvm.experimental.constrained.";
  size_t prefix = strlen ("llvm."), longer = strlen (constrained);
  const intrinsic *r = find_row ((span_of_name) {name + prefix, len - prefix});
  if (!r && len > longer && !strncmp (name, constrained, longer))
    r = find_row ((span_of_name) {name + longer, len - longer});
  return r;
}

bool lower_intrinsic_is_known (const char *name, size_t len) {
  return lower_intrinsic_find (name, len) != NULL;
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
  const intrinsic *r = lower_intrinsic_find (name, len);
  if (r && (r->expand == expand_nothing || has_supported_arguments (l, call)))
    r->expand (l, call, r);
  else
    lower_unsupported (l, "%.*s", (int) len, name);
}
