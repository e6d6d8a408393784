#pragma once

/* Index for the question "is there a set that implies all these atoms?"
 *
 * For each label the sets that have it, each with the hull of its domain there
 * and 64 bits for all its labels. The list of the rarest label of the
 * question is read from its end; few sets are then looked at in full. One that
 * served goes to the end, so that the newest and the useful come first.
 *
 * A question whose labels are not all known costs one lookup. Otherwise the
 * budget says how much is read, since a set may have many more atoms than the
 * question and no order helps.
 */

#include "reuse/implied_sets.h"

typedef struct implied_posting {
  hull hull;
  uint32_t member;
} implied_posting;

/* Bits of all labels of each set, and apart from them, as they are rarely
 * looked at, the rest.
 */
typedef struct posting_list {
  u64_vec bits;
  VEC (implied_posting) rest;
} posting_list;

typedef struct list_member {
  const set_step *step; /* decreasing label */
  uint32_t n, id;
} list_member;

/* Private. */
typedef struct implied_lists {
  memory *mem;
  const implied_sets *sets;
  VEC (list_member) member;
  VEC (posting_list) postings;
  map postings_of; /* label -> postings + 1 */
} implied_lists;

void implied_lists_init (implied_lists *, memory *, const implied_sets *);
void implied_lists_release (implied_lists *);

/* The steps are borrowed for good; at least one; by decreasing label. */
void implied_lists_add (implied_lists *, size_t n, const set_step *,
                        uint32_t id);

/* As implied_cores_find. A place in a list costs one, a look at a set in full
 * LIST_LOOK.
 */
#define LIST_LOOK 16

typedef bool list_accept (void *state, uint32_t id);
bool implied_lists_find (implied_lists *, const probe *, unsigned *budget,
                         list_accept *, void *state);
