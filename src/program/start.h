#pragma once

/* The function that the machine starts with:
 *
 *     int __reprise_start (int argc, char **argv, char **envp)
 *
 * initialises the libc where there is one (which may make other arguments:
 * runtime/start/inputs.h), runs the constructors, calls main (or what stands
 * for it), and exits. Destructors run last: registered with atexit where there
 * is one, else after main has returned.
 */

#include "program/llvm_lists.h"
#include <stdbool.h>

#define START_NAME "__reprise_start"
#define START_LIBC_NAME "__reprise_libc_start"
#define START_DESTRUCTORS "llvm.global_dtors"

/* 'main' takes any number of (int, char **, char **) and may return an int.
 * Everything is linked. False when its parameters are others.
 */
bool start_build (LLVMModuleRef, LLVMValueRef main);
