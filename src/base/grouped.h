#pragma once

/* Counts as people read them: "1,345". JSON and values of programs stay plain.
 */

#include <stdint.h>

/* By value, so that one printf can have several. */
typedef struct grouped_count {
  char text[27]; /* 20 digits, 6 separators */
} grouped_count;

grouped_count grouped (uint64_t);

/* For '%s', until the end of the expression. */
#define GROUPED(N) (grouped (N).text)

/* What "%llu" takes. */
typedef unsigned long long llu;

/* "path%s" */
static inline const char *plural (uint64_t n) { return n == 1 ? "" : "s"; }
