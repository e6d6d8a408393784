/* Which type an input has that the program makes symbolic: that of the
 * variable whose address it gives, or of what a pointer of its points to. The
 * C interface of LLVM sees the records that tell types of variables only in
 * the form of calls.
 */

#include "program/describe.h"

#include <llvm-c/DebugInfo.h>

typedef struct input_reading {
  describing describing;
  LLVMContextRef llvm;
  map variable; /* alloca -> its node */
} input_reading;

static void read_declarations (input_reading *r, LLVMValueRef f) {
  assert (!LLVMIsDeclaration (f));
  EACH_INSTRUCTION_OF (v, f) {
    LLVMValueRef object;
    if (!ctype_is_record (v, &object) || !LLVMIsAAllocaInst (object))
      continue;
    LLVMMetadataRef node = LLVMValueAsMetadata (LLVMGetOperand (v, 1));
    map_put (&r->variable, (uint64_t) (uintptr_t) object,
             (uint64_t) (uintptr_t) node);
  }
}

static LLVMMetadataRef global_node (LLVMValueRef v) {
  size_t n;
  LLVMMetadataRef node = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (v, &n);
  for (unsigned i = 0; i < n && !node; i++) {
    LLVMMetadataRef x = LLVMValueMetadataEntriesGetMetadata (all, i);
    if (LLVMGetMetadataKind (x) == LLVMDIGlobalVariableExpressionMetadataKind)
      node = LLVMDIGlobalVariableExpressionGetVariable (x);
  }
  LLVMDisposeValueMetadataEntries (all);
  return node;
}

/* The node of a variable, or NULL. */
static LLVMMetadataRef variable_node (input_reading *r, LLVMValueRef v) {
  assert (v);
  if (LLVMIsAAllocaInst (v)) {
    uint64_t key = (uint64_t) (uintptr_t) v;
    if (!map_find (&r->variable, key))
      read_declarations (
          r, LLVMGetBasicBlockParent (LLVMGetInstructionParent (v)));
    return (LLVMMetadataRef) (uintptr_t) *map_at (&r->variable, key);
  }
  return LLVMIsAGlobalVariable (v) ? global_node (v) : NULL;
}

static bool is_at_start (LLVMValueRef element) {
  for (int i = 1; i < LLVMGetNumOperands (element); i++)
    if (!LLVMIsNull (LLVMGetOperand (element, (unsigned) i)))
      return false;
  return true;
}

/* What is at an address; false: not known. An element of an array has the type
 * of all.
 */
static bool type_at (input_reading *r, LLVMValueRef v, ctype *out,
                     bool *is_start) {
  *is_start = true;
  while (LLVMIsAGetElementPtrInst (v) ||
         (LLVMIsAConstantExpr (v) &&
          LLVMGetConstOpcode (v) == LLVMGetElementPtr)) {
    *is_start &= is_at_start (v);
    v = LLVMGetOperand (v, 0);
  }
  bool is_loaded = LLVMIsALoadInst (v) != NULL;
  LLVMMetadataRef node =
      variable_node (r, is_loaded ? LLVMGetOperand (v, 0) : v);
  if (!node)
    return false;
  *out = ctype_of_variable (r->llvm, node);
  if (!is_loaded)
    return true;
  bool is_pointer = out->kind == CTYPE_POINTER;
  *out = ctype_target (*out);
  return is_pointer && out->size;
}

/* The part of it that is so large. */
static bool narrow (ctype *s, uint64_t size, bool is_start) {
  while (s->size > size) {
    member_vec members = {0};
    if (s->kind == CTYPE_ARRAY) {
      *s = ctype_target (*s);
      continue;
    }
    if (s->kind != CTYPE_STRUCT || !is_start)
      return false;
    ctype_members (NULL, *s, &members);
    bool has_first = members.len && !members.data->is_bit_field;
    if (has_first)
      *s = members.data->ctype;
    vec_release (NULL, &members);
    if (!has_first)
      return false;
  }
  return s->size && size % s->size == 0;
}

static const char *constant_text (LLVMValueRef v, size_t *len) {
  LLVMValueRef init = LLVMIsAGlobalVariable (v) && LLVMIsGlobalConstant (v)
                          ? LLVMGetInitializer (v)
                          : NULL;
  if (!init || !LLVMIsAConstantDataSequential (init) ||
      !LLVMIsConstantString (init))
    return "";
  const char *text = LLVMGetAsString (init, len);
  return text;
}

/* klee_make_symbolic (address, size, name) */
static void read_call (input_reading *r, LLVMValueRef call) {
  ctype s;
  size_t len = 0;
  bool is_start;
  datatypes *types = r->describing.types;
  if (LLVMGetNumArgOperands (call) < 3 ||
      !type_at (r, LLVMGetOperand (call, 0), &s, &is_start))
    return;
  LLVMValueRef n = LLVMGetOperand (call, 1);
  if (LLVMIsAConstantInt (n) &&
      !narrow (&s, LLVMConstIntGetZExtValue (n), is_start))
    return;
  const char *name = constant_text (LLVMGetOperand (call, 2), &len);
  const datatype *type = describe (&r->describing, s);
  if (!LLVMIsAConstantInt (n) || LLVMConstIntGetZExtValue (n) != s.size)
    type = datatypes_array (types, type, 0);
  datatypes_name (types, arena_string (&types->arena, name, len), type);
}

void describe_inputs (const program_config *config, module *m) {
  LLVMValueRef f = LLVMGetNamedFunction (m->module, "klee_make_symbolic");
  if (!f || !LLVMGetFirstUse (f))
    return;
  input_reading r = {.llvm = m->llvm};
  bool is_new = LLVMIsNewDbgInfoFormat (m->module);
  describing_init (&r.describing, m->types);
  map_init (&r.variable, config->mem);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m->module, false);
  EACH_USE (u, f) {
    LLVMValueRef user = LLVMGetUser (u);
    if (LLVMIsACallInst (user) && LLVMGetCalledValue (user) == f)
      read_call (&r, user);
  }
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m->module, true);
  map_release (&r.variable);
  describing_release (&r.describing);
}

void describe_answers (module *m) {
  describing d;
  ctype result;
  describing_init (&d, m->types);
  for (LLVMValueRef v = LLVMGetFirstGlobal (m->module); v;
       v = LLVMGetNextGlobal (v)) {
    LLVMMetadataRef node = LLVMIsDeclaration (v) ? NULL : global_node (v);
    if (node)
      datatypes_object (m->types, value_name (v),
                        describe (&d, ctype_of_variable (m->llvm, node)));
  }
  if (m->driven && ctype_result (m->driven, &result) &&
      result.kind == CTYPE_POINTER)
    describe (&d, ctype_target (result));
  describing_release (&d);
}
