#pragma once

/* The implication partial order graph of GreenTrie (sections 2, 5 and 6.1):
 * atomic constraints, one graph per prefix, an edge from an atom to some that
 * it implies.
 *
 * A faithful graph is the one of the prototype: a new atom goes below the
 * first atom found that implies it and above the first one it implies, and
 * the search for what an atom implies ends at the first hit. So both sets can
 * lack members. The other one is complete.
 *
 * Implication is that of rules R1 to R8; equal atoms imply each other.
 */

#include "base/map.h"
#include "lab/cache/green.h"

typedef struct ipog_fact {
  green_relation relation;
  num constant;
  uint32_t prefix; /* a number; facts of other prefixes are unrelated */
} ipog_fact;

bool fact_implies (const ipog_fact *, const ipog_fact *);

typedef struct ipog_node {
  ipog_fact fact;
  u32_vec implied; /* direct edges */
  uint32_t seen;   /* stamp of the last walk */
} ipog_node;

typedef struct ipog {
  memory *mem;
  arena data;
  bool is_faithful;
  uint32_t stamp;
  VEC (ipog_node) node;
  VEC (u32_vec) heads; /* by prefix: nodes that no other implies */
} ipog;

void ipog_init (ipog *, memory *, bool faithful);
void ipog_release (ipog *);

/* Facts are numbered by the caller from 0 without holes; telling one again is
 * allowed and can add edges.
 */
void ipog_insert (ipog *, uint32_t number, const ipog_fact *);

/* IS: what the fact implies. RIS: what implies the fact. Equal ones are in
 * both. Numbers are appended, none twice. 'same' is the number of an equal
 * fact, or UINT32_MAX.
 */
void ipog_implied (ipog *, const ipog_fact *, uint32_t same, u32_vec *out);
void ipog_implying (ipog *, const ipog_fact *, uint32_t same, u32_vec *out);
