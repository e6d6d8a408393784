#include "program/simplify.h"

#include "program/branches.h"
#include "program/checked.h"
#include "program/module.h"
#include "program/scopes.h"
#include "program/unset_mark.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* A sum that overflows is no fault in LLVM's eyes as long as nobody looks at
 * it: passes may move it before its guard. (Shifts: program/checked.h.)
 */
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

static void mark_each (LLVMModuleRef m, bool (*is_one) (LLVMValueRef),
                       const char *kind) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  unsigned k = LLVMGetMDKindIDInContext (llvm, kind, (unsigned) strlen (kind));
  LLVMValueRef mark =
      LLVMMetadataAsValue (llvm, LLVMMDNodeInContext2 (llvm, NULL, 0));
  EACH_FUNCTION (f, m)
    EACH_INSTRUCTION_OF (v, f)
      if (is_one (v))
        LLVMSetMetadata (v, k, mark);
}

static bool is_decision (LLVMValueRef v) {
  return LLVMIsABranchInst (v) && LLVMIsConditional (v);
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
                 bool keep_scopes, trouble *t) {
  status st = ST_OK;
  if (keep_scopes)
    scopes_mark (m);
  mark_each (m, may_go_wrong, MODULE_STRICT_MARK);
  if (keep_unset)
    mark_each (m, is_decision, MODULE_DECISION_MARK);
  checked_mark (m, keep_scopes);
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
