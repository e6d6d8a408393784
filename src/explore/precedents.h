#pragma once

/* Questions that were answered, by a digest of what was asked. They are about
 * terms and nothing else: they hold in every version of every program.
 */

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

/* How a question was answered before: which alternatives are possible, and
 * values of the inputs that show each, if there are several.
 */
typedef struct precedent {
  uint64_t possible; /* bits */
  uint32_t n_inputs;
  const uint64_t *value; /* of each input, for each alternative in turn */
} precedent;

typedef struct precedent_entry {
  hash128 question;
  uint64_t possible;
  uint32_t n_inputs;
  size_t values; /* in the pool */
} precedent_entry;

typedef struct precedents {
  memory *mem;
  VEC (precedent_entry) all;
  u64_vec pool;
  map at; /* a part of the question -> index plus 1 */
} precedents;

void precedents_init (precedents *, memory *);
void precedents_release (precedents *);

bool precedents_find (const precedents *, hash128 question, precedent *out);

/* Of this run or of the one before; then it is worth remembering. Borrowed
 * until the next is added.
 */
bool precedents_recall (precedents *, const precedents *before,
                        hash128 question, precedent *out);

/* As the index of 'all' says; borrowed until the next is added. */
precedent precedents_at (const precedents *, size_t index);

/* Nothing happens if there is one for the question, or no room: a file is not
 * to be more precedents than paths.
 */
void precedents_add (precedents *, hash128 question, const precedent *);

/* Those of an earlier run, behind those that are there. */
void precedents_absorb (precedents *, const precedents *);

static inline uint32_t precedent_values (const precedent *p) {
  return p->n_inputs * (uint32_t) __builtin_popcountll (p->possible);
}
