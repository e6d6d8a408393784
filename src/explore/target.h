#pragma once

/* Places that the user named, as instructions of the program.
 *
 *     parse.c:120    the code of that line, wherever it was inlined to
 *     parse.c:120-128    one of these lines; with ? behind it: if they have
 *                        code that can be reached
 *     parse_header   the start of that function, and inlined copies of it
 *
 * Several have commas between. A file may be given by the last parts of its
 * path. A set of targets is a set of bits, by their numbers.
 */

#include "base/map.h"
#include "base/vec.h"
#include "program/program.h"

#define MAX_TARGETS 64

typedef struct target_insn {
  uint32_t function, pc;
} target_insn;

typedef struct target {
  char_vec text;           /* as given */
  VEC (target_insn) insns; /* whoever comes to one has reached it */
} target;

/* What it says about targets that a block was executed. */
typedef struct target_mark {
  uint64_t entered; /* reached by entering it */
  uint64_t passed;  /* reached if it was executed to its end */
} target_mark;

typedef struct targets {
  VEC (target) all;
  VEC (target_mark) marks;
  map mark_at; /* block.index plus 1 -> mark plus 1 */
} targets;

/* Lowers the functions of the user's files. ST_USAGE, with a sentence that has
 * names or lines close by, when there is no such place. To be released in any
 * case.
 */
status targets_find (targets *, memory *, program *, const char *text,
                     trouble *);
void targets_release (memory *, targets *);

/* NULL: no target is in this block. */
const target_mark *targets_mark (const targets *, uint32_t block);
