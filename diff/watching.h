#pragma once

/* reprise watch: programs are run, and again whenever they or headers of theirs
 * are saved. Each run has a block on standard output with what is different
 * from the run before (report/difference.h).
 *
 * A program that does not compile changes nothing: the next run is compared
 * with the last one that was complete. A run during which its program is saved
 * is given up.
 */

#include "context/context.h"

typedef struct watching watching;

/* The inputs, FILE or FILE:FUNCTION, are borrowed. The tests of several are in
 * directories of their own in that of the options.
 */
/* reprise watch. */
int watch_command (context *, int argc, char **argv);

watching *watching_new (context *, int n, char **input);
void watching_free (watching *);

/* Until it is interrupted. Trouble that no edit of a program can remove, as a
 * file that is not there at the beginning, ends it too.
 */
status watching_go (watching *);

/* From a signal handler. */
void watching_interrupt (watching *);

/* Of the last complete runs, the worst exit status. */
int watching_status (const watching *);
