#pragma once

/* Work that may end the process.
 *
 * LLVM aborts on some damaged files, crashes on others, and complains on
 * standard error about a third kind. So a spare process is forked before the
 * work is done here: should that end this process, the spare one goes on in
 * its place, from the same point, and this one only hands on how that ends.
 * Work that succeeds costs no more than it does without a trial.
 */

#include "base/status.h"

typedef status trial_work (void *, trouble *);

/* What the work says, when it printed nothing. ST_BADINPUT with a sentence
 * about 'name' when it did (nothing of it is shown), or when it would have
 * ended the process. No other thread must be running.
 */
status trial_run (trial_work *, void *, const char *name, trouble *);
