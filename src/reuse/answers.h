#pragma once

/* Answers by key: what rungs "native" and "exact" keep. The hash finds, the
 * whole key is compared.
 *
 * A cache may forget: when the account is over its limit, the table starts
 * anew. 48 bytes for an answer, its key, and 32 to 64 in the table; values and
 * terms come on top.
 */

#include "base/map.h"
#include "reuse/values.h"
#include "solver/answer.h"

typedef struct kept_answer {
  uint32_t next; /* with the same hash, + 1 */
  uint32_t size; /* of the key, in bytes */
  const void *key;
  verdict verdict;
  uint32_t n_terms;
  const term *terms;    /* of the user */
  const values *values; /* SAT */
  uint64_t budget;      /* UNKNOWN */
} kept_answer;

typedef struct answers {
  memory *mem;
  arena data; /* for all that an answer points to */
  VEC (kept_answer) entries;
  map heads; /* hash -> position + 1 */
} answers;

void answers_init (answers *, memory *);
void answers_release (answers *);

/* NULL: none. Pointers to answers live until the next one is added. */
kept_answer *answers_find (const answers *, uint64_t hash, size_t size,
                           const void *key);

/* Found, or made of a copy of the key. */
kept_answer *answers_at (answers *, uint64_t hash, size_t size,
                         const void *key);
