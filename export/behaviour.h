#pragma once

/* Classes of behaviour: which tests of a function are worth reading.
 *
 * Paths are of one class when they end alike and give the same kind of result:
 * computed from inputs, or else the same constant if the function has at most
 * eight of them, and its sign otherwise. Of a class stay as few tests as take
 * all the code and sides of branches that the class takes; so 20 ways round a
 * loop that all find nothing are one test, or two. What is written and printed
 * counts likewise, part by part.
 */

#include "export/retrace.h"
#include "suite/covering.h"

typedef struct behaviour_value {
  uint32_t test;  /* how many were added before */
  uint64_t part;  /* digest of what it is, and its name */
  uint64_t exact; /* digest of the value */
  uint64_t roughly;
  bool is_result;
} behaviour_value;

typedef struct behaviour {
  memory *mem;
  u32_vec index; /* in the suite */
  u64_vec keys;  /* path << 32 | answer */
  u64_vec ends;  /* digests */
  char_vec is_fault;
  char_vec is_alias; /* two pointers lead to the same: of interest only where
                        the code asks that */
  u32_vec length;    /* decisions */
  u32_vec rounds;    /* those in the user's code */
  u32_vec start;     /* of the blocks of each test */
  u32_vec blocks;
  VEC (behaviour_value) values; /* by increasing test */
} behaviour;

void behaviour_init (behaviour *, memory *);
void behaviour_release (behaviour *);

/* A test that was followed. */
void behaviour_add (behaviour *, uint32_t index, const retrace *,
                    const retraced *);

/* Those that stay, by index, increasing: all whose keys are in the map, and few
 * others.
 */
void behaviour_choose (const behaviour *, suite *, const map *keys,
                       u32_vec *out);

/* The key of a part of outcomes, and all that some path changes. */
uint64_t behaviour_part (unsigned what, const char *name);
void behaviour_written (const behaviour *, map *parts);

static inline uint64_t behaviour_key (uint32_t path, uint32_t answer) {
  return ((uint64_t) path << 32 | answer) + 1;
}
