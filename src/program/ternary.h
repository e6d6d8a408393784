#pragma once

/* Conditions that are ?: themselves, which clang splits:
 *
 *     if (a ? b : c) x; else y;
 *
 *     br a, cond.true, cond.false      cond.true:  br b, X, Y
 *                                      cond.false: br c, X, Y
 *
 * These are two decisions of C, 'a' and the whole, and not three. An arm that
 * is && or || has those of its operands besides; one that is ?: only that of
 * its own condition.
 */

#include "program/llvm_lists.h"
#include <stdbool.h>

/* How many decisions a function has more than branches, because of these; are
 * there any?
 */
int ternary_count (LLVMValueRef function, bool *has_one);

/* The arms give a value, and one branch follows it. */
void ternary_expose (LLVMValueRef function);
