/* Nobody removes the stores: they are made through a volatile pointer. */

#define _BSD_SOURCE
#include <string.h>

void explicit_bzero (void *to, size_t n) {
  for (volatile unsigned char *p = to; n; n--)
    *p++ = 0;
}
