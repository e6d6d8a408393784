/* Arithmetic, comparisons, casts and selects, on each scalar of a value.
 *
 * Each is one instruction of ours a scalar, with what the source promised in
 * 'x' (ARITH_NSW ...). Fewer operations than LLVM has: greater is less with its
 * operands swapped, a cast between pointer and integer is one of integers or
 * nothing. An overflow that simplification may have moved before its test is
 * LOOSE, that is no fault, unless the instruction is marked as one that stands
 * where the source has it (MODULE_STRICT_MARK).
 */

#include "program/lower_priv.h"

#include <assert.h>
#include <string.h>

static op binary_op (LLVMOpcode o) {
  switch ((int) o) {
  case LLVMAdd:
    return OP_ADD;
  case LLVMSub:
    return OP_SUB;
  case LLVMMul:
    return OP_MUL;
  case LLVMUDiv:
    return OP_UDIV;
  case LLVMSDiv:
    return OP_SDIV;
  case LLVMURem:
    return OP_UREM;
  case LLVMSRem:
    return OP_SREM;
  case LLVMShl:
    return OP_SHL;
  case LLVMLShr:
    return OP_LSHR;
  case LLVMAShr:
    return OP_ASHR;
  case LLVMAnd:
    return OP_AND;
  case LLVMOr:
    return OP_OR;
  case LLVMXor:
    return OP_XOR;
  case LLVMFAdd:
    return OP_FADD;
  case LLVMFSub:
    return OP_FSUB;
  case LLVMFMul:
    return OP_FMUL;
  case LLVMFDiv:
    return OP_FDIV;
  default:
    assert (o == LLVMFRem);
    return OP_FREM;
  }
}

static unsigned looseness (LLVMValueRef v) {
  LLVMContextRef llvm = LLVMGetModuleContext (LLVMGetGlobalParent (
      LLVMGetBasicBlockParent (LLVMGetInstructionParent (v))));
  unsigned kind = LLVMGetMDKindIDInContext (llvm, MODULE_STRICT_MARK,
                                            strlen (MODULE_STRICT_MARK));
  return LLVMGetMetadata (v, kind) ? 0 : ARITH_LOOSE;
}

static unsigned arith_flags (LLVMValueRef v, LLVMOpcode o) {
  switch ((int) o) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    return (LLVMGetNSW (v) ? ARITH_NSW | looseness (v) : 0) |
           (LLVMGetNUW (v) ? ARITH_NUW : 0);
  case LLVMShl:
    return (LLVMGetNSW (v) ? ARITH_NSW : 0) | (LLVMGetNUW (v) ? ARITH_NUW : 0) |
           ARITH_LOOSE;
  case LLVMLShr:
  case LLVMAShr:
    return (LLVMGetExact (v) ? ARITH_EXACT : 0) | ARITH_LOOSE;
  case LLVMUDiv:
  case LLVMSDiv:
    return LLVMGetExact (v) ? ARITH_EXACT : 0;
  default:
    return 0;
  }
}

void lower_binary (lower *l, LLVMValueRef v) {
  LLVMOpcode o = LLVMGetInstructionOpcode (v);
  LLVMValueRef a = LLVMGetOperand (v, 0), b = LLVMGetOperand (v, 1);
  const code_shape *s = lower_shape (l, v);
  unsigned flags = arith_flags (v, o);
  op code_op = binary_op (o);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t x = lower_leaf (l, a, i), y = lower_leaf (l, b, i);
    lower_emit (l, code_op, s->leaf[i].width, flags, dst + i, x, y, 0);
  }
}

void lower_checked (lower *l, LLVMValueRef call, LLVMOpcode o) {
  if (o == LLVMUnreachable)
    return; /* the instruction follows */
  lower_emit (l, binary_op (o), lower_shape (l, call)->leaf->width, 0,
              lower_dst (l, call), lower_scalar (l, LLVMGetOperand (call, 0)),
              lower_scalar (l, LLVMGetOperand (call, 1)), 0);
}

void lower_negate (lower *l, LLVMValueRef v) {
  const code_shape *s = lower_shape (l, v);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_FNEG, s->leaf[i].width, 0, dst + i,
                lower_leaf (l, LLVMGetOperand (v, 0), i), 0, 0);
}

typedef struct scalar_comparison {
  op op;
  bool is_swapped;
} scalar_comparison;

