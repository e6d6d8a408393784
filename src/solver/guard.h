#pragma once

/* What may end a check early: its deadline, the memory limit, an interrupt.
 * Long loops ask now and then; the first reason found stays until the next
 * start, so a loop nest unwinds by asking 'guard_is_stopped' alone. Who has
 * heard an interrupt clears it at the end: one that comes before the start
 * counts.
 */

#include "base/clock.h"
#include "solver/answer.h"

#include <stdatomic.h>

typedef struct guard {
  const memory *mem;
  size_t limit; /* bytes, 0 = none */
  uint64_t deadline;
  atomic_bool interrupted;
  reason why;
} guard;

static inline void guard_start (guard *g, uint64_t deadline) {
  g->deadline = deadline;
  g->why = REASON_NONE;
}

static inline bool guard_is_stopped (const guard *g) {
  return g->why != REASON_NONE;
}

/* Looks at the clock: some tens of nanoseconds. */
static inline bool guard_asks_to_stop (guard *g) {
  if (g->why != REASON_NONE)
    return true;
  if (atomic_load_explicit (&g->interrupted, memory_order_relaxed))
    g->why = REASON_INTERRUPTED;
  else if (g->limit && g->mem && g->mem->live > g->limit)
    g->why = REASON_MEMORY;
  else if (g->deadline && clock_now () >= g->deadline)
    g->why = REASON_TIMEOUT;
  return g->why != REASON_NONE;
}
