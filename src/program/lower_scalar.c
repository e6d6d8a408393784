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

/* Of the instructions that have one operation of ours, whatever the types. */
static const uint16_t op_of[] = {
#define PLAIN(NAME, HOW, OPERATION) [LLVM##NAME] = OP_##OPERATION,
#include "program/instructions.def"
};

static op scalar_op (LLVMOpcode o) {
  assert (o < sizeof op_of / sizeof *op_of && op_of[o]);
  return (op) op_of[o];
}

static bool has_mark (LLVMValueRef v, const char *kind) {
  LLVMContextRef llvm = LLVMGetModuleContext (LLVMGetGlobalParent (
      LLVMGetBasicBlockParent (LLVMGetInstructionParent (v))));
  unsigned k = LLVMGetMDKindIDInContext (llvm, kind, (unsigned) strlen (kind));
  return LLVMGetMetadata (v, k);
}

static unsigned looseness (LLVMValueRef v) {
  return has_mark (v, MODULE_STRICT_MARK) ? 0 : ARITH_LOOSE;
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
  assert (lower_shape (l, a)->n == s->n && lower_shape (l, b)->n == s->n);
  op code_op = scalar_op (o);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t x = lower_leaf (l, a, i), y = lower_leaf (l, b, i);
    lower_emit (l, code_op, s->leaf[i].width, flags, dst + i, x, y, 0);
  }
}

void lower_checked (lower *l, LLVMValueRef call, LLVMOpcode o) {
  if (o == LLVMUnreachable)
    return; /* the instruction follows */
  lower_emit (l, scalar_op (o), lower_shape (l, call)->leaf->width, 0,
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

static const scalar_comparison comparison_of[] = {
    [LLVMIntEQ] = {OP_EQ, false},   [LLVMIntNE] = {OP_NE, false},
    [LLVMIntUGT] = {OP_ULT, true},  [LLVMIntUGE] = {OP_ULE, true},
    [LLVMIntULT] = {OP_ULT, false}, [LLVMIntULE] = {OP_ULE, false},
    [LLVMIntSGT] = {OP_SLT, true},  [LLVMIntSGE] = {OP_SLE, true},
    [LLVMIntSLT] = {OP_SLT, false}, [LLVMIntSLE] = {OP_SLE, false},
};

void lower_compare (lower *l, LLVMValueRef v) {
  scalar_comparison k = comparison_of[LLVMGetICmpPredicate (v)];
  assert (k.op);
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
  if (o != LLVMPtrToInt && o != LLVMIntToPtr)
    return scalar_op (o);
  return from < to ? OP_ZEXT : from > to ? OP_TRUNC : OP_MOVE;
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
  unsigned is_decision = has_mark (v, MODULE_DECISION_MARK);
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t k = lower_leaf (l, condition, is_each ? i : 0);
    uint32_t a = lower_leaf (l, yes, i), b = lower_leaf (l, no, i);
    lower_emit (l, OP_SELECT, s->leaf[i].width, is_decision, dst + i, k, a, b);
  }
}

uint32_t lower_choose (lower *l, op less, bool greater, unsigned w, uint32_t a,
                       uint32_t b) {
  assert (less == OP_ULT || less == OP_SLT || less == OP_FCMP);
  uint32_t is_less = lower_op (l, less, w, 0, a, b, 0);
  return greater ? lower_op (l, OP_SELECT, w, 0, is_less, b, a)
                 : lower_op (l, OP_SELECT, w, 0, is_less, a, b);
}
