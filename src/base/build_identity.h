#pragma once

/* Which build is running: the build-id that the linker put into the program, or
 * into the shared library, that this code is part of; where there is none, a
 * digest of the file. It is made of the bytes of the code, so that builds of
 * changed sources differ though no commit says so, and a copy of a program is
 * the same build wherever it lies.
 */

#include "base/vec.h"

/* Appends it as one word. False: nothing is known; then there is no memory to
 * be shared with anybody.
 */
bool build_identity (memory *, char_vec *out);
