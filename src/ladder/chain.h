#pragma once

/* The chain of rungs that answer one problem: asks them from top to bottom,
 * evaluates what they propose, tells them what was found below.
 *
 * A rung that answers too little for what it costs rests: it is judged over a
 * window of problems, rests longer each time it fails, and wakes up again,
 * since programs have phases.
 */

#include "ladder/presets.h"
#include "store/store.h"

typedef struct chain chain;

/* The store may be NULL; it is borrowed. */
chain *chain_new (context *, bench *, const preset *, store *);
void chain_free (chain *);

/* Answers the problem of the query that 'bench_asking' tells about. The caller
 * sets model, core and deadline of the finding; '*by' is the lowest rung that
 * was needed.
 */
verdict chain_answer (chain *, problem *, finding *, rung_kind *by);

/* Problems are unknown from now on unless a rung knows them, until it is
 * resumed.
 */
void chain_interrupt (chain *);
void chain_resume (chain *);
