#pragma once

/* Functions that are not only called: their address is stored, passed on or
 * compared, so that a call through a pointer may reach them.
 */

#include "base/memory.h"
#include "base/status.h"
#include "base/vec.h"

/* Appends "f, g", in the order of the module, which is bitcode or assembly. */
status escaping_list (memory *, const char *input, char_vec *out, trouble *);
