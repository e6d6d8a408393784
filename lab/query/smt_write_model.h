#pragma once

/* Arrays and models as SMT-LIB text, beside what term/smt_write.h writes. */

#include "term/model.h"

/* An array that is 'other' but at the given indices. */
void smt_write_array (memory *, char_vec *out, sort array, uint64_t other,
                      size_t n, const element *);

/* The answer to (get-model): a definition for each variable. */
void smt_write_model (memory *, char_vec *out, const terms *, const model *,
                      size_t n, const term *vars);
