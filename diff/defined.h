#pragma once

/* The functions and variables that a file defines, without those of headers of
 * the system, and what is in them: which of them did an edit change? With all
 * that they need: callees, variables with what they begin with, texts, types.
 */

#include "base/arena.h"
#include "base/vec.h"
#include "program/program.h"

/* The digest is the same in another version if the code is, whatever its lines;
 * the other way round, the number of a string may make another one of it.
 */
typedef struct defined_name {
  const char *name; /* in the arena */
  const char *file; /* that has its text, a header perhaps; "": unknown */
  hash128 digest;
  hash128 value; /* of a variable: what it begins with, and nothing else */
  bool is_variable;
  bool is_local; /* nobody outside of the file knows it by its name */
} defined_name;
typedef VEC (defined_name) defined_names;

/* Appends them, in the order of the file. 'is_linked': what they need of other
 * files of the program counts, too.
 */
status defined_list (const program_config *, bool is_linked, arena *,
                     defined_names *, trouble *);

/* Is it a header of the system, or of our libc? */
bool defined_is_system (const program_config *, const char *path);
