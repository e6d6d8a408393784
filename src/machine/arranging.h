#pragma once

/* Two versions may have a struct in different layouts. Their answers are
 * compared by the names of members; one that only one version has is its own
 * business, as a global is.
 */

#include "machine/outcome.h"
#include "program/datatype.h"

typedef enum arranged {
  ARRANGED_AS_IT_IS, /* no other layout, or none is known */
  ARRANGED_BY_NAME,  /* 'part' is another one now */
  ARRANGED_NOT       /* its members have other types: nobody can compare */
} arranged;

/* The part of the old version in the layout of that of the new one. In the
 * arena, and borrowed.
 */
arranged outcome_arrange (arena *, const datatypes *now,
                          const datatypes *before, const outcome_part *like,
                          outcome_part *part);

/* Has a struct that both name other places for its members? */
bool layouts_differ (const datatypes *, const datatypes *);
