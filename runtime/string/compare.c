/* Functions whose blocks must be there as a whole, also where their first bytes
 * decide: the C library may read all of them, and AddressSanitizer says so.
 */

#define _GNU_SOURCE
#include "reprise.h"

#include <string.h>
#include <strings.h>

void *__memmem_found (const void *, size_t, const void *, size_t);

int memcmp (const void *a, const void *b, size_t n) {
  const unsigned char *l = a, *r = b;
  if (!n)
    return 0;
  reprise_whole ("memcmp", a, n);
  reprise_whole ("memcmp", b, n);
  for (; n && *l == *r; n--, l++, r++)
    ;
  return n ? *l - *r : 0;
}

int bcmp (const void *a, const void *b, size_t n) { return memcmp (a, b, n); }

void *memmem (const void *in, size_t size, const void *what, size_t length) {
  if (size)
    reprise_whole ("memmem", in, size);
  if (length)
    reprise_whole ("memmem", what, length);
  return __memmem_found (in, size, what, length);
}
