/* Clang lays out the blocks of an expression as it is written. So the first arm
 * is what lies between cond.true and cond.false, and the second ends where the
 * branches lead, or where the second arm of a ?: around it begins.
 */

#include "program/ternary.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

typedef struct ternary {
  LLVMValueRef branch;      /* to the arms */
  LLVMBasicBlockRef arm[3]; /* where each begins; and where the last one ends */
  LLVMBasicBlockRef to[2];  /* where the branches lead */
} ternary;

#define EACH_BLOCK_OF(B, T, FROM, TO) \
  for (LLVMBasicBlockRef B = (T)->arm[FROM]; B != (T)->arm[TO]; \
       B = LLVMGetNextBasicBlock (B))

static bool is_called (LLVMBasicBlockRef b, const char *prefix) {
  return !strncmp (LLVMGetBasicBlockName (b), prefix, strlen (prefix));
}

static LLVMValueRef last_of (LLVMBasicBlockRef b) {
  return LLVMGetBasicBlockTerminator (b);
}

static bool is_fork (LLVMValueRef v) {
  return LLVMIsABranchInst (v) && LLVMIsConditional (v);
}

/* The block of this name that the same branch leads to, and that branch. */
static LLVMBasicBlockRef twin_of (LLVMBasicBlockRef one, const char *name,
                                  LLVMValueRef *branch) {
  EACH_USE (u, LLVMBasicBlockAsValue (one)) {
    *branch = LLVMGetUser (u);
    for (unsigned i = 0; is_fork (*branch) && i < 2; i++)
      if (LLVMGetSuccessor (*branch, i) == one &&
          is_called (LLVMGetSuccessor (*branch, !i), name))
        return LLVMGetSuccessor (*branch, !i);
  }
  return NULL;
}

static bool lies_between (LLVMBasicBlockRef b, LLVMBasicBlockRef from,
                          LLVMBasicBlockRef to) {
  for (LLVMBasicBlockRef i = from; i && i != to; i = LLVMGetNextBasicBlock (i))
    if (i == b)
      return true;
  return false;
}

static bool note_target (ternary *t, LLVMBasicBlockRef to) {
  for (unsigned i = 0; i < 2; i++) {
    if (!t->to[i])
      t->to[i] = to;
    if (t->to[i] == to)
      return !is_called (to, "cond.end");
  }
  return false;
}

static bool find_targets (ternary *t) {
  EACH_BLOCK_OF (b, t, 0, 1) {
    LLVMValueRef v = last_of (b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors (v); i++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor (v, i);
      if (!lies_between (to, t->arm[0], t->arm[1]) && !note_target (t, to))
        return false;
    }
  }
  return t->to[1];
}

static bool is_target (const ternary *t, LLVMBasicBlockRef b) {
  return b == t->to[0] || b == t->to[1];
}

/* Is it the second arm of one that began before? */
static bool is_outer_arm (const ternary *t, LLVMBasicBlockRef b) {
  LLVMValueRef branch;
  LLVMBasicBlockRef first =
      is_called (b, "cond.false") ? twin_of (b, "cond.true", &branch) : NULL;
  return first && lies_between (t->arm[0], first, b);
}

static bool find_end (ternary *t) {
  LLVMBasicBlockRef b = LLVMGetNextBasicBlock (t->arm[1]);
  while (b && !is_target (t, b) && !is_outer_arm (t, b))
    b = LLVMGetNextBasicBlock (b);
  t->arm[2] = b;
  return b;
}

/* The one that begins here, if it is a condition. */
static bool ternary_at (LLVMBasicBlockRef b, ternary *out) {
  if (!is_called (b, "cond.true"))
    return false;
  *out = (ternary) {.arm = {b}};
  out->arm[1] = twin_of (b, "cond.false", &out->branch);
  return out->arm[1] && lies_between (out->arm[1], b, NULL) &&
         find_targets (out) && find_end (out);
}

static bool leads_out (const ternary *t, LLVMBasicBlockRef b) {
  LLVMValueRef v = last_of (b);
  for (unsigned i = 0; i < LLVMGetNumSuccessors (v); i++)
    if (is_target (t, LLVMGetSuccessor (v, i)))
      return true;
  return false;
}

static unsigned count_out (const ternary *t, unsigned from, unsigned to) {
  unsigned n = 0;
  EACH_BLOCK_OF (b, t, from, to)
  n += leads_out (t, b);
  return n;
}

/* The only branch out of an arm, which is the arm's value; or NULL. */
static LLVMValueRef value_of_arm (const ternary *t, unsigned arm) {
  if (count_out (t, arm, arm + 1) != 1)
    return NULL;
  EACH_BLOCK_OF (b, t, arm, arm + 1) {
    LLVMValueRef v = last_of (b);
    if (leads_out (t, b))
      return is_fork (v) && is_target (t, LLVMGetSuccessor (v, 0)) &&
                     is_target (t, LLVMGetSuccessor (v, 1))
                 ? v
                 : NULL;
  }
  return NULL;
}

/* Is the whole arm another ?:? */
static bool is_ternary_arm (const ternary *t, unsigned arm) {
  ternary in;
  EACH_BLOCK_OF (b, t, arm, arm + 1)
  if (b != t->arm[0] && ternary_at (b, &in) && is_target (t, in.to[0]) &&
      is_target (t, in.to[1]) &&
      count_out (&in, 0, 2) == count_out (t, arm, arm + 1))
    return true;
  return false;
}

