#include "program/start.h"

#include "program/undefined.h"

#define FINISH_NAME "__reprise_finish"

typedef struct hook {
  uint64_t priority;
  unsigned position;
  LLVMValueRef function;
} hook;

typedef struct start {
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef builder;
  LLVMValueRef function;
  LLVMTypeRef i32, pointer, nothing;
} start;

static int start_compare (const void *a, const void *b) {
  const hook *x = a, *y = b;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

/* With as many of the arguments as it takes. */
static void call (start *s, LLVMValueRef f, unsigned n,
                  LLVMValueRef argument[]) {
  LLVMTypeRef type = LLVMIsAFunction (f)
                         ? LLVMGlobalGetValueType (f)
                         : LLVMFunctionType (s->nothing, NULL, 0, false);
  unsigned n_taken = LLVMCountParamTypes (type);
  if (n_taken <= n)
    LLVMBuildCall2 (s->builder, type, f, argument, n_taken, "");
}

/* One row of llvm.global_ctors or llvm.global_dtors: { i32, ptr, ptr }. */
static hook read_hook (LLVMValueRef list, unsigned i) {
  LLVMValueRef row = LLVMGetAggregateElement (list, i);
  LLVMValueRef priority = LLVMGetAggregateElement (row, 0);
  return (hook) {LLVMConstIntGetZExtValue (priority), i,
                 LLVMGetAggregateElement (row, 1)};
}

/* Constructors by rising priority, destructors by falling. */
static void call_hooks (start *s, const char *name, bool is_reverse,
                        unsigned n_arguments, LLVMValueRef argument[]) {
  LLVMValueRef table = LLVMGetNamedGlobal (s->module, name);
  LLVMValueRef list = table ? LLVMGetInitializer (table) : NULL;
  if (!list || LLVMGetTypeKind (LLVMTypeOf (list)) != LLVMArrayTypeKind)
    return;
  unsigned n = (unsigned) LLVMGetArrayLength2 (LLVMTypeOf (list));
  hook *hooks = calloc (n + 1, sizeof *hooks);
  if (!hooks)
    abort ();
  for (unsigned i = 0; i < n; i++)
    hooks[i] = read_hook (list, i);
  qsort (hooks, n, sizeof *hooks, start_compare);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef f = hooks[is_reverse ? n - 1 - i : i].function;
    if (!LLVMIsNull (f))
      call (s, f, n_arguments, argument);
  }
  free (hooks);
}

static bool takes_usual_arguments (LLVMTypeRef type, const start *s) {
  LLVMTypeRef param[3];
  unsigned n = LLVMCountParamTypes (type);
  if (n > 3)
    return false;
  LLVMGetParamTypes (type, param);
  for (unsigned i = 0; i < n; i++)
    if (param[i] != (i ? s->pointer : s->i32))
      return false;
  return true;
}

/* The result as an i32: 0 of a main that returns nothing. */
static LLVMValueRef call_main (start *s, LLVMValueRef f,
                               LLVMValueRef argument[]) {
  LLVMTypeRef type = LLVMGlobalGetValueType (f);
  assert (takes_usual_arguments (type, s)); /* start_build refused others */
  LLVMValueRef res = LLVMBuildCall2 (s->builder, type, f, argument,
                                     LLVMCountParamTypes (type), "");
  if (LLVMGetTypeKind (LLVMTypeOf (res)) != LLVMIntegerTypeKind)
    return LLVMConstInt (s->i32, 0, false);
  return LLVMBuildIntCast2 (s->builder, res, s->i32, true, "");
}

/* A function of the runtime, with the builder at the begin of its body. */
static LLVMValueRef start_add_function (start *s, const char *name,
                                        LLVMTypeRef type) {
  assert (!LLVMGetNamedFunction (s->module, name)); /* or it gets a number */
  LLVMValueRef f = LLVMAddFunction (s->module, name, type);
  module_mark (f, MODULE_RUNTIME_MARK);
  LLVMPositionBuilderAtEnd (s->builder,
                            LLVMAppendBasicBlockInContext (s->llvm, f, ""));
  return f;
}

static LLVMValueRef find_body (const start *s, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction (s->module, name);
  return f && !LLVMIsDeclaration (f) ? f : NULL;
}

/* Destructors, as a function for atexit. NULL where there are none. */
static LLVMValueRef build_finish (start *s) {
  if (!LLVMGetNamedGlobal (s->module, START_DESTRUCTORS))
    return NULL;
  LLVMTypeRef type = LLVMFunctionType (s->nothing, NULL, 0, false);
  LLVMValueRef f = start_add_function (s, FINISH_NAME, type);
  call_hooks (s, START_DESTRUCTORS, true, 0, NULL);
  LLVMBuildRetVoid (s->builder);
  return f;
}

/* The libc may change the arguments: it gets their places. */
static void call_libc (start *s, LLVMValueRef libc, LLVMValueRef argument[3]) {
  LLVMValueRef spot[3];
  for (int i = 0; i < 3; i++) {
    spot[i] = LLVMBuildAlloca (s->builder, LLVMTypeOf (argument[i]), "");
    LLVMBuildStore (s->builder, argument[i], spot[i]);
  }
  call (s, libc, 3, spot);
  for (int i = 0; i < 3; i++)
    argument[i] =
        LLVMBuildLoad2 (s->builder, LLVMTypeOf (argument[i]), spot[i], "");
}

static void build (start *s, LLVMValueRef main) {
  LLVMTypeRef param[] = {s->i32, s->pointer, s->pointer};
  LLVMValueRef argument[3];
  LLVMValueRef finish = build_finish (s);
  s->function = start_add_function (s, START_NAME,
                                    LLVMFunctionType (s->i32, param, 3, false));
  LLVMGetParams (s->function, argument);
  LLVMValueRef libc = find_body (s, START_LIBC_NAME);
  LLVMValueRef at_exit = find_body (s, "atexit");
  LLVMValueRef exit = find_body (s, "exit");
  if (libc)
    call_libc (s, libc, argument);
  if (finish && at_exit)
    call (s, at_exit, 1, &finish);
  LLVMValueRef undefined = find_body (s, UNDEFINED_START);
  if (undefined)
    call (s, undefined, 0, NULL);
  call_hooks (s, "llvm.global_ctors", false, 3, argument);
  LLVMValueRef res = call_main (s, main, argument);
  if (finish && !at_exit)
    call (s, finish, 0, NULL);
  if (exit)
    call (s, exit, 1, &res);
  LLVMBuildRet (s->builder, res);
}

bool start_build (LLVMModuleRef m, LLVMValueRef main) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  start s = {.module = m,
             .llvm = llvm,
             .i32 = LLVMInt32TypeInContext (llvm),
             .pointer = LLVMPointerTypeInContext (llvm, 0),
             .nothing = LLVMVoidTypeInContext (llvm)};
  if (!takes_usual_arguments (LLVMGlobalGetValueType (main), &s))
    return false;
  s.builder = LLVMCreateBuilderInContext (llvm);
  build (&s, main);
  LLVMDisposeBuilder (s.builder);
  return true;
}
