/* See memcpy.c. */

#include <string.h>

void *memmove (void *to, const void *from, size_t n) {
  __builtin_memmove (to, from, n);
  return to;
}
