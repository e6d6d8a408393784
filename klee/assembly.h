#pragma once

/* The module as LLVM shows it, and the lines that its instructions are on.
 *
 * Made of the text itself, so that it is right whatever LLVM prints between
 * instructions. Costs time and memory for all of the module, libc included.
 */

#include "program/program.h"

typedef struct assembly assembly;

/* To the file, unless it is NULL. */
assembly *assembly_new (memory *, program *, FILE *);
void assembly_free (assembly *);

/* The line of an instruction of our code, counted from 1; 0: it has none. */
uint32_t assembly_line (const assembly *, uint32_t function, uint32_t insn);

/* Of a function: the lines of its instructions, and how many of them are
 * conditional branches.
 */
const uint32_t *assembly_lines (const assembly *, uint32_t function,
                                uint32_t *n);
uint32_t assembly_count_branches (const assembly *, uint32_t function);
