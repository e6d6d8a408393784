#ifndef KLEE_TESTFILES_H
#define KLEE_TESTFILES_H

/* testNNNNNN.*: the files of one path. */

#include "explore/searcher.h"
#include "klee/flags.h"
#include "klee/outdir.h"
#include "machine/machine.h"
#include "suite/testcase.h"

typedef struct testfiles {
  memory *mem;
  const klee_flags *flags;
  outdir *dir;
  program *program;
  const machine *machine;
  const terms *terms;
  uint64_t started;    /* clock */
  uint32_t n;          /* tests so far */
  VEC (uint8_t) known; /* blocks covered by earlier tests: a bit each */
  bool has_warned;     /* of what KQuery cannot say */
  trouble trouble;     /* the first that could not be written */
} testfiles;

/* State and pending as run_request.found gives them. What is not wanted (an
 * error that is known, no new coverage) gets no files.
 */
void testfiles_add (testfiles *, const testcase *, const state *,
                    const pending *);
void testfiles_release (testfiles *);

/* KLEE's sentence about an error. */
void klee_error_text (memory *, const testcase *, char_vec *out);

#endif
