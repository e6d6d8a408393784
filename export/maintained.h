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
 * it has. Of others, who writes the format may know what becomes of their
 * values in the program as it is now: a test that would be written alike holds,
 * too.
 */

#include "base/status.h"
#include "export/behaviour.h"
#include "export/unit_test.h"

typedef VEC (unit_test) unit_tests;

/* What becomes of a test of the file. */
typedef enum fate { FATE_DROPPED, FATE_KEPT, FATE_EDITED, FATE_CHANGED } fate;

typedef struct filed_test {
  const char *at, *end; /* in the file's text */
  const char *name;
  size_t name_len;
  unsigned path, answer, digest; /* as the mark says */
  bool has_keys;                 /* it says so */
  bool is_fault;
  bool is_edited;
  bool is_stale;   /* it does not compile any more */
  const char *why; /* it has to be dropped, or NULL */
  bool is_tried;
  unit_test now; /* with its values, in the program as it is */
  fate fate;
  const unit_test *by; /* FATE_CHANGED: what takes its place */
} filed_test;

typedef VEC (filed_test) filed_tests;

typedef struct maintained {
  uint32_t kept, changed, added, dropped;
  uint32_t edited;     /* by hand, and left alone */
  uint32_t boundaries; /* of those added: besides the first of each path */
} maintained;

/* The tests in a file. Its text gets the head that it would have now. */
void maintained_read (memory *, const unit_format *, const char *entry,
                      char_vec *text, filed_tests *);
void maintained_release (memory *, filed_tests *);

/* By the mark (behaviour_key); 0: it says nothing. */
uint64_t filed_key (const filed_test *);

/* The text of the file with these tests; 'old' is its text before, "" if there
 * was none, with the tests in it, and 'head' its start then. 'holds': keys of
 * all paths there are; tests of the file that have one are none of 'tests',
 * which get their names. ST_BADINPUT: 'old' is not such a file.
 */
status maintain (memory *, const unit_format *, const char *entry,
                 const char *head, const char *old, filed_tests *,
                 const map *holds, unit_tests *, char_vec *out, maintained *);
