#pragma once

/* Which lines, branches and functions of the user's files were executed. */

#include "machine/machine.h"

typedef struct covered_line {
  uint32_t file, line;
  bool is_covered;
} covered_line;

/* A two-way conditional. */
typedef struct covered_branch {
  uint32_t file, line;
  uint32_t function, block; /* tell several of one line apart */
  bool is_reached;
  uint8_t ways; /* bit 0: was true, bit 1: was false */
} covered_branch;

typedef struct covered_function {
  uint32_t file, line; /* its first with code */
  uint32_t function;
  bool is_covered;
} covered_function;

typedef struct covered {
  memory *mem;
  VEC (covered_line) lines; /* each of the three by file, then line */
  VEC (covered_branch) branches;
  VEC (covered_function) functions;
} covered;

/* At the end of a run functions that were never reached count too; before, only
 * those that were, since lowering the others would not leave the run as it is.
 */
void covered_collect (covered *, memory *, program *, const machine *,
                      bool is_over);
void covered_release (covered *);
