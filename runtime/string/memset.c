/* See memcpy.c. */

#include <string.h>

void *memset (void *to, int byte, size_t n) {
  __builtin_memset (to, byte, n);
  return to;
}
