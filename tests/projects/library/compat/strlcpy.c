#include "compat.h"
/* The end is written behind the room for it. */
size_t strlcpy (char *to, const char *from, size_t size) {
  size_t n = 0;
  for (; from[n] && n < size; n++)
    to[n] = from[n];
  to[n] = 0;
  return n;
}
