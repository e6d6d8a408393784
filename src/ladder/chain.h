#ifndef LADDER_CHAIN_H
#define LADDER_CHAIN_H

/* The chain of rungs that answer one problem: asks them from top to bottom,
 * evaluates what they propose, tells them what was found below.
 *
 * A rung that answers too little for what it costs rests: it is judged over a
 * window of problems, rests longer each time it fails, and wakes up again,
 * since programs have phases.
 */

#include "ladder/oracle.h"
#include "ladder/presets.h"
#include "ladder/solving.h"
#include "reuse/rung.h"
#include "store/store.h"

typedef struct chain chain;

/* The store may be NULL; it is borrowed. */
chain *chain_new (context *, bench *, const preset *, store *);
void chain_free (chain *);

/* The model that rung witness tries; borrowed, may be NULL. */
void chain_set_witness (chain *, const model *);

/* Who has proposals for rung suite; borrowed, may be NULL. */
void chain_set_hints (chain *, hints *);

/* Problems that are asked next, until they are said anew; borrowed. A rung far
 * away looks for them together.
 */
void chain_expect (chain *, size_t n, problem *const *);

/* Answers the problem; notes the lowest rung that was needed in '*by'. */
verdict chain_answer (chain *, problem *, uint64_t deadline, finding *,
                      rung_kind *by);

reason chain_why (const chain *);

/* Problems are unknown from now on unless a rung knows them, until it is
 * resumed.
 */
void chain_interrupt (chain *);
void chain_resume (chain *);

#endif
