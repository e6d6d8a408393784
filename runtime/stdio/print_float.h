#ifndef STDIO_PRINT_FLOAT_H
#define STDIO_PRINT_FLOAT_H

#include "stdio_impl.h"

/* A number as %a, %e, %f or %g; flags as musl has them, a precision below 0 is
 * none. The result is what was written, or -1: more than an int can say.
 */
int __print_float (FILE *, long double, int width, int precision,
                   unsigned flags, int letter);

/* What text is as long as: a symbolic number has a path for each value, and one
 * for all below 0, where it is -1.
 */
int __settle (int n);

#endif
