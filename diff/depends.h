#pragma once

/* The files that a program is made of: the input and the headers it includes,
 * without those of the system.
 */

#include "context/context.h"

/* Appends their paths, each with its NUL, the input first; a path may come
 * twice. Of headers that are missing all places are listed where they are
 * looked for: beside the input and in the include directories. When the
 * compiler cannot tell, the input alone is listed: trouble is only what keeps
 * the input itself from being found.
 */
status depends_list (context *, const char *input, char_vec *paths);
