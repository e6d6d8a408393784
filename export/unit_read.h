#pragma once

/* The inputs of a test, read back from the C that unit_value.h made of them.
 *
 * The text is ours, so its layout is known. Whoever reads it writes the test
 * anew and compares: what was read wrongly is found that way.
 */

#include "suite/testcase.h"

/* Appends the bytes of all inputs, as many and in the order that this test of
 * the same function has them. False: it is no call with such arguments.
 */
bool unit_read (const char *body, const testcase *like, memory *,
                char_vec *bytes);

/* How many arguments the first call of the function has; -1: there is none. */
int unit_read_count (const char *body, const char *entry);
