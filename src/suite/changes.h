#pragma once

/* How a suite differs from the one before it: what became of each test, and
 * why. A run writes it beside its suite (docs/formats/suite.md).
 */

#include "base/json_members.h"
#include "suite/suite.h"

#define CHANGES_FILE "changes" /* in the output directory */

typedef enum change_kind {
  CHANGE_KEPT,    /* same path, same input, same outcome and end */
  CHANGE_CHANGED, /* same path, else not */
  CHANGE_ADDED,
  CHANGE_DROPPED,
  CHANGE_COUNT
} change_kind;

const char *change_name (change_kind);

typedef struct test_change {
  uint32_t number; /* of the test; of a dropped one: in the suite before */
  change_kind what;
  bool is_error;      /* it ends in an error, of a dropped one: ended */
  const char *end;    /* how it ends, or ended if it was dropped */
  const char *reason; /* a line */
  /* Another outcome for one input: which, what the program does now, and what
   * it did. Else "".
   */
  const char *input, *does, *did;
} test_change;

typedef struct changes {
  memory *mem;
  uint64_t count[CHANGE_COUNT];
  VEC (test_change)
  rows; /* none for tests that are kept and take the same
      branches; see CHANGES_MOST */
  arena texts;
} changes;

/* What there is to tell of it: the rows are borrowed. */
typedef struct change_list {
  uint64_t count[CHANGE_COUNT];
  size_t n;
  const test_change *row;
} change_list;

change_list changes_list (const changes *);
extern const json_member change_members[]; /* of a row */

/* More rows are not kept, only counted. */
#define CHANGES_MOST 1000

void changes_init (changes *, memory *);
void changes_release (changes *);

/* Counted, and a row; the texts are copied. A reason of NULL: only counted. */
void changes_add (changes *, change_kind, const testcase *, const char *reason);

/* The new test has the path of the old one: kept or changed. Unless it is
 * changed, the reason is 'kept', or none if that is NULL.
 */
void changes_compare (changes *, const testcase *old, const testcase *now,
                      const char *kept);

/* The rows of another list, with other numbers for its tests; they are counted
 * already.
 */
void changes_absorb (changes *, const changes *, void *owner,
                     uint32_t (*number) (void *owner, uint32_t));

/* For people: errors that are new first, then what changed, came and went;
 * those that are kept are left out, and those of one reason are one line, of
 * which there are so many at most.
 */
void changes_print (const change_list *, size_t most, FILE *);

/* The file in a directory of tests. 'before' is the digest of the suite that
 * this one was compared with. Reading fails if there is none.
 */
status changes_write (const changes *, const char *dir, uint64_t before,
                      trouble *);
bool changes_read (changes *, const char *dir, uint64_t *before);

/* How tests end is not in that file: from the suite beside it, but for those
 * that were dropped.
 */
void changes_take_ends (changes *, const char *dir);
