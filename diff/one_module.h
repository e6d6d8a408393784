#pragma once

/* How two versions become one module (program/pairing.h): whether their
 * functions can be called alike (parameters.c), with what (expected.c), and how
 * they are linked.
 */

#include "program/pairing.h"

extern const pair_rules one_module;

/* Rows of that table. */
status parameters_match (const program_config *, LLVMValueRef now,
                         LLVMValueRef before, trouble *);
LLVMValueRef parameters_counterpart (const program_config *, LLVMValueRef of,
                                     LLVMValueRef other, unsigned i);
LLVMValueRef parameters_given (const program_config *, LLVMValueRef param);
void expected_unite (const program_config *, arena *, LLVMValueRef of,
                     LLVMValueRef other, extent_vec *);
