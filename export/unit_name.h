#pragma once

/* Words for names of tests: what decides, and what comes out.
 *
 *     x < 0          "x_is_negative"
 *     s[0] == 0      "s_is_empty"
 *     a + b <= c     "a_plus_b_is_at_most_c"
 *     -7             "minus_7"
 */

#include "export/retrace.h"

/* In this order of preference, "" if it cannot be said: the last decision of
 * the path, the boundary that its values are at, the last two decisions.
 */
#define UNIT_CONDITIONS 3
void unit_name_condition (retrace *, unsigned which, memory *, char_vec *out);

/* Letters and digits of a value as it is printed, cut short. */
void unit_name_value (memory *, const char *text, size_t n, char_vec *out);
