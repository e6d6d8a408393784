#pragma once

/* Which lines, branches and functions of the user's files were executed. */

#include "machine/machine.h"

typedef struct covered_line {
  uint32_t file, line;
  bool is_covered;
} covered_line;

/* A two-way conditional, or one target of a switch: taken or not. */
typedef struct covered_branch {
  uint32_t file, line;
  uint32_t function, block; /* tell several of one line apart */
  uint32_t target;          /* and those of a switch; 0: of a conditional */
  bool is_reached;
  uint8_t ways; /* bit 0: was true, bit 1: was false */
} covered_branch;

typedef struct covered_function {
  uint32_t file, line; /* its first with code */
  uint32_t function;
  bool is_covered;
  uint32_t sides; /* of decisions in its source, */
  bool is_source; /* which are its branches here */
} covered_function;

typedef struct covered {
  memory *mem;
  const program *program;   /* of which these are */
  VEC (covered_line) lines; /* each of the three by file, then line */
  VEC (covered_branch) branches;
  VEC (covered_function) functions;
} covered;

/* Of a function that is driven by its types: it and what it may call. Otherwise
 * of all; at the end of a run functions that were never reached count too;
 * before, only those that were, since lowering the others would not leave the
 * run as it is.
 */
void covered_collect (covered *, memory *, program *, const machine *,
                      bool is_over);
void covered_release (covered *);

/* Are branches all that the source has, and nothing else? */
bool covered_is_source (const covered *);

/* The same for the same line of another such list. */
uint64_t covered_line_key (const covered *, const covered_line *);
