#pragma once

/* The inputs of a test, read back from the C that unit_value.h made of them.
 *
 * The text is ours, so its layout is known. Whoever reads it writes the test
 * anew and compares: what was read wrongly is found that way.
 */

#include "suite/testcase.h"

/* What a function that is passed returns, the first call first. */
typedef struct unit_returned {
  const char *name; /* of the input, "p()" */
  uint64_t size;
  uint8_t bytes[8];
} unit_returned;
typedef VEC (unit_returned) unit_returned_vec;

/* Is it an input of that kind? They have no place among the others. */
bool unit_is_returned (const testinput *);

/* Appends the bytes of all inputs, as many and in the order that this test of
 * the same function has them; it has none that are returned, which are
 * appended to 'returned'. False: it is no call with such arguments.
 */
bool unit_read (const char *body, const testcase *like, memory *,
                char_vec *bytes, unit_returned_vec *returned);

/* How many arguments the first call of the function has; -1: there is none. */
int unit_read_count (const char *body, const char *entry);
