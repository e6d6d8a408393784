#ifndef PROGRAM_COMPILE_H
#define PROGRAM_COMPILE_H

/* C to bitcode, by clang.
 *
 * The compiler is $REPRISE_CLANG, else clang-19, else clang. Code is compiled
 * as it is written (-O0) and not marked as untouchable (optnone), unless
 * flags say otherwise. Warnings are not shown; errors are, as clang says them.
 */

#include "base/vec.h"
#include "program/program.h"

/* Appends the bitcode of the input. */
status compile (const program_config *, char_vec *bitcode, trouble *);

#endif
