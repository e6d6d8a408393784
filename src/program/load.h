#pragma once

/* Bitcode and LLVM assembly to a module in memory. LLVM neither prints nor
 * exits: what it has to say ends up in the trouble.
 */

#include "base/status.h"
#include "base/vec.h"

#include "program/llvm_lists.h"

/* The first error that LLVM had, one line. */
typedef struct load_remark {
  char text[320];
} load_remark;

/* A context that keeps LLVM silent; its errors go to who listens. NULL: to
 * nobody.
 */
LLVMContextRef load_context (void);

/* Before the first context, if there is nothing better to do: loading LLVM
 * takes as long as compiling a small program.
 */
void load_prepare (void);

void load_listen (LLVMContextRef, load_remark *);

/* 'name' is for messages. The bytes are not needed afterwards. What a foreign
 * file says is not believed: the module is to be verified before it is used,
 * unless the same bytes were.
 */
status load_bitcode (LLVMContextRef, memory *, char_vec *bytes,
                     const char *name, LLVMModuleRef *, trouble *);
status load_assembly (LLVMContextRef, memory *, char_vec *bytes,
                      const char *name, LLVMModuleRef *, trouble *);
status load_verify (LLVMModuleRef, const char *name, trouble *);

/* The machine is an x86-64 one; ST_UNSUPPORTED when the module is not for
 * it. A module that does not say becomes one.
 */
status load_check_target (LLVMModuleRef, const char *name, trouble *);

/* Without verification: for what we wrote ourselves. Function bodies are read
 * when the module is linked, and the bytes must stay until then. NULL when
 * the bytes are damaged.
 */
LLVMModuleRef load_member (LLVMContextRef, const char *bytes, size_t len);
