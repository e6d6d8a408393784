/* Decimal numbers of up to 20 digits and all exponents around those for which
 * powers of ten are exact, ties among them: each is rounded as everywhere.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mixed (uint64_t hash, const void *data, size_t size) {
  const unsigned char *at = data;
  while (size--)
    hash = (hash ^ *at++) * 1099511628211u;
  return hash;
}

int main (void) {
  uint64_t s = 88172645463325252u, hash = 1469598103934665603u;
  for (int i = 1; i <= 800; i++) {
    char text[64];
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    uint64_t digits = s >> s % 12;
    if (i % 5 == 0)
      digits = (digits >> 11 << 1 | 1) * 512; /* often half-way */
    snprintf (text, sizeof text, "%llue%d", (unsigned long long) digits,
              (int) (s >> 20) % 30);
    double d = strtod (text, NULL);
    float f = strtof (text, NULL);
    long double l = strtold (text, NULL);
    hash = mixed (hash, &d, sizeof d);
    hash = mixed (hash, &f, sizeof f);
    hash = mixed (hash, &l, 10);
    if (i % 100 == 0)
      printf ("%d: %016llx\n", i, (unsigned long long) hash);
  }
}
