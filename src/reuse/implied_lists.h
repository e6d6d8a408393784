#ifndef REUSE_IMPLIED_LISTS_H
#define REUSE_IMPLIED_LISTS_H

/* Index for the question "is there a set that implies all these atoms?"
 *
 * For each label a shelf of domains, and for each of those the sets that have
 * this atom. A question is begun at the atom with the fewest sets, as far as
 * a glance can tell; each set then is a word with 32 bits for its labels, and
 * few are looked at in full. Sets are tried from the last of a list to its
 * first; one that served goes to the end.
 *
 * A question whose labels are not all known costs one lookup. Otherwise looks
 * at domains and sets cost a part of a budget, since a set may have many more
 * atoms than the question and no order helps.
 */

#include "reuse/implied_shelf.h"

typedef VEC (uint64_t) posting_vec; /* bits << 32 | member */

typedef struct list_member {
  const step *step; /* decreasing label */
  uint32_t n, id;
} list_member;

typedef struct list_root {
  uint32_t shelf;
  uint32_t n_postings;
} list_root;

/* Private. */
typedef struct implied_lists {
  memory *mem;
  const implied_sets *sets;
  shelf shelf; /* value: postings + 1; need: labels that no set has */
  VEC (list_member) member;
  VEC (posting_vec) postings;
  VEC (list_root) root;
  map roots; /* label -> root + 1 */
  u32_vec todo;
} implied_lists;

void implied_lists_init (implied_lists *, memory *, const implied_sets *);
void implied_lists_release (implied_lists *);

/* The steps are borrowed for good; at least one; by decreasing label. */
void implied_lists_add (implied_lists *, size_t n, const step *, uint32_t id);

/* As implied_cores_find. Looking at a domain or at the labels of a set costs
 * one, looking at a set in full LIST_LOOK.
 */
#define LIST_LOOK 16

typedef bool list_accept (void *state, uint32_t id);
bool implied_lists_find (implied_lists *, const probe *, unsigned *budget,
                         list_accept *, void *state);

#endif
