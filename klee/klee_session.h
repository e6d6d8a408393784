#pragma once

/* reprise klee: a run with KLEE's options, messages and files. */

#include "run/run.h"

typedef struct klee klee;

/* The arguments of the command line behind "klee". The options of the context
 * are set from them. NULL with trouble in the context.
 */
klee *klee_open (context *, int argc, char **argv);

/* The exit status: 0, also when errors were found; 1 after --exit-on-error or
 * when something could not be done.
 */
int klee_explore (klee *);

void klee_interrupt (klee *); /* from a signal handler */
void klee_free (klee *);
