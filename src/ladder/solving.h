#pragma once

/* The lowest rung: backends. SAT gives a model that was evaluated (check level
 * 1), UNSAT a core that was made smaller within a small budget.
 */

#include "reuse/rung.h"

rung *rung_new_solver (const rung_site *);
