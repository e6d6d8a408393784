#pragma once

/* Which functions are not as they were in a revision in git. */

#include "project/survey.h"

/* Sets true at the number of each item of the survey that is, with all that it
 * needs, as it was.
 */
status since_find (const survey *, const char *revision, bool *is_same);
