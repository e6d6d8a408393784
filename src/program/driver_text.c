#include "program/driver_text.h"

#include "program/ctype.h"
#include "program/harness.h"

typedef struct driver_writing {
  memory *mem;
  char_vec *out;
  VEC (LLVMValueRef) values; /* by the number in its name */
  bool is_supported;
} driver_writing;

static const char *ctype_name (LLVMTypeRef type) {
  switch (LLVMGetTypeKind (type)) {
  case LLVMPointerTypeKind:
    return "void *";
  case LLVMFloatTypeKind:
    return "float";
  case LLVMDoubleTypeKind:
    return "double";
  case LLVMX86_FP80TypeKind:
    return "long double";
  case LLVMIntegerTypeKind:
    switch (LLVMGetIntTypeWidth (type)) {
    case 1:
      return "_Bool";
    case 8:
      return "unsigned char";
    case 16:
      return "unsigned short";
    case 32:
      return "int";
    case 64:
      return "long";
    default:
      return NULL;
    }
  default:
    return NULL;
  }
}

static unsigned name (driver_writing *w, LLVMValueRef v) {
  for (size_t i = 0; i < w->values.len; i++)
    if (w->values.data[i] == v)
      return (unsigned) i;
  vec_push (w->mem, &w->values, v);
  return (unsigned) w->values.len - 1;
}

static void driver_text_put_value (driver_writing *w, LLVMValueRef v) {
  if (LLVMIsAConstantInt (v))
    text_printf (w->mem, w->out, "%llu", LLVMConstIntGetZExtValue (v));
  else if (LLVMIsNull (v))
    text_puts (w->mem, w->out, "0");
  else if (LLVMIsAArgument (v))
    text_puts (w->mem, w->out,
               LLVMTypeOf (v) == LLVMInt32TypeInContext (
                                     LLVMGetTypeContext (LLVMTypeOf (v)))
                   ? "argc"
                   : "argv");
  else
    text_printf (w->mem, w->out, "v%u", name (w, v));
}

/* "  TYPE vN" */
static void put_variable (driver_writing *w, const char *type, LLVMValueRef v) {
  bool is_pointer = type[strlen (type) - 1] == '*';
  text_printf (w->mem, w->out, "  %s%sv%u", type, is_pointer ? "" : " ",
               name (w, v));
}

static void put_store (driver_writing *w, LLVMValueRef v) {
  LLVMValueRef what = LLVMGetOperand (v, 0);
  const char *type = ctype_name (LLVMTypeOf (what));
  assert (type); /* the harness stores only what has a name */
  text_printf (w->mem, w->out, "  memcpy (");
  driver_text_put_value (w, LLVMGetOperand (v, 1));
  text_printf (w->mem, w->out, ", &(%s) {", type);
  if (LLVMIsAArgument (what))
    text_printf (w->mem, w->out, "(%s) ", type);
  driver_text_put_value (w, what);
  text_printf (w->mem, w->out, "}, sizeof (%s));\n", type);
}

static bool is_for_assumption (LLVMValueRef v) {
  LLVMUseRef use = LLVMGetFirstUse (v);
  return use && !LLVMGetNextUse (use) &&
         LLVMIsAICmpInst (LLVMGetUser (use)) != NULL;
}

static void put_load (driver_writing *w, LLVMValueRef v) {
  const char *type = ctype_name (LLVMTypeOf (v));
  if (is_for_assumption (v))
    return;
  if (!type) {
    w->is_supported = false;
    return;
  }
  put_variable (w, type, v);
  text_printf (w->mem, w->out, ";\n  memcpy (&v%u, ", name (w, v));
  driver_text_put_value (w, LLVMGetOperand (v, 0));
  text_printf (w->mem, w->out, ", sizeof v%u);\n", name (w, v));
}

/* Calls. */

static void put_take (driver_writing *w, LLVMValueRef v) {
  size_t len = 0;
  LLVMValueRef text = LLVMGetInitializer (LLVMGetOperand (v, 2));
  const char *s = LLVMGetAsString (text, &len);
  text_puts (w->mem, w->out, "  reprise_take (");
  driver_text_put_value (w, LLVMGetOperand (v, 0));
  text_puts (w->mem, w->out, ", ");
  driver_text_put_value (w, LLVMGetOperand (v, 1));
  text_printf (w->mem, w->out, ", \"%s\");\n", s);
}

static void put_arguments (driver_writing *w, LLVMValueRef v, unsigned first,
                           unsigned n) {
  for (unsigned i = first; i < n; i++) {
    LLVMValueRef argument = LLVMGetOperand (v, i);
    text_puts (w->mem, w->out, i > first ? ", " : "");
    if (LLVMGetTypeKind (LLVMTypeOf (argument)) == LLVMPointerTypeKind)
      text_puts (w->mem, w->out, "(void *) ");
    driver_text_put_value (w, argument);
  }
  text_puts (w->mem, w->out, ");\n");
}

