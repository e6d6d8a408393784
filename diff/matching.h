#pragma once

/* Which parts of two answers belong together, and what of them is compared:
 * members by name, results as far as they go.
 */

#include "machine/versus.h"
#include "program/datatype.h"

/* versus_match (machine/versus.h). */
bool outcomes_match (machine *, const state *, arena *, outcome *now,
                     outcome *before, bool is_raw);

/* Has a struct that both name other places for its members? */
bool layouts_differ (const datatypes *, const datatypes *);
