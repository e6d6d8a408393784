#pragma once

/* Programs executed as Symbolic PathFinder did when the papers' tables were
 * made, on our machine:
 *
 *   - integers are mathematical ones (lab/tables/integers.h);
 *   - every conditional about something symbolic costs two queries, also when
 *     it compares a symbol with itself; the side that jumps is asked first;
 *   - depth first, the side that falls through first. As in bytecode made by
 *     javac that is the code that follows the test;
 *   - only decisions with two possible sides belong to the path condition and
 *     count for the depth;
 *   - a symbol whose name ends in '#' gets a number that is never given back,
 *     "x#" becomes x_7_SYMINT: published canonical forms depend on names.
 *
 * Our ladder is asked the same: but one side of every conditional holds under
 * the path's own values (its witness) and needs no asking, nor does a side that
 * a test of a version before takes.
 */

#include "lab/tables/asker.h"
#include "lab/tables/specimen.h"
#include "lab/tables/spf_tree.h"

typedef struct spf_counts {
  uint64_t queries; /* n0: sides of conditionals */
  uint64_t solved;  /* calls of a solver */
  uint64_t paths, cut;
  unsigned forks;    /* on the path that has most */
  uint64_t states;   /* sides of conditionals that were looked at, and two */
  uint64_t time;     /* of the processor, ns; without compiling */
  uint64_t asking;   /* of it, for answers; in runs with a budget */
  uint64_t reading;  /* for making expressions of what the machine knows */
  uint64_t building; /* of asking, for making those of the solver */
  uint64_t loading;  /* before: reading the program */
} spf_counts;

/* The tree, if any, is what earlier runs left; this one adds to it. Who wants
 * to leave something out has called spf_tree_open.
 *
 * Trouble in the context when the subject cannot be loaded, or does something
 * that has no meaning over integers.
 */
status spf_run (lab *, const specimen *, asker *, spf_tree *, spf_counts *out);

/* The same until the time of the processor is up. */
typedef struct spf_budget {
  uint64_t time; /* ns */
  void *owner;
  void (*ended) (void *, const spf_counts *); /* a path; time is known */
} spf_budget;
status spf_run_within (lab *, const specimen *, asker *, const spf_budget *,
                       spf_counts *out);
