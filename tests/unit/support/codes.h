#ifndef UNIT_CODES_H
#define UNIT_CODES_H

/* For tests of lowering: programs from a text of LLVM's assembler, and a slow
 * interpreter of our code for concrete values, independent of the machine.
 */

#include "program/program_priv.h"

__extension__ typedef unsigned __int128 codes_word;

/* The start is the first function with a body. Fails the test on trouble. */
program *codes_program (memory *, const char *text);

/* Results of one call. 'stopped' says why it did not return, or is NULL. */
typedef struct codes_run {
  codes_word result[16];
  const char *stopped;
  uint64_t steps;
  uint64_t printed; /* hash of arguments of calls to functions without body */
} codes_run;

codes_run codes_call (program *, const char *function, unsigned n,
                      const codes_word *argument);

/* The single result of a function of integers; fails the test otherwise. */
uint64_t codes_result (program *, const char *function, unsigned n,
                       const uint64_t *argument);

#endif
