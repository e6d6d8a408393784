#pragma once

/* What harness.c shares with undefined.c: functions that are written as code
 * of LLVM and make inputs by types.
 */

#include "program/describe.h"
#include "program/harness.h"

/* Memory that is to get any content that its type can have. */
typedef struct task {
  LLVMValueRef base;
  uint64_t offset;
  uint64_t whole; /* size of the object at 'base' */
  ctype ctype;
  const datatype *type; /* NULL: that of 'ctype' */
  unsigned depth;       /* how many pointers were followed */
  const char *name;
} task;

typedef VEC (task) task_vec;

typedef struct harness {
  memory *mem;
  const program_config *config;
  LLVMValueRef now; /* NULL, or the function of another version by whose
                       parameters inputs are named */
  const datatypes *types_now; /* its types, or NULL */
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMBuilderRef builder;
  LLVMValueRef driver;
  bool is_driver; /* of a function, whose arguments are told */
  bool is_stub;   /* a function behind a pointer */
  LLVMTypeRef i8, i32, i64, pointer, nothing;
  uint64_t buffer_size;
  unsigned n_objects;
  arena names;
  describing describing;
  task_vec todo; /* a stack; the walk is not limited by ours */
} harness;

/* With the builder in a new body: of the function given, which has none yet,
 * or of a driver.
 */
void harness_begin (harness *, const program_config *, const module *,
                    LLVMValueRef or_null);
void harness_release (harness *);

LLVMBasicBlockRef harness_add_block (harness *);
LLVMValueRef harness_number (const harness *, uint64_t);
LLVMValueRef harness_text (harness *, const char *);
LLVMValueRef harness_call (harness *, const char *name, LLVMTypeRef result,
                           unsigned n, LLVMValueRef argument[]);

uint64_t harness_size_of (const harness *, LLVMTypeRef);
LLVMAttributeRef harness_attribute (LLVMValueRef f, unsigned param,
                                    const char *name);

/* Names must live as long as the harness.
 *
 * A variable with any content that its type allows; an object behind a
 * pointer; a value from such a variable.
 */
LLVMValueRef harness_value (harness *, ctype, const char *name);
LLVMValueRef harness_point (harness *, ctype target, const char *name);
LLVMValueRef harness_load (harness *, LLVMTypeRef, LLVMValueRef base,
                           uint64_t offset);
