#include "program/pairing.h"

#include "program/ctype.h"
#include "program/load.h"
#include "program/start.h"
#include "program/static_names.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>

#define MARK_LENGTH 4
static const char *const marks[] = {"", "@new", "@old"};

size_t pairing_base (const char *name, size_t len, pairing_side *side) {
  *side = SIDE_NONE;
  if (len <= MARK_LENGTH)
    return len;
  for (int i = SIDE_NEW; i <= SIDE_OLD; i++)
    if (!memcmp (name + len - MARK_LENGTH, marks[i], MARK_LENGTH))
      *side = (pairing_side) i;
  return *side ? len - MARK_LENGTH : len;
}

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
  text_printf (mem, text, "%.*s%s", (int) len, name, marks[side]);
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

status pairing_join (memory *mem, module *now, module *before, trouble *t) {
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

/* Parameters. */

/* Those that are passed in parts are called NAME.coerce0 and so on. */
static size_t param_name (LLVMValueRef param, const char **out) {
  size_t len;
  *out = LLVMGetValueName2 (param, &len);
  const char *dot = memchr (*out, '.', len);
  return dot ? (size_t) (dot - *out) : len;
}

/* In "a=1,b=2". */
static const char *default_text (const char *list, LLVMValueRef param) {
  const char *name;
  size_t len = param_name (param, &name);
  for (const char *p = list; p; p = strchr (p, ',')) {
    p += *p == ',';
    if (len && !strncmp (p, name, len) && p[len] == '=')
      return p + len + 1;
  }
  return NULL;
}

static bool is_whole_value (const char *text, const char *end) {
  return end > text && (!*end || *end == ',');
}

/* The value that the text begins with, or NULL: it is none of this type. */
static LLVMValueRef value_of_text (LLVMTypeRef type, const char *text) {
  LLVMValueRef res = LLVMConstNull (type);
  char *end = (char *) text;
  switch (LLVMGetTypeKind (type)) {
  case LLVMIntegerTypeKind:
    res =
        LLVMConstInt (type, (unsigned long long) strtoll (text, &end, 0), true);
    break;
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    res = LLVMConstReal (type, strtod (text, &end));
    break;
  case LLVMPointerTypeKind:
    end += !strncmp (text, "NULL", 4) ? 4 : *text == '0';
    break;
  default:
    break;
  }
  return is_whole_value (text, end) ? res : NULL;
}

LLVMValueRef pairing_default (const program_config *config,
                              LLVMValueRef param) {
  const char *text = default_text (config->defaults, param);
  return text ? value_of_text (LLVMTypeOf (param), text) : NULL;
}

static LLVMValueRef find_param (LLVMValueRef f, const char *name, size_t len) {
  const char *other;
  for (unsigned i = 0; len && i < LLVMCountParams (f); i++)
    if (param_name (LLVMGetParam (f, i), &other) == len &&
        !memcmp (name, other, len))
      return LLVMGetParam (f, i);
  return NULL;
}

/* Each of "a=1,b=2" is a value for a parameter that one of both has. */
static status check_defaults (const program_config *config, LLVMValueRef now,
                              LLVMValueRef before, trouble *t) {
  for (const char *p = config->defaults; p && *p; p += strcspn (p, ",")) {
    p += *p == ',';
    int all = (int) strcspn (p, ","), len = (int) strcspn (p, "=,");
    LLVMValueRef param = find_param (now, p, (size_t) len);
    if (!param)
      param = find_param (before, p, (size_t) len);
    if (!param)
      return trouble_set (t, ST_BADINPUT,
                          "--defaults=%.*s: no version has a parameter '%.*s'",
                          all, p, len, p);
    if (p[len] != '=' || !value_of_text (LLVMTypeOf (param), p + len + 1))
      return trouble_set (t, ST_BADINPUT,
                          "--defaults=%.*s: that is no value for '%.*s'", all,
                          p, len, p);
  }
  return ST_OK;
}

static bool is_given (const program_config *config, LLVMValueRef f,
                      unsigned i) {
  return default_text (config->defaults, LLVMGetParam (f, i)) != NULL;
}

static unsigned count_open (const program_config *config, LLVMValueRef f,
                            unsigned below) {
  assert (below <= LLVMCountParams (f));
  unsigned n = 0;
  for (unsigned i = 0; i < below; i++)
    n += !is_given (config, f, i);
  return n;
}

LLVMValueRef pairing_counterpart (const program_config *config,
                                  LLVMValueRef now, LLVMValueRef before,
                                  unsigned i) {
  unsigned rank = count_open (config, before, i);
  for (unsigned k = 0; k < LLVMCountParams (now); k++)
    if (!is_given (config, now, k) && !rank--)
      return LLVMGetParam (now, k);
  return NULL;
}

static bool has_param (LLVMValueRef f, LLVMValueRef like) {
  const char *name;
  size_t len = param_name (like, &name);
  return find_param (f, name, len);
}

static size_t count_c_params (const program_config *config, LLVMValueRef f) {
  ctype_vec all = {0};
  ctype_params (config->mem, f, &all);
  size_t n = all.len;
  vec_release (config->mem, &all);
  return n;
}

/* Without its i-th one, do they have parameters of the same types? */
static bool is_spare (LLVMValueRef f, LLVMValueRef other, unsigned i) {
  unsigned n = LLVMCountParams (other);
  for (unsigned k = 0; k < n && k + 1 < LLVMCountParams (f); k++)
    if (LLVMTypeOf (LLVMGetParam (f, k + (k >= i))) !=
        LLVMTypeOf (LLVMGetParam (other, k)))
      return false;
  return true;
}

/* The last that can be spared: others may have new names. */
static LLVMValueRef find_added (const program_config *config, LLVMValueRef f,
                                LLVMValueRef other) {
  LLVMValueRef res = NULL;
  for (unsigned i = 0; i < LLVMCountParams (f); i++) {
    LLVMValueRef param = LLVMGetParam (f, i);
    bool is_added = !is_given (config, f, i) && !has_param (other, param);
    if (is_added && (!res || is_spare (f, other, i)))
      res = param;
  }
  return res;
}

static status one_more (const program_config *config, const char *which,
                        LLVMValueRef f, LLVMValueRef other, trouble *t) {
  const char *name;
  LLVMValueRef added = find_added (config, f, other);
  int len = added ? (int) param_name (added, &name) : 0;
  if (len)
    return trouble_set (t, ST_BADINPUT,
                        "'%.*s' is a parameter of the %s version only: give "
                        "it a value, as in --defaults=%.*s=0",
                        len, name, which, len, name);
  if (count_c_params (config, f) == count_c_params (config, other))
    return trouble_set (t, ST_BADINPUT,
                        "a struct that is passed by value is passed in another "
                        "way now, so both versions cannot be called alike; "
                        "compare callers instead");
  return trouble_set (t, ST_BADINPUT,
                      "the functions have %u and %u parameters; --defaults "
                      "gives a value to those that only one has",
                      LLVMCountParams (other), LLVMCountParams (f));
}

static status match_param (LLVMValueRef now, LLVMValueRef a, LLVMValueRef b,
                           trouble *t) {
  const char *x, *y;
  int n = (int) param_name (a, &x), k = (int) param_name (b, &y);
  bool is_same_name = n == k && !strncmp (x, y, (size_t) n);
  if (!is_same_name && has_param (now, b))
    return trouble_set (t, ST_BADINPUT,
                        "the order of parameters changed: '%.*s' is where "
                        "'%.*s' was, so calls mean something else now; compare "
                        "callers instead, or keep the order",
                        n, x, k, y);
  if (LLVMTypeOf (a) != LLVMTypeOf (b))
    return trouble_set (t, ST_BADINPUT,
                        "the parameter '%.*s' has another type now, so both "
                        "versions cannot be called alike; compare callers "
                        "instead",
                        n, x);
  return ST_OK;
}

/* As callers see it: char and unsigned char are both eight bits. */
static bool is_integer_result (LLVMValueRef f, const ctype *t) {
  LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (f));
  return t->kind >= CTYPE_SCALAR && t->kind <= CTYPE_BOOL &&
         LLVMGetTypeKind (type) == LLVMIntegerTypeKind;
}

