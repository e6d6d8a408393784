#pragma once

/* What must survive the passes of LLVM so that we find it.
 *
 * A shift by too much is an error in C, but in LLVM it is just a value that
 * must not be used: passes execute a shift before they know whether it is
 * needed ('n < 32 ? 1 << n : 0' becomes a select). So before any pass of
 * ours runs, the shifts of the source become calls, which stay where they
 * are; lowering makes checked shifts of them. All others are not checked:
 * those of functions that were optimised before we saw them.
 *
 * What cannot be reached, and what is stored where nothing can be, is
 * removed by passes with the branch that leads there. A call before the one
 * and an attribute of the function for the other keep them.
 */

#include "program/llvm_lists.h"
#include <stdbool.h>
#include <stddef.h>

#define CHECKED_PREFIX "reprise."

/* Also constants without a value, as 1 / 0, which the compiler made undefined
 * and a pass may make anything of?
 */
void checked_mark (LLVMModuleRef, bool keep_constants);

/* Was the function optimised before we saw it? */
bool checked_is_optimised (LLVMValueRef function);

/* Is that the name of such a function? '*o': the instruction it stands for. */
bool checked_find (const char *name, size_t len, LLVMOpcode *o);
