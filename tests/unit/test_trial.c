/* Work that may end the process: whatever it does, the test goes on. */

#include "program/trial.h"

#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct work {
  enum { SUCCEED, FAIL, COMPLAIN, ABORT, CRASH } how;
  int done;
} work;

static status do_work (void *data, trouble *t) {
  work *w = data;
  w->done++;
  if (w->how == FAIL)
    return trouble_set (t, ST_UNSUPPORTED, "no");
  if (w->how == COMPLAIN)
    CHECK_EQ (write (STDERR_FILENO, "alas\nand so on\n", 15), 15);
  if (w->how == ABORT)
    abort ();
  if (w->how == CRASH)
    raise (SIGSEGV);
  return ST_OK;
}

static void check (work *w, status expected, const char *text) {
  trouble t = {0};
  CHECK_EQ (trial_run (do_work, w, "the file", &t), expected);
  CHECK (expected == ST_OK || strstr (t.text, text));
}

TEST (work_is_done_once) {
  work w = {SUCCEED, 0};
  check (&w, ST_OK, NULL);
  check (&w, ST_OK, NULL);
  CHECK_EQ (w.done, 2);
}

TEST (trouble_is_handed_on) {
  work w = {FAIL, 0};
  check (&w, ST_UNSUPPORTED, "no");
  CHECK_EQ (w.done, 1);
}

TEST (complaints_are_trouble) {
  work w = {COMPLAIN, 0};
  check (&w, ST_BADINPUT, "LLVM cannot read 'the file': alas");
}

/* Nothing of the work has happened in the process that goes on. */
TEST (the_end_of_the_process_is_trouble) {
  work w = {ABORT, 0};
  check (&w, ST_BADINPUT, "'the file' is damaged: LLVM crashes reading it");
  w.how = CRASH;
  check (&w, ST_BADINPUT, "'the file' is damaged: LLVM crashes reading it");
  CHECK_EQ (w.done, 0);
  w.how = SUCCEED;
  check (&w, ST_OK, NULL);
}
