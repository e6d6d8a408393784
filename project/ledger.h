#pragma once

/* What is known of each function after each slice, in a file: who goes on after
 * a kill, or runs again, begins with that (docs/formats/project.md).
 */

#include "project/job.h"

/* Takes over what is still true: a job whose key is the same has its state. Of
 * one that was not explored completely, the result is kept, unless 'goes_on',
 * or the run that wrote this was not finished. No ledger, or one that cannot be
 * read: nothing is known. Texts go to the arena.
 */
typedef struct ledger {
  const char *out;     /* directory */
  struct json_t *past; /* rows of the one before, or NULL */
} ledger;

void ledger_open (ledger *, context *, const char *out, job_vec *, arena *,
                  bool goes_on);
void ledger_close (ledger *);

/* Replaces the file. What is known of functions that are not among the jobs
 * stays.
 */
status ledger_write (const ledger *, const job_vec *, bool is_finished,
                     trouble *);
