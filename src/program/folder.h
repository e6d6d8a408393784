#pragma once

/* The C files of a directory and of those below it, by name. Hidden
 * directories and those of CMake are left out.
 */

#include "base/vec.h"

/* Appends their paths, each with its NUL. */
void folder_list (memory *, const char *path, char_vec *out);
