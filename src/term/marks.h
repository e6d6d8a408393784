#pragma once

/* A number for each of some terms, and all forgotten at once in O(1). For
 * work that is done again and again over few of many terms: a lookup is one
 * load, without hashing. Takes 8 bytes per term of the table. {0} is empty.
 */

#include "term/term.h"

typedef struct marks {
  u64_vec mark;   /* by term id: round in the high half, number in the low */
  uint32_t round; /* marks of other rounds are forgotten */
} marks;

static inline void marks_release (memory *mem, marks *m) {
  vec_release (mem, &m->mark);
}

static inline void marks_clear (marks *m) {
  if (!++m->round && m->mark.len) /* old ones would look new */
    memset (m->mark.data, 0, m->mark.len * sizeof *m->mark.data);
  m->round += !m->round;
}

/* 0 for a term that has none. */
static inline uint32_t marks_get (const marks *m, term t) {
  if (t.id >= m->mark.len || m->mark.data[t.id] >> 32 != m->round)
    return 0;
  return (uint32_t) m->mark.data[t.id];
}

static inline void marks_set (memory *mem, marks *m, term t, uint32_t number) {
  while (m->mark.len <= t.id)
    vec_push (mem, &m->mark, 0);
  m->mark.data[t.id] = (uint64_t) m->round << 32 | number;
}
