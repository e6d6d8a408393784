/* Blocks are split in front: what comes before the place goes to a new block,
 * which the predecessors now lead to. So the block keeps its successors, and
 * their phis stay as they are.
 *
 *     B: x; s = select c, 1, 2; y      H: x; br c, T, F    T: br B    F: br B
 *                                      B: s = phi [1, T], [2, F]; y
 *
 *     R: b = ...; br E                 R: b = ...; br b, T, E      T: br E
 *     E: phi [false, L], [b, R]        E: phi [false, L], [false, R], [true, T]
 *
 * A label gets a block of its own on the way to its statement.
 */

#include "program/branches.h"

#include "program/ternary.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "reprise-sides" /* attribute of a function; odd: has ?: */

static bool is_bit (LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf (v);
  return LLVMGetTypeKind (t) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth (t) == 1;
}

/* By the names that clang gives blocks. */
static bool is_named (LLVMBasicBlockRef b, const char *const *prefix) {
  const char *name = LLVMGetBasicBlockName (b);
  while (*prefix && strncmp (name, *prefix, strlen (*prefix)) != 0)
    prefix++;
  return *prefix;
}
#define IS_NAMED(B, ...) is_named (B, (const char *const[]) {__VA_ARGS__, NULL})

/* Where the value of && and || comes together. */
static bool is_join (LLVMBasicBlockRef b) {
  return IS_NAMED (b, "land.end", "lor.end");
}

/* What has the value of && or ||, or its contrary; NULL: it is no such value.
 */
static LLVMValueRef join_of (LLVMValueRef v) {
  if (LLVMIsAInstruction (v) && LLVMGetInstructionOpcode (v) == LLVMXor)
    v = LLVMGetOperand (v, 0);
  bool is_one = LLVMIsAPHINode (v) && is_join (LLVMGetInstructionParent (v));
  return is_one ? v : NULL;
}

/* The operand of && and || whose value is that of the whole: which one? Others
 * come from blocks that decided it.
 */
static int last_operand (LLVMValueRef phi) {
  int which = -1;
  bool is_one = is_bit (phi) && is_join (LLVMGetInstructionParent (phi));
  unsigned n = is_one ? LLVMCountIncoming (phi) : 0;
  for (unsigned i = 0; i < n; i++)
    if (!LLVMIsAConstantInt (LLVMGetIncomingValue (phi, i))) {
      if (which >= 0 || join_of (LLVMGetIncomingValue (phi, i)))
        return -1;
      which = (int) i;
    }
  return n > 1 ? which : -1;
}

/* A select of 'a && b ? 1 : 2' is decided by the operands. */
static bool is_own_select (LLVMValueRef v) {
  return is_bit (LLVMGetOperand (v, 0)) && !join_of (LLVMGetOperand (v, 0));
}

/* Counting. */

/* Where clang's own lead. */
static bool is_clangs (LLVMBasicBlockRef b) {
  return IS_NAMED (b, "vaarg.", "cmpxchg.", "atomic_", "complex_", "handler.");
}

bool branches_is_operand (LLVMBasicBlockRef b) {
  return IS_NAMED (b, "land.lhs.true", "lor.lhs.false", "land.rhs", "lor.rhs");
}

/* The condition of a loop is such a value, but no decision besides its
 * operands. Elsewhere, as in 'if (n++, a && b)', it is one.
 */
static bool is_loop_join (LLVMValueRef v) {
  return join_of (LLVMGetCondition (v)) &&
         IS_NAMED (LLVMGetSuccessor (v, 0), "for.", "while.", "do.");
}

/* It decides nothing if all operands of it are branches. */
static bool is_decided (LLVMValueRef v) {
  return is_loop_join (v) && last_operand (join_of (LLVMGetCondition (v))) < 0;
}

bool branches_is_written (LLVMValueRef v) {
  assert (LLVMIsConditional (v));
  return !LLVMIsConstant (LLVMGetCondition (v)) && !is_decided (v) &&
         !is_clangs (LLVMGetSuccessor (v, 0)) &&
         !is_clangs (LLVMGetSuccessor (v, 1));
}

static unsigned count_decisions (LLVMValueRef v) {
  switch ((int) LLVMGetInstructionOpcode (v)) {
  case LLVMBr:
    return LLVMIsConditional (v) && branches_is_written (v) &&
           !is_loop_join (v);
  case LLVMSelect:
    return is_own_select (v);
  case LLVMPHI:
    return last_operand (v) >= 0;
  case LLVMSwitch:
    return LLVMGetNumSuccessors (v);
  default:
    return 0;
  }
}

