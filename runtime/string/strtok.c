/* As glibc has them: going on with no text begun reads through null. At the end
 * of a text what is kept is its end, not null.
 */

#include <string.h>

char *strtok_r (char *restrict text, const char *restrict between,
                char **restrict rest) {
  char *start = text ? text : *rest;
  start += strspn (start, between);
  *rest = start;
  if (!*start)
    return NULL;
  char *end = start + strcspn (start, between);
  if (*end)
    *end++ = 0;
  *rest = end;
  return start;
}

char *strtok (char *restrict text, const char *restrict between) {
  static char *rest;
  return strtok_r (text, between, &rest);
}
