#pragma once

/* Loops over what LLVM has in lists. What the loop is at must stay in its list;
 * what it adds behind that is visited as well. EACH_INSTRUCTION_OF is two
 * loops: 'break' leaves a block.
 */

#include <llvm-c/Core.h>

#define EACH_(TYPE, KIND, V, OF) \
  for (TYPE V = LLVMGetFirst##KIND (OF); V; V = LLVMGetNext##KIND (V))

#define EACH_FUNCTION(V, MODULE) EACH_ (LLVMValueRef, Function, V, MODULE)
#define EACH_GLOBAL(V, MODULE) EACH_ (LLVMValueRef, Global, V, MODULE)
#define EACH_ALIAS(V, MODULE) EACH_ (LLVMValueRef, GlobalAlias, V, MODULE)
#define EACH_BLOCK(B, FUNCTION) \
  EACH_ (LLVMBasicBlockRef, BasicBlock, B, FUNCTION)
#define EACH_INSTRUCTION(V, BLOCK) EACH_ (LLVMValueRef, Instruction, V, BLOCK)
#define EACH_INSTRUCTION_OF(V, FUNCTION) \
  EACH_BLOCK (V##_block, FUNCTION) \
    EACH_INSTRUCTION (V, V##_block)
#define EACH_USE(U, VALUE) EACH_ (LLVMUseRef, Use, U, VALUE)
