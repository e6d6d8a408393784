#pragma once

/* Files of the host that the program may see: read once, before anything is
 * executed, and put into the module as constants (runtime/port/reprise.h). So
 * they are part of the program: digests cover them, and a native executable
 * has them too.
 *
 * Regular files and directories; what a symbolic link points to is not there.
 */

#include "program/module.h"

/* What is too large or too much is left out with a warning. Without a libc
 * nobody asks for them.
 */
status host_files_put (const program_config *, module *, trouble *);
