/* musl's vfprintf, but for symbolic numbers in floating point: those are
 * printed by integer arithmetic (print_float.c). musl first asks for the sign
 * of a number; that is where to leave it.
 */

#include <errno.h>
#include <math.h>

#include "libm.h"
#include "print_float.h"
#include "reprise.h"

static int is_known (long double y) {
  union ldshape u = {y};
  return reprise_is_concrete (u.i.m) & reprise_is_concrete (u.i.se);
}

#undef signbit
#define signbit(y) \
  ({ \
    w = __settle (w); \
    p = __settle (p); \
    if (!is_known (y)) \
      return __print_float (f, y, w, p, fl, t); \
    __signbitl (y); \
  })

/* sprintf must not print its own text: see vsnprintf.c. */
size_t __write_text (FILE *, const unsigned char *, size_t);
void __check_piece (FILE *, const void *, size_t);

static size_t print_piece (const void *from, size_t n, FILE *f) {
  if (f->write == __write_text)
    __check_piece (f, from, n);
  return __fwritex (from, n, f);
}
#define __fwritex(from, n, f) print_piece (from, n, f)

/* A format that musl does not know. glibc prints what it makes of it. */
#undef EINVAL
#define EINVAL (reprise_missing ("printf() failed: an unknown conversion"), 22)

#include "../stdio/vfprintf.c"
