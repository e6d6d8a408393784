#include "program/unset_mark.h"

#include "program/checked.h"
#include "program/program_priv.h"

#include <llvm-c/DebugInfo.h>

#define VALUE_NAME CHECKED_PREFIX "unset."
#define OBJECT_NAME CHECKED_PREFIX "forget"

unset_call unset_call_of (const char *name, size_t len) {
  if (len > strlen (VALUE_NAME) &&
      !memcmp (name, VALUE_NAME, strlen (VALUE_NAME)))
    return UNSET_VALUE;
  bool is_object =
      len == strlen (OBJECT_NAME) && !memcmp (name, OBJECT_NAME, len);
  return is_object ? UNSET_OBJECT : UNSET_NONE;
}

/* One function. */
typedef struct unset_marking {
  LLVMModuleRef module;
  LLVMBuilderRef at;
  LLVMTargetDataRef target;
  LLVMBasicBlockRef entry;
  map written; /* allocas whose first use in the entry is to be written */
} unset_marking;

/* Is the variable read or written here, and how? */
typedef enum touched {
  TOUCHED_NOT,
  TOUCHED_WRITTEN,
  TOUCHED_OTHERWISE
} touched;

static bool writes_all (unset_marking *k, LLVMValueRef call, LLVMValueRef a) {
  const char *name = value_name (LLVMGetCalledValue (call));
  if (strncmp (name, "llvm.mem", 8) || LLVMGetOperand (call, 0) != a ||
      LLVMGetOperand (call, 1) == a)
    return false;
  LLVMValueRef n = LLVMGetOperand (call, 2);
  return LLVMIsAConstantInt (n) &&
         LLVMConstIntGetZExtValue (n) ==
             LLVMABISizeOfType (k->target, LLVMGetAllocatedType (a));
}

static touched touched_by (unset_marking *k, LLVMValueRef v, LLVMValueRef a) {
  unsigned n = (unsigned) LLVMGetNumOperands (v);
  bool is_used = false;
  for (unsigned i = 0; i < n; i++)
    is_used |= LLVMGetOperand (v, i) == a;
  if (!is_used)
    return TOUCHED_NOT;
  if (LLVMIsAStoreInst (v) && LLVMGetOperand (v, 0) != a &&
      LLVMTypeOf (LLVMGetOperand (v, 0)) == LLVMGetAllocatedType (a))
    return TOUCHED_WRITTEN;
  return LLVMIsACallInst (v) && writes_all (k, v, a) ? TOUCHED_WRITTEN
                                                     : TOUCHED_OTHERWISE;
}

/* Is it written behind its declaration, in the same block? */
#define LOOK_AHEAD 32

static bool is_written_next (unset_marking *k, LLVMValueRef v, LLVMValueRef a) {
  touched t = TOUCHED_NOT;
  for (int i = 0; v && i < LOOK_AHEAD && t == TOUCHED_NOT; i++) {
    if (!value_is_debug (v))
      t = touched_by (k, v, a);
    v = LLVMGetNextInstruction (v);
  }
  return t == TOUCHED_WRITTEN;
}

static bool is_lifetime (LLVMValueRef call) {
  const char *name = value_name (LLVMGetCalledValue (call));
  return !strncmp (name, "llvm.lifetime.", 14);
}

/* May it come into a register? Its address may be in another variable: that
 * goes first.
 */
static bool may_be_promoted (LLVMValueRef a) {
  LLVMTypeRef t = LLVMGetAllocatedType (a);
  EACH_USE (u, a) {
    LLVMValueRef v = LLVMGetUser (u);
    if (LLVMIsALoadInst (v) ? LLVMTypeOf (v) != t || LLVMGetVolatile (v)
        : LLVMIsAStoreInst (v)
            ? LLVMGetVolatile (v) || (LLVMGetOperand (v, 0) != a &&
                                      LLVMTypeOf (LLVMGetOperand (v, 0)) != t)
            : !LLVMIsACallInst (v) || !is_lifetime (v))
      return false;
  }
  return LLVMIsAConstantInt (LLVMGetOperand (a, 0)) &&
         LLVMConstIntGetZExtValue (LLVMGetOperand (a, 0)) == 1;
}

/* Calls. */

static void give_unset (unset_marking *k, LLVMValueRef a, LLVMValueRef before,
                        LLVMMetadataRef line) {
  LLVMTypeRef t = LLVMGetAllocatedType (a);
  char *text = LLVMPrintTypeToString (t), name[200];
  int len = snprintf (name, sizeof name, VALUE_NAME "%s", text);
  LLVMDisposeMessage (text);
  if (len < 0 || (size_t) len >= sizeof name)
    return;
  LLVMPositionBuilderBefore (k->at, before);
  LLVMValueRef call = module_call (k->module, k->at, name, t, 0, NULL);
  LLVMInstructionSetDebugLoc (call, line);
  LLVMInstructionSetDebugLoc (LLVMBuildStore (k->at, call, a), line);
}

static void forget (unset_marking *k, LLVMValueRef a, LLVMValueRef before,
                    LLVMMetadataRef line) {
  LLVMContextRef llvm = LLVMGetModuleContext (k->module);
  LLVMTypeRef nothing = LLVMVoidTypeInContext (llvm);
  LLVMPositionBuilderBefore (k->at, before);
  LLVMInstructionSetDebugLoc (
      module_call (k->module, k->at, OBJECT_NAME, nothing, 1, &a), line);
}

