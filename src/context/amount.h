#pragma once

/* Times and sizes as people write them. A span is a number of seconds, or
 * numbers with units (h min s ms us ns) as in "1h10min"; a size is a number of
 * bytes, or with K, M, G, T (powers of 1024). False if malformed or too large.
 */

#include <stdbool.h>
#include <stdint.h>

bool span_parse (const char *text, uint64_t *ns);
bool size_parse (const char *text, uint64_t *bytes);
