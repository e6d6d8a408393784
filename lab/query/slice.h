#pragma once

/* Independent slices, kept incrementally.
 *
 * A partition groups the constraints of a path into connected components of
 * constraints that share leaves (term/leaves.h; a whole array touches all of
 * its elements). It is persistent: adding a constraint gives a new partition
 * that shares everything with the old one, so a fork is a pointer copy, and
 * a path that backtracks goes on with the partition it had.
 *
 * Cost: adding a constraint with k leaves takes O(k log n) steps; asking for
 * the slice of a constraint takes time in the size of that slice. The first
 * use of a whole array also visits its elements seen so far.
 */

#include "term/model.h"

typedef struct slices slices;       /* the owner of all partitions */
typedef struct partition partition; /* one version; immutable */

slices *slices_new (memory *, terms *);
void slices_free (slices *); /* and all partitions */

const partition *partition_empty (slices *);

/* A constraint that is there already gives back the same partition. */
const partition *partition_add (slices *, const partition *, term constraint);

/* The constraints connected to the leaves of 't', in the order in which they
 * were added; 'out' is cleared first. 't' itself need not be among them.
 */
void partition_slice (slices *, const partition *, term t, term_vec *out);

/* Steps made so far: lookups and changes of the persistent map, and
 * constraints listed.
 */
uint64_t slices_steps (const slices *);
