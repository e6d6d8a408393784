#pragma once

/* What of an answer depends on where things lie, though no pointer of the
 * answer says so: addresses that were printed, and jump buffers. It has no
 * value, so nobody compares it.
 */

#include "machine/outcome.h"

/* Bytes of a text that begins here and is an address in digits, with its "0x";
 * else 0.
 */
uint32_t hidden_text (machine *, const state *, const outcome_part *,
                      uint32_t at);

/* The same of a jump buffer as setjmp leaves it, whose last word is a mark. */
#define HIDDEN_JUMP 40
#define HIDDEN_JUMP_MARK UINT64_C (0x6a6d705f62756621)
uint32_t hidden_jump (const outcome_part *, uint32_t at);
