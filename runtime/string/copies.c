/* Functions whose blocks must not overlap, which is found before they copy. A
 * look at lengths is needed only where both are in one object.
 */

#include "reprise.h"

#include <string.h>

char *__stpcpy (char *restrict, const char *restrict);
char *__stpncpy (char *restrict, const char *restrict, size_t);

static size_t lesser (size_t a, size_t b) { return a < b ? a : b; }

char *strcpy (char *restrict to, const char *restrict from) {
  if (reprise_is_near (to, from)) {
    size_t n = strlen (from) + 1;
    reprise_apart ("strcpy", to, n, from, n);
  }
  __stpcpy (to, from);
  return to;
}

char *strncpy (char *restrict to, const char *restrict from, size_t most) {
  if (reprise_is_near (to, from)) {
    size_t n = lesser (strnlen (from, most) + 1, most);
    reprise_apart ("strncpy", to, n, from, n);
  }
  __stpncpy (to, from, most);
  return to;
}

char *strcat (char *restrict to, const char *restrict from) {
  char *end = to + strlen (to);
  if (reprise_is_near (to, from)) {
    size_t n = strlen (from);
    if (n)
      reprise_apart ("strcat", to, (size_t) (end - to) + n + 1, from, n + 1);
  }
  __stpcpy (end, from);
  return to;
}

char *strncat (char *restrict to, const char *restrict from, size_t most) {
  char *end = to + strlen (to);
  if (reprise_is_near (to, from)) {
    size_t n = strnlen (from, most), copied = lesser (most, n + 1);
    if (n)
      reprise_apart ("strncat", to, (size_t) (end - to) + copied + 1, from,
                     copied);
  }
  while (most && *from)
    most--, *end++ = *from++;
  *end = 0;
  return to;
}
