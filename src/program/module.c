#include "program/module.h"

#include "base/clock.h"
#include "base/suggest.h"
#include "program/compile.h"
#include "program/dependencies.h"
#include "program/describe.h"
#include "program/embedded.h"
#include "program/failing.h"
#include "program/harness.h"
#include "program/host_files.h"
#include "program/libc.h"
#include "program/linker.h"
#include "program/load.h"
#include "program/pairing.h"
#include "program/processor.h"
#include "program/sections.h"
#include "program/simplify.h"
#include "program/source.h"
#include "program/start.h"
#include "program/static_names.h"
#include "program/trial.h"
#include "program/undefined.h"

#include <llvm-c/BitWriter.h>

#define MAX_LISTED 8

typedef struct module_reading {
  const program_config *config;
  module *m;
  source source;
} module_reading;

static unsigned attribute_kind (const char *name) {
  return LLVMGetEnumAttributeKindForName (name, strlen (name));
}

bool value_has (LLVMValueRef f, LLVMAttributeIndex at, const char *name) {
  return LLVMGetEnumAttributeAtIndex (f, at, attribute_kind (name));
}

void value_promise (LLVMValueRef f, const char *name) {
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (f));
  LLVMAddAttributeAtIndex (
      f, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute (llvm, attribute_kind (name), 0));
}

LLVMValueRef module_call (LLVMModuleRef m, LLVMBuilderRef at, const char *name,
                          LLVMTypeRef result, unsigned n,
                          LLVMValueRef argument[]) {
  LLVMTypeRef param[4];
  assert (n <= sizeof param / sizeof *param);
  for (unsigned i = 0; i < n; i++)
    param[i] = LLVMTypeOf (argument[i]);
  LLVMTypeRef type = LLVMFunctionType (result, param, n, false);
  LLVMValueRef f = LLVMGetNamedFunction (m, name);
  if (!f)
    f = LLVMAddFunction (m, name, type);
  return LLVMBuildCall2 (at, type, f, argument, n, "");
}

void module_tell (LLVMModuleRef m, const char *name) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  LLVMMetadataRef none = LLVMMDNodeInContext2 (llvm, NULL, 0);
  LLVMAddNamedMetadataOperand (m, name, LLVMMetadataAsValue (llvm, none));
}

void module_mark (LLVMValueRef v, const char *text) {
  assert (v && *text);
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (v));
  LLVMAttributeIndex whole = (LLVMAttributeIndex) LLVMAttributeFunctionIndex;
  if (LLVMIsAFunction (v))
    LLVMAddAttributeAtIndex (
        v, whole, LLVMCreateStringAttribute (llvm, text, strlen (text), "", 0));
  else if (LLVMIsAGlobalVariable (v))
    LLVMSetSection (v, text);
}

bool module_is_marked (LLVMValueRef v, const char *text) {
  assert (v && *text);
  const char *section = LLVMIsAFunction (v) ? NULL : LLVMGetSection (v);
  if (LLVMIsAFunction (v))
    return LLVMGetStringAttributeAtIndex (v, LLVMAttributeFunctionIndex, text,
                                          (unsigned) strlen (text));
  return section && !strcmp (section, text);
}

static status parse_embedded (module_reading *r, trouble *t) {
  memory *mem = r->config->mem;
  const char *name = r->config->input;
  const char_vec *all = &r->source.bytes;
  status st = ST_OK;
  for (size_t at = 0, n;
       !st && (n = embedded_module (all->data, all->len, &at)); at += n) {
    char_vec bytes = {0};
    LLVMModuleRef part;
    text_add (mem, &bytes, all->data + at, n);
    st = load_bitcode (r->m->llvm, mem, &bytes, name, &part, t);
    if (!st)
      st = module_join (mem, r->m, part, name, name, t);
    vec_release (mem, &bytes);
  }
  if (!st && !r->m->module)
    st = trouble_set (t, ST_BADINPUT, "the bitcode in '%s' is damaged", name);
  return st;
}

static status parse_one (module_reading *r, trouble *t) {
  const program_config *config = r->config;
  module *m = r->m;
  switch (r->source.kind) {
  case SOURCE_TEXT:
    return load_assembly (m->llvm, config->mem, &r->source.bytes, config->input,
                          &m->module, t);
  case SOURCE_EMBEDDED:
    return parse_embedded (r, t);
  default:
    return load_bitcode (m->llvm, config->mem, &r->source.bytes, config->input,
                         &m->module, t);
  }
}

