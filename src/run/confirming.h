#pragma once

/* The oracle at the end of a run: some tests are run natively, under sanitizers
 * and in a sandbox, by 'reprise tests replay'. One for each error, and of the
 * others a few, which are always the same.
 *
 * What differs is never hidden: an error that does not happen natively stays
 * one, and says so; a test that ends otherwise makes the result incomplete
 * (docs/adr/0048-native-confirmation.md).
 */

#include "report/report.h"

typedef struct confirming {
  memory *mem;
  arena texts;
  VEC (report_error) errors; /* with what became of them natively */
  report_loss_vec losses;
  VEC (native_difference) differences;
} confirming;

void confirming_init (confirming *, memory *);
void confirming_release (confirming *); /* with what the report borrows */

/* Adds to the report. 'elapsed' is the time that the run took; 'doubt' the name
 * of a file that tells the next run that tests differed, or NULL.
 */
void confirm (confirming *, report *, uint64_t elapsed, const char *doubt);
