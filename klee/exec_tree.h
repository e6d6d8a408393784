#pragma once

/* klee-exec-tree: what exec_tree.db tells, as tables and as a graph for dot. */

#include "context/context.h"

/* WHAT FILE, or the directory of the file: WHAT is branches, depths,
 * instructions, terminations, tree-dot or tree-info. Gives the exit status.
 */
int exec_tree (context *, int argc, char **argv);
