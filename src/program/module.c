#include "program/module.h"

#include "base/clock.h"
#include "program/compile.h"
#include "program/libc.h"
#include "program/load.h"
#include "program/simplify.h"
#include "program/source.h"
#include "program/start.h"

static status read_module (const program_config *config, module *m,
                           trouble *t) {
  source s;
  status st;
  TRY (source_read (config->mem, config->input, &s, t));
  if (s.kind == SOURCE_C) {
    uint64_t before = clock_now ();
    TRY (compile (config, &s.bytes, t));
    m->compile_ns = clock_now () - before;
  }
  st = s.kind == SOURCE_TEXT ? load_assembly (m->llvm, config->mem, &s.bytes,
                                              config->input, &m->module, t)
                             : load_bitcode (m->llvm, config->mem, &s.bytes,
                                             config->input, &m->module, t);
out:
  source_release (config->mem, &s);
  return st;
}

/* What is run: main. */
static status find_main (const program_config *config, const module *m,
                         LLVMValueRef *res, trouble *t) {
  *res = LLVMGetNamedFunction (m->module, "main");
  if (*res && !LLVMIsDeclaration (*res))
    return ST_OK;
  return trouble_set (t, ST_BADINPUT, "'%s' has no main", config->input);
}

static status load (const program_config *config, module *m, trouble *t) {
  LLVMValueRef main;
  status st;
  TRY (read_module (config, m, t));
  TRY (load_check_target (m->module, config->input, t));
  TRY (find_main (config, m, &main, t));
  TRY (simplify (m->module, config->keep_branches, t));
  if (config->libc)
    TRY (libc_link (config, m, t));
  main = LLVMGetNamedFunction (m->module, "main");
  if (!start_build (m->module, main))
    st = trouble_set (t, ST_UNSUPPORTED,
                      "main of '%s' has parameters other than (int argc, char "
                      "**argv, char **envp)",
                      config->input);
out:
  return st;
}

status module_load (const program_config *config, module *m, trouble *t) {
  *m = (module) {.llvm = load_context ()};
  status st = load (config, m, t);
  if (st != ST_OK) {
    module_release (config->mem, m);
    return st;
  }
  text_puts (config->mem, &m->text, START_NAME);
  m->start = text_c (config->mem, &m->text);
  return ST_OK;
}

void module_release (memory *mem, module *m) {
  if (m->module)
    LLVMDisposeModule (m->module);
  if (m->llvm)
    LLVMContextDispose (m->llvm);
  vec_release (mem, &m->text);
  *m = (module) {0};
}
