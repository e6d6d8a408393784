#include "program/simplify.h"

#include "program/checked.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stddef.h>

status simplify (LLVMModuleRef module, bool keep_branches, trouble *t) {
  const char *passes = keep_branches
                           ? "function(mem2reg,lower-expect)"
                           : "function(simplifycfg,mem2reg,lower-expect)";
  checked_mark (module);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();
  LLVMErrorRef error = LLVMRunPasses (module, passes, NULL, options);
  LLVMDisposePassBuilderOptions (options);
  if (!error)
    return ST_OK;
  char *text = LLVMGetErrorMessage (error);
  status st = trouble_set (t, ST_UNSUPPORTED, "LLVM cannot simplify: %s", text);
  LLVMDisposeErrorMessage (text);
  return st;
}
