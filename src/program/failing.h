#pragma once

/* Allocation that may fail (--fail-malloc): malloc and its family, wherever
 * the program or its library uses them, become functions of the runtime that
 * ask whether they fail (runtime/stdlib/failing.c). The name of the first of
 * these is what the library is asked for.
 */

#include "program/module.h"

#define FAILING_PREFIX "__reprise_failing_"

/* After the library was linked; without it nothing fails. */
void failing_put (const program_config *, module *);
