#pragma once

/* What a driven function answers, on its way: the driver (program/harness.h)
 * says which objects it makes for parameters, when it calls, and when the call
 * has returned.
 *
 *     reprise_argument (object, size, "p")     one for each object
 *     reprise_enter ()                         memory as it is now is kept
 *     f (p)
 *     reprise_leave (&result, size)            the parts of the outcome
 *
 * Persistent: forks share it.
 */

#include "machine/builtin.h"
#include "machine/outcome.h"
#include "memory/naming.h"

struct driven *driven_fork (struct driven *);
void driven_free (machine *, struct driven *);

/* The parts, as long as the state has it; 0: the function has not returned. */
uint32_t driven_parts (const struct driven *, const outcome_part **);
bool driven_is_partial (const struct driven *);

/* What an address points to, but for parts: false, it is none. 'o' is the
 * object, if it is one.
 */
bool driven_point (machine *, const state *, const struct driven *,
                   uint64_t address, outcome_pointer *, const object **o);

/* By names that other runs have. */
hash128 driven_digest (struct driven *, const naming *);
