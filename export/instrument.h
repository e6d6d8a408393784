#pragma once

/* A module made ready to be compiled and watched: see executable.h. */

#include "program/module.h"

void instrument (memory *, module *, bool check_overflow);
