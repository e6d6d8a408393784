#pragma once

/* A report as one page of HTML that needs nothing else: no other file, no
 * network, no scripts. Errors with the source around them and around the calls
 * that led there, what changed since the last run, what was not explored, the
 * lines of each file that were not executed.
 */

#include "report/report.h"

/* Sources are read as they are now. "-" is standard output. */
status webpage_write (const report *, const char *path, trouble *);
