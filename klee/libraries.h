#pragma once

/* Bitcode and archives of bitcode, linked into a module as a linker does it: a
 * file of bitcode or assembly as a whole, the members of an archive as far as
 * they define what is missing.
 */

#include "base/memory.h"
#include "klee/replacing.h"

/* A file of bitcode or assembly. */
status libraries_read (memory *, LLVMContextRef, const char *path,
                       LLVMModuleRef *out, trouble *);

/* Writes the result as bitcode to 'out', with these functions replaced. The
 * input is bitcode or assembly.
 */
status libraries_link (memory *, const char *input, size_t n,
                       const char *const *library, const replacing *,
                       const char *out, trouble *);
