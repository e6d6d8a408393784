#pragma once

/* What a solver says. "Don't know" is an answer, with a reason. */

#include "term/model.h"

typedef enum verdict { VERDICT_UNKNOWN, VERDICT_SAT, VERDICT_UNSAT } verdict;

/*  REASON (name, text)  why an answer is unknown */
#define REASONS(X) \
  X (NONE, "") \
  X (TIMEOUT, "timeout") \
  X (MEMORY, "memory limit") \
  X (INTERRUPTED, "interrupted") \
  X (UNSUPPORTED, "unsupported operation") \
  X (INCOMPLETE, "incomplete theory") \
  X (ENFORCED, "not in the proof store, which is enforced") \
  X (EFFORT, "too hard")

typedef enum reason {
#define X(NAME, TEXT) REASON_##NAME,
  REASONS (X)
#undef X
} reason;

const char *verdict_text (verdict); /* sat, unsat, unknown */
const char *reason_text (reason);
