#include "program/failing.h"

#include <llvm-c/DebugInfo.h>

#define LEFT_NAME "__reprise_allocations_may_fail"

/* What stands for the operating system and makes inputs never fails: nothing of
 * the program asked for that memory.
 */
static bool is_own (LLVMValueRef f) {
  unsigned len = 0;
  LLVMMetadataRef about = LLVMGetSubprogram (f);
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile (about) : NULL;
  const char *path = file ? LLVMDIFileGetFilename (file, &len) : "";
  return !strncmp (value_name (f), "__reprise", 9) ||
         memmem (path, len, "runtime/start/", 14) ||
         memmem (path, len, "runtime/system/", 15);
}

static void keep_inner_calls (LLVMValueRef f, LLVMValueRef outer,
                              LLVMValueRef inner) {
  EACH_INSTRUCTION_OF (v, f)
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
  EACH_FUNCTION (f, m)
    if (is_own (f))
      keep_inner_calls (f, outer, inner);
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
