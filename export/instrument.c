#include "export/instrument.h"

#include "program/checked.h"
#include "program/scopes.h"
#include "program/start.h"
#include "program/trace.h"
#include "program/unset_mark.h"

#include <llvm-c/DebugInfo.h>

#define PREFIX "replay_"
#define NONDET "__VERIFIER_nondet_"
#define UBSAN "__ubsan_handle_"

typedef struct instrumenting {
  memory *mem;
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef builder;
  LLVMTypeRef nothing, i1, i8, i32, i64, pointer;
  bool check_overflow;
} instrumenting;

static bool is_defined (LLVMValueRef f) { return !LLVMIsDeclaration (f); }

static void set_name (LLVMValueRef v, const char *prefix, const char *name) {
  char text[512];
  int n = snprintf (text, sizeof text, "%s%s", prefix, name);
  LLVMSetValueName2 (v, text,
                     (size_t) n < sizeof text ? (size_t) n : sizeof text - 1);
}

/* A call of a function of the runtime that returns nothing, or an i32. */
static LLVMValueRef call (instrumenting *in, const char *name, LLVMTypeRef type,
                          unsigned n, LLVMValueRef argument[]) {
  return module_call (in->module, in->builder, name, type, n, argument);
}

/* Watching. */

static LLVMValueRef first_after_phis (LLVMBasicBlockRef b) {
  LLVMValueRef v = LLVMGetFirstInstruction (b);
  while (v && LLVMGetInstructionOpcode (v) == LLVMPHI)
    v = LLVMGetNextInstruction (v);
  return v;
}

static void watch_block (instrumenting *in, LLVMBasicBlockRef b,
                         uint32_t site) {
  LLVMPositionBuilderBefore (in->builder, first_after_phis (b));
  LLVMValueRef argument = LLVMConstInt (in->i32, site, false);
  call (in, PREFIX "block", in->nothing, 1, &argument);
}

static bool is_word (LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf (v);
  return LLVMGetTypeKind (type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth (type) <= 64;
}

static LLVMValueRef widened (instrumenting *in, LLVMValueRef v,
                             bool is_signed) {
  return LLVMBuildIntCast2 (in->builder, v, in->i64, is_signed, "");
}

static void watch_arithmetic (instrumenting *in, LLVMValueRef v, char what) {
  if (!in->check_overflow || !is_word (v) || !LLVMGetNSW (v))
    return;
  unsigned w = LLVMGetIntTypeWidth (LLVMTypeOf (v));
  LLVMValueRef argument[] = {LLVMConstInt (in->i32, (uint64_t) what, false),
                             LLVMConstInt (in->i32, w, false),
                             widened (in, LLVMGetOperand (v, 0), true),
                             widened (in, LLVMGetOperand (v, 1), true)};
  call (in, PREFIX "arithmetic", in->nothing, 4, argument);
}

static void watch_instruction (instrumenting *in, LLVMValueRef v) {
  LLVMPositionBuilderBefore (in->builder, v);
  switch (LLVMGetInstructionOpcode (v)) {
  case LLVMAdd:
    watch_arithmetic (in, v, '+');
    break;
  case LLVMSub:
    watch_arithmetic (in, v, '-');
    break;
  case LLVMMul:
    watch_arithmetic (in, v, '*');
    break;
  case LLVMUnreachable:
    call (in, PREFIX "unreachable", in->nothing, 0, NULL);
    break;
  default:
    break;
  }
}

static void watch_function (instrumenting *in, LLVMValueRef f) {
  bool is_traced = !module_is_marked (f, MODULE_RUNTIME_MARK);
  uint32_t n = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b), n++) {
    EACH_INSTRUCTION (v, b)
      watch_instruction (in, v);
    if (is_traced && !trace_is_native (LLVMGetBasicBlockName (b)))
      watch_block (in, b, trace_site (value_name (f), n));
  }
  value_promise (f, "sanitize_address");
}

/* What the machine provides. */

/* The system's own will do. */
static bool is_systems (const char *name) {
  return text_is_one_of (name, "setjmp", "_setjmp", "__sigsetjmp", "longjmp",
                         "_longjmp", "siglongjmp", "malloc", "calloc",
                         "realloc", "reallocarray", "free", "aligned_alloc",
                         "memalign", "posix_memalign", "malloc_usable_size",
                         "__longjmp_chk") ||
         text_begins (name, PREFIX) || text_begins (name, "llvm.");
}

