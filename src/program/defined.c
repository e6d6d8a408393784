#include "program/defined.h"

#include "program/module.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static hash128 text_digest (LLVMValueRef f) {
  char *text = LLVMPrintValueToString (f);
  hash128 h = hash_bytes (text, strlen (text));
  LLVMDisposeMessage (text);
  return h;
}

status defined_list (const program_config *config, arena *to,
                     defined_functions *out, trouble *t) {
  module m = {0};
  status st = module_read (config, &m, t);
  if (!st)
    LLVMStripModuleDebugInfo (m.module);
  for (LLVMValueRef f = st ? NULL : LLVMGetFirstFunction (m.module); f;
       f = LLVMGetNextFunction (f)) {
    size_t len;
    const char *name = LLVMGetValueName2 (f, &len);
    if (!LLVMIsDeclaration (f))
      vec_push (
          config->mem, out,
          (defined_function) {arena_string (to, name, len), text_digest (f)});
  }
  module_release (config->mem, &m);
  return st;
}