static bool has_attribute (LLVMValueRef f, const char *text) {
  unsigned kind = LLVMGetEnumAttributeKindForName (text, strlen (text));
  return LLVMCountParams (f) &&
         LLVMGetEnumAttributeAtIndex (f, 1, kind) != NULL;
}

/* What only the machine wants to know: which objects there are, the result. */
static bool is_told (const char *callee) {
  return !strncmp (callee, "reprise_", 8) && strcmp (callee, "reprise_cut");
}

static bool is_result (LLVMValueRef v) {
  return LLVMIsACallInst (v) &&
         strcmp (value_name (LLVMGetCalledValue (v)), "calloc");
}

static void put_call (driver_writing *w, LLVMValueRef v) {
  LLVMValueRef f = LLVMGetCalledValue (v);
  const char *callee = value_name (f);
  unsigned n = LLVMGetNumArgOperands (v), first = 0;
  if (!strcmp (callee, "klee_assume") || is_told (callee))
    return;
  if (!strcmp (callee, "klee_make_symbolic")) {
    put_take (w, v);
    return;
  }
  if (!strcmp (callee, "calloc")) {
    put_variable (w, "unsigned char *", v);
    text_puts (w->mem, w->out, " = calloc (");
  } else if (!strncmp (callee, "llvm.memcpy", 11)) {
    text_puts (w->mem, w->out, "  memcpy (");
    n = 3;
  } else {
    text_printf (w->mem, w->out, "  %s (", callee);
    first = has_attribute (f, "sret");
  }
  put_arguments (w, v, first, n);
}

static void put_instruction (driver_writing *w, LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode (v)) {
  case LLVMAlloca:
    put_variable (w, "_Alignas (16) unsigned char", v);
    text_printf (
        w->mem, w->out, "[%llu];\n  (void) v%u;\n",
        (unsigned long long) LLVMGetArrayLength2 (LLVMGetAllocatedType (v)),
        name (w, v));
    break;
  case LLVMGetElementPtr:
    put_variable (w, "unsigned char *", v);
    text_puts (w->mem, w->out, " = ");
    driver_text_put_value (w, LLVMGetOperand (v, 0));
    text_puts (w->mem, w->out, " + ");
    driver_text_put_value (w, LLVMGetOperand (v, 1));
    text_puts (w->mem, w->out, ";\n");
    break;
  case LLVMStore:
    if (!is_result (LLVMGetOperand (v, 0)))
      put_store (w, v);
    break;
  case LLVMLoad:
    put_load (w, v);
    break;
  case LLVMTrunc:
    put_variable (w, "_Bool", v);
    text_puts (w->mem, w->out, " = ");
    driver_text_put_value (w, LLVMGetOperand (v, 0));
    text_puts (w->mem, w->out, " & 1;\n");
    break;
  case LLVMCall:
    put_call (w, v);
    break;
  default: /* parts of assumptions, the return */
    break;
  }
}

static bool has_struct_by_value (memory *mem, LLVMValueRef f) {
  ctype_vec params = {0};
  bool res = false;
  ctype_params (mem, f, &params);
  for (size_t i = 0; i < params.len; i++)
    res |= params.data[i].kind == CTYPE_STRUCT ||
           params.data[i].kind == CTYPE_UNION;
  vec_release (mem, &params);
  return res;
}

status driver_text (const program_config *config, char_vec *out, trouble *t) {
  module m;
  driver_writing w = {.mem = config->mem, .out = out, .is_supported = true};
  status st = module_load (config, &m, t);
  if (st)
    return st;
  LLVMValueRef driver = LLVMGetNamedFunction (m.module, HARNESS_NAME);
  LLVMValueRef entry =
      config->entry ? LLVMGetNamedFunction (m.module, config->entry) : NULL;
  if (driver && !(entry && has_struct_by_value (config->mem, entry)))
    for (LLVMValueRef v =
             LLVMGetFirstInstruction (LLVMGetFirstBasicBlock (driver));
         v; v = LLVMGetNextInstruction (v))
      put_instruction (&w, v);
  else
    w.is_supported = false;
  vec_release (config->mem, &w.values);
  module_release (config->mem, &m);
  if (w.is_supported)
    return ST_OK;
  return trouble_set (t, ST_UNSUPPORTED,
                      "the parameters of %s cannot be written as C (a struct "
                      "by value): export another format",
                      config->entry ? config->entry : config->input);
}
