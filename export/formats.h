#pragma once

/* A report in formats of others, each in a file of its own, which is written
 * whole or not at all: docs/formats/sarif-lcov.md.
 */

#include "report/report.h"

/* LCOV's tracefile, as genhtml and the coverage services read it. A line
 * counts 1 or 0: it was executed on some path, or on none.
 */
status lcov_write (const report *, const char *path, trouble *);

/* SARIF 2.1.0: one result per error, each with a fingerprint that survives
 * edits elsewhere in the file. Compared with 'baseline', which holds the
 * results of an earlier run, results are new, unchanged, or absent; it is
 * replaced if 'is_kept'. NULL: results say nothing about other runs.
 */
typedef struct sarif_request {
  const char *path;
  const char *baseline;
  bool is_kept;
} sarif_request;
status sarif_write (const report *, const sarif_request *, trouble *);

/* Those that the options of its context ask for. */
status formats_write (const report *, trouble *);
