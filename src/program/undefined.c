#include "program/undefined.h"

#include "program/checked.h"
#include "program/compile.h"
#include "program/harness_priv.h"
#include "program/load.h"
#include "program/usage.h"

#include <llvm-c/Target.h>

typedef struct undefined {
  const program_config *config;
  module *m;
  LLVMModuleRef described; /* the same program with types of declarations */
  bool was_described;
} undefined;

static bool is_machines (const char *name) {
#define BUILTIN(NAME, TEXT, WINS, DOES) \
  if (!strcmp (name, TEXT)) \
    return true;
#include "program/builtins.def"
  return text_begins (name, "llvm.") || text_begins (name, CHECKED_PREFIX) ||
         text_begins (name, "__VERIFIER_nondet_") ||
         text_begins (name, "__ubsan_handle_");
}

static bool is_undefined (LLVMValueRef v) {
  return LLVMIsDeclaration (v) && LLVMGetFirstUse (v) &&
         LLVMGetLinkage (v) != LLVMExternalWeakLinkage &&
         !is_machines (value_name (v));
}

/* No call goes on behind it: the machine ends the path. */
static bool is_last (LLVMValueRef f) {
  return value_has (f, LLVMAttributeFunctionIndex, "noreturn");
}

/* Types. */

/* Trouble here is none: uses tell enough. */
static void describe_types (undefined *u) {
  char_vec bytes = {0};
  trouble t = {0};
  u->was_described = true;
  if (u->m->is_compiled && !compile_types (u->config, &bytes, &t) &&
      load_bitcode (u->m->llvm, u->config->mem, &bytes, u->config->input,
                    &u->described, &t))
    u->described = NULL;
  vec_release (u->config->mem, &bytes);
}

/* Where the types of the function are said. */
static LLVMValueRef find_described (undefined *u, LLVMValueRef f) {
  ctype result;
  if (ctype_result (f, &result))
    return f;
  if (!u->was_described)
    describe_types (u);
  return u->described ? LLVMGetNamedFunction (u->described, value_name (f))
                      : NULL;
}

static uint64_t find_constants (memory *mem, LLVMValueRef f) {
  ctype_vec params = {0};
  uint64_t res = 0;
  ctype_params (mem, f, &params);
  for (size_t i = 0; i < params.len && i < 64; i++)
    if (params.data[i].kind == CTYPE_POINTER &&
        ctype_is_constant (params.data[i]))
      res |= UINT64_C (1) << i;
  vec_release (mem, &params);
  return res;
}

/* Bodies. */

/* One more path, on which the result is null. */
static void return_null_too (harness *h, const char *name) {
  ctype flag = {.kind = CTYPE_BOOL, .size = 1};
  LLVMValueRef at =
      harness_value (h, flag, arena_printf (&h->names, "%s.is_null", name));
  LLVMBasicBlockRef null = harness_add_block (h);
  LLVMBasicBlockRef object = harness_add_block (h);
  LLVMTypeRef bit = LLVMInt1TypeInContext (h->llvm);
  LLVMBuildCondBr (h->builder, harness_load (h, bit, at, 0), null, object);
  LLVMPositionBuilderAtEnd (h->builder, null);
  LLVMBuildRet (h->builder, LLVMConstNull (h->pointer));
  LLVMPositionBuilderAtEnd (h->builder, object);
}

/* Pointers in a struct of which only LLVM's type is known. */
static void point_members (harness *h, LLVMValueRef base, LLVMTypeRef type,
                           const char *name) {
  LLVMTargetDataRef target = LLVMGetModuleDataLayout (h->module);
  for (unsigned i = 0; type && i < LLVMCountStructElementTypes (type); i++)
    if (LLVMStructGetTypeAtIndex (type, i) == h->pointer) {
      LLVMValueRef at =
          harness_number (h, LLVMOffsetOfElement (target, type, i));
      LLVMBuildStore (h->builder,
                      harness_point (h, (ctype) {.kind = CTYPE_VOID}, name),
                      LLVMBuildGEP2 (h->builder, h->i8, base, &at, 1, ""));
    }
}

