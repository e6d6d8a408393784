#pragma once

/* The decisions of C, as the coverage of compilers counts them: each condition
 * of if, ?: and loops, each operand of && and ||, each label of a switch and
 * its default; two sides each.
 *
 * Of some of them clang makes no branch: 'x ? 1 : 2' is a select, the last
 * operand of 'y = a && b' a value like any other, and labels of a switch may
 * share a block.
 */

#include "program/llvm_lists.h"
#include <stdbool.h>
#include <stdint.h>

/* Is a conditional branch one of the source? Of va_arg, of atomic and complex
 * arithmetic and for sanitizers clang makes some of its own; a
 * constant decides nothing.
 */
bool branches_is_written (LLVMValueRef);

/* Is it where the next operand of && or || is evaluated? By the name that clang
 * gives it.
 */
bool branches_is_operand (LLVMBasicBlockRef);

/* Notes with each function how many sides its decisions have, and whether there
 * are conditions that are ?:. The module is as clang left it.
 */
void branches_count (LLVMModuleRef);
uint32_t branches_counted (LLVMValueRef function,
                           bool *has_ternary); /* 0: nobody did */

/* All of them become branches. Nothing that simplifies control flow may come
 * after that.
 */
void branches_expose (LLVMModuleRef);
