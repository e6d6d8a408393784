#pragma once

/* Files of all functions in one: LCOV's tracefile, and SARIF. Each function has
 * its own beside its tests.
 */

#include "project/found.h"

#define OWN_LCOV "coverage.lcov"
#define OWN_SARIF "report.sarif"

/* What was executed by any of them; written if there is a path. */
status merged_lcov (memory *, const job_vec *, const char *path, coverage *out,
                    trouble *);

/* The errors of the project, each once. */
status merged_sarif (context *, const found *, int exit_status,
                     const char *path, trouble *);
