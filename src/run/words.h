#pragma once

/* Symbolic inputs that options ask for, as words on the program's command
 * line: runtime/start/inputs.h has what they mean. So tests carry them as they
 * carry arguments, and KLEE's tools understand them.
 */

#include "base/arena.h"
#include "context/context.h"

typedef VEC (const char *) word_list;

/* Adds words; their texts are in the arena. ST_USAGE with trouble where an
 * option is not written as it should be.
 */
status words_add (context *, arena *, word_list *);
