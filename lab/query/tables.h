#pragma once

/* Constant tables, recognised.
 *
 * Symbolic executors write a constant array of the program as an array
 * variable and one equation per element:
 *
 *     t[0] = 7, t[1] = 9, ..., t[511] = 0,  t[i + j] <= 3
 *
 * Five hundred conjuncts that say nothing about the path. Where an array has
 * enough such equations and is also read in another way, it is replaced by a
 * TABLE term: the same array with the constants in place. The equations are
 * then facts about elements that occur nowhere else: they leave the query,
 * and complete its model. The result is equivalent to what came in.
 */

#include "term/model.h"

typedef struct tables tables; /* remembers the last query */

tables *tables_new (memory *, terms *);
void tables_free (tables *);

/* One term per constraint: the same one, the one with tables in place, or
 * TERM_TRUE for an equation that became a fact. Borrowed until the next call.
 * Cost: one comparison for each constraint that this query has in front as
 * the last one had, a few loads for one that occurred before.
 */
const term_vec *tables_apply (tables *, size_t n, const term *constraint);

/* About the last call: give the facts to a model of what came out, which makes
 * it a model of what came in.
 */
void tables_complete (const tables *, model *);

/* The facts themselves, as constraints; part of every core that uses a
 * constraint that was changed.
 */
const term_vec *tables_facts (const tables *);
