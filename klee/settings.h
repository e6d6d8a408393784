#pragma once

/* What KLEE's options mean here. */

#include "context/context.h"
#include "klee/flags.h"
#include "klee/response.h"

typedef struct settings {
  memory *mem;
  uint64_t row_every, istats_every, max_tests;
  uint64_t least_logged;    /* ns that a query takes to be logged */
  const char *searcher;     /* how it is called */
  argument_vec arguments;   /* of the program */
  argument_vec environment; /* of the host, or a file; ends with NULL */
  arena texts;
} settings;

/* Sets the options of the context. To be released, also after trouble (in it).
 */
status settings_take (settings *, context *, klee_flags *);
void settings_release (settings *);
