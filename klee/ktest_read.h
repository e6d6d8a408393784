#pragma once

/* KLEE's .ktest, read without trust; suite/ktest.h writes it. */

#include "suite/testcase.h"

/* The objects of a file, names and bytes borrowed from it, and its arguments,
 * which have no names (NULL: nobody wants them).
 */
typedef VEC (testinput) testinput_vec;
status ktest_read (memory *, const uint8_t *data, size_t n, arena *names,
                   testinput_vec *args, testinput_vec *out, trouble *);
