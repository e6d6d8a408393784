#pragma once

/* Where the files are that come with Reprise: headers for programs under
 * test ("include"), and the C library as bitcode ("libc").
 *
 * Looked for, in this order, below $REPRISE_HOME, in share/reprise beside the
 * directory of the executable or of the shared library, and in the build tree
 * that the executable is in.
 */

#include "base/status.h"
#include "base/vec.h"

/* Replaces 'path' by the absolute, NUL-terminated path of 'what', a file or a
 * directory. False when it is nowhere; 'path' is then empty.
 */
bool home_find (memory *, const char *what, char_vec *path);

/* The directory of the C library. Without it every call of the library could
 * have any result: a run refuses instead, and says what to do.
 */
status home_find_libc (memory *, char_vec *path, trouble *);
