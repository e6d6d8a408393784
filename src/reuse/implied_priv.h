#pragma once

/* Rung implied from inside: implied.c keeps sets, implied_find.c looks for
 * them.
 */

#include "reuse/implied.h"
#include "reuse/implied_cores.h"
#include "reuse/implied_lists.h"
#include "reuse/mapping.h"

/* A set made ready for mapping. */
typedef struct mappable {
  uint32_t set, n;
  const set_step *step;   /* label: of the shape; decreasing */
  const uint32_t *prefix; /* of each step */
} mappable;

typedef struct implied {
  rung base;
  memory *mem;
  bench *bench;
  mapper *mapper;
  bool maps;
  size_t max_sets;
  unsigned budget;                   /* 0: the usual ones */
  unsigned core_budget, list_budget; /* with mapping, now */
  implied_stat stat;

  implied_sets sets;
  implied_cores cores, mapped_cores;
  implied_lists lists, mapped_lists;
  VEC (mappable) mappable;
  VEC (variant) pattern; /* of a stored set, for the mapper */
} implied;

/* A question, in its three readings. */
typedef struct question {
  implied *rung;
  size_t n;
  const atom *atom;
  probe native, mapped;
  size_t n_variants;
  variant *variant;
  unsigned steps;
  uint32_t found; /* set */
} question;

static inline terms *implied_terms (const implied *x) {
  return bench_terms (x->bench);
}
static inline arena *implied_scratch (const implied *x) {
  return bench_arena (x->bench);
}

/* The atoms are borrowed; the rest lives in the scratch arena. */
void question_init (question *, implied *, size_t n, const atom *);

/* Is there a set that decides it: as names are, or with leaves renamed? Leaves
 * it in 'found'.
 */
bool question_find_core (question *); /* UNSAT, implied by the question */
bool question_find_list (question *); /* SAT, implies the question */
bool question_find_mapped_core (question *);
bool question_find_mapped_list (question *);

/* All four: SAT with the values of the set in the model, UNSAT with the atoms
 * that were used, or unknown.
 */
verdict question_answer (question *, model *, const uint32_t **used,
                         size_t *n_used);
