#include "program/checked.h"

#include "program/module.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  LLVMOpcode opcode;
} checked[] = {{"shl", LLVMShl},
               {"lshr", LLVMLShr},
               {"ashr", LLVMAShr},
               {"unreachable", LLVMUnreachable}};

#define N_CHECKED (sizeof checked / sizeof *checked)

bool checked_find (const char *name, size_t len, LLVMOpcode *o) {
  size_t prefix = strlen (CHECKED_PREFIX);
  if (len <= prefix || memcmp (name, CHECKED_PREFIX, prefix))
    return false;
  for (size_t i = 0; i < N_CHECKED; i++) {
    size_t n = strlen (checked[i].name);
    if (len > prefix + n && name[prefix + n] == '.' &&
        !memcmp (name + prefix, checked[i].name, n)) {
      *o = checked[i].opcode;
      return true;
    }
  }
  return false;
}

static bool is_call_of (LLVMValueRef v, const char *prefix) {
  size_t len;
  if (!LLVMIsACallInst (v))
    return false;
  const char *name = LLVMGetValueName2 (LLVMGetCalledValue (v), &len);
  return len >= strlen (prefix) && !memcmp (name, prefix, strlen (prefix));
}

/* Types of accesses and lifetimes are written down by compilers that
 * optimise. Neither is left where nothing is in memory: there no variable
 * is, and choices are made by values.
 */
bool checked_is_optimised (LLVMValueRef f) {
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (f));
  unsigned types = LLVMGetMDKindIDInContext (llvm, "tbaa", 4);
  bool has_variables = false, has_choices = false;
  EACH_INSTRUCTION_OF (v, f) {
    if (LLVMGetMetadata (v, types) || is_call_of (v, "llvm.lifetime."))
      return true;
    has_variables |= LLVMIsAAllocaInst (v) != NULL;
    has_choices |= LLVMIsAPHINode (v) || LLVMIsASelectInst (v);
  }
  return has_choices && !has_variables;
}

static bool may_be_wrong (LLVMValueRef shift) {
  LLVMValueRef by = LLVMGetOperand (shift, 1);
  LLVMTypeRef t = LLVMTypeOf (by);
  if (LLVMGetTypeKind (t) != LLVMIntegerTypeKind)
    return false; /* a vector */
  return !LLVMIsAConstantInt (by) || LLVMGetIntTypeWidth (t) > 64 ||
         LLVMConstIntGetZExtValue (by) >= LLVMGetIntTypeWidth (t);
}

/* Only the end of a call that does not return is no error. */
static bool is_reached (LLVMValueRef end) {
  LLVMValueRef v = LLVMGetPreviousInstruction (end);
  unsigned kind = LLVMGetEnumAttributeKindForName ("noreturn", 8);
  if (!v || !LLVMIsACallInst (v))
    return true;
  LLVMValueRef to = LLVMGetCalledValue (v);
  return !LLVMGetCallSiteEnumAttribute (v, LLVMAttributeFunctionIndex, kind) &&
         !(LLVMIsAFunction (to) &&
           LLVMGetEnumAttributeAtIndex (to, LLVMAttributeFunctionIndex, kind));
}

static bool is_to_be_checked (LLVMValueRef v, LLVMOpcode o) {
  if (LLVMGetInstructionOpcode (v) != o)
    return false;
  return o == LLVMUnreachable ? is_reached (v) : may_be_wrong (v);
}

/* Clang cuts a number of places that is wider than what is shifted ('1 << n' of
 * a long n): too many are still too many, unless the program cut it itself.
 */
static LLVMValueRef places_of (LLVMBuilderRef at, LLVMValueRef shift) {
  LLVMValueRef by = LLVMGetOperand (shift, 1);
  LLVMTypeRef t = LLVMTypeOf (by);
  if (!LLVMIsATruncInst (by) || strncmp (value_name (by), "sh_prom", 7) != 0)
    return by;
  unsigned w = LLVMGetIntTypeWidth (t);
  LLVMValueRef all = LLVMGetOperand (by, 0);
  LLVMValueRef most = LLVMConstInt (LLVMTypeOf (all), w, false);
  LLVMValueRef is_few = LLVMBuildICmp (at, LLVMIntULT, all, most, "");
  return LLVMBuildSelect (at, is_few, by, LLVMConstInt (t, w, false), "");
}

/* Two operands and a result of one type, or nothing of all that. */
static void call_instead (LLVMModuleRef m, LLVMBuilderRef at, LLVMValueRef v,
                          const char *name, bool keep_constants) {
  char text[40];
  bool is_shift = !LLVMIsAUnreachableInst (v);
  LLVMTypeRef t = LLVMTypeOf (v);
  snprintf (text, sizeof text, CHECKED_PREFIX "%s.i%u", name,
            is_shift ? LLVMGetIntTypeWidth (t) : 0);
  LLVMPositionBuilderBefore (at, v);
  if (!is_shift) {
    module_call (m, at, text, t, 0, NULL);
    return;
  }
  LLVMValueRef operands[] = {LLVMGetOperand (v, 0),
                             keep_constants ? places_of (at, v)
                                            : LLVMGetOperand (v, 1)};
  LLVMReplaceAllUsesWith (v, module_call (m, at, text, t, 2, operands));
  LLVMInstructionEraseFromParent (v);
}

/* Clang has computed what has no value, and does not say of what. */
#define NO_VALUE \
  "__ubsan_handle_a constant without a value: divided by zero, or shifted by " \
  "too much"

static bool has_no_value (LLVMValueRef v) {
  return LLVMIsPoison (v) &&
         LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMIntegerTypeKind;
}

static void mark_no_value (LLVMModuleRef m, LLVMBuilderRef at, LLVMValueRef v) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  LLVMTypeRef nothing = LLVMVoidTypeInContext (llvm);
  LLVMValueRef null = LLVMConstNull (LLVMPointerTypeInContext (llvm, 0));
  unsigned n = (unsigned) LLVMGetNumOperands (v);
  for (unsigned i = 0; i < n; i++)
    if (has_no_value (LLVMGetOperand (v, i))) {
      bool is_phi = LLVMIsAPHINode (v);
      LLVMPositionBuilderBefore (
          at, is_phi ? LLVMGetBasicBlockTerminator (LLVMGetIncomingBlock (v, i))
                     : v);
      module_call (m, at, NO_VALUE, nothing, 1, &null);
      if (!is_phi)
        return;
    }
}

static void mark_block (LLVMModuleRef m, LLVMBuilderRef at, LLVMBasicBlockRef b,
                        bool keep_constants) {
  LLVMValueRef next;
  for (LLVMValueRef v = LLVMGetFirstInstruction (b); v; v = next) {
    next = LLVMGetNextInstruction (v);
    if (keep_constants)
      mark_no_value (m, at, v);
    for (size_t i = 0; i < N_CHECKED; i++)
      if (is_to_be_checked (v, checked[i].opcode)) {
        call_instead (m, at, v, checked[i].name, keep_constants);
        break;
      }
  }
}

void checked_mark (LLVMModuleRef m, bool keep_constants) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  LLVMBuilderRef at = LLVMCreateBuilderInContext (llvm);
  EACH_FUNCTION (f, m) {
    if (!LLVMGetFirstBasicBlock (f))
      continue;
    value_promise (f, "null_pointer_is_valid");
    if (checked_is_optimised (f))
      continue;
    EACH_BLOCK (b, f)
      mark_block (m, at, b, keep_constants);
  }
  LLVMDisposeBuilder (at);
}
