#pragma once

/* Ranges of the last run (memo/range.h): as text, and the run cut into them. */

#include "base/memory.h"

/* One of several parts that are all paths; a bound of 0 is open. */
typedef struct range_part {
  uint32_t from, to; /* numbers of tests */
  uint64_t paths;    /* with a test, from the one on, up to before the other */
} range_part;

/* "A..B", "A.." or "..B"; false: it is none. */
bool ranges_parse (const char *text, uint32_t *from, uint32_t *to);
void range_part_text (const range_part *, char out[32]);

/* Cut the run that left this trie into at most n parts with as many tests
 * each, as far as that goes. 'out' has room for n. 0: there is no trie.
 */
size_t ranges_cut (memory *, const char *trie, size_t n, range_part *out);
