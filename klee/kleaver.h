#pragma once

/* kleaver: answers the questions of .kquery files, as KLEE's does. */

#include "context/context.h"

/* FILE; gives the exit status. */
int kleaver (context *, int argc, char **argv);
