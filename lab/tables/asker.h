#pragma once

/* Who answers the queries of a measurement: a solver alone, one of the
 * published caches over a solver that knows nothing, one of the five published
 * ways to use a solver, or our ladder.
 *
 * An asker has a table of terms of its own and outlives the runs of several
 * versions, like the store that a paper keeps between them. In the table of a
 * published technique terms stay as they are written; ours simplifies.
 */

#include "lab/tables/lab.h"
#include "solver/answer.h"
#include "term/model.h"

typedef enum asker_kind {
  ASK_PLAIN,     /* the solver: n0 */
  ASK_GREEN,     /* n1 */
  ASK_KLEE,      /* n2: as the GreenTrie paper made it */
  ASK_GREENTRIE, /* n3 */
  ASK_HYBRID,
  N_ASKERS,                   /* above: the columns of the GreenTrie paper */
  ASK_RECAL_EQUAL = N_ASKERS, /* Recal-: the same canonical form */
  ASK_RECAL,                  /* Recal+: stricter and weaker ones too */
  ASK_BASELINE,               /* solver/technique.h, over Z3 */
  ASK_CACHING,
  ASK_CACHING_OPT,
  ASK_STACK,
  ASK_STACK_OPT
} asker_kind;

typedef struct asker asker;

asker *asker_new (lab *, asker_kind);
void asker_free (asker *);

/* The same with a proof store in a directory of its own, for hybrid: others are
 * as they are without. Trouble in the context, and NULL, if there can be none.
 */
asker *asker_new_stored (lab *, asker_kind);

asker_kind asker_of (const asker *);
terms *asker_terms (const asker *);

/* Is the slice to be all of the path? The five techniques do their own. */
bool asker_wants_path (const asker *);

/* Can the condition hold together with the slice, which is satisfiable and has
 * all constraints that share variables with it? SAT of the ladder: 'found' has
 * values for both.
 */
verdict asker_ask (asker *, size_t n, const term *slice, term condition,
                   model *found);

/* A number that no other symbol has got. Not given back on backtracking. */
unsigned asker_number_symbol (asker *);

/* As in a new process that finds the old one's answers: numbers start again,
 * tests are forgotten. Hybrid with a store has nothing left but that: terms,
 * solvers, and which rungs rest, are new.
 */
void asker_restart (asker *);

/* Tests: values of the paths of one run, for the next ones. The models are the
 * asker's own. Those that a run keeps are there after 'asker_turn_suite'.
 */
void asker_keep_test (asker *, const model *);
void asker_forget_tests (asker *);
size_t asker_suite (const asker *, model *const **);
void asker_turn_suite (asker *);

uint64_t asker_solved (const asker *); /* calls of a solver so far */

/* Of a technique: ns for making a solver's expressions so far. */
uint64_t asker_build_time (const asker *);

/* From now on what is asked is measured, too; or NULL. */
struct node_count;
void asker_watch (asker *, struct node_count *);
