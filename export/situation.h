#pragma once

/* A test seen from outside the program: the arguments, environment, standard
 * input and files that make it take its path on an ordinary system. Made of
 * the words on the command line of the run (runtime/start/inputs.h) and the
 * test's inputs.
 */

#include "suite/suite.h"

typedef struct situation_file {
  const char *name;
  const uint8_t *bytes;
  uint64_t size;
  bool has_status; /* --sym-stat: the rest is given, too */
  uint32_t mode;
  int64_t accessed, modified;
} situation_file;

typedef struct situation {
  VEC (char *) argument; /* argv, ended by NULL, which is counted */
  VEC (char *) variable; /* the same of the environment */
  VEC (situation_file) file;
  situation_file input; /* standard input; bytes NULL: none */
} situation;

/* False: the test has inputs that nobody can give from outside, calls that
 * fail, or files of another user; the situation is to be released nevertheless.
 * Texts are in the arena, bytes the test's.
 */
bool situation_make (situation *, memory *, arena *, const suite_facts *,
                     const testcase *);
void situation_release (situation *, memory *);