/* Declarations, and variables without one. */

static LLVMValueRef declared_by (unset_marking *k, LLVMValueRef v) {
  if (!value_is_debug (v) ||
      strcmp (value_name (LLVMGetCalledValue (v)), "llvm.dbg.declare"))
    return NULL;
  LLVMValueRef where = LLVMGetOperand (v, 0), a;
  if (LLVMGetMDNodeNumOperands (where) != 1 || !LLVMIsAValueAsMetadata (where))
    return NULL;
  LLVMGetMDNodeOperands (where, &a);
  return a && LLVMIsAAllocaInst (a) && LLVMGetInstructionParent (a) == k->entry
             ? a
             : NULL;
}

/* A parameter of a function that was inlined is declared when it has its value.
 */
static bool was_written_last (LLVMValueRef declaration, LLVMValueRef a) {
  LLVMValueRef v = LLVMGetPreviousInstruction (declaration);
  while (v && value_is_debug (v))
    v = LLVMGetPreviousInstruction (v);
  return v && LLVMIsAStoreInst (v) && LLVMGetOperand (v, 1) == a;
}

static void mark_declaration (unset_marking *k, LLVMValueRef declaration,
                              LLVMValueRef a) {
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (declaration);
  LLVMValueRef next = LLVMGetNextInstruction (declaration);
  bool is_register = may_be_promoted (a);
  if (is_register && !map_get (&k->written, program_key (a), 0)) {
    map_put (&k->written, program_key (a), 1); /* once at its start */
    give_unset (k, a, LLVMGetNextInstruction (a), line);
  }
  if (LLVMGetInstructionParent (declaration) == k->entry ||
      is_written_next (k, next, a) || was_written_last (declaration, a))
    return;
  if (is_register)
    give_unset (k, a, next, line);
  else
    forget (k, a, next, line);
}

/* What is written first in the entry is never read before. */
static void find_written (unset_marking *k, map *read) {
  EACH_INSTRUCTION (v, k->entry) {
    if (LLVMIsALoadInst (v))
      map_put (read, program_key (LLVMGetOperand (v, 0)), 1);
    else if (LLVMIsAStoreInst (v) &&
             !map_get (read, program_key (LLVMGetOperand (v, 1)), 0))
      map_put (&k->written, program_key (LLVMGetOperand (v, 1)), 1);
  }
}

static void mark_function (unset_marking *k, LLVMValueRef f) {
  map read;
  LLVMValueRef a;
  k->entry = LLVMGetFirstBasicBlock (f);
  map_clear (&k->written);
  map_init (&read, k->written.mem);
  find_written (k, &read);
  map_release (&read);
  for (LLVMBasicBlockRef b = k->entry; b; b = LLVMGetNextBasicBlock (b))
    EACH_INSTRUCTION (v, b)
      if ((a = declared_by (k, v)))
        mark_declaration (k, v, a);
  EACH_INSTRUCTION (v, k->entry)
    if (LLVMIsAAllocaInst (v) && may_be_promoted (v) &&
        !map_get (&k->written, program_key (v), 0))
      give_unset (k, v, LLVMGetNextInstruction (v), NULL);
}

static bool is_left_alone (LLVMValueRef f) {
  return !LLVMGetFirstBasicBlock (f) ||
         value_has (f, LLVMAttributeFunctionIndex, "optnone");
}

/* The C interface sees declarations in the form of calls alone. */
void unset_mark (LLVMModuleRef m) {
  bool is_new = LLVMIsNewDbgInfoFormat (m);
  unset_marking k = {.module = m, .target = LLVMGetModuleDataLayout (m)};
  k.at = LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  map_init (&k.written, NULL);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, false);
  EACH_FUNCTION (f, m)
    if (!is_left_alone (f))
      mark_function (&k, f);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, true);
  map_release (&k.written);
  LLVMDisposeBuilder (k.at);
}

/* Where the variable stayed in memory, it begins anew there. */
static void settle (unset_marking *k, LLVMValueRef call) {
  LLVMUseRef u = LLVMGetFirstUse (call);
  LLVMValueRef v = u ? LLVMGetUser (u) : NULL;
  if (v && (LLVMGetNextUse (u) || !LLVMIsAStoreInst (v) ||
            !LLVMIsAAllocaInst (LLVMGetOperand (v, 1))))
    return;
  k->entry = LLVMGetEntryBasicBlock (
      LLVMGetBasicBlockParent (LLVMGetInstructionParent (call)));
  if (v && LLVMGetInstructionParent (v) != k->entry)
    forget (k, LLVMGetOperand (v, 1), v, LLVMInstructionGetDebugLoc (v));
  if (v)
    LLVMInstructionEraseFromParent (v);
  LLVMInstructionEraseFromParent (call);
}

void unset_prune (LLVMModuleRef m) {
  unset_marking k = {.module = m};
  k.at = LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
  EACH_FUNCTION (f, m) {
    size_t len;
    const char *name = LLVMGetValueName2 (f, &len);
    if (unset_call_of (name, len) != UNSET_VALUE)
      continue;
    for (LLVMUseRef u = LLVMGetFirstUse (f), next; u; u = next) {
      next = LLVMGetNextUse (u);
      settle (&k, LLVMGetUser (u));
    }
  }
  LLVMDisposeBuilder (k.at);
}
