#pragma once

/* Which solvers this program was linked with, for --version and logs. */

#include <stddef.h>

/* Both write at most size bytes, always terminated. */

void z3_version (char *text, size_t size);
void cadical_version (char *text, size_t size);
