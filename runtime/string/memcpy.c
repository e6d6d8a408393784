/* A block copy is one operation of the machine, as it is where the compiler
 * knows memcpy and makes it one itself.
 */

#include <string.h>

void *memcpy (void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy (to, from, n);
  return to;
}
