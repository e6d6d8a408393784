#include "program/simplify.h"

#include "program/checked.h"
#include "program/module.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

static bool may_go_wrong (LLVMValueRef v) {
  switch ((int) LLVMGetInstructionOpcode (v)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    return LLVMGetNSW (v);
  default:
    return false;
  }
}

/* A sum that overflows is no fault in LLVM's eyes as long as nobody looks at
 * it: passes may move it before its guard. (Shifts: program/checked.h.)
 */
static void mark_strict (LLVMModuleRef m) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  unsigned kind = LLVMGetMDKindIDInContext (llvm, MODULE_STRICT_MARK,
                                            strlen (MODULE_STRICT_MARK));
  LLVMValueRef mark =
      LLVMMetadataAsValue (llvm, LLVMMDNodeInContext2 (llvm, NULL, 0));
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
           v = LLVMGetNextInstruction (v))
        if (may_go_wrong (v))
          LLVMSetMetadata (v, kind, mark);
}

status simplify (LLVMModuleRef m, bool keep_branches, trouble *t) {
  const char *passes = keep_branches
                           ? "function(mem2reg,lower-expect)"
                           : "function(simplifycfg,mem2reg,lower-expect)";
  mark_strict (m);
  checked_mark (m);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();
  LLVMErrorRef error = LLVMRunPasses (m, passes, NULL, options);
  LLVMDisposePassBuilderOptions (options);
  if (!error)
    return ST_OK;
  char *text = LLVMGetErrorMessage (error);
  status st = trouble_set (t, ST_UNSUPPORTED, "LLVM cannot simplify: %s", text);
  LLVMDisposeErrorMessage (text);
  return st;
}
