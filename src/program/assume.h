#pragma once

/* --assume: which calls of a driven function are allowed, as an expression of C
 * over its parameters: "n <= 16 && len (p) == n", "r->cap < 4 && s != NULL".
 * The elements behind a pointer are len (p).
 */

#include "base/status.h"
#include "program/harness_priv.h"

/* Does it say something of the elements behind the pointer of this name? */
bool assume_measures (const char *text, const char *name);

/* Once all pointers are passed; 0 where it does not hold. ST_USAGE: it is no
 * such expression.
 */
LLVMValueRef assume_build (harness *, const char *text, trouble *);
