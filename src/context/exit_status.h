#pragma once

/* Exit status, the same for all subcommands; of a run it is part of its
 * verdict (report/verdict.h).
 */

enum {
  CLI_OK = 0,         /* all done, nothing found */
  CLI_FOUND = 1,      /* errors found in the program under test */
  CLI_TROUBLE = 2,    /* usage or input: one sentence on standard error */
  CLI_INCOMPLETE = 3, /* nothing found, but not all was explored exactly */
  CLI_NO_WAY = 4      /* no path leads to a --target */
};
