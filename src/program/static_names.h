#pragma once

/* Names of static functions and variables that do not depend on others.
 *
 * Several of one name are told apart by numbers that LLVM counts over the whole
 * module, strings included: 'buffer.53' is 'buffer.54' in a program with one
 * more string, and code that uses it would look changed. Here they are counted
 * for each name, in the order of the module: 'buffer.1', 'buffer.2'.
 */

#include "base/memory.h"

#include "program/llvm_lists.h"

/* Its name says nothing: what compilers call strings, or none at all. */
bool static_names_is_text (LLVMValueRef);

void static_names_settle (memory *, LLVMModuleRef);
