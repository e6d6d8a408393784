#pragma once

/* "Did you mean ...?" for names that a user types. */

#include <stddef.h>

/* A running search for the name closest to a word, by the number of letters
 * inserted, dropped, replaced or swapped. Start with '{.word = w}'.
 */
typedef struct suggestion {
  const char *word;
  const char *best; /* NULL as long as nothing is close enough */
  size_t distance;
} suggestion;

/* Try one more name; it is borrowed, and must outlive the suggestion. */

void suggest (suggestion *, const char *name);
