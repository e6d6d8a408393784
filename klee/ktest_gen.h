#pragma once

/* ktest-gen: a .ktest of arguments and files that are there, as a seed or to be
 * replayed. ktest-randgen: one of random bytes.
 */

#include "context/context.h"

/* Both give the exit status. */
int ktest_gen (context *, int argc, char **argv);
int ktest_randgen (context *, int argc, char **argv);
