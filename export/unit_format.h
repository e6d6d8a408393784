#pragma once

/* How frameworks, and shells, write a test. In texts, $1 and $2 stand for what
 * is said beside them.
 */

#include "base/vec.h"
#include "context/choices.h"

/* What is ours in a file. A mark and what is behind it are a line that means
 * nothing to a compiler or shell.
 */
typedef struct unit_marks {
  const char *mark, *mark_end;
  const char *faults, *faults_end; /* around tests of errors */
  const char *each_fault;          /* one in the list */
  /* Around tests that are out of use, with the reason. */
  const char *dropped, *dropped_why, *dropped_end;
} unit_marks;

/* A check of a test: of an expression, most with what it shall be. */
typedef enum unit_check_kind {
  UNIT_CHECK_INTEGER,
  UNIT_CHECK_TRUTH,
  UNIT_CHECK_FALSEHOOD,
  UNIT_CHECK_NULL,
  UNIT_CHECK_NOT_NULL,
  UNIT_CHECK_POINTER,
  UNIT_CHECK_TEXT,
  UNIT_CHECK_BYTES, /* of an address; an array that has them */
  UNIT_CHECKS
} unit_check_kind;

typedef struct unit_format {
  test_format format;
  const char *compiler, *suffix, *libraries;
  const char *head;     /* lines at the start, behind the program */
  const char *taken;    /* names of its own that a program may have, each with a
                           space behind it; or NULL */
  const char *old_head; /* what that was in earlier files, or NULL */
  const char *open;     /* of a test: its name, the function's */
  const char *close;
  const char *check[UNIT_CHECKS]; /* expression, value */
  const char *first;              /* of main: the function's name */
  const char *each;               /* a test: its name */
  const char *last;               /* the function's name */
  const char *none; /* in place of the three without a test; NULL: the same */
  const unit_marks *marks;
} unit_format;

/* NULL: it is none of these. */
const unit_format *unit_format_of (test_format);

/* Appends the text with its parts; those that are not there are NULL. */
void unit_put (memory *, char_vec *out, const char *text, const char *first,
               const char *second);
