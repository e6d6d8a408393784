#pragma once

/* A test as our machine executes it, concretely: what a native run of the same
 * test is compared with.
 */

#include "suite/reference.h"

typedef struct recorded {
  ending end; /* END_NONE: it took too long */
  uint64_t trace, blocks;
  uint64_t output[2];    /* what it wrote, as replay_hash */
  bool has_inputs;       /* it took all inputs of the test and no other */
  bool answers_so;       /* its outcome is that of the test */
  bool has_addresses[2]; /* in its output: it is another wherever it runs */
  uint64_t elapsed;      /* on the clock of the program, ns */
} recorded;

/* The account is that of the machine. */
void recorded_make (memory *, reference *, const testcase *, uint64_t deadline,
                    recorded *out);

/* The same, with all that it wrote to standard output and error. */
void recorded_make_whole (reference *, const testcase *, uint64_t deadline,
                          recorded *out, char_vec written[2]);
