/* Calls, parameters.
 *
 * A call is an instruction with its arguments in the pool, scalar by scalar:
 * what the callee finds in its first slots. So both sides must count alike, and
 * where they do not, since C lets a call and its function disagree, the call is
 * made to fit if the function is known: arguments cut, filled with zeros, or
 * left out.
 *
 *     pool:  ... | slot slot slot [function, if named; or classes] | ...
 *                  ^ b            c = how many
 *
 * Results go to the slots of the call, unless the callee may write more than
 * these: then to room of their own ('landing', shared by calls through
 * pointers), from where the call's part is moved.
 */

#include "program/checked.h"
#include "program/lower_priv.h"
#include "program/scopes.h"
#include "program/unset_mark.h"

/* What a call passes, scalar by scalar, and of which classes (CALL_WORDS). */
typedef struct passed {
  u32_vec slots;
  uint32_t classes[CALL_WORDS];
} passed;

static void add_slot (lower *l, passed *p, uint32_t slot, unsigned w,
                      bool is_float, bool is_in_memory) {
  if (p->slots.len < CALL_CLASSES) {
    p->classes[0] |= (uint32_t) is_float << p->slots.len;
    p->classes[1] |= (uint32_t) is_in_memory << p->slots.len;
    p->classes[2] |= (uint32_t) (w <= 32 && !is_float) << p->slots.len;
  }
  vec_push (l->mem, &p->slots, slot);
}

/* Arguments that are passed by value: the callee copies what its parameter
 * points to, so that the copy dies with it.
 */
static void copy_parameter (lower *l, LLVMValueRef param, LLVMTypeRef t) {
  assert (LLVMIsAArgument (param) && LLVMTypeIsSized (t));
  uint64_t size = LLVMABISizeOfType (l->program->target, t);
  uint32_t given = lower_scalar (l, param);
  uint32_t one = lower_constant (l, 64, 1, 0);
  uint32_t own =
      lower_op (l, OP_ALLOCA, 64, 4, one, (uint32_t) size, lower_layout (l, t));
  lower_emit (l, OP_MEMCPY, 0, 0, 0, own, given,
              lower_constant (l, 64, size, 0));
  map_put (&l->value_at, program_key (param), (uint64_t) own + 1);
}

void lower_parameters (lower *l) {
  unsigned n = LLVMCountParams (l->value);
  assert (!l->n_slots); /* they come first */
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef param = LLVMGetParam (l->value, i);
    const code_shape *s = lower_shape (l, param);
    uint32_t slot = lower_fresh (l, s->is_supported ? s->n : 1);
    map_put (&l->value_at, program_key (param), (uint64_t) slot + 1);
  }
  l->n_params = l->n_slots;
  assert (l->n_params == program_function (l->program, l->function)->n_params);
  for (unsigned i = 0; i < n; i++) {
    LLVMAttributeRef a =
        LLVMGetEnumAttributeAtIndex (l->value, i + 1, l->program->byval);
    l->origin = PARAMETER_ORIGIN (i);
    if (a)
      copy_parameter (l, LLVMGetParam (l->value, i),
                      LLVMGetTypeAttributeValue (a));
  }
  l->origin = 0;
}

/* A variable argument that is passed by value goes in words, as the caller
 * of a real machine would lay it on the stack.
 */
static void add_words (lower *l, LLVMValueRef v, LLVMTypeRef t, passed *out) {
  uint64_t size = LLVMABISizeOfType (l->program->target, t);
  unsigned word = LLVMABIAlignmentOfType (l->program->target, t) > 8 ? 16 : 8;
  int32_t offset;
  uint32_t address = lower_address (l, v, &offset);
  for (uint64_t at = 0; at < size; at += word) {
    unsigned bytes = size - at < word ? (unsigned) (size - at) : word;
    uint32_t slot = lower_op (l, OP_LOAD, 8 * bytes, 0, address, 0,
                              (uint32_t) offset + (uint32_t) at);
    add_slot (l, out, lower_resize (l, slot, 8 * bytes, 8 * word), 8 * word,
              false, true);
  }
}

