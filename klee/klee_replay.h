#pragma once

/* klee-replay: a native program on the inputs of .ktest files, as KLEE's does
 * it. Arguments, standard input and files of --sym-* are those of the test, in
 * a directory made for it, where the program runs.
 */

#include "context/context.h"

/* -k, -f KTEST, -h, EXECUTABLE KTEST...; gives the exit status. */
int klee_replay (context *, int argc, char **argv);
