#include "klee/replacing.h"

#include "base/vec.h"

#include <regex.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct replacement {
  const replacing *by;
  LLVMModuleRef module;
  memory *mem;
  const char *pattern;
  char_vec name;      /* of the other one */
  LLVMValueRef other; /* a function, or an alias of one */
} replacement;

static void tell (const replacement *r, bool is_warning, const char *fmt, ...) {
  char text[512];
  va_list args;
  va_start (args, fmt);
  vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  r->by->say (r->by->owner, is_warning, text);
}

/* Functions, and aliases of functions. */
static bool is_function (LLVMValueRef v) {
  return v && (LLVMIsAFunction (v) || LLVMIsAGlobalAlias (v)) &&
         LLVMGetTypeKind (LLVMGlobalGetValueType (v)) == LLVMFunctionTypeKind;
}

static LLVMValueRef find_named (LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction (m, name);
  return f ? f : LLVMGetNamedGlobalAlias (m, name, strlen (name));
}

static const char *function_name (LLVMValueRef v) {
  size_t len;
  return LLVMGetValueName2 (v, &len);
}

/* NULL: they are alike. */
static const char *difference (LLVMTypeRef a, LLVMTypeRef b) {
  LLVMTypeRef of_a[64], of_b[64];
  unsigned n = LLVMCountParamTypes (a);
  if (LLVMIsFunctionVarArg (a) != LLVMIsFunctionVarArg (b))
    return "one has varargs while the other does not";
  if (LLVMGetReturnType (a) != LLVMGetReturnType (b))
    return "return types differ";
  if (n != LLVMCountParamTypes (b) || n > 64)
    return "number of parameters differs";
  LLVMGetParamTypes (a, of_a);
  LLVMGetParamTypes (b, of_b);
  return memcmp (of_a, of_b, n * sizeof *of_a) ? "parameter types differ"
                                               : NULL;
}

static bool replace (const replacement *r, LLVMValueRef f, bool by_pattern) {
  const char *name = function_name (f);
  const char *why = difference (LLVMGlobalGetValueType (f),
                                LLVMGlobalGetValueType (r->other));
  if (why)
    tell (r, true, "function-alias: @%s could not be replaced with @%s: %s",
          name, r->name.data, why);
  else if (by_pattern)
    tell (r, false, "function-alias: replaced @%s (matching '%s') with @%s",
          name, r->pattern, r->name.data);
  else
    tell (r, false, "function-alias: replaced @%s with @%s", name,
          r->name.data);
  if (!why)
    LLVMReplaceAllUsesWith (f, r->other);
  return !why;
}

/* Is it meant by the whole pattern? */
static bool replace_match (const replacement *r, const regex_t *e,
                           LLVMValueRef f) {
  regmatch_t at;
  const char *name = function_name (f);
  if (!is_function (f) || regexec (e, name, 1, &at, 0) || at.rm_so ||
      name[at.rm_eo])
    return false;
  if (f != r->other)
    return replace (r, f, true);
  tell (r, true,
        "function-alias: do not replace @%s (matching '%s') with @%s: cannot "
        "replace itself",
        name, r->pattern, name);
  return false;
}

static size_t replace_matches (const replacement *r) {
  regex_t e;
  size_t n = 0;
  if (regcomp (&e, r->pattern, REG_EXTENDED))
    return 0;
  for (LLVMValueRef f = LLVMGetFirstFunction (r->module); f;
       f = LLVMGetNextFunction (f))
    n += replace_match (r, &e, f);
  for (LLVMValueRef f = LLVMGetFirstGlobalAlias (r->module); f;
       f = LLVMGetNextGlobalAlias (f))
    n += replace_match (r, &e, f);
  regfree (&e);
  return n;
}

static status apply_rule (replacement *r, trouble *t) {
  const char *other = r->name.data, *pattern = r->pattern;
  r->other = find_named (r->module, other);
  if (!*pattern || !*other)
    return trouble_set (t, ST_USAGE, "function-alias: %s cannot be empty",
                        *pattern ? "replacement" : "name or pattern");
  if (!strcmp (pattern, other))
    return trouble_set (t, ST_USAGE,
                        "function-alias: @%s cannot replace itself", other);
  if (!is_function (r->other))
    return trouble_set (t, ST_USAGE,
                        "function-alias: replacement function @%s could not "
                        "be found",
                        other);
  LLVMValueRef f = find_named (r->module, pattern);
  bool is_done = is_function (f) ? replace (r, f, false) : replace_matches (r);
  return is_done ? ST_OK
                 : trouble_set (t, ST_USAGE,
                                "function-alias: no (replacable) match for "
                                "'%s' found",
                                pattern);
}

status replacing_do (const replacing *by, LLVMModuleRef m, memory *mem,
                     trouble *t) {
  status st = ST_OK;
  for (size_t i = 0; i < by->n && !st; i++) {
    const char *rule = by->rule[i], *colon = strrchr (rule, ':');
    if (!colon)
      return trouble_set (t, ST_USAGE,
                          "function-alias: no replacement given in '%s'", rule);
    char_vec pattern = {0};
    replacement r = {.by = by, .module = m, .mem = mem};
    text_add (mem, &pattern, rule, (size_t) (colon - rule));
    text_puts (mem, &r.name, colon + 1);
    text_c (mem, &r.name);
    r.pattern = text_c (mem, &pattern);
    st = apply_rule (&r, t);
    vec_release (mem, &pattern, &r.name);
  }
  return st;
}
