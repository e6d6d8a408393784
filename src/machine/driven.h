#pragma once

/* What a driven function answers, on its way: the driver (program/harness.h)
 * says which objects it makes for parameters, when it calls, and when the call
 * has returned.
 *
 *     p = reprise_either (object, NULL, c)     c decides, when p is looked at
 *     reprise_argument (object, size, "p")     one for each object; of size 0:
 *                                              paths that get there are not
 *                                              explored
 *     reprise_enter ()                         memory as it is now is kept
 *     f (p)
 *     reprise_leave (&result, size)            the parts of the outcome
 *
 * At the end of any program the runtime says what became of files:
 *
 *     reprise_file (path, length, bytes, size, was, size)
 *
 * Persistent: forks share it.
 */

#include "machine/builtin.h"
#include "machine/outcome.h"
#include "memory/naming.h"

struct driven *driven_fork (struct driven *);
void driven_free (machine *, struct driven *);

/* An address that depends on a choice of the driver is looked at: the path is
 * restricted to one side of it. STEP_STOP: the state is left.
 */
step driven_look (machine *, state *, word *address);

/* Of the object at a slot: the parameter that leads to it, or NULL. */
const char *driven_name (const struct driven *, uint32_t slot);

/* RETURN, ARGUMENT and GLOBAL parts after the return, FILE parts at the end, of
 * any program, as long as the state has it; addresses are numbers in them. The
 * name of a file may be "": then its content begins with the name and a NUL.
 */
uint32_t driven_parts (const struct driven *, const outcome_part **);

/* Does a symbolic pointer of the part lead to an object that is no part of the
 * outcome, and so to what nobody compares?
 */
bool driven_hides (machine *, const state *, const outcome_part *);

/* What an address points to; false: it is none. POINTEE_PART: to 'object'. */
bool driven_point (machine *, const state *, uint64_t address,
                   outcome_pointer *, const object **object);

/* Of an object or a part, from there on: bytes without a value are 0, with
 * SYMBYTE_UNSET. True: some have no value, or a symbolic one. Where some have
 * one on some inputs only, 'is_unsure' is set.
 */
bool driven_read (terms *, const object *, uint64_t at, uint32_t n,
                  uint8_t *bytes, symbyte *symbols, bool *is_unsure);

/* The same from the start, where such bytes stay terms (arranging.h). */
bool driven_read_all (terms *, const object *, uint32_t n, uint8_t *bytes,
                      symbyte *symbols, bool *is_unsure);
#define DRIVEN_MOST (UINT32_C (1) << 16) /* bytes that are looked at */

/* By names that other runs have. */
hash128 driven_digest (struct driven *, const naming *);
