#pragma once

/* What happens to a query before anybody is asked: conjunctions are taken
 * apart, constant tables put in place, what is trivial dropped. And on the
 * way back: models are completed, cores are put in terms of the constraints
 * that were given.
 */

#include "solver/answer.h"

typedef struct front front;

front *front_new (memory *, terms *);
void front_free (front *);

/* Take a query. VERDICT_SAT or VERDICT_UNSAT when nothing is left to ask. */
verdict front_take (front *, size_t n, const term *constraint);

/* The same query without tables. */
void front_drop_tables (front *);

/* What is left to ask: different conjuncts, none constant. */
const term_vec *front_asked (const front *);

/* Are there facts of tables that a model of what was asked does not know?
 * Then this makes it one of the constraints.
 */
bool front_has_facts (const front *);
void front_complete (const front *, model *);

/* Was that right? The constraints that tables changed are evaluated; of the
 * others none is about a fact.
 */
bool front_completes (front *, const model *);

/* The constraints behind some of what was asked; 'core' NULL: behind what
 * made front_take answer UNSAT. Each once; borrowed until the next call.
 */
const term_vec *front_core (front *, const term_vec *core);
