#pragma once

/* What tests say, confirmed natively before they are written: paths are
 * explored with a C library of ours, and the one that is installed may answer
 * otherwise (rand, strerror, the order of equals after qsort), or declare a
 * type otherwise. The tests are compiled with numbered checks and done in a
 * sandbox (runtime/replay/confirm.c). A check that does not hold there, or does
 * not compile, is taken out; a test that dies, or has no check left, is given
 * up.
 *
 * Nothing is run where no sandbox can be made.
 */

#include "export/unit_build.h"

typedef struct confirmed {
  bool is_done;   /* or else nothing is known */
  uint32_t fewer; /* tests that say less */
} confirmed;

/* 'includes': what the file of the tests includes, without the framework. Tests
 * that are given up lose their body (unit_test_release).
 */
void unit_confirm (const unit_build *, const char *includes, size_t n,
                   unit_test *const *, confirmed *);

/* Which tests of the file with this text do not compile any more. */
void unit_find_stale (const unit_build *, const char *text, filed_tests *);
