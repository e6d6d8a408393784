#pragma once

/* The driver of a function that nobody calls (program/harness.h) as C, for
 * tests that others compile: statements that make its arguments and call it.
 *
 * Inputs are taken by reprise_take (address, size, name); argc and argv are
 * names that it may use. Assumptions are left out: a test keeps them.
 */

#include "base/vec.h"
#include "program/program.h"

/* ST_UNSUPPORTED where a struct is passed by value. */
status driver_text (const program_config *, char_vec *out, trouble *);
