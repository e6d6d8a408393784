#include "program/start.h"

#include "program/module.h"

#include <stdlib.h>
#include <string.h>

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

static int compare (const void *a, const void *b) {
  const hook *x = a, *y = b;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

static void call (start *s, LLVMValueRef f, unsigned n,
                  LLVMValueRef argument[]) {
  LLVMTypeRef param[3];
  for (unsigned i = 0; i < n; i++)
    param[i] = LLVMTypeOf (argument[i]);
  LLVMTypeRef type = LLVMFunctionType (s->nothing, param, n, false);
  LLVMBuildCall2 (s->builder, type, f, argument, n, "");
}

/* One row of llvm.global_ctors or llvm.global_dtors: { i32, ptr, ptr }. */
static hook read_hook (LLVMValueRef list, unsigned i) {
  LLVMValueRef row = LLVMGetAggregateElement (list, i);
  LLVMValueRef priority = LLVMGetAggregateElement (row, 0);
  return (hook) {LLVMConstIntGetZExtValue (priority), i,
                 LLVMGetAggregateElement (row, 1)};
}

/* Constructors by rising priority, destructors by falling. */
static void call_hooks (start *s, const char *name, bool is_reverse) {
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
  qsort (hooks, n, sizeof *hooks, compare);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef f = hooks[is_reverse ? n - 1 - i : i].function;
    if (!LLVMIsNull (f))
      call (s, f, 0, NULL);
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
static LLVMValueRef call_main (start *s, LLVMValueRef f) {
  LLVMTypeRef type = LLVMGlobalGetValueType (f);
  LLVMValueRef argument[3];
  LLVMGetParams (s->function, argument);
  LLVMValueRef res = LLVMBuildCall2 (s->builder, type, f, argument,
                                     LLVMCountParamTypes (type), "");
  if (LLVMGetTypeKind (LLVMTypeOf (res)) != LLVMIntegerTypeKind)
    return LLVMConstInt (s->i32, 0, false);
  return LLVMBuildIntCast2 (s->builder, res, s->i32, true, "");
}

static void declare (start *s) {
  LLVMTypeRef param[] = {s->i32, s->pointer, s->pointer};
  s->function = LLVMAddFunction (s->module, START_NAME,
                                 LLVMFunctionType (s->i32, param, 3, false));
  LLVMAttributeRef mark = LLVMCreateStringAttribute (
      s->llvm, MODULE_RUNTIME_MARK, strlen (MODULE_RUNTIME_MARK), "", 0);
  LLVMAddAttributeAtIndex (s->function, LLVMAttributeFunctionIndex, mark);
  LLVMBasicBlockRef body =
      LLVMAppendBasicBlockInContext (s->llvm, s->function, "");
  LLVMPositionBuilderAtEnd (s->builder, body);
}

static void build_body (start *s, LLVMValueRef main) {
  LLVMValueRef argument[3];
  LLVMGetParams (s->function, argument);
  LLVMValueRef libc = LLVMGetNamedFunction (s->module, START_LIBC_NAME);
  if (libc && !LLVMIsDeclaration (libc))
    call (s, libc, 3, argument);
  call_hooks (s, "llvm.global_ctors", false);
  LLVMValueRef res = call_main (s, main);
  call_hooks (s, "llvm.global_dtors", true);
  LLVMValueRef exit = LLVMGetNamedFunction (s->module, "exit");
  if (exit && !LLVMIsDeclaration (exit))
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
  declare (&s);
  build_body (&s, main);
  LLVMDisposeBuilder (s.builder);
  return true;
}
