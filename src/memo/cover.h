#pragma once

/* What each test covers, from the trie that was made: nothing is executed. */

#include "memo/recorder.h"
#include "suite/covering.h"

/* Of the suite in this directory, and beside it. */
status cover_write (const recorder *, const char *suite_dir, trouble *);
