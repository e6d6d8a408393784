#pragma once

/* What harness.c shares with undefined.c: functions that are written as code
 * of LLVM and make inputs by types.
 */

#include "program/contract.h"
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
  uint32_t param; /* of whose own object it is a member, plus 1; 0: none */
  const struct counted *counted; /* of a pointer: what says how much, or NULL */
  const struct ended *ended;     /* or which other one is its end, or NULL */
  ctype within;  /* the struct of which it is a member, or nothing */
  uint64_t at;   /* there */
  uint64_t tail; /* bytes of the array of any length at its end */
  const char *name;
} task;

/* A number in the memory of the driver. */
typedef struct count_place {
  LLVMValueRef base;
  uint64_t offset, size;
  bool is_signed;
  const char *name;
} count_place;

typedef struct counted {
  count_place most, used; /* elements; without a base: none */
} counted;

/* Other members that point to the same object. */
typedef struct ended {
  uint64_t middle, end; /* offsets; both the same: there is no middle */
  const char *middle_name, *end_name;
} ended;

/* A pointer that is passed once everything behind it is made. */
typedef struct passed_pointer {
  LLVMValueRef object, base; /* where it is stored; base NULL: an argument */
  uint64_t offset;
  unsigned argument;
  uint64_t size, element;            /* bytes of the object; 0: there is none */
  extent extent;                     /* of an argument */
  const counted *counted;            /* of a member, or NULL */
  const ended *ended;                /* the same */
  uint64_t tail, tail_element;       /* where an array of any length begins */
  ctype tail_of;                     /* the struct that ends so */
  bool is_open, is_nonnull;          /* it may be null, it must not */
  bool expects_null;                 /* somebody looks whether it is */
  bool is_text, is_constant, is_one; /* string, or a single struct */
  const char *name;
} passed_pointer;

/* A part of an argument that is passed by value. */
typedef struct passed_word {
  LLVMValueRef base;
  uint64_t offset;
  unsigned argument;
} passed_word;

/* Of how many elements the object behind a pointer is, as --assume says. */
typedef struct measured {
  const char *name;
  LLVMValueRef count;
} measured;

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
  bool is_of_two; /* versions, which are compared */
  LLVMTypeRef i8, i32, i64, pointer, nothing;
  uint64_t buffer_size;
  unsigned n_objects;
  arena names;
  describing describing;
  task_vec todo;          /* a stack; the walk is not limited by ours */
  bool is_passing;        /* pointers are passed by harness_pass.c ... */
  bool is_open;           /* ... and may be null */
  LLVMValueRef *argument; /* of the function that is driven */
  LLVMValueRef driven;
  VEC (passed_pointer) passings;
  VEC (passed_word) words;
  extent_vec extents; /* of the function that is driven */
  ctype_vec ctypes;   /* by parameter of LLVM; unknown where it is one of two */
  VEC (LLVMValueRef) objects; /* behind them, or NULL */
  VEC (measured) lengths;
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

/* Parts of harness.c: a variable that is an input; a pointer that is stored; an
 * object of which the machine is told; the name of a parameter of the function
 * that is driven.
 */
LLVMValueRef harness_input (harness *, const char *name, const datatype *);
void harness_store (harness *, LLVMValueRef, LLVMValueRef base,
                    uint64_t offset);
void harness_tell (harness *, LLVMValueRef object, uint64_t size,
                   const char *name);
const char *harness_param_name (harness *, unsigned);

/* By this function, "klee_assume". */
void harness_assume (harness *, const char *how, LLVMIntPredicate, LLVMValueRef,
                     LLVMValueRef);

/* The tests of errors have it so, if they can. */
void harness_prefer (harness *, LLVMIntPredicate, LLVMValueRef, LLVMValueRef);

/* harness_pass.c: passes all pointers that wait for it. */
void harness_pass_all (harness *);

/* Is this argument where another one ends? */
bool harness_is_end (const harness *, unsigned argument);

/* A member that says how many; false: its type does not. */
bool harness_counter (harness *, const ctype_member *, LLVMValueRef base,
                      uint64_t offset, const char *of, count_place *);