/* A struct of two floats is in one register. */
static void add_vector (lower *l, LLVMValueRef v, const code_shape *s,
                        passed *out) {
  uint32_t slot[CODE_MAX_WIDTH];
  assert (s->n * s->leaf->width <= CODE_MAX_WIDTH);
  for (uint32_t k = 0; k < s->n; k++)
    slot[k] = lower_leaf (l, v, k);
  unsigned w = s->n * s->leaf->width;
  add_slot (l, out, lower_pack (l, s->n, s->leaf->width, slot), w, true, false);
}

static bool lower_call_add_argument (lower *l, LLVMValueRef call, unsigned i,
                                     bool is_variable, passed *out) {
  LLVMValueRef v = LLVMGetOperand (call, i);
  const code_shape *s = lower_shape (l, v);
  if (!s->is_supported) {
    lower_unsupported (l, "an argument of an unsupported type");
    return false;
  }
  LLVMAttributeRef by_value =
      is_variable
          ? LLVMGetCallSiteEnumAttribute (call, i + 1, l->program->byval)
          : NULL;
  if (by_value) {
    add_words (l, v, LLVMGetTypeAttributeValue (by_value), out);
    return true;
  }
  if (is_variable && LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMVectorTypeKind &&
      LLVMCountParamTypes (LLVMGetCalledFunctionType (call)) &&
      s->n * s->leaf->width <= CODE_MAX_WIDTH)
    add_vector (l, v, s, out);
  else
    for (uint32_t k = 0; k < s->n; k++)
      add_slot (l, out, lower_leaf (l, v, k), s->leaf[k].width,
                s->leaf[k].is_float, s->leaf[k].width == 80);
  return true;
}

/* Arguments of another width than the callee says, as of a function that is
 * declared without prototype: cut or filled with zeros.
 */
static void fit_arguments (lower *l, LLVMValueRef call, const function *f,
                           u32_vec *arguments) {
  assert (f->builtin == BUILTIN_NONE); /* those take what they get */
  uint32_t at = 0;
  for (unsigned i = 0, n = LLVMGetNumArgOperands (call); i < n; i++) {
    const code_shape *s = lower_shape (l, LLVMGetOperand (call, i));
    for (uint32_t k = 0; k < s->n; k++, at++) {
      if (at >= f->n_params || at >= arguments->len)
        return;
      unsigned wanted = f->param[at] == 0x80 ? 128 : f->param[at] & 0x7f;
      arguments->data[at] =
          lower_resize (l, arguments->data[at], s->leaf[k].width, wanted);
    }
  }
}

static uint32_t add_to_pool (lower *l, const u32_vec *slots) {
  assert (slots->len <= UINT32_MAX - l->pool.len);
  uint32_t res = (uint32_t) l->pool.len;
  for (size_t i = 0; i < slots->len; i++)
    vec_push (l->mem, &l->pool, slots->data[i]);
  return res;
}

typedef struct callee {
  op op;
  uint32_t a;
  unsigned x;
} callee;

/* Where a call and its function do not agree on what is an argument. */

static bool is_float_param (const function *f, uint32_t i) {
  return f->param[i] > 0x80;
}

/* Told when it comes to the call: how many there are, and whose class differs
 * (from 1), or that there is no result.
 */
static void lower_mismatch (lower *l, LLVMValueRef call, uint32_t which,
                            const function *f, const passed *p) {
  uint32_t mask = p->classes[0], bad = 0, n = (uint32_t) p->slots.len;
  for (uint32_t i = 0; !bad && i < n && i < f->n_params && i < CALL_CLASSES;
       i++)
    if (is_float_param (f, i) != (mask >> i & 1))
      bad = i + 1;
  if (!f->n_results && lower_shape (l, call)->n && mask & CALL_RESULT_USED)
    bad = CALL_RESULT_USED;
  if (n >= f->n_params && !bad)
    return;
  u32_vec told = {0};
  vec_push (l->mem, &told, lower_constant (l, 64, n, 0));
  vec_push (l->mem, &told, lower_constant (l, 64, bad, 0));
  uint32_t pool = add_to_pool (l, &told);
  vec_push (l->mem, &l->pool, which);
  lower_emit (l, OP_BUILTIN, 0, BUILTIN_NAMED, 0, BUILTIN_MISMATCH, pool, 2);
  vec_release (l->mem, &told);
}

