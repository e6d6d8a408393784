#pragma once

/* How a program uses the results of a function: through variables, arguments
 * and returns, as far as a few steps lead.
 */

#include "program/llvm_lists.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct usage {
  LLVMModuleRef module;
  bool is_tested;      /* compared with null */
  uint64_t size;       /* of what a result must point to at least */
  LLVMTypeRef pointee; /* a struct of that size, or NULL */
  unsigned steps;      /* left */
} usage;

usage usage_of_results (LLVMModuleRef, LLVMValueRef function);
