#pragma once

/* The ladder for whole queries, each after the other: those of a script, of a
 * log, of a program that links the library.
 *
 * A query is a list of constraints, asked to hold together. The answer
 * belongs to the constraints as they were given: the model satisfies them,
 * the core is a subset of them, whatever was simplified on the way.
 */

#include "ladder/oracle.h"
#include "store/store.h"

typedef struct query_ladder query_ladder;

/* Options, counters and phases are those of the context, which must outlive
 * the ladder; so must the table and the store, which may be NULL.
 */
query_ladder *query_ladder_new (context *, terms *, store *);
void query_ladder_free (query_ladder *);

/* 'time' is the budget of this query in ns, 0 = none. */
verdict query_ladder_ask (query_ladder *, size_t n, const term *constraint,
                          uint64_t time);

/* About the last query; borrowed until the next. */

const model *query_ladder_model (const query_ladder *); /* after SAT */
const term_vec *query_ladder_core (query_ladder *);     /* after UNSAT */
reason query_ladder_why (const query_ladder *);         /* after UNKNOWN */

/* From a signal handler or another thread. */
void query_ladder_interrupt (query_ladder *);

/* It in the place of the ladder: each question is a whole query. */
oracle *query_oracle_new (context *, terms *);