/* Would KLEE leave the program here? Not for what it implements itself, or has
 * in its runtime, or in its small library.
 */
static bool is_outside (const lower *l, const function *f) {
  klee_way how = l->program->klee;
  if (how == KLEE_OFF || how == KLEE_UCLIBC || f->is_users || f->is_foreign ||
      !program_function (l->program, l->function)->is_users)
    return false;
  if (text_is_one_of (f->name, "memcpy", "memmove", "memset", "memcmp",
                      "mempcpy", "exit", "__errno_location", "atexit"))
    return false;
  return how != KLEE_SMALL ||
         !text_is_one_of (f->name, "atoi", "bcmp", "htonl", "htons", "memchr",
                          "ntohl", "ntohs", "putchar", "stpcpy", "strcat",
                          "strchr", "strcmp", "strcoll", "strcpy", "strlen",
                          "strncmp", "strncpy", "strrchr", "strtol", "strtoul",
                          "tolower", "toupper");
}

static void tell_outside (lower *l, uint32_t which, const u32_vec *arguments) {
  uint32_t pool = add_to_pool (l, arguments);
  vec_push (l->mem, &l->pool, which);
  lower_emit (l, OP_BUILTIN, 0, BUILTIN_NAMED, 0, BUILTIN_CALLS_OUT, pool,
              (uint32_t) arguments->len);
}

static callee direct_callee (lower *l, uint32_t index, LLVMValueRef call,
                             passed *p) {
  const function *f = program_function (l->program, index);
  u32_vec *arguments = &p->slots;
  if (f->builtin != BUILTIN_NONE) {
    const code_shape *s = lower_shape (l, call);
    unsigned x = s->n && s->leaf->is_float ? BUILTIN_FLOAT : 0;
    if (f->builtin == BUILTIN_NONDET || f->builtin == BUILTIN_UBSAN)
      x |= BUILTIN_NAMED;
    return (callee) {OP_BUILTIN, f->builtin, x};
  }
  if (is_outside (l, f))
    tell_outside (l, index, arguments);
  if (f->has_body)
    lower_mismatch (l, call, index, f, p);
  fit_arguments (l, call, f, arguments);
  if (!f->is_vararg && arguments->len > f->n_params)
    arguments->len = f->n_params;
  while (arguments->len < f->n_params) {
    uint32_t zero = lower_constant (l, 64, 0, 0);
    vec_push (l->mem, arguments, zero);
  }
  assert (f->is_vararg || arguments->len == f->n_params);
  return (callee) {OP_CALL, index, 0};
}

/* A callee that returns more than the call knows of needs room for it. Behind
 * a pointer it can be any; two slots are what fits into registers.
 */
static bool needs_room (const code_shape *s, const function *f) {
  return f ? f->n_results > s->n : s->n < LOWER_LANDING;
}

static uint32_t result_slots (lower *l, LLVMValueRef call, const code_shape *s,
                              const function *f) {
  if (!needs_room (s, f))
    return s->n ? lower_dst (l, call) : 0;
  if (f)
    return lower_fresh (l, f->n_results);
  if (!l->landing)
    l->landing = lower_fresh (l, LOWER_LANDING) + 1;
  return l->landing - 1;
}