/* As the machine does it, without a look at a body? */
static bool is_provided (const char *name, LLVMValueRef f) {
  bool has_body = is_defined (f);
  bool is_ours = has_body && module_is_marked (f, MODULE_RUNTIME_MARK);
  if (is_systems (name) || !strcmp (name, "sigsetjmp") ||
      !strcmp (name, NONDET) || !strcmp (name, UBSAN))
    return false;
#define BUILTIN(NAME, TEXT, WINS, DOES) \
  if (!strcmp (name, TEXT)) \
    return !has_body || WINS == 1 || (WINS == 2 && !is_ours);
#include "program/builtins.def"
  return false;
}

static void replace (instrumenting *in, LLVMValueRef f) {
  char name[512];
  if (!is_defined (f)) {
    set_name (f, PREFIX, value_name (f));
    return;
  }
  snprintf (name, sizeof name, PREFIX "%s", value_name (f));
  LLVMValueRef other =
      LLVMAddFunction (in->module, name, LLVMGlobalGetValueType (f));
  LLVMReplaceAllUsesWith (f, other);
}

static LLVMValueRef text (instrumenting *in, const char *s) {
  return LLVMBuildGlobalString (in->builder, s, "");
}

static void begin_body (instrumenting *in, LLVMValueRef f) {
  LLVMPositionBuilderAtEnd (in->builder,
                            LLVMAppendBasicBlockInContext (in->llvm, f, ""));
}

/* The next input of the test as a value of this type, and return it. */
static void return_input (instrumenting *in, LLVMTypeRef type,
                          const char *name) {
  bool is_bit = type == in->i1;
  LLVMValueRef at = LLVMBuildAlloca (in->builder, is_bit ? in->i8 : type, "");
  LLVMValueRef size = LLVMSizeOf (is_bit ? in->i8 : type);
  LLVMValueRef argument[] = {at, size, text (in, name)};
  call (in, PREFIX "input", in->nothing, 3, argument);
  LLVMValueRef v = LLVMBuildLoad2 (in->builder, is_bit ? in->i8 : type, at, "");
  LLVMBuildRet (in->builder,
                is_bit ? LLVMBuildTrunc (in->builder, v, type, "") : v);
}

/* Scalars that an input can be. */
static bool is_scalar (LLVMTypeRef type) {
  switch (LLVMGetTypeKind (type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth (type) <= 64;
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return true;
  default:
    return false;
  }
}

static void define_nondet (instrumenting *in, LLVMValueRef f) {
  LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (f));
  begin_body (in, f);
  if (is_scalar (type))
    return_input (in, type, value_name (f) + strlen (NONDET));
  else
    LLVMBuildUnreachable (in->builder);
}

/* A shift of the source, or a place that is never reached
 * (program/checked.h).
 */
static void define_checked (instrumenting *in, LLVMValueRef f, LLVMOpcode o) {
  LLVMValueRef operand[2];
  begin_body (in, f);
  if (LLVMCountParams (f) != 2) {
    call (in, PREFIX "unreachable", in->nothing, 0, NULL);
    LLVMBuildUnreachable (in->builder);
    return;
  }
  LLVMGetParams (f, operand);
  unsigned w = LLVMGetIntTypeWidth (LLVMTypeOf (operand[0]));
  LLVMValueRef argument[] = {widened (in, operand[1], false),
                             LLVMConstInt (in->i32, w, false)};
  call (in, PREFIX "shift", in->nothing, 2, argument);
  LLVMBuildRet (in->builder,
                LLVMBuildBinOp (in->builder, o, operand[0], operand[1], ""));
}

