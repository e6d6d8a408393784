#pragma once

/* Recal's search: formulas in canonical coordinates, found by their canonical
 * form or, through an inverted index over clauses, because they are stricter
 * (each clause asked is implied by one of theirs) or weaker.
 *
 * A clause is  sum <= constant  or  sum != constant ; an equation is two
 * clauses. One implies another when the coefficients are the same and either
 * all is the same or the first is "<=" with a smaller constant (section 2.2,
 * redundancy). What is not linear over integers is a clause that implies only
 * itself.
 *
 * Variables are numbered by logic/form.h, which is complete: this is what the
 * paper calls Recal+. Clauses are those of the reduced slice, so redundant
 * ones are gone, and coefficients are divided by their gcd.
 *
 * Paper: Aquino et al., "Reusing constraint proofs in program analysis",
 * sections 2.2 and 2.4.
 */

#include "lab/cache/texts.h"
#include "reuse/rung.h"

typedef enum clause_relation {
  CLAUSE_LE,
  CLAUSE_NE,
  CLAUSE_OPAQUE
} clause_relation;

typedef struct recal_clause {
  clause_relation relation;
  num constant;
  const char *sum; /* coefficients by number of variable; an opaque clause is
                      all here */
} recal_clause;

typedef struct clauses {
  size_t n;
  const recal_clause *clause;
  bool is_complete; /* every atom could be written */
} clauses;

/* Of the reduced problem, which must not be unsatisfiable; in the arena of
 * the bench.
 */
void clauses_of (problem *, memory *, clauses *out);

/* For clauses with the same sum. */
bool clause_implies (const recal_clause *, const recal_clause *);

typedef struct recal_posting {
  uint32_t formula;
  clause_relation relation;
  num constant;
  uint32_t seen; /* stamp of the last search that counted it */
} recal_posting;

typedef VEC (recal_posting) posting_vec;

typedef struct formula {
  uint32_t n_clauses; /* UINT32_MAX: not all of them are in the index */
  uint32_t stamp, hits;
} formula;

typedef struct clause_index {
  memory *mem;
  arena data;
  texts sums;
  VEC (posting_vec) postings; /* by sum */
  VEC (formula) formula;
  uint32_t stamp;
} clause_index;

void clause_index_init (clause_index *, memory *);
void clause_index_release (clause_index *);

/* Formulas are numbered from 0 in the order of insertion. */
void clause_index_add (clause_index *, const clauses *);

/* A formula such that each clause given is implied by one of its clauses; or
 * such that each of its clauses is implied by one given. UINT32_MAX if none.
 */
uint32_t clause_index_stricter (clause_index *, const clauses *);
uint32_t clause_index_weaker (clause_index *, const clauses *);

/* Without the search for stricter and weaker ones: the paper's Recal-. */
rung *rung_new_recal (const rung_site *);
rung *rung_new_recal_equal (const rung_site *);
