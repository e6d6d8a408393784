#include "program/libc.h"

#include "program/archive.h"
#include "program/failing.h"
#include "program/load.h"
#include "program/start.h"

#include <llvm-c/Linker.h>

typedef struct linking {
  memory *mem;
  module *m;
  archive archive;
  bool is_failing;     /* allocations may fail */
  bool has_inputs;     /* words of the program's, or files of the host */
  bool *is_defined;    /* by symbol of the archive */
  bool *is_taken;      /* by member */
  u32_vec members;     /* taken, in the order they were found */
  LLVMModuleRef *part; /* parsed members, while they are merged */
  size_t n_parts;
} linking;

static void mark_defined (linking *l, const char *name) {
  uint32_t symbol = archive_find (&l->archive, name);
  if (symbol != ARCHIVE_NONE)
    l->is_defined[symbol] = true;
}

/* What the machine does itself is as good as defined. */
static void mark_builtins (linking *l) {
#define BUILTIN(NAME, TEXT, WINS, DOES) \
  if (WINS) \
    mark_defined (l, TEXT);
#include "program/builtins.def"
}

static void take_member (linking *l, uint32_t member) {
  assert (member < l->archive.n_members);
  if (l->is_taken[member])
    return;
  l->is_taken[member] = true;
  vec_push (l->mem, &l->members, member);
  uint32_t n;
  const uint32_t *defined = archive_defined (&l->archive, member, &n);
  for (uint32_t i = 0; i < n; i++)
    l->is_defined[defined[i]] = true;
}

static void need_symbol (linking *l, uint32_t symbol) {
  assert (symbol < l->archive.n_symbols);
  if (!l->is_defined[symbol])
    take_member (l, archive_provider (&l->archive, symbol));
}

static void need_name (linking *l, const char *name) {
  uint32_t symbol = archive_find (&l->archive, name);
  if (symbol != ARCHIVE_NONE)
    need_symbol (l, symbol);
}

/* Functions, variables, aliases and indirect functions of a module. */
typedef void visitor (linking *, LLVMValueRef);

static void visit_all (linking *l, LLVMModuleRef m, visitor *visit) {
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction (m); v; v = LLVMGetNextFunction (v))
    visit (l, v);
  for (v = LLVMGetFirstGlobal (m); v; v = LLVMGetNextGlobal (v))
    visit (l, v);
  for (v = LLVMGetFirstGlobalAlias (m); v; v = LLVMGetNextGlobalAlias (v))
    visit (l, v);
  for (v = LLVMGetFirstGlobalIFunc (m); v; v = LLVMGetNextGlobalIFunc (v))
    visit (l, v);
}

