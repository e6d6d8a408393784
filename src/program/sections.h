#pragma once

/* What linkers make: __start_NAME and __stop_NAME are the ends of a section.
 *
 * Variables with this section, which are objects of their own otherwise,
 * become members of one object where a program declares one of the two names
 * and nobody defines it.
 */

#include "program/module.h"

void sections_join (memory *, LLVMModuleRef);
