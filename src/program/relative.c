/* Tables of differences between addresses, which LLVM makes of switches over
 * strings in position-independent code, hold 32 bits. Our objects are further
 * apart than that, so each such table gets a twin with whole addresses, and
 * llvm.load.relative becomes a load from it.
 */

#include "program/relative.h"

/* element = trunc (ptrtoint (target) - ptrtoint (table)) */
static LLVMValueRef target_of (LLVMValueRef element) {
  static const LLVMOpcode path[] = {LLVMTrunc, LLVMSub, LLVMPtrToInt};
  for (int i = 0; i < 3; i++) {
    if (!element || !LLVMIsAConstantExpr (element) ||
        LLVMGetConstOpcode (element) != path[i])
      return NULL;
    element = LLVMGetOperand (element, 0);
  }
  return element;
}

static LLVMValueRef make_twin (LLVMModuleRef m, LLVMValueRef table,
                               memory *mem) {
  if (!LLVMIsAGlobalVariable (table) || !LLVMIsGlobalConstant (table) ||
      !LLVMGetInitializer (table))
    return NULL;
  LLVMValueRef old = LLVMGetInitializer (table);
  LLVMTypeRef type = LLVMTypeOf (old);
  if (LLVMGetTypeKind (type) != LLVMArrayTypeKind)
    return NULL;
  uint64_t n = LLVMGetArrayLength2 (type);
  LLVMTypeRef address = LLVMTypeOf (table);
  LLVMValueRef *targets = memory_alloc (mem, n * sizeof *targets);
  bool ok = n > 0;
  for (uint64_t i = 0; ok && i < n; i++)
    ok = (targets[i] =
              target_of (LLVMGetAggregateElement (old, (unsigned) i))) != NULL;
  LLVMValueRef twin = NULL;
  if (ok) {
    twin = LLVMAddGlobal (m, LLVMArrayType2 (address, n), "addresses");
    LLVMSetInitializer (twin, LLVMConstArray2 (address, targets, n));
    LLVMSetGlobalConstant (twin, true);
    LLVMSetLinkage (twin, LLVMPrivateLinkage);
  }
  memory_free (mem, targets, n * sizeof *targets);
  return twin;
}

/* Offsets are in bytes of the old table, whose elements have four. */
static void replace_call (LLVMContextRef llvm, LLVMValueRef call,
                          LLVMValueRef twin) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext (llvm);
  LLVMPositionBuilderBefore (b, call);
  LLVMValueRef offset = LLVMGetOperand (call, 1);
  LLVMTypeRef type = LLVMTypeOf (offset);
  offset = LLVMBuildMul (b, offset, LLVMConstInt (type, 2, false), "");
  LLVMValueRef at =
      LLVMBuildGEP2 (b, LLVMInt8TypeInContext (llvm), twin, &offset, 1, "");
  LLVMValueRef loaded = LLVMBuildLoad2 (b, LLVMTypeOf (call), at, "");
  LLVMReplaceAllUsesWith (call, loaded);
  LLVMInstructionEraseFromParent (call);
  LLVMDisposeBuilder (b);
}

static void rewrite_uses (LLVMContextRef llvm, LLVMModuleRef m,
                          LLVMValueRef loader, memory *mem) {
  map twins;
  map_init (&twins, mem);
  LLVMUseRef next = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse (loader); u; u = next) {
    next = LLVMGetNextUse (u);
    LLVMValueRef call = LLVMGetUser (u);
    if (!LLVMIsACallInst (call))
      continue;
    LLVMValueRef table = LLVMGetOperand (call, 0);
    uint64_t *twin = map_at (&twins, program_key (table));
    if (!*twin)
      *twin = program_key (make_twin (m, table, mem));
    if (*twin)
      replace_call (llvm, call, (LLVMValueRef) (uintptr_t) *twin);
  }
  map_release (&twins);
}

void relative_resolve (LLVMContextRef llvm, LLVMModuleRef m, memory *mem) {
  static const char *const names[] = {"llvm.load.relative.i64",
                                      "llvm.load.relative.i32"};
  for (int i = 0; i < 2; i++) {
    LLVMValueRef f = LLVMGetNamedFunction (m, names[i]);
    if (f)
      rewrite_uses (llvm, m, f, mem);
  }
}
