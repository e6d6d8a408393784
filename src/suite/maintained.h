#pragma once

/* A file of tests that is kept: what somebody wrote into it stays, and tests
 * that still hold stay as they are, byte by byte.
 *
 *     ...                                  the file's own
 *     / * reprise: test 3 * /              a test, up to its last line
 *     ...
 *     / * reprise: list * /                all tests, written anew
 *     / * reprise: end * /
 *     ...                                  the file's own
 */

#include "base/status.h"
#include "suite/unit_test.h"

typedef VEC (unit_test) unit_tests;

typedef struct maintained {
  uint32_t kept, changed, added, dropped;
} maintained;

/* The text of the file with these tests; 'old' is its text before, "" if there
 * was none, and 'head' its start then. Names of tests are made unique.
 * ST_BADINPUT: 'old' is not such a file.
 */
status maintain (memory *, const unit_format *, const char *entry,
                 const char *head, const char *old, unit_tests *, char_vec *out,
                 maintained *);
