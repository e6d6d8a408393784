#include "program/usage.h"

#include <llvm-c/Target.h>
#include <stddef.h>

#define MAX_STEPS 4096u
#define MAX_NESTED 6u

static void usage_follow (usage *, LLVMValueRef, unsigned depth);

static void usage_need (usage *u, uint64_t size, LLVMTypeRef type) {
  bool is_struct = LLVMGetTypeKind (type) == LLVMStructTypeKind;
  if (size < u->size || (size == u->size && !is_struct))
    return;
  u->size = size;
  u->pointee = is_struct ? type : NULL;
}

static uint64_t usage_size_of (const usage *u, LLVMTypeRef type) {
  return LLVMTypeIsSized (type)
             ? LLVMABISizeOfType (LLVMGetModuleDataLayout (u->module), type)
             : 0;
}

/* A struct is needed whole; of bytes, those before the index and a word. */
static void use_element (usage *u, LLVMValueRef element) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType (element);
  uint64_t size = usage_size_of (u, type), first = 0;
  LLVMValueRef index = LLVMGetOperand (element, 1);
  if (LLVMIsAConstantInt (index))
    first = LLVMConstIntGetZExtValue (index);
  if (first < 1u << 16)
    usage_need (u, size * (first + 1) + (size == 1 ? 7 : 0), type);
}

/* In the function that is called, and where this one returns to. */
static void follow_call (usage *u, LLVMValueRef call, LLVMValueRef v,
                         unsigned depth) {
  LLVMValueRef f = LLVMGetCalledValue (call);
  if (!LLVMIsAFunction (f) || LLVMIsDeclaration (f))
    return;
  unsigned n = LLVMGetNumArgOperands (call);
  for (unsigned i = 0; i < n && i < LLVMCountParams (f); i++)
    if (LLVMGetOperand (call, i) == v)
      usage_follow (u, LLVMGetParam (f, i), depth);
}

static void follow_calls_of (usage *u, LLVMValueRef f, unsigned depth) {
  EACH_USE (use, f) {
    LLVMValueRef call = LLVMGetUser (use);
    if (LLVMIsACallInst (call) && LLVMGetCalledValue (call) == f)
      usage_follow (u, call, depth);
  }
}

static void follow_loads (usage *u, LLVMValueRef from, unsigned depth) {
  EACH_USE (use, from) {
    LLVMValueRef load = LLVMGetUser (use);
    if (LLVMIsALoadInst (load))
      usage_follow (u, load, depth);
  }
}

static void follow_user (usage *u, LLVMValueRef user, LLVMValueRef v,
                         unsigned depth) {
  switch (LLVMGetInstructionOpcode (user)) {
  case LLVMICmp:
    u->is_tested |= LLVMIsNull (LLVMGetOperand (user, 0)) ||
                    LLVMIsNull (LLVMGetOperand (user, 1));
    break;
  case LLVMGetElementPtr:
    if (LLVMGetOperand (user, 0) == v)
      use_element (u, user);
    break;
  case LLVMLoad:
    usage_need (u, usage_size_of (u, LLVMTypeOf (user)), LLVMTypeOf (user));
    break;
  case LLVMStore:
    if (LLVMGetOperand (user, 0) == v)
      follow_loads (u, LLVMGetOperand (user, 1), depth);
    break;
  case LLVMPHI:
  case LLVMSelect:
    usage_follow (u, user, depth);
    break;
  case LLVMCall:
    follow_call (u, user, v, depth);
    break;
  case LLVMRet:
    follow_calls_of (
        u, LLVMGetBasicBlockParent (LLVMGetInstructionParent (user)), depth);
    break;
  default:
    break;
  }
}

static void usage_follow (usage *u, LLVMValueRef v, unsigned depth) {
  for (LLVMUseRef use = LLVMGetFirstUse (v); use && depth && u->steps;
       use = LLVMGetNextUse (use)) {
    u->steps--;
    LLVMValueRef user = LLVMGetUser (use);
    if (LLVMIsAInstruction (user))
      follow_user (u, user, v, depth - 1);
  }
}

usage usage_of_results (LLVMModuleRef m, LLVMValueRef f) {
  usage u = {.module = m, .steps = MAX_STEPS};
  follow_calls_of (&u, f, MAX_NESTED);
  return u;
}
