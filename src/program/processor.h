#pragma once

/* The processor that programs under test believe to have: one without
 * extensions. Programs that ask by 'cpuid' which they may use get zeros, and
 * take the way that is plain C; a replay of the module does, too.
 */

#include "program/llvm_lists.h"

void processor_answer (LLVMModuleRef);