static void emit_call (lower *l, LLVMValueRef call, LLVMValueRef to,
                       passed *p) {
  const code_shape *s = lower_shape (l, call);
  assert (s->is_supported && s->n <= UINT8_MAX);
  uint32_t which =
      LLVMIsAFunction (to) ? function_number (l->program, to) : PLACING_NONE;
  const function *f = NULL;
  callee c;
  if (which != PLACING_NONE) {
    f = program_function (l->program, which);
    c = direct_callee (l, which, call, p);
  } else
    c = (callee) {OP_CALL_POINTER, lower_scalar (l, to), 0};
  uint32_t dst = result_slots (l, call, s, f);
  unsigned x = c.op == OP_BUILTIN ? c.x : s->n;
  uint32_t pool = add_to_pool (l, &p->slots);
  if (c.op == OP_BUILTIN && (x & BUILTIN_NAMED))
    vec_push (l->mem, &l->pool, which);
  lower_emit (l, c.op, s->n ? s->leaf->width : 0, x, dst, c.a, pool,
              (uint32_t) p->slots.len);
  for (uint32_t i = 0,
                n = program_class_words (l->program, &vec_last (&l->insns));
       i < n; i++)
    vec_push (l->mem, &l->pool, p->classes[i]);
  if (needs_room (s, f))
    for (uint32_t i = 0; i < s->n; i++)
      lower_emit (l, OP_MOVE, s->leaf[i].width, 0, lower_dst (l, call) + i,
                  dst + i, 0, 0);
}

/* Where a variable begins. */
static bool lower_unset (lower *l, LLVMValueRef call, unset_call what) {
  const code_shape *s = lower_shape (l, call);
  if (what == UNSET_OBJECT)
    lower_emit (l, OP_FORGET, 0, 0, 0,
                lower_scalar (l, LLVMGetOperand (call, 0)), 0, 0);
  if (what == UNSET_VALUE)
    for (uint32_t i = 0, dst = lower_dst (l, call); i < s->n; i++)
      lower_emit (l, OP_UNSET, s->leaf[i].width, 0, dst + i, 0, 0, 0);
  return what != UNSET_NONE;
}

/* Where the block of a variable begins or ends. */
static bool lower_scope (lower *l, LLVMValueRef call, scope_call what) {
  if (what == SCOPE_NONE)
    return false;
  uint64_t size = LLVMConstIntGetZExtValue (LLVMGetOperand (call, 1));
  lower_emit (l, OP_SCOPE, 0, what == SCOPE_BEGIN, 0,
              lower_scalar (l, LLVMGetOperand (call, 0)), (uint32_t) size, 0);
  return true;
}

void lower_call (lower *l, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetCalledValue (call);
  if (LLVMIsAInlineAsm (to)) {
    lower_assembly (l, call, to);
    return;
  }
  to = value_behind_alias (to);
  size_t len;
  const char *name = LLVMGetValueName2 (to, &len);
  if (LLVMIsAFunction (to) && len > 5 && !memcmp (name, "llvm.", 5)) {
    lower_intrinsic (l, call, name, len);
    return;
  }
  LLVMOpcode o;
  if (checked_find (name, len, &o) && lower_shape (l, call)->is_supported) {
    lower_checked (l, call, o);
    return;
  }
  if (LLVMIsAFunction (to) &&
      (lower_scope (l, call, scope_call_of (name, len)) ||
       lower_unset (l, call, unset_call_of (name, len))))
    return;
  if (!lower_shape (l, call)->is_supported ||
      lower_shape (l, call)->n > UINT8_MAX) {
    lower_unsupported (l, "a result of an unsupported type");
    return;
  }
  LLVMTypeRef type = LLVMGetCalledFunctionType (call);
  unsigned fixed = LLVMCountParamTypes (type); /* 0: no prototype */
  passed p = {.classes = {LLVMGetFirstUse (call) ? CALL_RESULT_USED : 0}};
  bool ok = true;
  for (unsigned i = 0, n = LLVMGetNumArgOperands (call); ok && i < n; i++)
    ok = lower_call_add_argument (l, call, i, i >= fixed, &p);
  if (ok)
    emit_call (l, call, to, &p);
  vec_release (l->mem, &p.slots);
}
