#ifndef SUPPORT_RELATED_H
#define SUPPORT_RELATED_H

/* Related queries: each is mutated from an earlier one by adding, dropping,
 * weakening, strengthening, renaming and permuting atoms, which is where a
 * cache can be wrong. Inputs are few, so brute force knows every answer.
 */

#include "generate.h"

#include <stdbool.h>
#include <stdint.h>

#define RELATED_VARS 4
#define RELATED_MAX 8

/* Comparison of a small expression of two variables with a constant. */
typedef struct related_atom {
  uint8_t shape, op, x, y;
  int8_t c;
} related_atom;

typedef struct related_query {
  unsigned n;
  related_atom atom[RELATED_MAX];
} related_query;

/* Integers from -4 to 4, or bit-vectors of 3 bits. */
typedef struct related {
  generator gen;
  bool is_int;
  unsigned n_pool;
  related_query pool[64];
} related;

void related_next (related *, related_query *out);

/* The constraints, in order; integers also get their bounds (two more each).
 */
void related_terms (related *, const related_query *, memory *, term_vec *);

/* Is there a solution of the atoms whose bit is set? */
bool related_is_sat (const related *, const related_query *, unsigned mask);

#endif
