#pragma once

/* Drivers for functions that nobody calls: a main that makes the parameters
 * symbolic by their types, and calls.
 *
 *   numbers, enumerations     any value; _Bool is 0 or 1
 *   T *                       as many T as fit into the buffer size, at least
 *                             one; any content; as many as the function says
 *                             (contract.h)
 *   char *                    a string: the last byte of the buffer is 0
 *   struct S *                one S, member by member; pointers in it have
 *                             objects of their own, two deep, then one that
 *                             nobody may look at
 *   argc, argv                some strings, and NULL
 *   void *, no debug info     a buffer of bytes
 *   pointers to functions     one that returns any value; NULL, if it returns
 *                             a struct; of two versions also if it takes one
 *   structs by value          member by member
 *
 * An input has the name of its parameter, or "parameter.member". Objects
 * behind pointers are allocated, so that the function may free them. Pointers
 * may be null instead (harness_pass.c).
 *
 * A function "requires_f" with the parameters of f says which calls of it are
 * allowed: it is called before f, and where it returns 0, f is not. So does an
 * expression (assume.h).
 *
 * Of two versions, which are to be compared, HARNESS_NULL says which parameter
 * is null instead: 0 none, k the k-th pointer that is not null otherwise.
 */

#include "program/module.h"

/* Both return the driver, which takes what main takes. ST_USAGE: what is to be
 * assumed is no expression over the parameters.
 */
LLVMValueRef harness_drive (const program_config *, const module *, trouble *);

/* For LLVMFuzzerTestOneInput (const uint8_t *data, size_t size): a buffer
 * "data" and a "size" up to its own; LLVMFuzzerInitialize comes first where
 * it is defined.
 */
LLVMValueRef harness_fuzz (const program_config *, const module *,
                           LLVMValueRef function);
