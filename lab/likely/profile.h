#pragma once

/* How inputs are distributed (docs/formats/profile.md): ranges of values with
 * weights, by the name of the input. Inputs that are not in it take all values
 * of their type with the same probability, as all do without a profile.
 */

#include "base/status.h"
#include "base/vec.h"

typedef struct profile_range {
  const char *name; /* of an input, or of one of its parts: "data[3]" */
  int64_t low;      /* two's complement where it is negative */
  uint64_t size;    /* values from 'low' on, less 1 */
  uint64_t weight;
  bool is_used;
} profile_range;

typedef struct profile {
  memory *mem;
  char_vec text; /* of the file; names point into it */
  VEC (profile_range) ranges;
} profile;

/* ST_NOFILE, ST_BADINPUT with a sentence; to be released in any case. */
status profile_read (profile *, memory *, const char *path, trouble *);
void profile_release (profile *);

/* The ranges of a variable: those of exactly this name, else those of the
 * input that it is a part of. They are at index[0] to index[n-1].
 */
size_t profile_find (profile *, const char *variable, u32_vec *index);

/* A name that no variable had; NULL: there is none. */
const char *profile_unused (const profile *);
