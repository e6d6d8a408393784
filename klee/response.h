#pragma once

/* @FILE among the words of a command line stands for the words in the file,
 * which are quoted as in a shell; one that cannot be read stays as it is.
 */

#include "base/arena.h"
#include "base/vec.h"

typedef VEC (char *) argument_vec;

/* 'out' ends with a NULL that is not counted. The words are in the arena, or
 * the caller's.
 */
void response_expand (arena *, int argc, char **argv, argument_vec *out);
