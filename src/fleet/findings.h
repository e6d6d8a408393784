#pragma once

/* What a process has covered and lost, as lines of text for the one that joins
 * it. Numbers of functions and of blocks within them are the same in all
 * processes of a run; indexes of blocks and files are not, as functions are
 * lowered when they are needed.
 *
 *     block FUNCTION NUMBER WAYS
 *     loss COUNT LINE \t FUNCTION \t FILE \t WHAT
 */

#include "explore/explorer.h"

/* Losses that were there before, with their counts, are not written again. */
typedef VEC (uint64_t) findings_before;
void findings_begin (memory *, explorer *, findings_before *);

status findings_write (explorer *, const findings_before *, const char *path,
                       trouble *);

/* Adds them to what the explorer and its machine have. */
void findings_read (explorer *, const char *path);
