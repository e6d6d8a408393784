#pragma once

/* Replace terms by terms, everywhere below a term, at the same time.
 *
 * What was replaced once is remembered until the next change of the mapping,
 * so applying it to many terms that share much costs each node once. Without
 * recursion.
 */

#include "term/term.h"

typedef struct substitution substitution;

substitution *substitution_new (memory *, terms *);
void substitution_free (substitution *);
void substitution_clear (substitution *); /* the empty mapping */

/* Both must have one sort. What 'to' contains is not replaced again. */
void substitution_set (substitution *, term from, term to);

term substitution_apply (substitution *, term);
