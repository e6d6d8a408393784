#pragma once

/* Passes of LLVM over the user's module. */

#include "base/status.h"

#include "program/llvm_lists.h"

/* Control flow first, on variables in memory as the compiler leaves them,
 * then variables into registers; nothing afterwards changes a branch. The
 * order decides how many paths a program has, and is the one of KLEE.
 * With 'keep_branches' all decisions of C are branches instead (branches.h).
 * Functions marked optnone stay as they are. 'keep_unset' as in program.h,
 * 'keep_scopes': variables end with their blocks (scopes.h).
 */
status simplify (LLVMModuleRef, bool keep_branches, bool keep_unset,
                 bool keep_scopes, trouble *);
