#pragma once

/* Which functions are not as they were in a revision in git. */

#include "project/configuration.h"
#include "project/survey.h"

/* Sets true at the number of each item of the survey that is, with all that it
 * needs, its contract and the settings for it, as it was.
 */
status since_find (const survey *, const configuration *, const char *revision,
                   bool *is_same);
