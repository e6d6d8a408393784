#pragma once

/* A test: concrete input for one path, and what happens on it. */

#include "machine/end_record.h"
#include "machine/outcome.h"

typedef struct testinput {
  const char *name; /* as the program gave it; names may repeat, the order
                       is what counts */
  uint8_t what;     /* symbolic_what */
  uint64_t size;
  const uint8_t *bytes; /* as in memory */
} testinput;

typedef struct testcase {
  uint32_t number;  /* from 1, in the order of finding */
  end_record end;   /* END_EXIT, END_FAULT or END_CUT */
  bool is_repeated; /* another test has the same error (identity.h) */
  hash128 path;     /* digest of the decisions */
  uint32_t n_inputs;
  const testinput *input;
  outcome outcome;               /* evaluated, without the end */
  const struct datatypes *types; /* of inputs, or NULL; borrowed */
} testcase;