static void return_pointer (harness *h, const char *name, ctype result,
                            const usage *u) {
  ctype target = {.kind = CTYPE_VOID};
  if (result.kind == CTYPE_POINTER)
    target = ctype_target (result);
  bool is_guessed = !target.size && u->size > h->buffer_size;
  if (!target.size && (is_guessed || u->pointee))
    target = (ctype) {.kind = CTYPE_UNION, .size = u->size};
  LLVMValueRef to = harness_point (h, target, name);
  if (!result.size || target.kind == CTYPE_UNION)
    point_members (h, to, u->size == target.size ? u->pointee : NULL, name);
  LLVMBuildRet (h->builder, to);
}

static LLVMAttributeRef in_memory (LLVMValueRef f) {
  return LLVMCountParams (f) ? harness_attribute (f, 0, "sret") : NULL;
}

static void return_value (harness *h, const char *name, ctype result) {
  LLVMValueRef f = h->driver;
  LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (f));
  LLVMTypeRef whole =
      in_memory (f) ? LLVMGetTypeAttributeValue (in_memory (f)) : type;
  uint64_t size = whole == h->nothing ? 0 : harness_size_of (h, whole);
  if (result.size != size)
    result = (ctype) {.kind = CTYPE_SCALAR, .size = size};
  LLVMValueRef at = size ? harness_value (h, result, name) : NULL;
  if (in_memory (f) && size)
    LLVMBuildMemCpy (h->builder, LLVMGetParam (f, 0), 1, at, 1,
                     harness_number (h, size));
  if (type == h->nothing)
    LLVMBuildRetVoid (h->builder);
  else
    LLVMBuildRet (h->builder, harness_load (h, type, at, 0));
}

/* Arguments may be for results: what was never written is then theirs, and with
 * havoc all of it (machine/havoc.c).
 */
static bool may_write (const program_config *c) {
  return c->undefined == UNDEFINED_HAVOC ||
         (c->undefined == UNDEFINED_FRESH && c->keep_unset);
}

/* What arguments point to may have any content afterwards. */
static void change_arguments (harness *h, const char *name, uint64_t kept) {
  LLVMValueRef f = h->driver;
  unsigned first = in_memory (f) ? 1 : 0;
  for (unsigned i = first; i < LLVMCountParams (f); i++, kept >>= 1) {
    LLVMValueRef argument[] = {LLVMGetParam (f, i), NULL};
    if (LLVMTypeOf (argument[0]) != h->pointer || kept & 1 ||
        harness_attribute (f, i, "byval"))
      continue;
    argument[1] = harness_text (
        h, arena_printf (&h->names, "%s.%u", name, i - first + 1));
    harness_call (h, "reprise_havoc", h->nothing, 2, argument);
  }
}

/* It does what its declaration promises not to. */
static void drop_promises (LLVMValueRef f) {
  static const char *const promises[] = {"memory", "speculatable", "nocallback",
                                         "nofree", "willreturn"};
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    LLVMRemoveEnumAttributeAtIndex (
        f, LLVMAttributeFunctionIndex,
        LLVMGetEnumAttributeKindForName (promises[i], strlen (promises[i])));
}

static bool may_be_null (LLVMValueRef f, const usage *u) {
  return u->is_tested && !value_has (f, LLVMAttributeReturnIndex, "nonnull");
}

/* Output goes nowhere without a libc, and is said to have worked. */
static bool is_output (const char *name) {
  return text_is_one_of (name, "printf", "fprintf", "puts", "putchar", "fputs",
                         "fputc", "putc", "fwrite", "fflush", "perror",
                         "vprintf");
}

static void define_output (harness *h) {
  assert (is_output (value_name (h->driver)));
  LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (h->driver));
  if (type == h->nothing)
    LLVMBuildRetVoid (h->builder);
  else
    LLVMBuildRet (h->builder, LLVMConstNull (type));
}

static bool takes_pointer (LLVMValueRef f) {
  for (unsigned i = 0; i < LLVMCountParams (f); i++)
    if (LLVMGetTypeKind (LLVMTypeOf (LLVMGetParam (f, i))) ==
        LLVMPointerTypeKind)
      return true;
  return false;
}

static void tell_call (harness *h, LLVMValueRef f, const char *name) {
  assert (h->driver == f);
  LLVMValueRef argument[] = {harness_text (h, name),
                             harness_number (h, !takes_pointer (f))};
  harness_call (
      h, is_output (name) ? "reprise_undefined_output" : "reprise_undefined",
      h->nothing, 2, argument);
}

