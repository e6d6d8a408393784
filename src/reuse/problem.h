#pragma once

/* A problem: one slice to be answered, seen in the ways that rungs need.
 *
 * A problem is a set of conjuncts. What costs something is computed when a
 * rung first asks for it and kept for the others: atoms, their reduction, the
 * canonical form. A 'bench' holds the work space and what outlives a problem
 * (the atom of each conjunct is computed once per run).
 *
 * Everything a problem hands out lives until the bench is cleared, which the
 * ladder does between queries. Not thread-safe.
 */

#include "logic/form.h"
#include "logic/reduce.h"
#include "reuse/hints.h"
#include "term/eval.h"

typedef struct bench bench;

bench *bench_new (memory *, terms *);
void bench_free (bench *);
void bench_clear (bench *); /* all problems and what they handed out */

memory *bench_memory (const bench *);
terms *bench_terms (const bench *);
arena *bench_arena (bench *); /* for what may go with the query */
evaluator *bench_evaluator (bench *);

typedef struct problem problem;

/* The query that is asked, as far as it concerns more than one problem. Who
 * asks sets it; all is borrowed.
 */
typedef struct asking {
  const model *witness; /* of the path so far; NULL: none */
  hints *hints;         /* NULL: none */
  uint64_t effort;      /* of a solver, see backend.h; 0: no limit */
  bool insists;         /* the time that failed before is spent again */
  size_t n_coming;      /* problems that may be asked next: what is far away */
  problem *const *coming; /* looks for them together */
} asking;

asking *bench_asking (bench *);

struct problem {
  bench *bench;
  size_t n;
  const term *constraint; /* increasing ids, none twice, none constant */
  const term *given;      /* the same in the order of the path */
  hash128 key;            /* native: of names and structure, any order */

  /* private: NULL until asked for */
  const atom *atom;
  const reduction *reduced;
  const form *form;
  const term *leaf;
  size_t n_leaves;
};

/* The conjuncts are copied, each once. */
problem *problem_new (bench *, size_t n, const term *);

/* One atom per conjunct, in the order of 'constraint'. */
const atom *problem_atoms (problem *);

/* The atoms reduced (logic/reduce.h), with known values put in. If this is
 * unsatisfiable, the conjuncts of its core are.
 */
const reduction *problem_reduced (problem *);

/* Canonical form of the reduction; not asked of an unsatisfiable one. */
const form *problem_form (problem *);

/* All leaves of the conjuncts, by increasing id. */
const term *problem_leaves (problem *, size_t *n);

/* What was computed so far is as it is said above. */
bool problem_is_valid (const problem *);

/* Does the model satisfy all conjuncts? Evaluated, never assumed. */
bool problem_holds (problem *, const model *);
