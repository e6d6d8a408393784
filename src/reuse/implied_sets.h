#pragma once

/* What the rung "implied" keeps: sets of atoms with their answers, and the
 * domains of the atoms, each once.
 *
 * An atom is a step: a label and the number of a domain. The label is the
 * prefix where names are compared as they are, and a hash of its shape where
 * they are mapped (reuse/mapping.h); the indices (implied_cores.h,
 * implied_lists.h) need not know which.
 *
 * Sets are never changed or taken away; their owner throws the whole pool
 * away and makes a smaller one. A set of n atoms with e values takes
 * 24 + 8 n + 32 e bytes here, and 32 to 64 in the table of duplicates; a domain
 * some 100, once.
 */

#include "base/map.h"
#include "logic/atom.h"
#include "reuse/values.h"

typedef struct set_step {
  uint32_t label, domain;
} set_step;

/* Where a domain lies: words that keep the order of its ends, so that one
 * domain includes another only if its hull does.
 */
typedef struct hull {
  uint64_t low, high;
} hull;

typedef struct implied_set {
  uint32_t n;
  uint32_t hits;
  const values *values; /* of a satisfiable set, by increasing leaf; or NULL */
  set_step step[];      /* label: prefix; decreasing */
} implied_set;

typedef struct known_domain {
  const domain *domain;
  hull hull;
} known_domain;

typedef struct implied_sets {
  memory *mem;
  const terms *terms;
  arena data;
  VEC (known_domain) domain;
  map domain_of; /* hash -> number + 1 */
  VEC (implied_set *) set;
  map set_of; /* hash -> number + 1 */
} implied_sets;

hull hull_of (const domain *);

/* One bit of 64 for a label: sets of labels are compared by these first. */
static inline uint64_t label_bit (uint32_t label) {
  return (uint64_t) 1 << (label * 0x9e3779b97f4a7c15u >> 58);
}

void implied_sets_init (implied_sets *, memory *, const terms *);
void implied_sets_release (implied_sets *);

uint32_t implied_sets_intern (implied_sets *, const domain *);

/* Copies everything. False when the set is there already. The atoms may be in
 * any order, one for each prefix.
 */
bool implied_sets_add (implied_sets *, size_t n, const atom *, const values *,
                       uint32_t *number);

static inline atom step_atom (const implied_sets *s, set_step x) {
  return (atom) {{x.label}, s->domain.data[x.domain].domain};
}

/* A question, in the same terms: atoms by decreasing label, those of one
 * label together.
 */
typedef struct probe_atom {
  uint32_t label;
  uint32_t index; /* of whoever asks */
  term prefix;
  const domain *domain;
  hull hull;
} probe_atom;

typedef struct probe_group {
  uint32_t label, start, end;
  uint64_t max_low, min_high; /* an outer domain begins and ends there */
} probe_group;

typedef struct probe {
  size_t n, n_groups;
  probe_atom *atom;
  probe_group *group;
  uint64_t bits; /* of all labels */
} probe;

/* Sorts the atoms, whose hulls it fills in, and groups them. */
void probe_init (probe *, arena *, size_t n, probe_atom *);

/* Is a domain of the group inside of this one? */
bool probe_fits (const probe *, const probe_group *, const known_domain *outer);
