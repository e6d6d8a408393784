#pragma once

/* The ladder: who is asked, in which order, until a question about a path is
 * answered.
 */

#include "ladder/oracle.h"
#include "store/store.h"

/* What the preset says: rungs, or who answers in their place. Options, counters
 * and phases are those of the context, which must outlive it; so must the table
 * and the store, which may be NULL.
 */
oracle *ladder_new (context *, terms *, store *);
