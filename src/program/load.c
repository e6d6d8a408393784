#include "program/load.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>

#define OUR_MAJOR 19
#define DATA_LAYOUT \
  "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64" \
  "-S128"
#define TRIPLE "x86_64-unknown-linux-gnu"

/* The first line of the first error. */
static void load_take (load_remark *r, const char *text) {
  if (!r->text[0]) {
    size_t len = strcspn (text, "\n");
    if (len >= sizeof r->text)
      len = sizeof r->text - 1;
    memcpy (r->text, text, len);
    r->text[len] = 0;
  }
}

static void on_diagnostic (LLVMDiagnosticInfoRef info, void *place) {
  if (!place || LLVMGetDiagInfoSeverity (info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription (info);
  load_take (place, text);
  LLVMDisposeMessage (text);
}

void load_listen (LLVMContextRef llvm, load_remark *r) {
  LLVMContextSetDiagnosticHandler (llvm, on_diagnostic, r);
}

void load_prepare (void) {
  unsigned major;
  LLVMGetVersion (&major, NULL, NULL);
}

LLVMContextRef load_context (void) {
  LLVMContextRef llvm = LLVMContextCreate ();
  load_listen (llvm, NULL);
  return llvm;
}

/* The reader's message has "(Producer: 'LLVM20.1.0' Reader: 'LLVM 19.1.7')".
 */
static status explain (const char *name, const load_remark *r, trouble *t) {
  const char *producer = strstr (r->text, "Producer: 'LLVM");
  if (producer) {
    producer += strlen ("Producer: 'LLVM");
    if (strtol (producer, NULL, 10) > OUR_MAJOR)
      return trouble_set (
          t, ST_UNSUPPORTED,
          "'%s' was written by LLVM %.*s, and this build reads bitcode up to "
          "LLVM %d: compile with clang %d, or give the .c file",
          name, (int) strcspn (producer, "'"), producer, OUR_MAJOR, OUR_MAJOR);
  }
  return trouble_set (t, ST_BADINPUT, "LLVM cannot read '%s': %s", name,
                      r->text[0] ? r->text : "invalid");
}

status load_verify (LLVMModuleRef module, const char *name, trouble *t) {
  char *text = NULL;
  bool is_bad = LLVMVerifyModule (module, LLVMReturnStatusAction, &text);
  load_remark r = {{0}};
  if (is_bad)
    load_take (&r, text);
  LLVMDisposeMessage (text);
  return is_bad ? explain (name, &r, t) : ST_OK;
}

static status load_finish (LLVMModuleRef *module, const char *name, bool failed,
                           const load_remark *r, trouble *t) {
  if (!failed)
    return ST_OK;
  *module = NULL;
  return explain (name, r, t);
}

status load_bitcode (LLVMContextRef llvm, memory *mem, char_vec *bytes,
                     const char *name, LLVMModuleRef *module, trouble *t) {
  load_remark r = {{0}};
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange (
      text_c (mem, bytes), bytes->len, name, false);
  load_listen (llvm, &r);
  bool failed = LLVMParseBitcodeInContext2 (llvm, buffer, module);
  load_listen (llvm, NULL);
  LLVMDisposeMemoryBuffer (buffer);
  return load_finish (module, name, failed, &r, t);
}

status load_assembly (LLVMContextRef llvm, memory *mem, char_vec *bytes,
                      const char *name, LLVMModuleRef *module, trouble *t) {
  load_remark r = {{0}};
  char *text = NULL;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange (
      text_c (mem, bytes), bytes->len, name, true);
  load_listen (llvm, &r);
  bool failed = LLVMParseIRInContext (llvm, buffer, module, &text);
  load_listen (llvm, NULL);
  if (text)
    load_take (&r, text);
  LLVMDisposeMessage (text);
  return load_finish (module, name, failed, &r, t);
}

LLVMModuleRef load_member (LLVMContextRef llvm, const char *bytes, size_t len) {
  LLVMModuleRef module = NULL;
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange (bytes, len, "archive", false);
  if (!LLVMGetBitcodeModuleInContext2 (llvm, buffer, &module))
    return module;
  LLVMDisposeMemoryBuffer (buffer);
  return NULL;
}

status load_check_target (LLVMModuleRef module, const char *name, trouble *t) {
  const char *triple = LLVMGetTarget (module);
  const char *layout = LLVMGetDataLayoutStr (module);
  if (*triple && strncmp (triple, "x86_64", 6) && strncmp (triple, "amd64", 5))
    return trouble_set (t, ST_UNSUPPORTED,
                        "'%s' was compiled for %s: compile it for x86-64", name,
                        triple);
  if (*layout && (*layout != 'e' || strstr (layout, "-p:32")))
    return trouble_set (t, ST_UNSUPPORTED,
                        "'%s' was compiled for another machine (data layout "
                        "%.80s): compile it for x86-64",
                        name, layout);
  if (!*triple)
    LLVMSetTarget (module, TRIPLE);
  if (!*layout)
    LLVMSetDataLayout (module, DATA_LAYOUT);
  return ST_OK;
}
