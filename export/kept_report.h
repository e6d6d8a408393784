#pragma once

/* The report of a run, read from its output directory. */

#include "report/report.h"

/* Lists and texts go to the arena. Of a run that did not end, because it is
 * still going on or was killed, paths, tests and errors are those in its suite,
 * which is written more often.
 */
status kept_report_read (context *, const char *dir, arena *, report *out,
                         trouble *);
