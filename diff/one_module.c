#include "diff/one_module.h"

#include "program/load.h"
#include "program/start.h"
#include "program/static_names.h"

#include <llvm-c/Linker.h>

/* Names. Strings without a name have none to mark: LLVM tells them apart. */

static void mark_one (memory *mem, LLVMValueRef v, pairing_side side,
                      char_vec *text) {
  assert (side == SIDE_NEW || side == SIDE_OLD);
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  if (LLVMIsDeclaration (v) || !strncmp (name, "llvm.", 5) ||
      static_names_is_text (v))
    return;
  bool is_start = !strcmp (name, START_NAME);
  vec_clear (text);
  text_printf (mem, text, "%.*s%s", (int) len, name, pairing_mark[side]);
  LLVMSetValueName2 (v, text->data, text->len);
  bool is_variable = LLVMIsAGlobalVariable (v) != NULL;
  if (LLVMGetLinkage (v) == LLVMPrivateLinkage)
    return;
  const char *section = is_variable ? LLVMGetSection (v) : NULL;
  if (is_variable && LLVMGetLinkage (v) == LLVMInternalLinkage &&
      (!section || !*section))
    module_mark (v, MODULE_LOCAL_MARK);
  /* Of the other version LLVM links what is not local, with all it refers to:
   * also variables that nobody there uses.
   */
  bool is_kept = side == SIDE_OLD && (is_start || is_variable);
  LLVMSetLinkage (v, is_kept ? LLVMExternalLinkage : LLVMInternalLinkage);
}

static void mark_all (memory *mem, LLVMModuleRef m, pairing_side side) {
  char_vec text = {0};
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction (m); v; v = LLVMGetNextFunction (v))
    mark_one (mem, v, side, &text);
  for (v = LLVMGetFirstGlobal (m); v; v = LLVMGetNextGlobal (v))
    mark_one (mem, v, side, &text);
  for (v = LLVMGetFirstGlobalAlias (m); v; v = LLVMGetNextGlobalAlias (v))
    mark_one (mem, v, side, &text);
  for (v = LLVMGetFirstGlobalIFunc (m); v; v = LLVMGetNextGlobalIFunc (v))
    mark_one (mem, v, side, &text);
  vec_release (mem, &text);
}

/* Lists that the start has called already. */
static void drop_hooks (LLVMModuleRef m) {
  static const char *const lists[] = {"llvm.global_ctors", "llvm.global_dtors",
                                      "llvm.used", "llvm.compiler.used"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    LLVMValueRef v = LLVMGetNamedGlobal (m, lists[i]);
    if (v)
      LLVMDeleteGlobal (v);
  }
}

/* int __reprise_judge (void) { reprise_differ (); return 0; } */
static void add_judge (const module *m) {
  assert (!LLVMGetNamedFunction (m->module, JUDGE_NAME));
  LLVMTypeRef i32 = LLVMInt32TypeInContext (m->llvm);
  LLVMTypeRef nothing = LLVMVoidTypeInContext (m->llvm);
  LLVMTypeRef type = LLVMFunctionType (nothing, NULL, 0, false);
  LLVMValueRef ask = LLVMAddFunction (m->module, "reprise_differ", type);
  LLVMValueRef f = LLVMAddFunction (m->module, JUDGE_NAME,
                                    LLVMFunctionType (i32, NULL, 0, false));
  module_mark (f, MODULE_RUNTIME_MARK);
  LLVMBuilderRef b = LLVMCreateBuilderInContext (m->llvm);
  LLVMPositionBuilderAtEnd (b, LLVMAppendBasicBlockInContext (m->llvm, f, ""));
  LLVMBuildCall2 (b, type, ask, NULL, 0, "");
  LLVMBuildRet (b, LLVMConstInt (i32, 0, false));
  LLVMDisposeBuilder (b);
}

/* A function that was renamed is the same one to whoever compares names. */
static void share_name (LLVMValueRef now, LLVMValueRef before) {
  size_t len;
  const char *name = now ? LLVMGetValueName2 (now, &len) : NULL;
  if (name && before && strcmp (name, value_name (before)))
    LLVMSetValueName2 (before, name, len);
}

static status join (memory *mem, module *now, module *before, trouble *t) {
  load_remark why = {{0}};
  assert (now->llvm == before->llvm && now->module != before->module);
  share_name (now->driven, before->driven);
  drop_hooks (now->module);
  drop_hooks (before->module);
  mark_all (mem, now->module, SIDE_NEW);
  mark_all (mem, before->module, SIDE_OLD);
  add_judge (now);
  load_listen (now->llvm, &why);
  bool failed = LLVMLinkModules2 (now->module, before->module);
  load_listen (now->llvm, NULL);
  before->module = NULL;
  now->types_before = before->types;
  before->types = NULL;
  module_release (mem, before);
  if (!failed)
    return ST_OK;
  return trouble_set (t, ST_BADINPUT,
                      "the two versions cannot be loaded together: %s",
                      why.text);
}

const pair_rules one_module = {.match = parameters_match,
                               .counterpart = parameters_counterpart,
                               .given = parameters_given,
                               .unite = expected_unite,
                               .join = join};
