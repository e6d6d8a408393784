#pragma once

/* Where a proof is listed in a store, so that it is found by what a problem
 * has in common with it and not only by its whole form.
 *
 * Each prefix of a set has a label: by its names, or by its shape, in which
 * all leaves of one sort are alike (reuse/mapping.h). An unsatisfiable set is
 * listed under the rarest of its labels, since a problem that implies it has
 * them all; a satisfiable one under two, for a problem that it implies may
 * have any of them. Rare is what is large.
 *
 * An entry also says, in bits, which other labels the set has, and where the
 * domain of this prefix lies. So nearly all sets that do not answer a problem
 * are passed by without being read. An entry is a hint and needs no trust.
 *
 * Labels are the same in all runs of programs with the same kinds of terms.
 */

#include "logic/atom.h"
#include "solver/answer.h"

typedef enum listing_kind {
  LISTED_UNSAT_BY_NAME,
  LISTED_SAT_BY_NAME,
  LISTED_UNSAT_BY_SHAPE,
  LISTED_SAT_BY_SHAPE,
  N_LISTING_KINDS
} listing_kind;

static inline bool listing_is_by_shape (unsigned k) {
  return k == LISTED_UNSAT_BY_SHAPE || k == LISTED_SAT_BY_SHAPE;
}

static inline bool listing_is_sat (unsigned k) {
  return k == LISTED_SAT_BY_NAME || k == LISTED_SAT_BY_SHAPE;
}

#define LISTING_LABEL ((UINT64_C (1) << 56) - 1)

typedef struct listing {
  uint8_t kind;
  uint64_t label;     /* 56 bits */
  uint64_t bits;      /* one for each label of the set */
  uint64_t low, high; /* hull of the domain (reuse/implied_sets.h) */
  uint64_t digest;    /* first half of that of the record; not for put */
} listing;

/* Entries that one proof has at most. */
#define LISTINGS_MAX 3

typedef struct lister lister;

lister *lister_new (memory *, terms *);
void lister_free (lister *);

/* How a proved set is listed. The atoms are reduced; nothing for UNKNOWN.
 * Scratch space is in the arena.
 */
size_t lister_list (lister *, arena *, verdict, size_t n, const atom *,
                    listing out[LISTINGS_MAX]);

/* A problem: what it looks for in the lists of one kind. Labels one after the
 * other, those of equal label together. At most 2 n; in the arena.
 */
size_t lister_ask (lister *, arena *, listing_kind, size_t n, const atom *,
                   listing **out);

/* May the set of this entry answer a problem with this label? */
static inline bool listing_fits (const listing *entry, const listing *asked) {
  if (!listing_is_sat (entry->kind))
    return !(entry->bits & ~asked->bits) && entry->low <= asked->low &&
           entry->high >= asked->high;
  return !(asked->bits & ~entry->bits) && entry->low >= asked->low &&
         entry->high <= asked->high;
}
