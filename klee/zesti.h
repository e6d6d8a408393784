#pragma once

/* klee-zesti: explores a program around one concrete run of it. Its arguments
 * become symbolic arguments of the same length, arguments that name a file a
 * symbolic file of its size, and their contents the first seed.
 */

#include "base/arena.h"
#include "context/context.h"

typedef struct zesti {
  char_vec ktest;     /* the seed, a temporary file; empty: none was made */
  VEC (char *) words; /* the command line of klee */
} zesti;

/* The words of KLEE_OPTION... PROGRAM ARGUMENT..., and standard input if it is
 * a file.
 */
status zesti_make (zesti *, context *, arena *, int argc, char **argv);
void zesti_release (zesti *, memory *); /* the file, too */
