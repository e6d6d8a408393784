#pragma once

/* The functions that our scripts define for floating point (term/smt_float.h),
 * known by their names.
 */

#include "term/term.h"

/* Is it one? '*code' and '*width' say which, for smt_float_draft. */
bool smt_float_parse (const char *name, uint64_t *code, uint64_t *width);

/* The application of what was parsed; false when the arguments do not fit. */
bool smt_float_draft (const terms *, uint64_t code, uint64_t width, size_t n,
                      const term *arg, draft *out);
