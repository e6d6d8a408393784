#pragma once

/* Two versions of a program in one module.
 *
 *     now     f, g, malloc ...    f@new  g@new           \
 *     before  f, g, malloc ...    f@old  g@old            } one module
 *             __reprise_judge: asks what differs         /
 *
 * Each version is whole when they are joined: linked with its own libc and
 * runtime, with its own start. What it defines gets a mark behind its name and
 * is seen by nobody else; what it only declares are functions of the machine,
 * which both share. The rest of this folder sees names without marks, so that
 * what is equal in both has equal digests.
 *
 * How they become one is for who compares them (diff/one_module.h).
 */

#include "base/arena.h"
#include "program/contract.h"
#include "program/module.h"

#define JUDGE_NAME "__reprise_judge"

/* The length of a name without its mark; which mark it was. */
typedef enum pairing_side { SIDE_NONE, SIDE_NEW, SIDE_OLD } pairing_side;
extern const char *const pairing_mark[];
size_t pairing_base (const char *name, size_t len, pairing_side *);

typedef struct pair_rules {
  /* Do the functions that are driven take the same parameters, but for those
   * with a default? Trouble, with a sentence, where they do not.
   */
  status (*match) (const program_config *, LLVMValueRef now,
                   LLVMValueRef before, trouble *);
  /* The parameter of one that stands in the place of this one of the other. */
  LLVMValueRef (*counterpart) (const program_config *, LLVMValueRef of,
                               LLVMValueRef other, unsigned i);
  /* The value of --defaults for a parameter, as a constant of its type; NULL:
   * it has none.
   */
  LLVMValueRef (*given) (const program_config *, LLVMValueRef param);
  /* To what one expects of its callers, adds what the other one does. */
  void (*unite) (const program_config *, arena *, LLVMValueRef of,
                 LLVMValueRef other, extent_vec *);
  /* 'before' becomes a part of 'now', and is gone. Both have the same context
   * of LLVM.
   */
  status (*join) (memory *, module *now, module *before, trouble *);
} pair_rules;