int ternary_count (LLVMValueRef f, bool *has_one) {
  int n = 0;
  *has_one = false;
  ternary t;
  EACH_BLOCK (b, f)
    if (ternary_at (b, &t)) {
      n++;
      *has_one = true;
      for (unsigned arm = 0; arm < 2; arm++) {
        LLVMValueRef v = value_of_arm (&t, arm);
        n -= v ? !LLVMIsConstant (LLVMGetCondition (v))
               : is_ternary_arm (&t, arm);
      }
    }
  return n;
}

/* Exposing. */

typedef struct arm_join {
  const ternary *t;
  LLVMContextRef llvm;
  LLVMBuilderRef at;
  LLVMBasicBlockRef join;
  LLVMValueRef phi;
} arm_join;

static void join_from (arm_join *j, LLVMBasicBlockRef from,
                       LLVMValueRef value) {
  LLVMAddIncoming (j->phi, &value, &from, 1);
}

static LLVMValueRef bit_of (arm_join *j, LLVMBasicBlockRef to) {
  return LLVMConstInt (LLVMInt1TypeInContext (j->llvm), to == j->t->to[0],
                       false);
}

/* The value of an arm goes to the join. */
static void join_value (arm_join *j, LLVMValueRef v) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent (v);
  LLVMValueRef value = LLVMGetCondition (v);
  LLVMPositionBuilderBefore (j->at, v);
  LLVMSetCurrentDebugLocation2 (j->at, LLVMInstructionGetDebugLoc (v));
  if (LLVMGetSuccessor (v, 0) != j->t->to[0])
    value = LLVMBuildNot (j->at, value, "not");
  LLVMBuildBr (j->at, j->join);
  LLVMInstructionEraseFromParent (v);
  join_from (j, from, value);
}

/* A branch stays one; each side has a block of its own, since a phi has one
 * value for each predecessor.
 */
static void join_sides (arm_join *j, LLVMBasicBlockRef from) {
  LLVMValueRef v = last_of (from);
  for (unsigned i = 0; i < LLVMGetNumSuccessors (v); i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor (v, i);
    if (!is_target (j->t, to))
      continue;
    LLVMBasicBlockRef way =
        LLVMInsertBasicBlockInContext (j->llvm, j->join, "cond.way");
    LLVMPositionBuilderAtEnd (j->at, way);
    LLVMSetCurrentDebugLocation2 (j->at, LLVMInstructionGetDebugLoc (v));
    LLVMBuildBr (j->at, j->join);
    join_from (j, way, bit_of (j, to));
    LLVMSetSuccessor (v, i, way);
  }
}

/* A phi behind it has one value for all branches, that of && or ||. */
static void follow_join (arm_join *j, LLVMValueRef phi) {
  LLVMPositionBuilderBefore (j->at, phi);
  LLVMSetCurrentDebugLocation2 (j->at, LLVMInstructionGetDebugLoc (phi));
  LLVMValueRef now = LLVMBuildPhi (j->at, LLVMTypeOf (phi), "");
  LLVMValueRef joined = NULL;
  for (unsigned i = 0; i < LLVMCountIncoming (phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock (phi, i);
    LLVMValueRef value = LLVMGetIncomingValue (phi, i);
    if (!lies_between (from, j->t->arm[0], j->join))
      LLVMAddIncoming (now, &value, &from, 1);
    else {
      assert (!joined || joined == value);
      joined = value;
    }
  }
  if (joined)
    LLVMAddIncoming (now, &joined, &j->join, 1);
  LLVMReplaceAllUsesWith (phi, now);
  LLVMInstructionEraseFromParent (phi);
}

static void expose_ternary (const ternary *t, LLVMBuilderRef at,
                            LLVMContextRef llvm) {
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (t->branch);
  arm_join j = {.t = t, .llvm = llvm, .at = at};
  LLVMValueRef value[2] = {value_of_arm (t, 0), value_of_arm (t, 1)};
  j.join = LLVMInsertBasicBlockInContext (llvm, t->arm[2], "cond.join");
  LLVMPositionBuilderAtEnd (at, j.join);
  LLVMSetCurrentDebugLocation2 (at, line);
  j.phi = LLVMBuildPhi (at, LLVMInt1TypeInContext (llvm), "cond");
  LLVMBuildCondBr (at, j.phi, t->to[0], t->to[1]);
  for (LLVMBasicBlockRef b = t->arm[0]; b != j.join;
       b = LLVMGetNextBasicBlock (b))
    if (last_of (b) == value[0] || last_of (b) == value[1])
      join_value (&j, last_of (b));
    else
      join_sides (&j, b);
  for (unsigned i = 0; i < 2; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction (t->to[i]), next;
         LLVMIsAPHINode (v); v = next) {
      next = LLVMGetNextInstruction (v);
      follow_join (&j, v);
    }
}

/* From the last to the first, so that those within come before those around. */
void ternary_expose (LLVMValueRef f) {
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (f));
  LLVMBuilderRef at = LLVMCreateBuilderInContext (llvm);
  ternary t;
  for (LLVMBasicBlockRef b = LLVMGetLastBasicBlock (f); b;
       b = LLVMGetPreviousBasicBlock (b))
    if (ternary_at (b, &t))
      expose_ternary (&t, at, llvm);
  LLVMDisposeBuilder (at);
}
