#pragma once

/* ktest-tool: what is in .ktest files, as KLEE's prints it. */

#include "context/context.h"

/* --trim-zeros, --extract NAME, FILE...; gives the exit status. */
int ktest_tool (context *, int argc, char **argv);