static scalar_comparison comparison_of (LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ:
    return (scalar_comparison) {OP_EQ, false};
  case LLVMIntNE:
    return (scalar_comparison) {OP_NE, false};
  case LLVMIntUGT:
    return (scalar_comparison) {OP_ULT, true};
  case LLVMIntUGE:
    return (scalar_comparison) {OP_ULE, true};
  case LLVMIntULT:
    return (scalar_comparison) {OP_ULT, false};
  case LLVMIntULE:
    return (scalar_comparison) {OP_ULE, false};
  case LLVMIntSGT:
    return (scalar_comparison) {OP_SLT, true};
  case LLVMIntSGE:
    return (scalar_comparison) {OP_SLE, true};
  case LLVMIntSLT:
    return (scalar_comparison) {OP_SLT, false};
  default:
    assert (p == LLVMIntSLE);
    return (scalar_comparison) {OP_SLE, false};
  }
}

void lower_compare (lower *l, LLVMValueRef v) {
  scalar_comparison k = comparison_of (LLVMGetICmpPredicate (v));
  LLVMValueRef a = LLVMGetOperand (v, k.is_swapped);
  LLVMValueRef b = LLVMGetOperand (v, !k.is_swapped);
  const code_shape *s = lower_shape (l, a);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t x = lower_leaf (l, a, i), y = lower_leaf (l, b, i);
    lower_emit (l, k.op, s->leaf[i].width, 0, dst + i, x, y, 0);
  }
}

/* LLVM's predicates are bits, too: equal, greater, less, unordered. */
static unsigned fcmp_bits (LLVMRealPredicate p) {
  unsigned n = (unsigned) p;
  return (n & 1 ? FCMP_EQ : 0) | (n & 2 ? FCMP_GT : 0) | (n & 4 ? FCMP_LT : 0) |
         (n & 8 ? FCMP_UNORDERED : 0);
}

void lower_fcompare (lower *l, LLVMValueRef v) {
  LLVMValueRef a = LLVMGetOperand (v, 0), b = LLVMGetOperand (v, 1);
  const code_shape *s = lower_shape (l, a);
  unsigned bits = fcmp_bits (LLVMGetFCmpPredicate (v));
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t x = lower_leaf (l, a, i), y = lower_leaf (l, b, i);
    lower_emit (l, OP_FCMP, s->leaf[i].width, bits, dst + i, x, y, 0);
  }
}

static op cast_op (LLVMOpcode o, unsigned from, unsigned to) {
  switch ((int) o) {
  case LLVMTrunc:
    return OP_TRUNC;
  case LLVMZExt:
    return OP_ZEXT;
  case LLVMSExt:
    return OP_SEXT;
  case LLVMFPToUI:
    return OP_FPTOUI;
  case LLVMFPToSI:
    return OP_FPTOSI;
  case LLVMUIToFP:
    return OP_UITOFP;
  case LLVMSIToFP:
    return OP_SITOFP;
  case LLVMFPTrunc:
    return OP_FPTRUNC;
  case LLVMFPExt:
    return OP_FPEXT;
  default: /* between pointers and integers */
    assert (o == LLVMPtrToInt || o == LLVMIntToPtr);
    return from < to ? OP_ZEXT : from > to ? OP_TRUNC : OP_MOVE;
  }
}

void lower_cast (lower *l, LLVMValueRef v) {
  if (lower_same (l, v))
    return;
  LLVMOpcode o = LLVMGetInstructionOpcode (v);
  LLVMValueRef a = LLVMGetOperand (v, 0);
  const code_shape *to = lower_shape (l, v), *from = lower_shape (l, a);
  assert (from->n == to->n); /* lane by lane */
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < to->n; i++) {
    unsigned was = from->leaf[i].width, is = to->leaf[i].width;
    uint32_t x = lower_leaf (l, a, i);
    lower_emit (l, cast_op (o, was, is), is, was, dst + i, x, 0, 0);
  }
}

void lower_select (lower *l, LLVMValueRef v) {
  LLVMValueRef condition = LLVMGetOperand (v, 0);
  LLVMValueRef yes = LLVMGetOperand (v, 1), no = LLVMGetOperand (v, 2);
  const code_shape *s = lower_shape (l, v);
  bool is_each = lower_shape (l, condition)->n > 1;
  assert (!is_each || lower_shape (l, condition)->n == s->n);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t k = lower_leaf (l, condition, is_each ? i : 0);
    uint32_t a = lower_leaf (l, yes, i), b = lower_leaf (l, no, i);
    lower_emit (l, OP_SELECT, s->leaf[i].width, 0, dst + i, k, a, b);
  }
}

uint32_t lower_choose (lower *l, op less, bool greater, unsigned w, uint32_t a,
                       uint32_t b) {
  uint32_t is_less = lower_op (l, less, w, 0, a, b, 0);
  return greater ? lower_op (l, OP_SELECT, w, 0, is_less, b, a)
                 : lower_op (l, OP_SELECT, w, 0, is_less, a, b);
}
