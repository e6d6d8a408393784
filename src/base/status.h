#pragma once

/* What can go wrong in the world outside: files, input, the command line.
 *
 * A function that can meet such trouble returns a status; the text that a user
 * can act on goes into a trouble, set once, where the most is known. Bugs of
 * ours are asserts and not statuses. A limit or a "don't know" is an answer
 * and not a status either.
 */

#include <stdbool.h>

#define STATUSES(X) \
  X (OK, "success") \
  X (USAGE, "the command line is wrong") \
  X (NOFILE, "a file cannot be opened") \
  X (NOWRITE, "a file cannot be written") \
  X (BADINPUT, "the input is malformed") \
  X (UNSUPPORTED, "the input needs something that is not supported") \
  X (CORRUPT, "the store fails its checksum") \
  X (VERSION, "the store was written by a newer version") \
  X (FULL, "a configured limit is reached") \
  X (ELSEWHERE, "another program has it")

typedef enum status {
#define X(NAME, TEXT) ST_##NAME,
  STATUSES (X)
#undef X
      ST_COUNT
} status;

/* One sentence without a full stop; never NULL. */

const char *status_text (status);

/* The only control-flow macro of the project. It needs a local 'status st' and
 * a label 'out', after which everything is released.
 */
#define TRY(EXPR) \
  do { \
    if ((st = (EXPR)) != ST_OK) \
      goto out; \
  } while (0)

/* The detail of the last status that was not ST_OK. '{0}' is empty. */

typedef struct trouble {
  status code;
  char text[512]; /* one sentence: what, where, and what to do about it */
} trouble;

/* Record and return the status, so that one line both says and returns it. The
 * first trouble wins: what follows from it is rarely of interest.
 */
status trouble_set (trouble *, status, const char *fmt, ...)
    __attribute__ ((format (printf, 3, 4)));

void trouble_clear (trouble *);

/* The detail if there is one, else the text of its status. */

const char *trouble_text (const trouble *);
