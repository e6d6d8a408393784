#pragma once

/* What the techniques share. Nobody else includes this.
 *
 * The front end (technique.c) takes the given constraints apart into parts:
 * distinct conjuncts that are neither constant nor complements of each other.
 * A technique sees only parts; cores are mapped back by the front end, which
 * also has every answer checked.
 */

#include "base/map.h"
#include "context/phases.h"
#include "lab/technique/technique.h"
#include "solver/checker.h"

#include <stdatomic.h>

typedef struct query {
  term_vec part;
  u32_vec origin; /* of each part, its position among the constraints */
  map at;         /* part id -> position + 1 */
  uint64_t deadline;
} query;

typedef struct technique_class {
  void *(*open) (technique *);
  void (*close) (technique *, void *state);

  /* On SAT the model is in t->model, on UNKNOWN the reason in t->why. */
  verdict (*check) (technique *, void *state, const query *);

  /* After UNSAT: parts whose conjunction is unsatisfiable, appended. */
  void (*core) (technique *, void *state, const query *, term_vec *out);

  /* A model was wrong: believe no answer of the past. NULL: none is kept. */
  void (*forget) (void *state);
} technique_class;

extern const technique_class technique_baseline, technique_caching,
    technique_caching_opt, technique_stack;

struct technique {
  technique_config config;
  const technique_class *class;
  void *state;
  checker *checker;
  query query;
  term_vec given;

  verdict verdict;
  reason why;
  const char *by;
  bool has_run; /* a backend, for this query */
  model *model;
  term_vec core;
  bool has_core;

  backend *fresh[BACKEND_Z3 + 1]; /* by kind; reset before each use */
  backend *last;                  /* gave the last answer */

  backend *_Atomic running;
  atomic_bool is_interrupted;
};

/* Around the search for slices. */
static inline void slicing_start (technique *t) {
  if (t->config.phases)
    phase_start (t->config.phases, PHASE_SLICE);
}

static inline void slicing_stop (technique *t) {
  if (t->config.phases)
    phase_stop (t->config.phases, PHASE_SLICE);
}

/* The backend for terms: as configured, or bits if it knows them all. */
backend_kind technique_choose (technique *, size_t n, const term *);

backend *technique_open_backend (technique *, backend_kind, bool share);

/* Check what the backend has got; notes who answered and why not. */
verdict technique_run (technique *, backend *, uint64_t deadline);

/* A solver that knows nothing gets the terms. Values of their leaves are
 * added to 'out' on SAT; t->last has the core on UNSAT.
 */
verdict technique_solve_fresh (technique *, backend_kind, size_t n,
                               const term *, uint64_t deadline, model *out);

/* Should what bits could not answer be asked of Z3? */
bool technique_may_retry (const technique *, backend_kind, verdict);

/* How far a path of parts can stay for a query, and which parts come next on
 * it, in the order in which they should: what is new in the path before what
 * is only asked.
 */
size_t technique_follow (technique *, const term_vec *path, const query *,
                         term_vec *missing);

/* Copy the values of the leaves of the terms. */
void technique_take_values (technique *, size_t n, const term *,
                            const model *from, model *to);

/* Answers of slices, found by the whole set of terms. */

typedef struct cached {
  uint32_t next; /* with the same hash, + 1 */
  uint32_t n;
  term *key; /* increasing ids */
  verdict verdict;
  model *model;  /* SAT */
  term_vec core; /* UNSAT; empty: the key */
} cached;

typedef struct slice_cache {
  memory *mem;
  VEC (cached) entry;
  map heads; /* hash -> position + 1 */
  term_vec key;
  uint32_t unsat; /* entry that made the last query UNSAT, + 1 */
} slice_cache;

slice_cache *answers_new (memory *);
void answers_free (slice_cache *);
void answers_forget (slice_cache *); /* all of them */

/* Answer all slices, which end at 'ends', each from the cache or by a fresh
 * solver, whose answer is cached unless it is unknown: UNSAT if one is. On SAT
 * the values of their leaves are added to t->model.
 */
verdict answers_solve_all (technique *, slice_cache *, const term_vec *,
                           const u32_vec *ends, uint64_t deadline);

/* The core of the slice that was UNSAT. */
void answers_core (technique *, slice_cache *, term_vec *out);
