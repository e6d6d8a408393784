#pragma once

/* Which globals may a function write? Those whose addresses it has for anything
 * but to read there.
 */

#include "program/program.h"

/* Marks them, by number. */
void written_note (memory *, program *, uint32_t function, uint8_t *is_written);
