#pragma once

/* What was published before: caches as rungs, and ways to use a solver as
 * strategies, with a preset for each.
 */

#include "context/extension.h"

extern const extension published;
extern const struct test_rule published_test_rule;
