#pragma once

/* What is known of a bit-vector term's value without looking at the path:
 * bits that are always 0 or 1, and unsigned and signed intervals. Cached in
 * the table; each term costs one visit. Only widths up to 64 are analysed;
 * wider terms know nothing.
 */

#include "term/term.h"

typedef struct bounds {
  uint64_t zeros, ones; /* bits known to be 0, known to be 1 */
  uint64_t min, max;    /* unsigned */
  int64_t smin, smax;   /* signed reading */
} bounds;

/* 't' is a bit-vector of at most 64 bits. Never builds terms. */
bounds term_bounds (terms *, term t);

void bounds_free (terms *);
