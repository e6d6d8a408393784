#include "diff/one_module.h"

#include "program/ctype.h"

#include <llvm-c/DebugInfo.h>

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

LLVMValueRef parameters_given (const program_config *config,
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

LLVMValueRef parameters_counterpart (const program_config *config,
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

status parameters_match (const program_config *config, LLVMValueRef now,
                         LLVMValueRef before, trouble *t) {
  unsigned n = count_open (config, now, LLVMCountParams (now));
  unsigned k = count_open (config, before, LLVMCountParams (before));
  status st = check_defaults (config, now, before, t);
  if (!st && n != k)
    return n > k ? one_more (config, "new", now, before, t)
                 : one_more (config, "old", before, now, t);
  for (unsigned i = 0; !st && i < LLVMCountParams (before); i++)
    if (!is_given (config, before, i))
      st = match_param (now, parameters_counterpart (config, now, before, i),
                        LLVMGetParam (before, i), t);
  if (!st && !is_same_result (now, before))
    st = trouble_set (t, ST_BADINPUT,
                      "the function returns another type now, so results "
                      "cannot be compared; compare callers instead");
  return st;
}
