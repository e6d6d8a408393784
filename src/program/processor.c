#include "program/processor.h"

#include <stdbool.h>
#include <string.h>

static bool is_question (LLVMValueRef v) {
  size_t len;
  if (!LLVMIsACallInst (v) || !LLVMIsAInlineAsm (LLVMGetCalledValue (v)))
    return false;
  const char *text = LLVMGetInlineAsmAsmString (LLVMGetCalledValue (v), &len);
  const char *name = memmem (text, len, "cpuid", 5);
  return name && len < 100; /* it, and what saves a register around it */
}

static void answer_block (LLVMBasicBlockRef b) {
  LLVMValueRef next;
  for (LLVMValueRef v = LLVMGetFirstInstruction (b); v; v = next) {
    next = LLVMGetNextInstruction (v);
    if (!is_question (v))
      continue;
    LLVMTypeRef type = LLVMTypeOf (v);
    if (LLVMGetTypeKind (type) != LLVMVoidTypeKind)
      LLVMReplaceAllUsesWith (v, LLVMConstNull (type));
    LLVMInstructionEraseFromParent (v);
  }
}

void processor_answer (LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      answer_block (b);
}
