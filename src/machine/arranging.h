#pragma once

/* Two versions may have a type in different layouts: members move, change their
 * width, become bit-fields. Their answers are compared by the names of members
 * and by their values; one that only one version has is its own business, as a
 * global is. Padding is nobody's. A member that only one version has written
 * is a difference.
 */

#include "machine/outcome.h"
#include "program/datatype.h"

typedef enum arranged {
  ARRANGED_AS_IT_IS, /* no type is known, or it says no more than the bytes */
  ARRANGED_BY_NAME,  /* both are other ones now: values, in one order */
  ARRANGED_NOT       /* nobody can compare */
} arranged;

/* Two parts that belong together, and the types of what they have. In the
 * arena, and borrowed. Either type may be NULL; so may the machine, of parts
 * that are evaluated.
 */
arranged outcome_arrange (machine *, arena *, const datatype *,
                          const datatype *before, outcome_part *,
                          outcome_part *part_before);

/* The part with zeros for bits that were never written: to be shown. */
outcome_part outcome_clean (machine *, arena *, const outcome_part *);

/* The type of a part; NULL: not known. */
const datatype *type_of_part (const datatypes *, const outcome_part *);

bool is_layout_same (const datatype *, const datatype *);
