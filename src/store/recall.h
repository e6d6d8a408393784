#pragma once

/* Rung implied with a store behind it: sets of other runs, so that what
 * follows from them needs no solver even when the program has changed.
 *
 * Sets are fetched when a problem comes that they may answer, found by the
 * lists of the store (store/listing.h), and are then kept beside those that
 * this run found. So opening a store costs nothing, however many
 * proofs it has, and a lookup costs the same in all.
 *
 * A set is an instance of a proved form, so UNSAT holds whatever the names
 * are, and models are evaluated before use; what the store does not believe
 * (--trust) is not fetched. Everything else is as in reuse/implied.h.
 *
 * Budgets: the newest RECALL_LIST entries of a list are read, once in a run;
 * at most RECALL_MAX sets are fetched for a problem, fewer while that does not
 * help.
 */

#include "reuse/implied.h"
#include "store/store.h"

#define RECALL_LIST 512
#define RECALL_MAX 8

/* Rung implied alone if there is no store, or one without lists. */
rung *rung_new_recalled (const rung_site *);
