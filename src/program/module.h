#pragma once

/* From files to one LLVM module, ready to be lowered: compiled, linked with
 * what it needs of the libc and the runtime, simplified. (load side; the
 * other side, program.c and lower_*.c, reads the module and nothing else.)
 */

#include "base/vec.h"
#include "program/program.h"

#include "program/llvm_lists.h"

/* What belongs to the libc and the runtime, and what nobody defines, which we
 * did: a function has this string attribute, a variable this section.
 */
#define MODULE_RUNTIME_MARK "reprise-runtime"
#define MODULE_UNDEFINED_MARK "reprise-undefined"
#define MODULE_LOCAL_MARK "reprise-local" /* of two versions: static */

static inline const char *value_name (LLVMValueRef v) {
  size_t len;
  return LLVMGetValueName2 (v, &len);
}

/* Attributes that have no value, by name: of a function, its result or a
 * parameter.
 */
bool value_has (LLVMValueRef, LLVMAttributeIndex, const char *attribute);
void value_promise (LLVMValueRef function, const char *attribute);

/* A call of a function that may not be declared yet, where the builder is. */
LLVMValueRef module_call (LLVMModuleRef, LLVMBuilderRef, const char *name,
                          LLVMTypeRef result, unsigned n,
                          LLVMValueRef argument[]);

void module_mark (LLVMValueRef, const char *mark);
bool module_is_marked (LLVMValueRef, const char *mark);

/* What program_is_marked asks for. */
void module_tell (LLVMModuleRef, const char *name);

/* Arithmetic that stands where the program has it has this metadata. LLVM
 * drops it from what it executes earlier than the program would; the libc was
 * optimised without it.
 */
#define MODULE_STRICT_MARK "reprise.strict"

/* A branch has it, and what LLVM makes of it where it is executed as often: a
 * value that is chosen by a decision of the program.
 */
#define MODULE_DECISION_MARK "unpredictable"

#define MODULE_FUZZ_NAME "LLVMFuzzerTestOneInput"

typedef struct module {
  LLVMContextRef llvm;
  LLVMModuleRef module;
  bool is_compiled;  /* from C, by us */
  const char *start; /* name of the function to start with; in 'text' */
  char_vec text;
  struct datatypes *types;        /* of inputs */
  struct datatypes *types_before; /* of the other of two versions, or NULL */
  LLVMValueRef entry;  /* program_config, if there is one; another file may have
                          a function of its name */
  LLVMValueRef driven; /* the function that is driven by its types, or NULL */
  LLVMValueRef main;   /* what is called in the end */
  const struct module *beside; /* NULL, or the new version, which owns 'llvm' */
  const struct module *before; /* NULL, or the old one, until both are driven */
} module;

/* config->input alone, read or compiled, and no more: not linked. To be
 * released in any case.
 */
status module_read (const program_config *, module *, trouble *);

/* The same from bytes of an object or of bitcode, which the input names. */
status module_read_bytes (const program_config *, module *, const char *bytes,
                          size_t, trouble *);

void module_open_context (module *);

/* Adds a module to those before it, if there are any; it is gone. The names
 * are those of files, for messages.
 */
status module_join (memory *, module *, LLVMModuleRef, const char *name,
                    const char *part, trouble *);

/* On trouble nothing is left to release. */
status module_load (const program_config *, module *, trouble *);

/* The same in parts, for a version beside another one, or NULL: each is driven
 * with what both expect, so both are begun before. To be released in any case.
 */
status module_begin (const program_config *, module *, const module *beside,
                     trouble *);
status module_drive (const program_config *, module *, trouble *);
status module_finish (const program_config *, module *, trouble *);
void module_release (memory *, module *);
