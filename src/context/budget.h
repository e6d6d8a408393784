#ifndef CONTEXT_BUDGET_H
#define CONTEXT_BUDGET_H

/* How much time and memory a piece of work may use. A budget that is over is
 * not an error: the work ends with an unknown answer and this as the reason.
 */

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

#define BUDGET_FOREVER UINT64_MAX

typedef enum budget_end {
  BUDGET_LEFT, /* not over */
  BUDGET_TIME,
  BUDGET_MEMORY
} budget_end;

/* '{0}' is a budget without limits. */

typedef struct budget {
  uint64_t deadline;     /* on clock_now, 0 = none */
  const memory *account; /* borrowed; NULL = none. Its limit is what counts */
} budget;

/* Time starts to run now. A time of 0 means no limit, as in the options. */

void budget_init (budget *, uint64_t ns, const memory *);

/* The part of an outer budget for one step that may itself take only ns: the
 * earlier deadline, the same account.
 */
budget budget_within (const budget *outer, uint64_t ns);

/* Nanoseconds left, 0 when over, BUDGET_FOREVER without a limit. */

uint64_t budget_remaining (const budget *);

/* Costs a clock reading when there is a time limit: in hot loops ask every few
 * hundred steps.
 */
budget_end budget_check (const budget *);

static inline bool budget_is_over (const budget *b) {
  return budget_check (b) != BUDGET_LEFT;
}

const char *budget_end_text (budget_end); /* "time limit", "memory limit" */

#endif
