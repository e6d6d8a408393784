#pragma once

/* Variables that are read before they are written.
 *
 * LLVM makes 'undef' of such a read when it puts variables into registers, and
 * then takes for it what suits best: 'if (c) x = 5;' makes x 5 for good. So
 * before that each variable is given the result of a call that nobody sees
 * through, where it begins: at the start of its function, and at its
 * declaration in a block that is executed again. Calls whose results nobody
 * reads afterwards, which are most, are taken away. The others become OP_UNSET.
 *
 *     x: alloca       store (call reprise.unset.i32), x       OP_UNSET, or none
 *     a: an array     call reprise.forget (a)                 OP_FORGET
 */

#include "program/llvm_lists.h"
#include <stdbool.h>
#include <stddef.h>

void unset_mark (LLVMModuleRef);  /* before mem2reg ... */
void unset_prune (LLVMModuleRef); /* ... and behind it */

typedef enum unset_call { UNSET_NONE, UNSET_VALUE, UNSET_OBJECT } unset_call;

/* Is that the name of such a function? */
unset_call unset_call_of (const char *name, size_t len);
