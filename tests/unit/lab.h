#ifndef UNIT_LAB_H
#define UNIT_LAB_H

/* A place to compare terms by exhaustive evaluation: a table, a few variables,
 * and the value of every term under every assignment of a list. Values are
 * made by value_apply alone; no arrays.
 */

#include "term/term.h"

typedef struct lab {
  memory mem;
  terms *ts;
  arena limbs;
  unsigned n; /* assignments */
  VEC (uint64_t *) rows;
  term_vec pool;
  uint64_t seed;
} lab;

/* Variables x, y of 'width' bits (0: integers from -3 to 3) and Bools p, q.
 * Up to 4 bits all assignments are in the list, above a sample.
 */
void lab_init (lab *, unsigned width);
void lab_release (lab *);

uint64_t lab_random (lab *);
unsigned lab_below (lab *, unsigned n); /* a number below n */

const uint64_t *lab_values (lab *, term);
bool lab_same (lab *, term, term); /* under all assignments */

/* Fill the pool with variables, constants and terms over them: 'rounds' times
 * 'per_round' applications of random kinds to terms of the pool. They are not
 * simplified.
 */
void lab_grow (lab *, unsigned rounds, unsigned per_round);

/* A random draft over the pool, well-sorted, in canonical argument order and
 * not foldable; false when the dice were bad.
 */
bool lab_draft (lab *, kind, draft *);

#endif
