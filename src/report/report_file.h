#pragma once

/* The report of a run, kept in a file of its output directory
 * (docs/formats/json.md). It is written when the run begins, as it goes on, and
 * at its end, each time whole, so what is there is true whenever somebody
 * looks.
 */

#include "report/report.h"

#define REPORT_FILE "report.json"

/* Replaces the file in 'r->out'. */
status report_file_write (const report *r, trouble *);
