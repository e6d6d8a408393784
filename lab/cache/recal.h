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
 * Variables are numbered by Algorithm 1 of the paper (recal_order), or by
 * logic/form.h, which is complete. Clauses are those of the reduced slice, so
 * redundant ones are gone, and coefficients are divided by their gcd.
 *
 * Paper: Aquino et al., "Reusing constraint proofs in program analysis",
 * sections 2.2, 2.4 and 3.
 */

#include "lab/cache/texts.h"
#include "reuse/rung.h"

typedef enum clause_relation {
  CLAUSE_LE,
  CLAUSE_NE,
  CLAUSE_OPAQUE
} clause_relation;

/* Of one variable; in an opaque clause, which of its variables it is, from 1 in
 * the order of the text.
 */
typedef struct recal_coefficient {
  uint32_t variable;
  num value;
} recal_coefficient;

typedef struct recal_clause {
  clause_relation relation;
  num constant;
  const char *sum; /* coefficients by number of variable; an opaque clause is
                      all here */
} recal_clause;

/* The same as a row of a matrix. */
typedef struct recal_row {
  size_t n;
  const recal_coefficient *coefficient;
  const char *shape; /* of an opaque clause: without its variables; else "" */
} recal_row;

typedef struct clauses {
  size_t n;
  const recal_clause *clause;
  bool is_complete; /* every atom could be written */
  const recal_row *row;
} clauses;

/* Of the reduced problem, which must not be unsatisfiable; in the arena of
 * the bench.
 */
void clauses_of (problem *, memory *, clauses *out);

/* The same with these leaves as variables 0, 1, ...: not those of the form. */
void clauses_over (problem *, memory *, size_t n, const term *leaf,
                   clauses *out);

/* Algorithm 1: in which order the variables of the clauses stand in their
 * canonical form, those that occur. The clauses are a matrix, one row each;
 * what is not linear is a row with its shape as comparison operator and the
 * places of its variables as coefficients.
 *
 * Phase 4 tries all permutations of variables that phases 1 to 3 leave open
 * (rows are then sorted, which is the greatest of theirs). Where these are more
 * than RECAL_MOST, or 'phases' is 3, the order is what phase 3 left: as in the
 * prototype that was measured. False: this happened.
 */
#define RECAL_MOST 5040
bool recal_order (memory *, const clauses *, unsigned phases, size_t n_vars,
                  u32_vec *out);

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

/* As published: variables by Algorithm 1. */
rung *rung_new_recal (const rung_site *);

/* With complete canonical forms. Without the search for stricter and weaker
 * ones: the paper's Recal-.
 */
rung *rung_new_recal_complete (const rung_site *);
rung *rung_new_recal_equal (const rung_site *);
