#pragma once

/* The errors of a run: the one place that says which tests show the same. A run
 * fills it as paths end, 'reprise report' from the suite of a run that was
 * killed.
 */

#include "report/report.h"

typedef struct error_list {
  memory *mem;
  errors_per per;
  arena *texts; /* borrowed */
  VEC (report_error) errors;
  map at; /* identity -> index + 1 */
} error_list;

void error_list_init (error_list *, memory *, arena *texts, errors_per);
void error_list_clear (error_list *);
void error_list_release (error_list *);

/* Of a test that ends in a fault; true: there was one like it. */
bool error_list_add (error_list *, const testcase *);

/* A copy in the order of places, which is that of every run. */
const report_error *error_list_sorted (const error_list *, arena *);
