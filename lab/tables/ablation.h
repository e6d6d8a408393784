#pragma once

/* Ablation: the hybrid's ladder without some of its rungs, or with only some.
 */

#include "context/context.h"
#include "lab/tables/table.h"

/* By --without and --only, lists of names of rungs that an option can switch
 * off. Trouble in the context for a name that is none of them.
 */
status ablation_apply (context *);

/* What was left out, as a note below the table; none if nothing was. */
void ablation_note (const context *, table *);
