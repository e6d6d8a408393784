/* Names of variables on the stack.
 *
 * Nobody needs them but whoever reads about an error, so they are looked for
 * when they are asked for. The C interface of LLVM sees the records that tell
 * them only in the form of calls; the module has that form for as long as a
 * function is read.
 */

#include "program/ctype.h"
#include "program/program_priv.h"
#include "program/unset_mark.h"

#include <llvm-c/DebugInfo.h>

enum { NODE_VARIABLE_NAME = 1 };

typedef struct variable_reading {
  program *program;
  uint32_t whose;
  map origin; /* of each alloca and each value that was never set, + 1 */
} variable_reading;

/* Origin 0, which no alloca has here: the function was read. */
static uint64_t variable_key_of (uint32_t f, uint64_t origin) {
  assert (origin <= UINT32_MAX);
  return ((uint64_t) f + 1) << 32 | origin;
}

static void add_variable (variable_reading *r, uint64_t origin,
                          local_variable v) {
  program *p = r->program;
  vec_push (p->mem, &p->variables, v);
  map_put (&p->variable_at, variable_key_of (r->whose, origin),
           p->variables.len);
}

/* The file of a function is that of its variables. */
static void take_declaration (variable_reading *r, LLVMValueRef call,
                              LLVMValueRef object) {
  program *p = r->program;
  uint64_t origin = map_get (&r->origin, program_key (object), 0);
  bool is_declared =
      !strcmp (value_name (LLVMGetCalledValue (call)), "llvm.dbg.declare");
  if (!origin || (LLVMIsAAllocaInst (object) && !is_declared))
    return; /* of another variable its address is the value */
  LLVMMetadataRef node = LLVMValueAsMetadata (LLVMGetOperand (call, 1));
  const char *name = node_text (p, node, NODE_VARIABLE_NAME);
  uint32_t inlined;
  place at = place_of (p, LLVMInstructionGetDebugLoc (call), &inlined);
  at.line = LLVMDIVariableGetLine (node);
  if (name[0] && at.line)
    add_variable (r, origin, (local_variable) {name, at, false});
}

/* Values of structs that have no name: results, literals, copies for a call.
 * "struct.pair.3" is how LLVM calls a type.
 */
static const char *temporary_name (program *p, LLVMTypeRef t) {
  static const char start[] = "a temporary ";
  if (LLVMGetTypeKind (t) == LLVMArrayTypeKind)
    return "a temporary array";
  const char *name =
      LLVMGetTypeKind (t) == LLVMStructTypeKind ? LLVMGetStructName (t) : NULL;
  const char *tag = name ? strchr (name, '.') : NULL;
  if (!tag)
    return NULL;
  size_t kind = (size_t) (tag - name), len = strcspn (++tag, ".");
  bool is_named = len != strlen ("anon") || strncmp (tag, "anon", len);
  size_t all = sizeof start + kind + is_named * (len + 1);
  char *text = arena_alloc (&p->arena, all);
  snprintf (text, all, "%s%.*s%s%.*s", start, (int) kind, name,
            is_named ? " " : "", is_named ? (int) len : 0, tag);
  return text;
}

static bool is_operand (LLVMValueRef v, LLVMValueRef of) {
  for (unsigned i = 0, n = (unsigned) LLVMGetNumOperands (of); i < n; i++)
    if (LLVMGetOperand (of, i) == v)
      return true;
  return false;
}

/* They begin where they are first used. */
static void take_temporary (variable_reading *r, LLVMValueRef f,
                            LLVMValueRef object) {
  program *p = r->program;
  uint64_t origin = map_get (&r->origin, program_key (object), 0);
  const char *name = temporary_name (p, LLVMGetAllocatedType (object));
  if (!name || map_get (&p->variable_at, variable_key_of (r->whose, origin), 0))
    return;
  EACH_INSTRUCTION_OF (v, f) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc (v);
    uint32_t inlined;
    if (at && !value_is_debug (v) && is_operand (object, v)) {
      add_variable (r, origin,
                    (local_variable) {name, place_of (p, at, &inlined), true});
      return;
    }
  }
}

static bool is_unset (LLVMValueRef v) {
  size_t len;
  if (!LLVMIsACallInst (v))
    return false;
  const char *name = LLVMGetValueName2 (LLVMGetCalledValue (v), &len);
  return unset_call_of (name, len) == UNSET_VALUE;
}

static void read_body (variable_reading *r, LLVMValueRef f) {
  uint64_t origin = 1;
  LLVMValueRef object;
  for (unsigned i = 0; i < LLVMCountParams (f); i++)
    if (LLVMGetEnumAttributeAtIndex (f, i + 1, r->program->byval))
      map_put (&r->origin, program_key (LLVMGetParam (f, i)),
               PARAMETER_ORIGIN (i) + 1ull);
  EACH_INSTRUCTION_OF (v, f) {
    if (LLVMIsAAllocaInst (v) || is_unset (v))
      map_put (&r->origin, program_key (v), origin);
    if (!value_is_debug (v))
      origin++;
    else if (ctype_is_record (v, &object))
      take_declaration (r, v, object);
  }
  EACH_INSTRUCTION_OF (v, f)
    if (LLVMGetSubprogram (f) && LLVMIsAAllocaInst (v))
      take_temporary (r, f, v);
}

static void read_function (program *p, uint32_t whose) {
  LLVMValueRef f = p->function_values.data[whose];
  assert (p->functions.data[whose].has_body); /* program_code was there */
  LLVMModuleRef m = LLVMGetGlobalParent (f);
  bool is_new = LLVMIsNewDbgInfoFormat (m);
  variable_reading r = {.program = p, .whose = whose};
  map_init (&r.origin, p->mem);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, false);
  read_body (&r, f);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, true);
  map_release (&r.origin);
}

const local_variable *program_local (program *p, uint32_t f, uint32_t at) {
  const code *c = program_code (p, f);
  assert (!c || at < c->n_insns);
  if (!c || (c->insn[at].op != OP_ALLOCA && c->insn[at].op != OP_UNSET))
    return NULL;
  uint64_t *is_read = map_at (&p->variable_at, variable_key_of (f, 0));
  if (!*is_read) {
    *is_read = 1;
    read_function (p, f);
  }
  uint64_t n =
      map_get (&p->variable_at, variable_key_of (f, c->origin[at] + 1ull), 0);
  assert (n <= p->variables.len);
  return n ? p->variables.data + n - 1 : NULL;
}