/* A module that is refused is released here, where a trial watches. */
static status parse (void *data, trouble *t) {
  module_reading *r = data;
  const program_config *config = r->config;
  module *m = r->m;
  status st = parse_one (r, t);
  if (st == ST_OK)
    st = load_verify (m->module, config->input, t);
  if (st == ST_OK)
    st = load_check_target (m->module, config->input, t);
  if (st != ST_OK && m->module) {
    LLVMDisposeModule (m->module);
    m->module = NULL;
  }
  return st;
}

void module_open_context (module *m) {
  m->llvm = m->beside ? m->beside->llvm : load_context ();
}

/* In a list of what was compiled: its name, its size, its bytes. */
static bool find_compiled (const program_config *config, char_vec *bitcode) {
  const char_vec *kept = config->compiled;
  for (size_t at = 0, n; kept && at < kept->len; at += n) {
    const char *name = kept->data + at;
    at += strlen (name) + 1;
    memcpy (&n, kept->data + at, sizeof n);
    at += sizeof n;
    if (strcmp (name, config->input))
      continue;
    text_add (config->mem, bitcode, kept->data + at, n);
    return true;
  }
  return false;
}

static status compile_once (const program_config *config, char_vec *bitcode,
                            trouble *t) {
  char_vec *kept = config->compiled;
  if (find_compiled (config, bitcode))
    return ST_OK;
  status st = compile (config, bitcode, t);
  if (!st && kept) {
    text_add (config->mem, kept, config->input, strlen (config->input) + 1);
    text_add (config->mem, kept, (const char *) &bitcode->len,
              sizeof bitcode->len);
    text_add (config->mem, kept, bitcode->data, bitcode->len);
  }
  return st;
}

status module_read (const program_config *config, module *m, trouble *t) {
  module_reading r = {.config = config, .m = m};
  status st;
  TRY (source_read (config->mem, config->input, &r.source, t));
  if (r.source.kind == SOURCE_C) {
    m->is_compiled = true;
    TRY (compile_once (config, &r.source.bytes, t));
    module_open_context (m); /* was loaded meanwhile */
    st = parse (&r, t);
  } else {
    module_open_context (m);
    TRY (trial_run (parse, &r, config->input, t));
    if (config->dependencies)
      dependencies_add_input (config->dependencies, config->input);
  }
out:
  source_release (config->mem, &r.source);
  return st;
}

status module_read_bytes (const program_config *config, module *m,
                          const char *bytes, size_t n, trouble *t) {
  module_reading r = {.config = config, .m = m};
  status st = source_take (config->mem, config->input, bytes, n, &r.source, t);
  module_open_context (m);
  if (!st)
    st = trial_run (parse, &r, config->input, t);
  source_release (config->mem, &r.source);
  return st;
}

static bool is_defined (LLVMValueRef f) { return f && !LLVMIsDeclaration (f); }

/* "; it defines a, b, c and 17 more" */
static void list_functions (memory *mem, LLVMModuleRef m, char_vec *text) {
  unsigned n = 0;
  EACH_FUNCTION (f, m) {
    size_t len;
    const char *name = LLVMGetValueName2 (f, &len);
    if (!is_defined (f) || name[0] == '_' || n++ >= MAX_LISTED)
      continue; /* those of headers begin like this */
    text_puts (mem, text, n == 1 ? "; it defines " : ", ");
    text_add (mem, text, name, len);
  }
  if (n > MAX_LISTED)
    text_printf (mem, text, " and %u more", n - MAX_LISTED);
}

static status no_main (const program_config *config, const module *m,
                       trouble *t) {
  char_vec list = {0};
  list_functions (config->mem, m->module, &list);
  status st = trouble_set (
      t, ST_BADINPUT,
      "'%s' has no main: say which function to run, as in '%s:FUNCTION'%s",
      config->input, config->input, text_c (config->mem, &list));
  vec_release (config->mem, &list);
  return st;
}

static status no_entry (const program_config *config, const module *m,
                        trouble *t) {
  suggestion near = {.word = config->entry};
  LLVMModuleRef all = m->module;
  EACH_FUNCTION (f, all) {
    size_t len;
    if (is_defined (f))
      suggest (&near, LLVMGetValueName2 (f, &len));
  }
  char_vec list = {0};
  if (near.best)
    text_printf (config->mem, &list, "; did you mean '%s'?", near.best);
  else
    list_functions (config->mem, all, &list);
  status st =
      trouble_set (t, ST_BADINPUT, "'%s' defines no function '%s'%s",
                   config->input, config->entry, text_c (config->mem, &list));
  vec_release (config->mem, &list);
  return st;
}

static bool has_uses (LLVMValueRef f) {
  for (unsigned i = 0; i < LLVMCountParams (f); i++)
    if (LLVMGetFirstUse (LLVMGetParam (f, i)))
      return true;
  return false;
}

