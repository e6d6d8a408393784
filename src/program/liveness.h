#pragma once

/* Which slots of a frame matter: those that may be read, from an instruction
 * on, before they are written. What the others hold, nobody will see.
 */

#include "base/vec.h"
#include "program/code.h"

typedef struct liveness liveness;

/* Cost: that of a few passes over the code. */
liveness *liveness_new (memory *, const code *);
void liveness_free (liveness *);

/* Slots that matter before the instruction, or, behind a call that has not
 * returned yet, without its results. Constants are left out; increasing.
 * Borrowed until the next call.
 */
size_t liveness_before (liveness *, uint32_t pc, const uint32_t **out);
size_t liveness_within_call (liveness *, uint32_t pc, const uint32_t **out);