static void count_function (LLVMValueRef f) {
  bool has_ternary;
  unsigned n = (unsigned) ternary_count (f, &has_ternary);
  char text[16];
  EACH_INSTRUCTION_OF (v, f)
    n += count_decisions (v);
  int len = snprintf (text, sizeof text, "%u", 2 * n + has_ternary);
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (f));
  LLVMAddAttributeAtIndex (f, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute (llvm, MARK,
                                                      sizeof MARK - 1, text,
                                                      (unsigned) len));
}

void branches_count (LLVMModuleRef m) {
  EACH_FUNCTION (f, m)
    if (!LLVMIsDeclaration (f))
      count_function (f);
}

uint32_t branches_counted (LLVMValueRef f, bool *has_ternary) {
  unsigned len;
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex (
      f, LLVMAttributeFunctionIndex, MARK, sizeof MARK - 1);
  const char *text = a ? LLVMGetStringAttributeValue (a, &len) : "0";
  uint32_t n = (uint32_t) strtoul (text, NULL, 10);
  *has_ternary = n & 1;
  return n & ~1u;
}

/* Exposing. */

typedef struct exposing {
  LLVMContextRef llvm;
  LLVMBuilderRef at;
} exposing;

static LLVMValueRef bit (const exposing *x, bool v) {
  return LLVMConstInt (LLVMInt1TypeInContext (x->llvm), v, false);
}

/* A block that only leads to another one, behind 'after'. */
static LLVMBasicBlockRef way_to (exposing *x, LLVMBasicBlockRef to,
                                 LLVMBasicBlockRef after, const char *name,
                                 LLVMMetadataRef line) {
  LLVMBasicBlockRef way = LLVMInsertBasicBlockInContext (x->llvm, to, name);
  LLVMMoveBasicBlockAfter (way, after);
  LLVMPositionBuilderAtEnd (x->at, way);
  LLVMSetCurrentDebugLocation2 (x->at, line);
  LLVMBuildBr (x->at, to);
  return way;
}

/* Who led to 'old' leads to 'now'. Phis have no such uses. */
static void lead_to (LLVMBasicBlockRef old, LLVMBasicBlockRef now) {
  assert (old != now);
  LLVMValueRef from = LLVMBasicBlockAsValue (old);
  for (LLVMUseRef u = LLVMGetFirstUse (from), next; u; u = next) {
    LLVMValueRef who = LLVMGetUser (u);
    next = LLVMGetNextUse (u);
    unsigned n = LLVMIsATerminatorInst (who) ? LLVMGetNumSuccessors (who) : 0;
    for (unsigned i = 0; i < n; i++)
      if (LLVMGetSuccessor (who, i) == old) {
        LLVMSetSuccessor (who, i, now);
        next = LLVMGetFirstUse (from); /* others of its uses are gone, too */
      }
  }
}

/* What is before 'v' comes into a block of its own, which has no end yet. */
static LLVMBasicBlockRef split_before (exposing *x, LLVMValueRef v) {
  LLVMBasicBlockRef b = LLVMGetInstructionParent (v);
  LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext (x->llvm, b, "cond");
  lead_to (b, head);
  LLVMPositionBuilderAtEnd (x->at, head);
  for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i != v; i = next) {
    next = LLVMGetNextInstruction (i);
    LLVMInstructionRemoveFromParent (i);
    LLVMSetCurrentDebugLocation2 (x->at, LLVMInstructionGetDebugLoc (i));
    LLVMInsertIntoBuilder (x->at, i); /* which gives it that location */
  }
  return head;
}

static void expose_select (exposing *x, LLVMValueRef v) {
  assert (LLVMIsASelectInst (v) && is_bit (LLVMGetOperand (v, 0)));
  LLVMBasicBlockRef b = LLVMGetInstructionParent (v);
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (v);
  LLVMBasicBlockRef head = split_before (x, v);
  LLVMBasicBlockRef way[2] = {way_to (x, b, head, "cond.true", line)};
  way[1] = way_to (x, b, way[0], "cond.false", line);
  LLVMPositionBuilderAtEnd (x->at, head);
  LLVMBuildCondBr (x->at, LLVMGetOperand (v, 0), way[0], way[1]);
  LLVMPositionBuilderBefore (x->at, v); /* which gives that location */
  LLVMValueRef phi = LLVMBuildPhi (x->at, LLVMTypeOf (v), "cond");
  LLVMValueRef value[2] = {LLVMGetOperand (v, 1), LLVMGetOperand (v, 2)};
  LLVMAddIncoming (phi, value, way, 2);
  LLVMReplaceAllUsesWith (v, phi);
  LLVMInstructionEraseFromParent (v);
}