/* What stands for main; or what has to be driven. */
static status find_main (const program_config *config, module *m, trouble *t) {
  const char *name = config->entry ? config->entry : "main";
  LLVMValueRef f = m->entry ? m->entry : LLVMGetNamedFunction (m->module, name);
  LLVMValueRef fuzz = LLVMGetNamedFunction (m->module, MODULE_FUZZ_NAME);
  bool is_fuzz = is_defined (fuzz) && LLVMCountParams (fuzz) == 2 &&
                 (config->entry ? f == fuzz : !is_defined (f));
  if (is_fuzz)
    m->main = harness_fuzz (config, m, fuzz);
  else if (!is_defined (f) && config->klee)
    return trouble_set (t, ST_BADINPUT,
                        "Entry function '%s' not found in module.", name);
  else if (!is_defined (f))
    return config->entry ? no_entry (config, m, t) : no_main (config, m, t);
  else if (strcmp (name, "main")) {
    m->driven = f;
    ctype_name_params (f);
  } else if (config->assume)
    return trouble_set (t, ST_USAGE,
                        "--assume is about the parameters of a function: name "
                        "it, '%s:FUNCTION'",
                        config->input);
  else {
    m->main = f;
    if (!config->klee && LLVMCountParams (f) && has_uses (f))
      module_tell (m->module, HARNESS_ARGUMENTS);
  }
  return ST_OK;
}

static status check_time (const program_config *config, trouble *t) {
  if (!config->deadline || clock_now () < config->deadline)
    return ST_OK;
  return trouble_set (t, ST_FULL, "time was over before '%s' was loaded",
                      config->input);
}

static void keep_linked (const program_config *config, const module *m) {
  LLVMMemoryBufferRef all = LLVMWriteBitcodeToMemoryBuffer (m->module);
  text_add (config->mem, config->linked, LLVMGetBufferStart (all),
            LLVMGetBufferSize (all));
  LLVMDisposeMemoryBuffer (all);
}

/* All files of the program, as one module. */
static status load_files (const program_config *config, module *m, trouble *t) {
  char_vec *linked = config->linked;
  if (linked && linked->len)
    return module_read_bytes (config, m, linked->data, linked->len, t);
  status st = linker_load (config, m, t);
  if (!st && linked)
    keep_linked (config, m);
  return st;
}

status module_begin (const program_config *config, module *m,
                     const module *beside, trouble *t) {
  status st;
  *m = (module) {.beside = beside, .types = datatypes_new (config->mem)};
  TRY (load_files (config, m, t));
  processor_answer (m->module);
  sections_join (config->mem, m->module);
  TRY (check_time (config, t));
  describe_inputs (config, m);
  TRY (simplify (m->module, config->keep_branches, config->keep_unset,
                 !config->klee, t));
  st = find_main (config, m, t);
out:
  return st;
}

status module_drive (const program_config *config, module *m, trouble *t) {
  LLVMValueRef other = m->beside ? m->beside->driven : NULL;
  status st = ST_OK;
  if (!m->driven)
    return st;
  if (other)
    st = config->rules->match (config, other, m->driven, t);
  if (st)
    return st;
  m->main = harness_drive (config, m, t);
  describe_answers (m);
  return t->code;
}

status module_finish (const program_config *config, module *m, trouble *t) {
  status st;
  TRY (check_time (config, t));
  if (config->libc)
    TRY (libc_link (config, m, t));
  if (config->fail_malloc)
    failing_put (config, m);
  if (config->host_files)
    TRY (host_files_put (config, m, t));
  undefined_fill (config, m);
  if (!start_build (m->module, m->main))
    st = trouble_set (t, ST_UNSUPPORTED,
                      "main of '%s' has parameters other than (int argc, char "
                      "**argv, char **envp)",
                      config->input);
  static_names_settle (config->mem, m->module);
  text_puts (config->mem, &m->text, START_NAME);
  m->start = text_c (config->mem, &m->text);
out:
  return st;
}

status module_load (const program_config *config, module *m, trouble *t) {
  status st;
  TRY (module_begin (config, m, NULL, t));
  TRY (module_drive (config, m, t));
  st = module_finish (config, m, t);
out:
  if (st)
    module_release (config->mem, m);
  return st;
}

void module_release (memory *mem, module *m) {
  if (m->module)
    LLVMDisposeModule (m->module);
  if (m->llvm && !m->beside)
    LLVMContextDispose (m->llvm);
  vec_release (mem, &m->text);
  datatypes_free (m->types);
  datatypes_free (m->types_before);
  *m = (module) {0};
}
