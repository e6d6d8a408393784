#pragma once

/* A file of tests that is kept: what somebody wrote into it stays, and tests
 * that still hold stay as they are, byte by byte.
 *
 *     ...                                  the file's own
 *     / * reprise: test 3f9a1c2e-... * /   a test, up to its last line
 *     ...
 *     / * reprise: list * /                all tests, written anew
 *     / * reprise: end * /
 *     ...                                  the file's own
 *
 * The mark has digests: of the path, of what it answers (retrace.h), and of the
 * text that was written. A test of another text is its reader's, and is left
 * alone; one whose path is in the suite and answers so holds, whatever values
 * it has.
 */

#include "base/status.h"
#include "export/behaviour.h"
#include "export/unit_test.h"

typedef VEC (unit_test) unit_tests;

typedef struct maintained {
  uint32_t kept, changed, added, dropped;
  uint32_t edited; /* by hand, and left alone */
} maintained;

/* Keys (behaviour_key) of the tests in a file. */
void maintained_keys (const unit_format *, const char *text, map *keys);

/* The text of the file with these tests; 'old' is its text before, "" if there
 * was none, and 'head' its start then. 'holds': keys of all paths there are;
 * tests of the file that have one are none of 'tests', which get their names.
 * ST_BADINPUT: 'old' is not such a file.
 */
status maintain (memory *, const unit_format *, const char *entry,
                 const char *head, const char *old, const map *holds,
                 unit_tests *, char_vec *out, maintained *);
