#pragma once

/* Which code of a program's new version is not that of the old one, and what
 * can come to it.
 *
 * Functions are compared by name, block by block, as versions of a program are
 * when paths are carried over (memo/outline.h). A block is changed if it has no
 * counterpart that does the same; all of a function is if it refers to a global
 * that begins with another value. A path that executes no changed block does
 * the same in both versions.
 */

#include "explore/distance.h"
#include "machine/machine.h"

typedef struct change_marks {
  memory *mem;
  program *program;
  flow *flow;
  distances *distances; /* to changed blocks */
  size_t n_functions;   /* that have one and can be reached */
  size_t n_blocks;
  u32_vec globals; /* of both, whose values are compared, written or not */
} change_marks;

/* Marks changed blocks of the machine, too; its program is made of two. */
void change_marks_init (change_marks *, memory *, machine *);
void change_marks_release (change_marks *);

/* So that its answers have the globals, too: any machine of the program. */
void change_marks_keep_globals (const change_marks *, machine *);

/* Can the path come to changed code? */
bool change_marks_lead (const change_marks *, const state *);