static void expose_operand (exposing *x, LLVMValueRef phi) {
  int which = last_operand (phi);
  if (which < 0)
    return;
  assert ((unsigned) which < LLVMCountIncoming (phi));
  LLVMBasicBlockRef end = LLVMGetInstructionParent (phi);
  LLVMBasicBlockRef from = LLVMGetIncomingBlock (phi, (unsigned) which);
  LLVMValueRef value = LLVMGetIncomingValue (phi, (unsigned) which);
  LLVMValueRef jump = LLVMGetBasicBlockTerminator (from);
  LLVMValueRef other = LLVMGetNextInstruction (phi);
  bool is_alone = !LLVMIsAPHINode (other);
  if (!is_alone || LLVMGetNumSuccessors (jump) != 1)
    return;
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (jump);
  if (!line && LLVMIsAInstruction (value))
    line = LLVMInstructionGetDebugLoc (value);
  LLVMBasicBlockRef way = way_to (x, end, from, "operand.true", line);
  LLVMPositionBuilderBefore (x->at, jump);
  LLVMBuildCondBr (x->at, value, way, end);
  LLVMInstructionEraseFromParent (jump);
  LLVMSetOperand (phi, (unsigned) which, bit (x, false));
  LLVMValueRef yes = bit (x, true);
  LLVMAddIncoming (phi, &yes, &way, 1);
}

static void expose_labels (exposing *x, LLVMValueRef v) {
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (v);
  for (unsigned i = 0; i < LLVMGetNumSuccessors (v); i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor (v, i);
    if (!LLVMIsAPHINode (LLVMGetFirstInstruction (to)))
      LLVMSetSuccessor (
          v, i, way_to (x, to, LLVMGetInstructionParent (v), "label", line));
  }
}

/* Is its address taken, by &&label? It stays where it is: a jump there would
 * miss what was split from it.
 */
static bool is_label (LLVMBasicBlockRef b) {
  EACH_USE (u, LLVMBasicBlockAsValue (b))
    if (LLVMIsABlockAddress (LLVMGetUser (u)))
      return true;
  return false;
}

static void expose_one (exposing *x, LLVMValueRef v) {
  switch ((int) LLVMGetInstructionOpcode (v)) {
  case LLVMSelect:
    if (is_own_select (v) && !is_label (LLVMGetInstructionParent (v)))
      expose_select (x, v);
    return;
  case LLVMPHI:
    expose_operand (x, v);
    return;
  case LLVMSwitch:
    expose_labels (x, v);
    return;
  default:
    return;
  }
}

/* A branch is where its condition begins: clang places it at the operator
 * behind that, which may be on the next line.
 */
static void place (LLVMValueRef v) {
  LLVMMetadataRef best = NULL, at;
  LLVMValueRef from = LLVMIsABranchInst (v) && LLVMIsConditional (v)
                          ? LLVMGetCondition (v)
                          : NULL;
  for (; from && LLVMIsAInstruction (from) && !LLVMIsAPHINode (from) &&
         LLVMGetInstructionParent (from) == LLVMGetInstructionParent (v);
       from = LLVMGetOperand (from, 0))
    if ((at = LLVMInstructionGetDebugLoc (from)) &&
        LLVMDILocationGetLine (at) &&
        (!best || LLVMDILocationGetLine (at) < LLVMDILocationGetLine (best)))
      best = at;
  if (best)
    LLVMInstructionSetDebugLoc (v, best);
}

/* New blocks lie around the one that is looked at, and are looked at again
 * without harm: they have none of these.
 */
static void expose_function (exposing *x, LLVMValueRef f) {
  ternary_expose (f);
  EACH_BLOCK (b, f)
    for (LLVMValueRef v = LLVMGetFirstInstruction (b), next; v; v = next) {
      next = LLVMGetNextInstruction (v);
      expose_one (x, v);
    }
  EACH_INSTRUCTION_OF (v, f)
    place (v);
}

void branches_expose (LLVMModuleRef m) {
  exposing x = {.llvm = LLVMGetModuleContext (m)};
  x.at = LLVMCreateBuilderInContext (x.llvm);
  EACH_FUNCTION (f, m)
    expose_function (&x, f);
  LLVMDisposeBuilder (x.at);
}
