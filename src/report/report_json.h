#pragma once

/* The schema of a report, docs/formats/json.md: one table for both ways. What
 * '--json' prints, what lies in report.json and what is kept of a run for the
 * next one are this object.
 */

#include "report/report.h"

#define REPORT_FORMAT 1 /* of a reader: no other is read */

/* New references. 'is_exact', or NULL, is cleared if a text is not UTF-8. */
json_t *report_json (const report *, bool *is_exact);
json_t *report_error_json (const report_error *);

/* Reads 'what' is in the object; lists and texts go to the arena. Context,
 * program and directories are the caller's to fill in. Trouble names the field
 * that is wrong, and nothing of the report may be used.
 */
status report_of_json (report *, const json_t *, const char *what, arena *,
                       trouble *);
