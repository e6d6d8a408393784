#pragma once

/* Bit-vector terms read as terms over mathematical integers: sums and products
 * without end, comparisons by sign, extensions and truncations gone. This is
 * how the papers' tools see the arithmetic of a program. It is not sound for C,
 * where numbers wrap, and used for nothing but measuring those tools.
 */

#include "base/map.h"
#include "term/term.h"

typedef struct integers {
  memory *mem;
  const terms *from; /* bit-vectors */
  terms *to;         /* integers; another table */
  map done;          /* term of 'from' -> term of 'to' */
  term_vec todo;
} integers;

void integers_init (integers *, memory *, const terms *from, terms *to);
void integers_release (integers *);

/* Forget all terms and variables. */
void integers_clear (integers *);

/* The variable is this one. */
void integers_bind (integers *, term var, term integer);

/* A Bool. TERM_NONE: something has no meaning here, or a variable is not
 * bound. Linear in the terms not seen since the last clearing.
 */
term integers_read (integers *, term condition);
