#pragma once

/* The suite of klee-out-N: the tests that have files there, by the numbers of
 * these.
 *
 * A run writes a test for every path to its suite, where a path keeps its
 * number from run to run: that is what the next one goes on with. KLEE writes
 * fewer (an error once, only what covers something new) and counts them from 1.
 * So when exploring has ended, and the run has remembered what it needs, the
 * suite and the report in the directory are replaced by those of the files.
 * Unless they are the same anyway.
 */

#include "klee/outdir.h"
#include "report/report.h"

typedef struct kept {
  memory *mem;
  const outdir *dir;
  map number;        /* of a test in the run's suite -> of its files */
  map like;          /* the same for one without files -> those of its like */
  uint32_t n;        /* files so far */
  bool is_different; /* from the suite of the run */
  suite_writer *writer;
} kept;

void kept_init (kept *, memory *, const outdir *);
void kept_release (kept *);

/* The test of this number has the files of that one; or it has none, which are
 * number 0, since another test of the same error has these.
 */
void kept_note (kept *, uint32_t test, uint32_t files);
void kept_note_like (kept *, uint32_t test, uint32_t files);

/* The run has ended, its files are written: takes its tests over. Another may
 * follow; 'is_last': none does, and the suite is replaced.
 */
status kept_take (kept *, const report *, bool is_last, trouble *);
