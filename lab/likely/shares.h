#pragma once

/* run --count: the share of the inputs that take each path, and lead to each
 * error.
 *
 * Let P (path) be the probability that all inputs of a run satisfy what the
 * path knows at its end, and V that of what assumptions are seen to exclude.
 * Then all inputs that satisfy the assumptions have a probability W, which is
 *   - the sum over all paths, where all were explored exactly;
 *   - else between that sum and 1 - V.
 * The share of a path is P / W: exact, or within the bounds that follow.
 */

#include "report/counting.h"

extern const counting_class counting_inputs;
