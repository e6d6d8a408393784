#ifndef REUSE_RUNG_H
#define REUSE_RUNG_H

/* A rung: one way to answer a problem without solving it.
 *
 * The ladder asks rungs from top to bottom until one answers; what a solver
 * then finds is told to all of them. Rungs propose, the ladder disposes: a
 * model is evaluated on the problem before it is used (law 1), so a rung may
 * propose any model; UNSAT a rung may say only on proof: the whole problem,
 * or all of a set that the problem implies, was proved before.
 */

#include "reuse/problem.h"
#include "solver/answer.h"

/* What a rung, or a solver, found. */
typedef struct finding {
  verdict verdict;
  model *model;    /* SAT: owned by the ladder, to be filled in by the rung;
                      values for the leaves of the problem */
  term_vec *core;  /* UNSAT: conjuncts of the problem that suffice; owned by
                      the ladder; left empty it means all of them */
  uint64_t budget; /* UNKNOWN: ns that did not suffice */
  const char *by;  /* who: "bits", "z3", or the name of a rung */
} finding;

typedef struct rung rung;

typedef struct rung_class {
  const char *name; /* as in the options and counters */
  void (*free) (rung *);

  /* VERDICT_UNKNOWN when it cannot tell. */
  verdict (*ask) (rung *, problem *, finding *out);

  /* A problem was answered below this rung. On UNSAT, 'core' is the problem
   * of its core (perhaps the problem itself), else NULL.
   */
  void (*learn) (rung *, problem *, problem *core, const finding *);

  size_t (*count) (const rung *); /* answers it holds */
} rung_class;

/* Every implementation begins with this. */
struct rung {
  const rung_class *class;
};

static inline void rung_free (rung *r) {
  if (r)
    r->class->free (r);
}

/* The rungs. */

rung *rung_new_native (memory *, bench *);    /* the same conjuncts */
rung *rung_new_exact (memory *, bench *);     /* the same canonical form */
rung *rung_new_implied (memory *, bench *);   /* domains included, native
                                                 names and mapped ones */
rung *rung_new_models (memory *, bench *);    /* models of nearby problems */
rung *rung_new_enumerate (memory *, bench *); /* all values, if few */
rung *rung_new_climb (memory *, bench *);     /* a local search */
rung *rung_new_green (memory *, bench *);     /* Green: order, rename, string */
rung *rung_new_ubtree (memory *, bench *);    /* KLEE's counterexample cache */
rung *rung_new_greentrie (memory *, bench *); /* L-Trie with its IPOG */
rung *rung_new_recal (memory *, bench *);     /* recal's inverted index */

#endif
