#pragma once

/* The report in formats of others, each in a file of its own. A file is
 * written whole or not at all.
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

/* Those that options ask for: can they be written, as far as one knows before;
 * and write them.
 */
status report_check_files (const options *, trouble *);
status report_write_files (const report *, trouble *);
