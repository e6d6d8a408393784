#pragma once

/* The report in formats of others, SARIF and LCOV, each in a file of its own:
 * views of what is in the output directory (report_file.h), which the program
 * that shows reports makes (export/formats.h).
 */

#include "report/report.h"

/* Those that options ask for: can they be written, as far as one knows before;
 * and write them.
 */
status report_check_files (const options *, trouble *);
status report_write_files (const report *, trouble *);
