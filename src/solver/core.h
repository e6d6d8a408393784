#pragma once

/* Smaller cores. A smaller unsatisfiable set is found again more often, so
 * some work on it pays.
 */

#include "solver/backend.h"

/* Leave out terms of an unsatisfiable set as long as it stays unsatisfiable.
 * The backend is reset. At most 'max_checks' checks, none after one that turns
 * out hard, nor after the deadline (0 = none); the result is unsatisfiable in
 * any case, and minimal if the budget was enough. Without a deadline it is the
 * same in every run. Returns the number of checks made.
 */
unsigned core_minimise (backend *, memory *, term_vec *core,
                        unsigned max_checks, uint64_t deadline);
