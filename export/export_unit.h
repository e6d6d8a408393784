#pragma once

/* Tests of a driven function as a file that people keep with their program:
 * test_FUNCTION.c, readable, with checks of all that it answers
 * (unit_test.h, maintained.h).
 */

#include "export/export.h"

/* Is this how such a suite is written in the format asked for? */
bool unit_is_for (const export_request *);

status unit_export (const export_request *, export_counts *, trouble *);
