#pragma once

/* Variables of a block, whose address is kept, end with the block.
 *
 *     { int a; p = &a; }      call reprise.scope.begin (&a, size)
 *     *p = 1;                 ... call reprise.scope.end (&a, size)
 *
 * Compilers write such marks down only together with other changes of the
 * control flow. But a compiler that does not optimise says of every
 * instruction to which block of the source it belongs: where that goes from
 * inside to outside a variable ends, and the other way it begins. Either may
 * happen twice in a row, and means nothing then.
 *
 * Passes change what instructions say, so this is done before all of them.
 */

#include "program/llvm_lists.h"
#include <stddef.h>

void scopes_mark (LLVMModuleRef);

typedef enum scope_call { SCOPE_NONE, SCOPE_BEGIN, SCOPE_END } scope_call;

/* Is that the name of such a function? */
scope_call scope_call_of (const char *name, size_t len);
