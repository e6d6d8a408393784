#ifndef PROGRAM_CHECKED_H
#define PROGRAM_CHECKED_H

/* Shifts that are checked.
 *
 * A shift by too much is an error in C, but in LLVM it is just a value that
 * must not be used: passes execute a shift before they know whether it is
 * needed ('n < 32 ? 1 << n : 0' becomes a select). So before any pass of
 * ours runs, the shifts of the source become calls, which stay where they
 * are; lowering makes checked shifts of them. All others are not checked:
 * those of functions that were optimised before we saw them.
 */

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#define CHECKED_PREFIX "reprise."

void checked_mark_shifts (LLVMModuleRef);

/* Is that the name of such a function? '*o': the shift it stands for. */
bool checked_find (const char *name, size_t len, LLVMOpcode *o);

#endif
