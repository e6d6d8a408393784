#pragma once

/* How much memory there is for this process: the least of what the machine has
 * available, and what each control group that it is in (version 1 or 2) and its
 * address space may still take; at least a megabyte. 0: the system does not
 * tell.
 *
 * 'root' is put before the paths of the system's files; "" but in tests.
 */

#include <stdint.h>

uint64_t available_memory (const char *root);
