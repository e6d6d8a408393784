#pragma once

/* The report of a run, read from its output directory. */

#include "report/report.h"

/* Lists and texts go to the arena. Of a run that did not end, because it is
 * still going on or was killed, paths, tests and errors are those in its suite,
 * which is written more often.
 */
status kept_report_read (context *, const char *dir, arena *, report *out,
                         trouble *);

/* Where a directory has the results of 'reprise test', which are below it, says
 * where one is, for 'command'.
 */
void kept_report_point (const char *dir, const char *command, trouble *);
