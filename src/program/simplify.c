#include "program/simplify.h"

#include "program/branches.h"
#include "program/checked.h"
#include "program/module.h"
#include "program/unset_mark.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

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
  EACH_FUNCTION (f, m)
    EACH_INSTRUCTION_OF (v, f)
      if (may_go_wrong (v))
        LLVMSetMetadata (v, kind, mark);
}

static status run_passes (LLVMModuleRef m, const char *passes, trouble *t) {
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

status simplify (LLVMModuleRef m, bool keep_branches, bool keep_unset,
                 trouble *t) {
  status st = ST_OK;
  mark_strict (m);
  checked_mark (m);
  branches_count (m);
  if (!keep_branches)
    TRY (run_passes (m, "function(simplifycfg)", t));
  if (keep_unset)
    unset_mark (m);
  if (keep_branches) /* after who looks at where variables are declared */
    branches_expose (m);
  TRY (run_passes (m, "function(mem2reg,lower-expect)", t));
  if (keep_unset)
    unset_prune (m);
out:
  return st;
}
