#ifndef LAB_PRESETS_PUBLISHED_H
#define LAB_PRESETS_PUBLISHED_H

/* What was published before: caches as rungs, and ways to use a solver as
 * strategies, with a preset for each.
 */

#include "context/extension.h"

extern const extension published;

#endif
