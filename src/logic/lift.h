#ifndef LOGIC_LIFT_H
#define LOGIC_LIFT_H

/* Lifting: a slice of bit-vector atoms as an equivalent slice over integers,
 * when the slice's own bounds prove that nothing wraps.
 *
 *     c <u 10, d <u 10, zext (c) + zext (d) = 12      (bytes, 32-bit sum)
 *     C in [0, 9], D in [0, 9], C + D = 12            (integers)
 *
 * Every leaf (a variable or one element of an input array) of width n gets an
 * Int variable that runs over the shortest range with leaf = variable modulo
 * 2^n; a leaf that is small on both sides of zero is read as signed, others
 * as unsigned, unless a use of the leaf needs the other reading. The map from
 * leaves to variables is one to one between the solutions of the two slices:
 * the lifted slice is exactly as satisfiable.
 *
 * Lifted are sums, extensions, concatenations, and comparisons of those, as
 * long as the integer computed stays within one turn of the circle where its
 * value is used. Anything else makes the whole slice refused. Atoms over Bool
 * variables and over sums of Int variables stay as they are.
 *
 * Cost: linear in the terms looked at, of which there are at most LIFT_MAX,
 * for each reading that had to be changed.
 */

#include "logic/atom.h"

#define LIFT_MAX 1024

typedef struct lifted_leaf {
  term leaf; /* = var modulo 2^width */
  term var;  /* Int; named after the structural hash of the leaf */
  num low, high;
} lifted_leaf;

typedef struct lift {
  size_t n_atoms;
  atom *atom; /* not reduced */
  size_t n_leaves;
  lifted_leaf *leaf;
} lift;

/* The atoms must be reduced (logic/reduce.h). The result is in the arena.
 * False: refused, the result is not set.
 */
bool lift_atoms (terms *, arena *, memory *, size_t n, const atom *, lift *);

#endif
