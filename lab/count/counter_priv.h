#pragma once

/* Ways to count one slice (counter.c decides which), and what was counted. */

#include "base/map.h"
#include "lab/count/counter.h"
#include "logic/atom.h"
#include "solver/guard.h"

/* How far each way goes: values that are tried, nodes of the first diagram of
 * a slice. Tests set other limits, so that the next way is taken.
 */
typedef struct count_limits {
  uint32_t values, nodes;
} count_limits;

void counter_limit (counter *, count_limits);

/* One slice: reduced atoms, connected by their leaves. */
typedef struct count_slice {
  terms *terms;
  guard *guard; /* of what may take long */
  size_t n;
  const atom *atom;
  size_t n_leaves;
  const term *leaf;
  const domain **domain; /* of each leaf, as atoms about it alone say; NULL: it
                            has no bounds that a domain can say */
} count_slice;

/* Is the atom about one leaf and nothing else? */
bool count_is_bound (const count_slice *, atom);

/* How many values a domain has; false: infinitely many. */
bool count_domain (const domain *, arena *, num *out);

/* enumerated.c: all values are tried, if there are few and there is time. */
bool enumerated_count (const count_slice *, memory *, arena *, uint32_t max,
                       num *out);

/* diagram.c: false: the terms have no circuit, more than 'max' nodes are
 * needed, or more time. '*work': nodes that were made.
 */
bool diagram_count (const count_slice *, memory *, arena *, uint32_t max,
                    uint64_t *work, num *out);

/* Counts by canonical form, in the process and in the store (kept_counts.c). */
typedef struct kept_count {
  size_t n_words;
  const uint32_t *word;
  model_count count;
} kept_count;

typedef struct kept_counts {
  memory *mem;
  store *store; /* or NULL */
  arena data;
  map at; /* digest -> index + 1 */
  VEC (kept_count) all;
} kept_counts;

void kept_counts_init (kept_counts *, memory *, store *);
void kept_counts_release (kept_counts *);

/* In this process; NULL: not yet. */
const model_count *kept_counts_find (const kept_counts *, const form *);

/* Of another run, exact; remembered here too. */
const model_count *kept_counts_recall (kept_counts *, const form *);

/* Exact ones also go to the store, where that is wanted. */
void kept_counts_add (kept_counts *, const form *, model_count, bool is_stored);
