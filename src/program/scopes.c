#include "program/scopes.h"

#include "program/checked.h"
#include "program/program_priv.h"

#include <llvm-c/DebugInfo.h>

#define BEGIN_NAME CHECKED_PREFIX "scope.begin"
#define END_NAME CHECKED_PREFIX "scope.end"

scope_call scope_call_of (const char *name, size_t len) {
  if (len == strlen (BEGIN_NAME) && !memcmp (name, BEGIN_NAME, len))
    return SCOPE_BEGIN;
  bool is_end = len == strlen (END_NAME) && !memcmp (name, END_NAME, len);
  return is_end ? SCOPE_END : SCOPE_NONE;
}

/* A variable, and the block of the source that it belongs to; in an inlined
 * function, of this call.
 */
typedef struct scoped {
  LLVMValueRef variable;
  LLVMMetadataRef block, call;
} scoped;

typedef VEC (scoped) scoped_vec;

typedef struct scoping {
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef at;
  LLVMTargetDataRef target;
  scoped_vec scoped; /* of one function */
} scoping;

/* Blocks of the source. */

static LLVMMetadataRef scope_around (scoping *k, LLVMMetadataRef where) {
  LLVMValueRef v = LLVMMetadataAsValue (k->llvm, where), operand[8];
  unsigned n = LLVMGetMDNodeNumOperands (v);
  if (n < 2 || n > 8)
    return NULL;
  LLVMGetMDNodeOperands (v, operand); /* file, scope, ... */
  return operand[1] ? LLVMValueAsMetadata (operand[1]) : NULL;
}

static bool is_scope (LLVMMetadataRef where) {
  LLVMMetadataKind kind = LLVMGetMetadataKind (where);
  return kind == LLVMDILexicalBlockMetadataKind ||
         kind == LLVMDILexicalBlockFileMetadataKind;
}

static bool is_in_block (scoping *k, LLVMMetadataRef where,
                         LLVMMetadataRef outer) {
  for (; where != outer; where = scope_around (k, where))
    if (!where || !is_scope (where))
      return false;
  return true;
}

/* Is that place, or the call that it was inlined for, in the block? */
static bool is_inside (scoping *k, LLVMMetadataRef line, const scoped *x) {
  while (line && LLVMDILocationGetInlinedAt (line) != x->call)
    line = LLVMDILocationGetInlinedAt (line);
  return line && is_in_block (k, LLVMDILocationGetScope (line), x->block);
}

/* Which variables? */

typedef struct scope_uses {
  bool is_kept;      /* its address may be somewhere when the block is left */
  bool is_outside;   /* or it is used there: what runs when a block is left,
                        __attribute__ ((cleanup)), belongs to the one around it */
  bool is_parameter; /* of an inlined function: set nowhere in the source */
} scope_uses;

static bool is_marker (LLVMValueRef call) {
  const char *name = value_name (LLVMGetCalledValue (call));
  return value_is_debug (call) || !strncmp (name, "llvm.lifetime.", 14);
}

static void look_at_uses (scoping *k, const scoped *x, LLVMValueRef address,
                          scope_uses *out) {
  EACH_USE (u, address) {
    LLVMValueRef v = LLVMGetUser (u);
    if (LLVMIsACallInst (v) && is_marker (v))
      continue;
    LLVMMetadataRef line = LLVMInstructionGetDebugLoc (v);
    out->is_outside |= !line || !is_inside (k, line, x);
    out->is_parameter |= LLVMIsAStoreInst (v) && !line && x->call;
    if (LLVMIsAGetElementPtrInst (v))
      look_at_uses (k, x, v, out);
    else if (!LLVMIsALoadInst (v) && !LLVMIsAMemIntrinsic (v))
      out->is_kept |= !LLVMIsAStoreInst (v) || LLVMGetOperand (v, 0) == address;
  }
}

/* Variables of one call of an inlined function are sure or not together. */
static uint64_t block_key (const scoped *x) {
  return x->call ? program_key (x->call) : program_key (x->block);
}

static void take_object (scoping *k, LLVMValueRef a, LLVMMetadataRef line,
                         map *unsure) {
  scoped x = {a, NULL, NULL};
  scope_uses uses = {0};
  if (line) {
    x.block = LLVMDILocationGetScope (line);
    x.call = LLVMDILocationGetInlinedAt (line);
  }
  if (!x.block || (!x.call && !is_scope (x.block)) ||
      !LLVMIsAConstantInt (LLVMGetOperand (a, 0)) ||
      LLVMABISizeOfType (k->target, LLVMGetAllocatedType (a)) > UINT32_MAX)
    return;
  look_at_uses (k, &x, a, &uses);
  if (uses.is_parameter)
    return;
  if (uses.is_outside)
    map_put (unsure, block_key (&x), 1);
  if (uses.is_kept)
    vec_push (NULL, &k->scoped, x);
}

static void take_variable (scoping *k, LLVMValueRef declaration,
                           LLVMBasicBlockRef entry, map *unsure) {
  LLVMValueRef where = LLVMGetOperand (declaration, 0), a = NULL;
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc (declaration);
  if (LLVMGetMDNodeNumOperands (where) == 1 && LLVMIsAValueAsMetadata (where))
    LLVMGetMDNodeOperands (where, &a);
  if (line && a && LLVMIsAAllocaInst (a) &&
      LLVMGetInstructionParent (a) == entry)
    take_object (k, a, line, unsure);
}