/* What was never set is anything (program/unset_mark.h). */
static void define_unset (instrumenting *in, LLVMValueRef f) {
  LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (f));
  begin_body (in, f);
  if (LLVMGetTypeKind (type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid (in->builder);
  else
    LLVMBuildRet (in->builder, LLVMConstNull (type));
}

/* The sanitizer knows such marks (program/scopes.h). */
static void replace_scope (instrumenting *in, LLVMValueRef f, scope_call what) {
  const char *name =
      what == SCOPE_BEGIN ? "llvm.lifetime.start" : "llvm.lifetime.end";
  unsigned id = LLVMLookupIntrinsicID (name, strlen (name));
  LLVMTypeRef type[] = {LLVMPointerTypeInContext (in->llvm, 0)};
  LLVMValueRef to = LLVMGetIntrinsicDeclaration (in->module, id, type, 1);
  for (LLVMUseRef u; (u = LLVMGetFirstUse (f));) {
    LLVMValueRef v = LLVMGetUser (u);
    LLVMValueRef argument[] = {LLVMGetOperand (v, 1), LLVMGetOperand (v, 0)};
    LLVMPositionBuilderBefore (in->builder, v);
    LLVMBuildCall2 (in->builder, LLVMGlobalGetValueType (to), to, argument, 2,
                    "");
    LLVMInstructionEraseFromParent (v);
  }
}

static void define_handler (instrumenting *in, LLVMValueRef f) {
  begin_body (in, f);
  LLVMValueRef argument = text (in, value_name (f) + strlen (UBSAN));
  call (in, PREFIX "undefined", in->nothing, 1, &argument);
  LLVMBuildUnreachable (in->builder);
}

static void provide (instrumenting *in, LLVMValueRef f) {
  const char *name = value_name (f);
  LLVMOpcode o;
  if (text_begins (name, PREFIX) || text_begins (name, "replay."))
    return;
  if (is_provided (name, f))
    replace (in, f);
  else if (is_defined (f))
    return;
  else if (checked_find (name, strlen (name), &o))
    define_checked (in, f, o);
  else if (unset_call_of (name, strlen (name)))
    define_unset (in, f);
  else if (scope_call_of (name, strlen (name)))
    replace_scope (in, f, scope_call_of (name, strlen (name)));
  else if (text_begins (name, NONDET))
    define_nondet (in, f);
  else if (text_begins (name, UBSAN))
    define_handler (in, f);
  else if (!strcmp (name, "sigsetjmp"))
    set_name (f, "__", name);
  else if (!is_systems (name)) /* nobody defines it: the system, perhaps */
    LLVMSetLinkage (f, LLVMExternalWeakLinkage);
}

/* Names. */

/* Other names too: "floor" may be made of an instruction that is compiled to
 * a call of the system's "floor".
 */
static void make_local (LLVMValueRef v) {
  const char *name = value_name (v);
  if (text_begins (name, "llvm.") || !strcmp (name, START_NAME))
    return;
  LLVMSetLinkage (v, LLVMInternalLinkage);
  LLVMSetVisibility (v, LLVMDefaultVisibility);
  set_name (v, "of.", name);
}

static void delete_table (LLVMModuleRef m, const char *name) {
  LLVMValueRef table = LLVMGetNamedGlobal (m, name);
  if (table)
    LLVMDeleteGlobal (table);
}

static void make_all_local (instrumenting *in) {
  LLVMModuleRef m = in->module;
  delete_table (m, "llvm.global_ctors"); /* the start calls them */
  delete_table (m, "llvm.global_dtors");
  EACH_GLOBAL (g, m) {
    if (module_is_marked (g, MODULE_RUNTIME_MARK))
      LLVMSetSection (g, "");
    if (LLVMGetInitializer (g))
      make_local (g);
    else
      LLVMSetLinkage (g, LLVMExternalWeakLinkage);
  }
  EACH_ALIAS (a, m)
    make_local (a);
  EACH_FUNCTION (f, m)
    if (is_defined (f))
      make_local (f);
}

void instrument (memory *mem, module *m, bool check_overflow) {
  instrumenting in = {.mem = mem,
                      .module = m->module,
                      .llvm = m->llvm,
                      .builder = LLVMCreateBuilderInContext (m->llvm),
                      .nothing = LLVMVoidTypeInContext (m->llvm),
                      .i1 = LLVMInt1TypeInContext (m->llvm),
                      .i8 = LLVMInt8TypeInContext (m->llvm),
                      .i32 = LLVMInt32TypeInContext (m->llvm),
                      .i64 = LLVMInt64TypeInContext (m->llvm),
                      .pointer = LLVMPointerTypeInContext (m->llvm, 0),
                      .check_overflow = check_overflow};
  LLVMStripModuleDebugInfo (m->module);
  EACH_FUNCTION (f, m->module)
    if (is_defined (f))
      watch_function (&in, f);
  for (LLVMValueRef f = LLVMGetFirstFunction (m->module), next; f; f = next) {
    next = LLVMGetNextFunction (f);
    provide (&in, f);
  }
  make_all_local (&in);
  LLVMDisposeBuilder (in.builder);
}
