#pragma once

/* Outcomes for people. Values are printed by their types
 * (typed_value.h).
 */

#include "suite/testcase.h"
#include "suite/typed_value.h"

/* "3", "\"abc\"", "p + 1": with what its pointers lead to. Types may be NULL.
 */
void outcome_print_value (const datatypes *, const outcome *,
                          const outcome_part *, typed_form, char_vec *out);

/* Is it a value and nothing else, without pointers? Then of which type. */
bool outcome_has_plain_value (const datatypes *, const outcome_part *,
                              datatype *);

/* Is it something to be told by itself? Objects are told with pointers. */
bool outcome_is_told (const outcome_part *);

/* "returns 3", "sets g = 2", "writes \"hello\\n\"" */
void outcome_print_part (const datatypes *, const outcome *,
                         const outcome_part *, typed_form, char_vec *out);

/* "returns 3; sets g = 2", of the most telling parts; nothing if there are
 * none.
 */
void outcome_print (const datatypes *, const outcome *, typed_form,
                    char_vec *out);

/* Of two on one input: "returns 42, was 3"; false: they are the same. What
 * each does, for those who show them apart: "returns 42", "returns 3".
 */
bool outcome_print_change (const testcase *old, const testcase *now,
                           char_vec *line, char_vec *does, char_vec *did);
