#ifndef REPORT_CHRONICLE_H
#define REPORT_CHRONICLE_H

/* The report of a run, kept in a file of its output directory: the object that
 * 'run --json' prints, with coverage by file (docs/formats/json.md, report). It
 * is written when the run begins, as it goes on, and at its end, each time
 * whole, so what is there is true whenever somebody looks.
 */

#include "report/report.h"

#define CHRONICLE_FILE "report.json"

/* Replaces the file in 'r->out'. 'is_over': the run has ended. A report of a
 * result that was remembered keeps the coverage by file that is there.
 */
status chronicle_write (const report *r, bool is_over, trouble *);

typedef struct chronicle chronicle;

/* Reads it. Of a run that did not end, because it is still going on or was
 * killed, paths, tests and errors are those in its suite, which is written more
 * often. Counters and times go to the context. NULL with trouble, or to be
 * freed.
 */
chronicle *chronicle_open (context *, const char *dir, trouble *);
void chronicle_free (chronicle *);

/* Borrowed; as the run said it, or as it is so far. */
const report *chronicle_report (const chronicle *);
json_t *chronicle_json (const chronicle *);

/* On standard output: coverage of each file, and what was not executed. */
void chronicle_print_lines (const chronicle *);

#endif