/* It is declared nowhere, but where it stands it is used. */
static void take_literal (scoping *k, LLVMValueRef a, map *unsure) {
  LLVMMetadataRef line = NULL;
  EACH_USE (u, a)
    line = line ? line : LLVMInstructionGetDebugLoc (LLVMGetUser (u));
  take_object (k, a, line, unsure);
}

/* What runs when a block is left may use all variables of it. */
static void take_variables (scoping *k, LLVMValueRef f) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (f);
  map unsure;
  size_t n = 0;
  vec_clear (&k->scoped);
  map_init (&unsure, NULL);
  EACH_INSTRUCTION_OF (v, f)
    if (value_is_debug (v) &&
        !strcmp (value_name (LLVMGetCalledValue (v)), "llvm.dbg.declare"))
      take_variable (k, v, entry, &unsure);
    else if (LLVMIsAAllocaInst (v) &&
             !strncmp (value_name (v), ".compoundliteral", 16))
      take_literal (k, v, &unsure);
  for (size_t i = 0; i < k->scoped.len; i++)
    if (!map_get (&unsure, block_key (k->scoped.data + i), 0))
      k->scoped.data[n++] = k->scoped.data[i];
  k->scoped.len = n;
  map_release (&unsure);
}

/* Where do they begin and end? */

static LLVMMetadataRef known_line (LLVMValueRef v) {
  bool says_nothing = LLVMIsAAllocaInst (v) || LLVMIsAPHINode (v) ||
                      (LLVMIsACallInst (v) && is_marker (v));
  return says_nothing ? NULL : LLVMInstructionGetDebugLoc (v);
}

static LLVMMetadataRef last_line (LLVMBasicBlockRef b) {
  LLVMMetadataRef where = NULL;
  for (LLVMValueRef v = LLVMGetLastInstruction (b); v && !where;
       v = LLVMGetPreviousInstruction (v))
    where = known_line (v);
  return where;
}

static void put_mark (scoping *k, const scoped *x, bool begins,
                      LLVMValueRef before) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext (k->llvm);
  uint64_t size =
      LLVMABISizeOfType (k->target, LLVMGetAllocatedType (x->variable));
  LLVMValueRef argument[] = {
      x->variable,
      LLVMConstInt (LLVMInt64TypeInContext (k->llvm), size, false)};
  LLVMPositionBuilderBefore (k->at, before);
  LLVMValueRef call = module_call (
      k->module, k->at, begins ? BEGIN_NAME : END_NAME, nothing, 2, argument);
  LLVMInstructionSetDebugLoc (call, LLVMInstructionGetDebugLoc (before));
}

/* Nothing that follows uses an address. */
static bool is_end_of_function (LLVMValueRef v) {
  while (v &&
         (LLVMIsALoadInst (v) && LLVMIsAAllocaInst (LLVMGetOperand (v, 0))))
    v = LLVMGetNextInstruction (v);
  return v && LLVMIsAReturnInst (v);
}

/* Control comes from one of 'from', NULL among them: from anywhere. */
static void mark_change (scoping *k, size_t n, const LLVMMetadataRef *from,
                         LLVMMetadataRef where, LLVMValueRef at) {
  bool is_end = is_end_of_function (at);
  for (size_t i = 0; i < k->scoped.len; i++) {
    const scoped *x = k->scoped.data + i;
    bool is_in = is_inside (k, where, x), is_change = false;
    for (size_t j = 0; j < n && !is_change; j++)
      is_change = !from[j] || is_inside (k, from[j], x) != is_in;
    if (is_change && (is_in || !is_end))
      put_mark (k, x, is_in, at);
  }
}

typedef VEC (LLVMMetadataRef) metadata_vec;

/* What the blocks before this one end with. */
static void collect_before (LLVMBasicBlockRef b, metadata_vec *out) {
  vec_clear (out);
  EACH_USE (u, LLVMBasicBlockAsValue (b)) {
    LLVMValueRef v = LLVMGetUser (u);
    if (LLVMIsATerminatorInst (v))
      vec_push (NULL, out, last_line (LLVMGetInstructionParent (v)));
    else /* by its address */
      vec_push (NULL, out, NULL);
  }
}

static void mark_scopes_of (scoping *k, LLVMValueRef f) {
  metadata_vec before = {0};
  EACH_BLOCK (b, f) {
    collect_before (b, &before);
    EACH_INSTRUCTION (v, b) {
      LLVMMetadataRef where = known_line (v);
      if (!where)
        continue;
      mark_change (k, before.len, before.data, where, v);
      vec_clear (&before);
      vec_push (NULL, &before, where);
    }
  }
  vec_release (NULL, &before);
}

/* The C interface sees declarations in the form of calls alone. */
void scopes_mark (LLVMModuleRef m) {
  bool is_new = LLVMIsNewDbgInfoFormat (m);
  scoping k = {.module = m,
               .llvm = LLVMGetModuleContext (m),
               .target = LLVMGetModuleDataLayout (m)};
  k.at = LLVMCreateBuilderInContext (k.llvm);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, false);
  EACH_FUNCTION (f, m)
    if (LLVMGetFirstBasicBlock (f) && !checked_is_optimised (f)) {
      take_variables (&k, f);
      if (k.scoped.len)
        mark_scopes_of (&k, f);
    }
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, true);
  vec_release (NULL, &k.scoped);
  LLVMDisposeBuilder (k.at);
}
