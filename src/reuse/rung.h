#pragma once

/* A rung: one way to answer a problem.
 *
 * The ladder asks rungs from top to bottom until one answers; the last one is
 * a solver. What was found is told to all rungs above the one that found it.
 * Rungs propose, the ladder disposes: a model is evaluated on the problem
 * before it is used (law 1), so a rung may propose any model; UNSAT a rung may
 * say only on proof: the whole problem, or all of a set that the problem
 * implies, was proved before.
 *
 * Which rungs there are, and all that the ladder must know of one, is a row of
 * context/rungs.def.
 */

#include "reuse/problem.h"
#include "solver/answer.h"

struct checker;
struct context;
struct store;

/* What a rung found. */
typedef struct finding {
  verdict verdict;
  model *model;      /* SAT: owned by the ladder, to be filled in by the rung;
                        values for the leaves of the problem */
  term_vec *core;    /* UNSAT: conjuncts of the problem that suffice; owned by
                        the ladder; left empty it means all of them */
  uint64_t deadline; /* given by the ladder; 0: none */
  uint64_t failed;   /* ns that did not suffice before */
  uint64_t budget;   /* ns that did not suffice now */
  reason why;        /* UNKNOWN of the last rung */
  const char *by;    /* who: "bits", "z3", or the name of a rung */
} finding;

typedef struct rung rung;

/* What is not there (NULL) is not needed: only 'free' and 'ask' must be. */
typedef struct rung_class {
  void (*free) (rung *);

  /* VERDICT_UNKNOWN when it cannot tell. */
  verdict (*ask) (rung *, problem *, finding *out);

  /* A problem was answered below this rung. On UNSAT, 'core' is the problem
   * of its core (perhaps the problem itself), else NULL.
   */
  void (*learn) (rung *, problem *, problem *core, const finding *);

  /* Has it nothing to say, whatever the problem is? Then it is not asked. */
  bool (*is_idle) (rung *, problem *, finding *out);

  /* Is the answer there for nothing? Then it is taken although it rests. */
  bool (*is_ready) (rung *, const problem *);

  /* From a signal handler: all that is asked ends soon, until it is resumed. */
  void (*interrupt) (rung *);
  void (*resume) (rung *);

  size_t (*count) (const rung *); /* answers it holds */
} rung_class;

/* Every implementation begins with this. */
struct rung {
  const rung_class *class;
};

/* Where a rung is made: what it may use, all borrowed. Those in reuse/ need no
 * more than the first two.
 */
typedef struct rung_site {
  memory *mem;
  bench *bench;
  struct context *context;
  struct checker *checker;
  struct store *store; /* or NULL */
  bool is_fresh;       /* a solver knows nothing of earlier problems */
} rung_site;

static inline void rung_free (rung *r) {
  if (r)
    r->class->free (r);
}

/* A rung that keeps nothing, and the 'free' of its class. */
rung *rung_new_bare (const rung_site *, const rung_class *);
void rung_free_bare (rung *);

/* The rungs of this folder, by their names in context/rungs.def. */

rung *rung_new_witness (const rung_site *);
rung *rung_new_native (const rung_site *);
rung *rung_new_reduce (const rung_site *);
rung *rung_new_exact (const rung_site *);
rung *rung_new_implied (const rung_site *);
rung *rung_new_models (const rung_site *);
rung *rung_new_suite (const rung_site *);
rung *rung_new_enumerate (const rung_site *);
rung *rung_new_climb (const rung_site *);

/* Of lab/boxes. */
rung *rung_new_boxes (const rung_site *);
