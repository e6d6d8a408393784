#include "program/processor.h"

#include "program/module.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_space (char c) { return isspace ((unsigned char) c); }

/* cpuid, alone or between exchanges that save a register for it. */
static bool is_cpuid (const char *text) {
  static const char *const words[] = {"cpuid", "xchg",   "%rbx",
                                      "%ebx",  "${1:q}", "$1"};
  if (!strstr (text, words[0]))
    return false;
  while (*text) {
    size_t n = 0;
    for (size_t i = 0; !n && i < sizeof words / sizeof *words; i++)
      if (!strncmp (text, words[i], strlen (words[i])))
        n = strlen (words[i]) + (i == 1 && strchr ("ql", text[4]) && text[4]);
    if (!n && !is_space (*text) && !strchr (",;", *text))
      return false;
    text += n ? n : 1;
  }
  return true;
}

/* Operands in memory would keep what they had. */
static bool is_question (LLVMValueRef v) {
  size_t len, constraint_len;
  LLVMValueRef it = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
  if (!it || !LLVMIsAInlineAsm (it))
    return false;
  const char *constraints =
      LLVMGetInlineAsmConstraintString (it, &constraint_len);
  return is_cpuid (LLVMGetInlineAsmAsmString (it, &len)) &&
         !memchr (constraints, '*', constraint_len);
}

/* The first line of the report says so. */
static void tell_bound (LLVMModuleRef m, LLVMValueRef before) {
  LLVMContextRef c = LLVMGetModuleContext (m);
  LLVMBuilderRef at = LLVMCreateBuilderInContext (c);
  const char *what = "a processor without extensions";
  LLVMPositionBuilderBefore (at, before);
  LLVMValueRef text = LLVMBuildGlobalStringPtr (at, what, "");
  module_call (m, at, "reprise_bound", LLVMVoidTypeInContext (c), 1, &text);
  LLVMDisposeBuilder (at);
}

static void answer_block (LLVMModuleRef m, LLVMBasicBlockRef b) {
  LLVMValueRef next;
  for (LLVMValueRef v = LLVMGetFirstInstruction (b); v; v = next) {
    next = LLVMGetNextInstruction (v);
    if (!is_question (v))
      continue;
    LLVMTypeRef type = LLVMTypeOf (v);
    if (LLVMGetTypeKind (type) != LLVMVoidTypeKind)
      LLVMReplaceAllUsesWith (v, LLVMConstNull (type));
    tell_bound (m, v);
    LLVMInstructionEraseFromParent (v);
  }
}

void processor_answer (LLVMModuleRef m) {
  EACH_FUNCTION (f, m)
    EACH_BLOCK (b, f)
      answer_block (m, b);
}
