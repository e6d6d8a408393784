#ifndef PROGRAM_INSTRUMENT_H
#define PROGRAM_INSTRUMENT_H

/* A module made ready to be compiled and watched: see program/executable.h. */

#include "program/module.h"

void instrument (memory *, module *, bool check_overflow);

#endif
