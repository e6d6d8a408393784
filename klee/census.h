#pragma once

/* How much of the user's functions was executed, in instructions and
 * conditional branches of the module, as klee-stats shows it; and
 * run.istats, the same instruction by instruction.
 */

#include "klee/forktree.h"

typedef struct census {
  uint64_t instructions, covered;
  uint64_t branches, full, partial; /* both ways taken, one way taken */
} census;

census census_take (program *, const machine *, const assembly *);

/* callgrind's format, version 1: for each instruction of functions that were
 * called its line in assembly.ll and in its source, was it covered, how often
 * did it fork, how often was it executed, is it uncovered. The costs of calls
 * are not listed.
 */
typedef struct istats {
  program *program;
  const machine *machine;
  const assembly *assembly;
  const forktree *forks;
  const char *input;
} istats;

void istats_write (const istats *, FILE *);
