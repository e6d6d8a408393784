#pragma once

/* The evaluator: the value of any term under a model, in time linear in the
 * terms not seen before under that model. No recursion, so depth is no
 * limit. For one term under many models compile it (term/tape.h).
 */

#include "term/model.h"

typedef struct evaluator evaluator;

evaluator *evaluator_new (memory *, terms *);
void evaluator_free (evaluator *);

/* Start on a model, which is borrowed and must not change until the next
 * start. Values with limbs live until then as well.
 */
void evaluator_start (evaluator *, const model *);

uint64_t evaluator_value (evaluator *, term); /* not an array */
bool evaluator_holds (evaluator *, term);     /* Bool */

/* The value of an array: its elements that differ from the rest, by
 * increasing index ('out' is cleared first); returns the rest.
 */
uint64_t evaluator_array (evaluator *, term array, memory *, element_vec *out);

/* Do all terms hold under the model? */
bool evaluator_satisfies (evaluator *, const model *, size_t n, const term *);
