#pragma once

/* Makes tables of relative addresses absolute, in the module. What does not
 * look like such a table is left alone.
 */

#include "program/program_priv.h"

void relative_resolve (LLVMContextRef, LLVMModuleRef, memory *);
