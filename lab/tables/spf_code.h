#pragma once

/* The blocks and globals of a program by what they are, so that those of two
 * versions are compared. The name of a block is what it does, and how many in
 * its function do the same before it; a way from one to another is the same if
 * both have the same names. What was executed on a path is a leg: names and
 * ways. If all are in another version, it executes just these there.
 */

#include "base/map.h"
#include "program/program.h"

typedef VEC (uint64_t) spf_leg;

typedef struct spf_block {
  uint64_t name, way[3]; /* without a condition, if it holds, if not; or 0 */
} spf_block;

typedef struct spf_code {
  memory *mem;
  program *program;
  VEC (spf_block) block;
  map by_index; /* block.index + 1 -> where it is in 'block' */
  map is_there; /* all names and ways: 1 */
} spf_code;

void spf_code_init (spf_code *, memory *, program *);
void spf_code_release (spf_code *);

/* Of what machine_take_blocks gave since a decision that took this way (or 0):
 * sorted, each once.
 */
void spf_code_leg (const spf_code *, uint64_t way, u32_vec *blocks,
                   spf_leg *out);

/* The way that a decision there takes. */
uint64_t spf_code_way (const spf_code *, uint32_t function, uint32_t pc,
                       unsigned choice);

/* Where a conditional is: the name of its block. Never 0. */
uint64_t spf_place (const spf_code *, uint32_t function, uint32_t pc);
