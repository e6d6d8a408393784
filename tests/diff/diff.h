/* For functions that are compared: what they write. Natively, native.c has
 * other definitions.
 */
#ifndef NATIVE
#include <stdio.h>
#define T(N)
static unsigned seen;
static void show (unsigned v) { putchar ('0' + v % 64); }
#endif
