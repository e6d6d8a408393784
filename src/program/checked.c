#include "program/checked.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  LLVMOpcode opcode;
} shifts[] = {{"shl", LLVMShl}, {"lshr", LLVMLShr}, {"ashr", LLVMAShr}};

#define N_SHIFTS (sizeof shifts / sizeof *shifts)

bool checked_find (const char *name, size_t len, LLVMOpcode *o) {
  size_t prefix = strlen (CHECKED_PREFIX);
  if (len <= prefix || memcmp (name, CHECKED_PREFIX, prefix))
    return false;
  for (size_t i = 0; i < N_SHIFTS; i++) {
    size_t n = strlen (shifts[i].name);
    if (len > prefix + n && name[prefix + n] == '.' &&
        !memcmp (name + prefix, shifts[i].name, n)) {
      *o = shifts[i].opcode;
      return true;
    }
  }
  return false;
}

static bool is_call_of (LLVMValueRef v, const char *prefix) {
  size_t len;
  if (!LLVMIsACallInst (v))
    return false;
  const char *name = LLVMGetValueName2 (LLVMGetCalledValue (v), &len);
  return len >= strlen (prefix) && !memcmp (name, prefix, strlen (prefix));
}

/* Types of accesses and lifetimes are written down by compilers that
 * optimise. Neither is left where nothing is in memory: there no variable
 * is, and choices are made by values.
 */
static bool is_optimised (LLVMValueRef function) {
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (function));
  unsigned types = LLVMGetMDKindIDInContext (llvm, "tbaa", 4);
  bool has_variables = false, has_choices = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
         v = LLVMGetNextInstruction (v)) {
      if (LLVMGetMetadata (v, types) || is_call_of (v, "llvm.lifetime."))
        return true;
      has_variables |= LLVMIsAAllocaInst (v) != NULL;
      has_choices |= LLVMIsAPHINode (v) || LLVMIsASelectInst (v);
    }
  return has_choices && !has_variables;
}

static bool may_be_wrong (LLVMValueRef shift) {
  LLVMValueRef by = LLVMGetOperand (shift, 1);
  LLVMTypeRef t = LLVMTypeOf (by);
  if (LLVMGetTypeKind (t) != LLVMIntegerTypeKind)
    return false; /* a vector */
  return !LLVMIsAConstantInt (by) || LLVMGetIntTypeWidth (t) > 64 ||
         LLVMConstIntGetZExtValue (by) >= LLVMGetIntTypeWidth (t);
}

static void replace (LLVMModuleRef m, LLVMBuilderRef at, LLVMValueRef shift,
                     const char *name) {
  char text[32];
  LLVMTypeRef t = LLVMTypeOf (shift), both[] = {t, t};
  LLVMTypeRef type = LLVMFunctionType (t, both, 2, false);
  snprintf (text, sizeof text, CHECKED_PREFIX "%s.i%u", name,
            LLVMGetIntTypeWidth (t));
  LLVMValueRef f = LLVMGetNamedFunction (m, text);
  if (!f)
    f = LLVMAddFunction (m, text, type);
  LLVMValueRef operands[] = {LLVMGetOperand (shift, 0),
                             LLVMGetOperand (shift, 1)};
  LLVMPositionBuilderBefore (at, shift);
  LLVMValueRef call = LLVMBuildCall2 (at, type, f, operands, 2, "");
  LLVMReplaceAllUsesWith (shift, call);
  LLVMInstructionEraseFromParent (shift);
}

static void mark_block (LLVMModuleRef m, LLVMBuilderRef at,
                        LLVMBasicBlockRef b) {
  LLVMValueRef next;
  for (LLVMValueRef v = LLVMGetFirstInstruction (b); v; v = next) {
    next = LLVMGetNextInstruction (v);
    for (size_t i = 0; i < N_SHIFTS; i++)
      if (LLVMGetInstructionOpcode (v) == shifts[i].opcode &&
          may_be_wrong (v)) {
        replace (m, at, v, shifts[i].name);
        break;
      }
  }
}

void checked_mark_shifts (LLVMModuleRef m) {
  LLVMBuilderRef at = LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f)) {
    if (!LLVMGetFirstBasicBlock (f) || is_optimised (f))
      continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      mark_block (m, at, b);
  }
  LLVMDisposeBuilder (at);
}
