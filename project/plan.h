#pragma once

/* Which functions are run, in which order, and with which options. */

#include "project/project.h"

/* Fills the jobs from the survey and the settings. */
status plan_make (project *);
