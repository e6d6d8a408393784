/* As glibc has it: a base that is none leaves 'end' alone, which may be read.
 */

#include "intscan.h"
#include "shgetc.h"
#include "stdio_impl.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static unsigned long long scan (const char *text, char **end, int base,
                                unsigned long long most) {
  FILE f;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  sh_fromstring (&f, text);
  shlim (&f, 0);
  unsigned long long v = __intscan (&f, (unsigned) base, 1, most);
  if (end)
    *end = (char *) text + shcnt (&f);
  return v;
}

#define FROM_TEXT(TYPE, NAME, MOST) \
  TYPE NAME (const char *restrict text, char **restrict end, int base) { \
    return (TYPE) scan (text, end, base, MOST); \
  } \
  TYPE __##NAME##_internal (const char *restrict text, char **restrict end, \
                            int base, int groups) { \
    return (TYPE) scan (text, end, base, MOST); \
  }

FROM_TEXT (long, strtol, LONG_MIN + 0ul)
FROM_TEXT (unsigned long, strtoul, ULONG_MAX)
FROM_TEXT (long long, strtoll, LLONG_MIN + 0ull)
FROM_TEXT (unsigned long long, strtoull, ULLONG_MAX)
FROM_TEXT (intmax_t, strtoimax, INTMAX_MIN + 0ull)
FROM_TEXT (uintmax_t, strtoumax, UINTMAX_MAX)
