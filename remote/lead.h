#pragma once

/* Who leads a fleet: begins a run, gives what is open to all, and joins what
 * they found to what this run remembers. Another run, which carries all that
 * over, then has its result: here nothing is counted, shown or believed.
 */

#include "remote/member.h"

/* 'file' is that of the trie. ST_OK also where there was nothing to share; what
 * others did not do is open. The run that follows needs about the rest of the
 * time that is given, or so much if that is less.
 */
status lead_run (context *, const run_request *, const char *file,
                 const ending_wish *, uint64_t *rest);
