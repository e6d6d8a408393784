#pragma once

/* The functions that a file defines, without those of headers of the system,
 * and what is in them: which of them did an edit change? With all that they
 * need of the file: callees, variables with what they begin with, texts, types.
 * Without linking.
 */

#include "base/arena.h"
#include "base/vec.h"
#include "program/program.h"

/* The digest is the same in another version if the code is, whatever its lines;
 * the other way round, the number of a string may make another one of it.
 */
typedef struct defined_function {
  const char *name; /* in the arena */
  hash128 digest;
  bool is_local; /* nobody outside of the file can call it by its name */
} defined_function;
typedef VEC (defined_function) defined_functions;

/* Appends them, in the order of the file. */
status defined_list (const program_config *, arena *, defined_functions *,
                     trouble *);
