#ifndef SUITE_TESTCASE_H
#define SUITE_TESTCASE_H

/* A test: concrete input for one path, and what happens on it. */

#include "machine/state.h"

typedef struct testinput {
  const char *name; /* as the program gave it; names may repeat, the order
                       is what counts */
  uint8_t what;     /* symbolic_what */
  uint64_t size;
  const uint8_t *bytes; /* as in memory */
} testinput;

typedef struct testcase {
  uint32_t number; /* from 1, in the order of finding */
  end_kind end;    /* END_EXIT, END_FAULT or END_CUT */
  fault_kind fault;
  bool is_repeated; /* another test has the same fault, place and cause */
  int status;       /* exit status of the program, after END_EXIT */
  const char *file, *function; /* where it ended; "" if not known */
  uint32_t line;
  const char *text;  /* detail of the end, one line */
  const char *stack; /* after END_FAULT: as state_print_stack; else "" */
  hash128 path;      /* digest of the decisions */
  uint32_t n_inputs;
  const testinput *input;
} testcase;

#endif
