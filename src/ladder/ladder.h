#pragma once

/* The ladder: who is asked, in which order, until a query is answered.
 *
 * A query is a list of constraints, asked to hold together. The answer
 * belongs to the constraints as they were given: the model satisfies them,
 * the core is a subset of them, whatever was simplified on the way.
 */

#include "ladder/oracle.h"
#include "store/store.h"

typedef struct ladder ladder;

/* Options, counters and phases are those of the context, which must outlive
 * the ladder; so must the table and the store, which may be NULL.
 */
ladder *ladder_new (context *, terms *, store *);
void ladder_free (ladder *);

/* 'time' is the budget of this query in ns, 0 = none. */
verdict ladder_ask (ladder *, size_t n, const term *constraint, uint64_t time);

/* One side of a branch. The slice is satisfiable, and has every constraint of
 * the path that shares inputs with the condition; the path's own model does
 * not satisfy the condition. SAT: 'found' gets values for the inputs of both.
 */
verdict ladder_side (ladder *, size_t n, const term *slice, term condition,
                     uint64_t deadline, model *found);

/* Who has proposals for the queries that are asked next, borrowed, may be
 * NULL; and the effort that they are worth, 0: any.
 */
void ladder_set_hints (ladder *, hints *, uint64_t effort);

/* The path's own model answered a query, or a test of the last run did: it is
 * counted.
 */
void ladder_note_witness (ladder *);
void ladder_note_suite (ladder *);

/* About the last query; borrowed until the next. */

const model *ladder_model (const ladder *); /* after SAT */
const term_vec *ladder_core (ladder *);     /* after UNSAT */
reason ladder_why (const ladder *);         /* after UNKNOWN */

/* From a signal handler or another thread. */
void ladder_interrupt (ladder *);
