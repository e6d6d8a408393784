#pragma once

/* Tests that are not exported or replayed, by why. */

#include <stdint.h>

uint32_t left_out_count (int n_reasons, const uint32_t *);

/* "; 3 left out: 2 possible misuse, 1 cut short"; nothing if none is. */
void left_out_print (const char *before, int n_reasons, const uint32_t *,
                     const char *const *why);