static bool is_local (LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage (v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void visit_definition (linking *l, LLVMValueRef v) {
  if (!LLVMIsDeclaration (v) && !is_local (v))
    mark_defined (l, value_name (v));
}

static void visit_reference (linking *l, LLVMValueRef v) {
  if (LLVMIsDeclaration (v) && LLVMGetFirstUse (v) &&
      LLVMGetLinkage (v) != LLVMExternalWeakLinkage)
    need_name (l, value_name (v));
}

/* Functions that an optimiser has made operations of are called again: as code
 * they have all their values.
 */
static void call_libm (linking *l) {
  static const char *const names[] = {
      "sin",  "cos", "tan",  "asin",  "acos", "atan", "sinh",  "cosh",
      "tanh", "exp", "exp2", "exp10", "log",  "log2", "log10", "pow"};
  static const char *const formats[][2] = {
      {"f32", "f"}, {"f64", ""}, {"f80", "l"}};
  for (size_t i = 0; i < 3 * sizeof names / sizeof *names; i++) {
    char text[24];
    snprintf (text, sizeof text, "llvm.%s.%s", names[i / 3], formats[i % 3][0]);
    LLVMValueRef operation = LLVMGetNamedFunction (l->m->module, text);
    snprintf (text, sizeof text, "%s%s", names[i / 3], formats[i % 3][1]);
    LLVMValueRef f = LLVMGetNamedFunction (l->m->module, text);
    if (!operation || archive_find (&l->archive, text) == ARCHIVE_NONE)
      continue;
    LLVMTypeRef type = LLVMGlobalGetValueType (operation);
    f = f ? f : LLVMAddFunction (l->m->module, text, type);
    if (LLVMGlobalGetValueType (f) == type && !is_local (f))
      LLVMReplaceAllUsesWith (operation, f);
  }
}

static void choose_members (linking *l) {
  call_libm (l);
  mark_builtins (l);
  visit_all (l, l->m->module, visit_definition);
  need_name (l, START_LIBC_NAME);
  need_name (l, "exit");
  if (l->has_inputs)
    need_name (l, "__reprise_has_inputs");
  if (l->is_failing)
    need_name (l, FAILING_PREFIX "malloc");
  if (LLVMGetNamedGlobal (l->m->module, START_DESTRUCTORS))
    need_name (l, "atexit");
  visit_all (l, l->m->module, visit_reference);
  for (size_t i = 0; i < l->members.len; i++) {
    uint32_t n;
    const uint32_t *needed =
        archive_needed (&l->archive, l->members.data[i], &n);
    for (uint32_t k = 0; k < n; k++)
      need_symbol (l, needed[k]);
  }
}

static LLVMValueRef find_user (const linking *l, const char *name) {
  LLVMModuleRef m = l->m->module;
  LLVMValueRef v = LLVMGetNamedFunction (m, name);
  if (!v)
    v = LLVMGetNamedGlobal (m, name);
  if (!v)
    v = LLVMGetNamedGlobalAlias (m, name, strlen (name));
  return v;
}

/* Marked as the runtime's; weak where the program has its own. */
static void visit_member (linking *l, LLVMValueRef v) {
  if (LLVMIsDeclaration (v) || !strncmp (value_name (v), "llvm.", 5))
    return;
  module_mark (v, MODULE_RUNTIME_MARK);
  if (is_local (v))
    return;
  LLVMValueRef users = find_user (l, value_name (v));
  if (users && !LLVMIsDeclaration (users) && !is_local (users))
    LLVMSetLinkage (v, LLVMWeakAnyLinkage);
}

static status misfit (const char *what, trouble *t) {
  return trouble_set (t, ST_BADINPUT,
                      "the C library cannot be linked: LLVM says '%s'", what);
}

static status parse_members (linking *l, trouble *t) {
  load_remark remark = {{0}};
  load_listen (l->m->llvm, &remark);
  for (size_t i = 0; i < l->members.len; i++) {
    size_t size;
    const char *bytes = archive_bytes (&l->archive, l->members.data[i], &size);
    LLVMModuleRef part = load_member (l->m->llvm, bytes, size);
    if (!part)
      return misfit (remark.text, t);
    visit_all (l, part, visit_member);
    assert (l->n_parts < l->members.len);
    l->part[l->n_parts++] = part;
  }
  return ST_OK;
}

/* Each link moves what is linked, and walks over all of what it is linked to,
 * which costs a tenth of that. So neighbours come first, as many as make both
 * about equal: the whole costs n log n and not n * n.
 */
#define FAN_IN 8u

static status merge_parts (linking *l, trouble *t) {
  assert (l->n_parts == l->members.len);
  load_remark remark = {{0}};
  load_listen (l->m->llvm, &remark);
  while (l->n_parts > 1) {
    size_t n = 0;
    bool failed = false;
    for (size_t i = 0; i < l->n_parts; i++)
      if (i % FAN_IN)
        failed |= LLVMLinkModules2 (l->part[n - 1], l->part[i]);
      else
        l->part[n++] = l->part[i];
    l->n_parts = n;
    if (failed)
      return misfit (remark.text, t);
  }
  if (l->n_parts && LLVMLinkModules2 (l->m->module, l->part[--l->n_parts]))
    return misfit (remark.text, t);
  return ST_OK;
}

static status link_archive (linking *l, trouble *t) {
  uint32_t n_symbols = l->archive.n_symbols, n_members = l->archive.n_members;
  l->is_defined = memory_zalloc (l->mem, n_symbols);
  l->is_taken = memory_zalloc (l->mem, n_members);
  choose_members (l);
  l->part = memory_alloc (l->mem, l->members.len * sizeof *l->part);
  status st;
  TRY (parse_members (l, t));
  TRY (merge_parts (l, t));
out:
  load_listen (l->m->llvm, NULL);
  while (l->n_parts)
    LLVMDisposeModule (l->part[--l->n_parts]);
  memory_free (l->mem, l->part, l->members.len * sizeof *l->part);
  vec_release (l->mem, &l->members);
  memory_free (l->mem, l->is_taken, n_members);
  memory_free (l->mem, l->is_defined, n_symbols);
  return st;
}

status libc_link (const program_config *config, module *m, trouble *t) {
  linking l = {.mem = config->mem,
               .m = m,
               .is_failing = config->fail_malloc != 0,
               .has_inputs = config->has_words || config->host_files};
  char_vec path = {0};
  text_printf (config->mem, &path, "%s/archive", config->libc);
  status st = archive_open (&l.archive, text_c (config->mem, &path), t);
  vec_release (config->mem, &path);
  if (st == ST_OK)
    st = link_archive (&l, t);
  archive_close (&l.archive);
  return st;
}
