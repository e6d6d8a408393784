#include "klee/escaping.h"

#include "klee/libraries.h"
#include "program/load.h"

/* As what it is itself, or by another name. */
static bool is_only_called (LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse (v); u; u = LLVMGetNextUse (u)) {
    LLVMValueRef user = LLVMGetUser (u);
    bool is_call = (LLVMIsACallInst (user) || LLVMIsAInvokeInst (user)) &&
                   LLVMGetCalledValue (user) == v;
    for (int i = 0; is_call && i < (int) LLVMGetNumArgOperands (user); i++)
      is_call = LLVMGetOperand (user, (unsigned) i) != v;
    bool is_name = LLVMIsAGlobalAlias (user) || LLVMIsABitCastInst (user);
    bool is_label = LLVMIsABlockAddress (user);
    if (!is_call && !is_label && !(is_name && is_only_called (user)))
      return false;
  }
  return true;
}

status escaping_list (memory *mem, const char *input, char_vec *out,
                      trouble *why) {
  LLVMContextRef llvm = load_context ();
  LLVMModuleRef module = NULL;
  status st = libraries_read (mem, llvm, input, &module, why);
  const char *comma = "";
  LLVMValueRef f = st ? NULL : LLVMGetFirstFunction (module);
  for (; f; f = LLVMGetNextFunction (f)) {
    size_t n;
    const char *name = LLVMGetValueName2 (f, &n);
    if (is_only_called (f))
      continue;
    text_printf (mem, out, "%s%s", comma, name);
    comma = ", ";
  }
  if (module)
    LLVMDisposeModule (module);
  LLVMContextDispose (llvm);
  return st;
}
