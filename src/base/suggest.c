#include "base/suggest.h"

#include <assert.h>
#include <string.h>

#define MAX_WORD 40 /* longer words get no suggestion */

static size_t least (size_t a, size_t b) { return a < b ? a : b; }

/* Restricted Damerau-Levenshtein distance, three rows at a time. */

static size_t distance (const char *a, size_t m, const char *b, size_t n) {
  assert (m && m <= MAX_WORD && n <= MAX_WORD);
  size_t rows[3][MAX_WORD + 1];
  for (size_t j = 0; j <= n; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = least (least (above[j], row[j - 1]) + 1, above[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least (row[j], rows[(i + 1) % 3][j - 2] + 1);
    }
  }
  return rows[m % 3][n];
}

void suggest (suggestion *s, const char *name) {
  size_t m = strlen (s->word), n = strlen (name);
  if (!m || m > MAX_WORD || n > MAX_WORD)
    return;
  size_t d = strncmp (name, s->word, m) ? distance (s->word, m, name, n) : 1;
  if (d > 2 || d >= m) /* a guess further off than this only confuses */
    return;
  if (s->best && d >= s->distance)
    return;
  s->best = name;
  s->distance = d;
}
