#pragma once

/* A directory of our own, below TMPDIR: reprise-diff-PID-XXXXXX. What a process
 * left that was killed is removed by the next.
 */

#include "context/context.h"

/* Its path, in 'out', which is empty after trouble. */
status own_directory_make (context *, char_vec *out);
void own_directory_remove (const char_vec *);
