#pragma once

/* Functions that others stand in for: KLEE's --function-alias. */

#include "base/memory.h"
#include "base/status.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

typedef struct replacing {
  size_t n;
  const char *const *rule; /* "NAME:OTHER" or "PATTERN:OTHER", in order */
  void *owner;
  /* What was done, or could not be. */
  void (*say) (void *owner, bool is_warning, const char *text);
} replacing;

/* Who used a function uses the other one. Trouble: a rule makes no sense, or
 * nothing was replaced.
 */
status replacing_do (const replacing *, LLVMModuleRef, memory *, trouble *);
