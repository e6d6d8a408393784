#pragma once

/* Linking with the C library, as far as the program needs it
 * (docs/formats/archive.md).
 */

#include "program/module.h"

/* Links members of 'archive' in the directory config->libc. What they define
 * is marked as the runtime's. What nobody defines stays undefined.
 */
status libc_link (const program_config *, module *, trouble *);
