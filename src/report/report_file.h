#ifndef REPORT_REPORT_FILE_H
#define REPORT_REPORT_FILE_H

/* The report of a run, kept in a file of its output directory: the object that
 * 'run --json' prints, with coverage by file (docs/formats/json.md, report). It
 * is written when the run begins, as it goes on, and at its end, each time
 * whole, so what is there is true whenever somebody looks.
 */

#include "report/report.h"

#define REPORT_FILE_FILE "report.json"

/* Replaces the file in 'r->out'. 'is_over': the run has ended. A report of a
 * result that was remembered keeps the coverage by file that is there.
 */
status report_file_write (const report *r, bool is_over, trouble *);

typedef struct report_file report_file;

/* Reads it. Of a run that did not end, because it is still going on or was
 * killed, paths, tests and errors are those in its suite, which is written more
 * often. Counters and times go to the context. NULL with trouble, or to be
 * freed.
 */
report_file *report_file_open (context *, const char *dir, trouble *);
void report_file_free (report_file *);

/* Borrowed; as the run said it, or as it is so far. */
const report *report_file_report (const report_file *);
json_t *report_file_json (const report_file *);

/* On standard output: coverage of each file, and what was not executed. */
void report_file_print_lines (const report_file *);

#endif