/* Integers, and members of structs, are compared by their values. */
static bool is_same_result (LLVMValueRef now, LLVMValueRef before) {
  ctype a, b;
  size_t n, k;
  bool is_known = ctype_result (now, &a) && ctype_result (before, &b);
  if (is_known &&
      ((a.kind == CTYPE_STRUCT && b.kind == CTYPE_STRUCT) ||
       (is_integer_result (now, &a) && is_integer_result (before, &b))))
    return true;
  if (LLVMGetReturnType (LLVMGlobalGetValueType (now)) !=
      LLVMGetReturnType (LLVMGlobalGetValueType (before)))
    return false;
  if (!is_known || a.kind == CTYPE_UNION || a.kind == CTYPE_POINTER ||
      !a.node || !b.node)
    return true;
  const char *x = LLVMDITypeGetName (a.node, &n);
  const char *y = LLVMDITypeGetName (b.node, &k);
  return n == k && !strncmp (x, y, n);
}

status pairing_match (const program_config *config, LLVMValueRef now,
                      LLVMValueRef before, trouble *t) {
  unsigned n = count_open (config, now, LLVMCountParams (now));
  unsigned k = count_open (config, before, LLVMCountParams (before));
  status st = check_defaults (config, now, before, t);
  if (!st && n != k)
    return n > k ? one_more (config, "new", now, before, t)
                 : one_more (config, "old", before, now, t);
  for (unsigned i = 0; !st && i < LLVMCountParams (before); i++)
    if (!is_given (config, before, i))
      st = match_param (now, pairing_counterpart (config, now, before, i),
                        LLVMGetParam (before, i), t);
  if (!st && !is_same_result (now, before))
    st = trouble_set (t, ST_BADINPUT,
                      "the function returns another type now, so results "
                      "cannot be compared; compare callers instead");
  return st;
}
