#pragma once

/* A small incremental SAT kernel: conflict-driven clause learning in the
 * manner of MiniSat (Een and Sorensson, SAT 2003), made for thousands of
 * small related questions. Two things set it apart:
 *
 * 1. Active variables. Only variables that the caller has activated for the
 *    current question are decided or propagated. The answer is SAT as soon
 *    as all of them have values and no clause is false. Why this is sound:
 *    the caller's clauses are definitions of variables by others (gates) or
 *    hold for every value of the inputs after extension (array congruence),
 *    and the active set is closed: with a defined variable the variables of
 *    its definition are active. All definitions in the closed set are then
 *    satisfied, and evaluating all other gates from their inputs extends
 *    the assignment to all variables. Learned clauses follow from the rest.
 *
 * 2. The trail is kept, all of it. A question often is one that was answered
 *    SAT plus one more assumption; if that happens to hold under the last
 *    assignment, only what is new is propagated and decided. Otherwise each
 *    assumption has a decision level of its own, and the levels of the
 *    common prefix survive.
 *
 * Both weaken the usual watch invariant: a clause may be unit without the
 * last literal being assigned (it was inactive, or the clause came when the
 * trail was there already). What remains is enough: when the second watched
 * literal becomes false the clause is visited, so no false clause is missed.
 */

#include "solver/guard.h"
#include "solver/lit.h"

typedef struct sat sat;

/* Life cycle. */

sat *sat_new (memory *);
void sat_free (sat *);

/* Forget all variables from 'n_vars' on, every clause with one of them, all
 * learned clauses among those, and the trail. Linear in the clauses.
 */
void sat_shrink (sat *, uint32_t n_vars);

/* Questions. */

/* Give up the trail. Phases set after this are what is decided next. */
void sat_unwind (sat *);

/* Variables come into being by being mentioned. 'first' variables are
 * decided before others while nothing is known (inputs of a circuit).
 */
void sat_activate (sat *, uint32_t var, bool first);
void sat_deactivate (sat *, uint32_t var);

/* A clause for good; the literals are different variables, none constant. */
void sat_add (sat *, size_t n, const lit *);

/* UNKNOWN when the guard stops or after 'conflicts' conflicts, or as much work
 * as those take in a small circuit. All
 * variables of the assumptions are active.
 */
verdict sat_solve (sat *, size_t n, const lit *assumption, uint64_t conflicts,
                   guard *);

/* After SAT: the value of an active variable's literal. Others are open and
 * give false for both literals, or are known by implication.
 */
bool sat_value (const sat *, lit);

/* After UNSAT: assumptions that cannot hold together. */
const lit_vec *sat_failed (const sat *);

/* The value to try first when the variable is next decided. */
void sat_set_phase (sat *, lit);

/* A variable whose value is the same in every answer: its true literal, else
 * LIT_FALSE.
 */
lit sat_fixed (const sat *, uint32_t var);

uint64_t sat_conflicts (const sat *); /* since the beginning */
uint64_t sat_clauses (const sat *);   /* added since the beginning */

/* Debugging: watches, trail, heap and counters agree. Linear. */
bool sat_is_valid (const sat *);
