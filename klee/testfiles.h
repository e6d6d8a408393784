#pragma once

/* testNNNNNN.*: the files of one path. */

#include "klee/flags.h"
#include "klee/forktree.h"
#include "klee/kept.h"

/* An error that was carried over. */
typedef struct held_error {
  uint64_t key;
  uint32_t test;
} held_error;

typedef struct testfiles {
  memory *mem;
  const klee_flags *flags;
  outdir *dir;
  program *program;
  const machine *machine;
  const terms *terms;
  const assembly *assembly;
  const forktree *forks;
  uint64_t started; /* clock */
  kept kept;        /* which tests have files */
  uint32_t n;       /* tests so far */
  map errors;       /* by place, kind and text -> number of its files */
  VEC (held_error) held;
  char_vec error;  /* the text of the last .err */
  bool has_warned; /* of what KQuery cannot say */
  trouble trouble; /* the first that could not be written */
} testfiles;

/* Program, machine and what else there is of a run are the owner's to set. */
void testfiles_init (testfiles *, memory *, const klee_flags *, outdir *);
void testfiles_release (testfiles *);

/* State and pending as run_request.found gives them. What is not wanted (an
 * error that is known, no new coverage) gets no files. True: it is an error
 * that is new.
 */
bool testfiles_add (testfiles *, const testcase *, const state *,
                    const pending *);

/* Exploring has ended. Errors that were carried over wait for one of their kind
 * that comes with its state and has more to tell: those that waited in vain,
 * since a limit ended the run, are written now, and 'found' hears of each;
 * NULL: no more files.
 */
void testfiles_end_run (testfiles *, void *owner,
                        void (*found) (void *owner, const testcase *));
