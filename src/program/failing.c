#include "program/failing.h"

#include <stdio.h>
#include <string.h>

#define LEFT_NAME "__reprise_allocations_may_fail"

/* The one that stands for it has the only call of the function left. */
static void keep_inner_call (LLVMValueRef outer, LLVMValueRef inner) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (outer); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
         v = LLVMGetNextInstruction (v))
      if (LLVMGetInstructionOpcode (v) == LLVMCall &&
          LLVMGetCalledValue (v) == outer)
        LLVMSetOperand (v, (unsigned) LLVMGetNumOperands (v) - 1, inner);
}

static void stand_for (LLVMModuleRef m, const char *name) {
  char text[64];
  snprintf (text, sizeof text, FAILING_PREFIX "%s", name);
  LLVMValueRef outer = LLVMGetNamedFunction (m, text);
  LLVMValueRef inner = LLVMGetNamedFunction (m, name);
  if (!outer || !inner)
    return;
  LLVMReplaceAllUsesWith (inner, outer);
  keep_inner_call (outer, inner);
}

void failing_put (const program_config *config, module *m) {
  static const char *const family[] = {
      "malloc",        "calloc",   "realloc",       "reallocarray",
      "aligned_alloc", "memalign", "posix_memalign"};
  LLVMValueRef left = LLVMGetNamedGlobal (m->module, LEFT_NAME);
  if (!left)
    return;
  for (size_t i = 0; i < sizeof family / sizeof *family; i++)
    stand_for (m->module, family[i]);
  LLVMSetInitializer (left, LLVMConstInt (LLVMInt32TypeInContext (m->llvm),
                                          config->fail_malloc, false));
}
