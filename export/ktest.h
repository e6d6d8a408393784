#pragma once

/* KLEE's .ktest, version 3, byte for byte: what ktest-tool, klee-replay and
 * libkleeRuntest read. Integers are big-endian.
 */

#include "suite/testcase.h"

/* 'args' are argv of the run, args[0] the program as it was given. Objects
 * and arguments of no bytes are left out: readers cannot take them.
 */
void ktest_write (memory *, const testcase *, uint32_t n_args,
                  const char *const *args, char_vec *out);
