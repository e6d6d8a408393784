/* musl's vfprintf, but for symbolic numbers in floating point: those are
 * printed by integer arithmetic (print_float.c). musl first asks for the sign
 * of a number; that is where to leave it.
 */

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

#include "../stdio/vfprintf.c"