static void define_function (undefined *u, LLVMValueRef f) {
  assert (LLVMIsDeclaration (f)); /* it gets its only body */
  harness h;
  memory *mem = u->config->mem;
  const char *name = value_name (f);
  usage used = usage_of_results (u->m->module, f);
  LLVMValueRef described = find_described (u, f);
  ctype result = {.kind = CTYPE_UNKNOWN};
  if (described)
    ctype_result (described, &result);
  harness_begin (&h, u->config, u->m, f);
  drop_promises (f);
  module_mark (f, MODULE_UNDEFINED_MARK);
  tell_call (&h, f, name);
  if (is_output (name)) {
    define_output (&h);
    harness_release (&h);
    return;
  }
  if (may_write (u->config))
    change_arguments (&h, name,
                      described ? find_constants (mem, described) : 0);
  bool is_pointer = LLVMGetReturnType (LLVMGlobalGetValueType (f)) == h.pointer;
  if (is_pointer && may_be_null (f, &used))
    return_null_too (&h, name);
  if (is_pointer)
    return_pointer (&h, name, result, &used);
  else
    return_value (&h, name, result);
  harness_release (&h);
}

/* Variables. */

/* With room for something where the declaration does not say how much. */
static LLVMValueRef give_room (undefined *u, harness *h, LLVMValueRef v) {
  LLVMTypeRef type = LLVMGlobalGetValueType (v);
  if (LLVMTypeIsSized (type) && harness_size_of (h, type))
    return v;
  LLVMTypeRef bytes = LLVMArrayType2 (h->i8, h->buffer_size);
  LLVMValueRef other = LLVMAddGlobal (u->m->module, bytes, "");
  char_vec name = {0};
  text_puts (h->mem, &name, value_name (v));
  LLVMSetAlignment (other, 16);
  LLVMReplaceAllUsesWith (v, other);
  LLVMDeleteGlobal (v);
  LLVMSetValueName2 (other, text_c (h->mem, &name), name.len);
  vec_release (h->mem, &name);
  return other;
}

static void define_variable (undefined *u, harness *h, LLVMValueRef v) {
  assert (h->driver && !LLVMGetInitializer (v));
  v = give_room (u, h, v);
  LLVMTypeRef type = LLVMGlobalGetValueType (v);
  const char *name =
      arena_string (&h->names, value_name (v), strlen (value_name (v)));
  ctype bytes = {.kind = CTYPE_SCALAR, .size = harness_size_of (h, type)};
  LLVMSetInitializer (v, LLVMConstNull (type));
  LLVMSetLinkage (v, LLVMInternalLinkage);
  LLVMSetGlobalConstant (v, false);
  module_mark (v, MODULE_UNDEFINED_MARK);
  LLVMValueRef text = harness_text (h, name);
  harness_call (h, "reprise_undefined_variable", h->nothing, 1, &text);
  LLVMValueRef any = type == h->pointer
                         ? harness_point (h, (ctype) {.kind = CTYPE_VOID}, name)
                         : harness_value (h, bytes, name);
  if (type == h->pointer)
    LLVMBuildStore (h->builder, any, v);
  else
    LLVMBuildMemCpy (h->builder, v, 1, any, 1, harness_number (h, bytes.size));
}

static void define_variables (undefined *u) {
  harness h = {0};
  LLVMValueRef next;
  for (LLVMValueRef v = LLVMGetFirstGlobal (u->m->module); v; v = next) {
    next = LLVMGetNextGlobal (v);
    if (!is_undefined (v))
      continue;
    if (!h.driver) {
      LLVMContextRef llvm = u->m->llvm;
      LLVMTypeRef none =
          LLVMFunctionType (LLVMVoidTypeInContext (llvm), NULL, 0, false);
      harness_begin (&h, u->config, u->m,
                     LLVMAddFunction (u->m->module, UNDEFINED_START, none));
    }
    define_variable (u, &h, v);
  }
  if (h.driver) {
    LLVMBuildRetVoid (h.builder);
    harness_release (&h);
  }
}

void undefined_fill (const program_config *config, module *m) {
  undefined u = {.config = config, .m = m};
  LLVMValueRef next;
  for (LLVMValueRef f = LLVMGetFirstFunction (m->module); f; f = next) {
    next = LLVMGetNextFunction (f);
    if (config->undefined != UNDEFINED_STOP && is_undefined (f) && !is_last (f))
      define_function (&u, f);
  }
  define_variables (&u);
  if (u.described)
    LLVMDisposeModule (u.described);
}
