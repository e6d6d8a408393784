#pragma once

/* Bodies for functions that nobody defines, and values for variables
 * (docs/adr/0047-what-is-not-there.md).
 *
 * A function gets a body, unless it does not return or --undefined=stop. The
 * body tells the machine (reprise_undefined), changes what its arguments point
 * to if that is wanted (reprise_havoc), and returns any value of the type:
 *
 *   T *           a fresh object, made as for the parameter of a driven
 *                 function (harness.h); or null, if the program looks for
 *                 null in a result of this function anywhere
 *   struct S      any content, member by member
 *
 * What debug info does not tell is taken from a second compilation of C
 * files, or else from how the program uses the result.
 *
 * A variable gets any content when the program starts.
 */

#include "program/module.h"

#define UNDEFINED_START "__reprise_undefined" /* fills the variables */

void undefined_fill (const program_config *, module *);
