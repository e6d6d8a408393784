#pragma once

/* Who answers questions about a path: the ladder, or what stands in its place.
 */

#include "context/stats.h"
#include "reuse/hints.h"
#include "solver/answer.h"

typedef struct oracle oracle;
struct oracle {
  /* Can the condition hold together with a slice that is satisfiable and has
   * all constraints that share inputs with it? The path's own model does not
   * satisfy the condition. SAT: 'found' gets values for all inputs of both. A
   * deadline of 0 is none.
   */
  verdict (*ask) (oracle *, size_t n, const term *slice, term condition,
                  uint64_t deadline, model *found);
  reason (*why) (oracle *);     /* after UNKNOWN */
  void (*interrupt) (oracle *); /* from a signal handler */
  void (*free) (oracle *);      /* NULL: it is part of something */
  stats *stats;                 /* where questions are counted; NULL: nowhere */
  hints *hints;                 /* of who asks, borrowed; NULL: none */
  uint64_t effort; /* then the answer is UNKNOWN (REASON_EFFORT); 0: no limit */
  bool insists;    /* asked although as much time was not enough before */
};

/* One more query was answered by this rung, none below it. */
void oracle_count (stats *, verdict, rung_kind);

/* Who asks knew it: from the path's own model, or a test of the last run. */
static inline void oracle_note (oracle *o, rung_kind by) {
  if (o->stats)
    oracle_count (o->stats, VERDICT_SAT, by);
}

static inline void oracle_free (oracle *o) {
  if (o)
    o->free (o);
}
