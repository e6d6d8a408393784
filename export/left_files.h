#pragma once

/* Files that a program left natively, beside those of its outcome. */

#include "export/situation.h"

/* 'root' has /work and /tmp as the program left them. True: they are as the
 * outcome says, and what it does not name is as it was given; else 'what' says
 * what is not so. Of files of the host (a directory, or NULL) only the names
 * count.
 */
bool left_files_agree (const char *root, const char *host_files,
                       const situation *, const outcome *, char *what,
                       size_t size);
