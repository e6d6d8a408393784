#ifndef PROGRAM_TRIAL_H
#define PROGRAM_TRIAL_H

/* Work that may end the process is tried in another one first.
 *
 * LLVM aborts on some damaged files, crashes on others, and complains on
 * standard error about a third kind. A child does the work before we do.
 */

#include "base/status.h"

typedef status trial_work (void *, trouble *);

/* ST_OK when the work succeeded in a child and printed nothing: it can then
 * be done here. Otherwise the child's trouble, or ST_BADINPUT with a sentence
 * about 'name' that tells how the child ended. Nothing is shown.
 */
status trial_run (trial_work *, void *, const char *name, trouble *);

#endif
