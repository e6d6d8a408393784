#pragma once

/* The program of a suite, loaded as the run that wrote it did. */

#include "context/context.h"
#include "program/compiler_flags.h"
#include "program/program.h"
#include "suite/suite.h"

typedef struct tested {
  memory *mem;
  program_config config;
  program *program;
  char_vec libc, options; /* texts that the others point to */
  given_flags given;
  VEC (const char *) arg; /* argv */
} tested;

/* Takes the options of the run over and goes to its directory. On trouble there
 * is something to release, too.
 */
status tested_load (tested *, context *, const suite_facts *);
void tested_release (tested *);
