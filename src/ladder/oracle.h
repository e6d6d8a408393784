#pragma once

/* Who answers questions about a path: the ladder, or what a test puts in its
 * place. */

#include "reuse/hints.h"
#include "solver/answer.h"

typedef struct oracle oracle;
struct oracle {
  /* Can the condition hold together with a slice that is satisfiable and has
   * all constraints that share inputs with it? SAT: 'found' gets values for
   * all inputs of both. A deadline of 0 is none.
   */
  verdict (*ask) (oracle *, size_t n, const term *slice, term condition,
                  uint64_t deadline, model *found);

  /* A question that the witness answered, for the count. */
  void (*note_witness) (oracle *);

  /* One that a test of an earlier run answered, without asking. */
  void (*note_suite) (oracle *);

  reason (*why) (oracle *);     /* after UNKNOWN */
  void (*interrupt) (oracle *); /* from a signal handler */
  hints *hints;                 /* of who asks, borrowed; NULL: none */
  uint64_t effort; /* then the answer is UNKNOWN (REASON_EFFORT); 0: no limit */
};
