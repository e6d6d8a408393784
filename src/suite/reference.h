#pragma once

/* Tests executed by our machine, concretely: what a native run of the same
 * test is compared with.
 */

#include "suite/testcase.h"

typedef struct reference reference;

/* The options of the context are those of the run that made the tests. argv
 * is borrowed.
 */
reference *reference_new (context *, program *, int argc,
                          const char *const *argv);
void reference_free (reference *);
machine *reference_machine (reference *);

typedef struct reference_run {
  ending end; /* END_NONE: it took too long */
  uint64_t trace, blocks;
  uint64_t output[2];    /* what it wrote, as replay_hash */
  bool has_inputs;       /* it took all inputs of the test and no other */
  bool answers_so;       /* its outcome is that of the test */
  bool has_addresses[2]; /* in its output: it is another wherever it runs */
  uint64_t elapsed;      /* on the clock of the program, ns */
} reference_run;

/* From now on a fact of the system (runtime/replay/facts.h) is another; 0: as
 * it always is.
 */
void reference_set (reference *, unsigned fact, uint64_t value);

void reference_execute (reference *, const testcase *, uint64_t deadline,
                        reference_run *out);

/* The state is looked at when it has ended, or took too long. */
typedef void reference_look (void *owner, machine *, const state *);
void reference_show (reference *, const testcase *, uint64_t deadline,
                     void *owner, reference_look *);

/* The same, with all that it wrote to standard output and error. */
void reference_record (reference *, const testcase *, uint64_t deadline,
                       reference_run *out, char_vec written[2]);
