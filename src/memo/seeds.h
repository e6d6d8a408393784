#pragma once

/* Tests of the earlier run, as witnesses for paths of now.
 *
 * A test gives an input of now the bytes of its own input of the same name and
 * size; of several of a name, the one that is as many later.
 */

#include "explore/searcher.h"
#include "memo/old_trie.h"

typedef struct seeds {
  memory *mem;
  const old_trie *old_trie;
  arena arena;
  u32_vec leaf_at; /* by id of a leaf: index of its bytes plus 1 */
  VEC (struct seed_bytes) bytes;
  const struct seed_inputs **inputs; /* of each test; made when needed */
  uint32_t n_tests;
} seeds;

void seeds_init (seeds *, memory *, const old_trie *);
void seeds_release (seeds *);

/* A few tests from this node on, spread evenly; 'out' is cleared first. A most
 * of 0 is all.
 */
void seeds_sample (seeds *, uint32_t from, uint32_t most, u32_vec *out);

/* Which bytes the inputs of this path are. Cheap when they are known. */
void seeds_learn (seeds *, const state *);

/* Values for these leaves, but for those that have one; false: the test has no
 * such input.
 */
bool seeds_values (seeds *, uint32_t test, size_t n, const term *leaf,
                   model *out);

/* The test has the values of the witness of this path, for all its inputs. */
bool seeds_agree (seeds *, uint32_t test, const pending *);
