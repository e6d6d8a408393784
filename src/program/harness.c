#include "program/harness.h"

#include "program/assume.h"
#include "program/pairing.h"

#include <llvm-c/Target.h>

#define MAX_ELEMENTS 64  /* of an array that are looked at one by one */
#define MAX_OBJECTS 1024 /* of all parameters together */
#define MAX_ARGUMENTS 3u /* of argv */
#define MOST_PASSED 16   /* to a function behind a pointer */

static const datatype byte_of = {
    .kind = DATATYPE_UNSIGNED, .size = 1, .name = "unsigned char"};
static const datatype size_type = {
    .kind = DATATYPE_UNSIGNED, .size = 8, .name = "size_t"};

LLVMValueRef harness_number (const harness *h, uint64_t n) {
  return LLVMConstInt (h->i64, n, false);
}

LLVMValueRef harness_call (harness *h, const char *name, LLVMTypeRef result,
                           unsigned n, LLVMValueRef argument[]) {
  return module_call (h->module, h->builder, name, result, n, argument);
}

static LLVMValueRef address (harness *h, LLVMValueRef base, uint64_t offset) {
  LLVMValueRef index = harness_number (h, offset);
  return offset ? LLVMBuildGEP2 (h->builder, h->i8, base, &index, 1, "") : base;
}

void harness_tell (harness *h, LLVMValueRef object, uint64_t size,
                   const char *name) {
  LLVMValueRef told[] = {object, harness_number (h, size),
                         harness_text (h, name)};
  harness_call (h, "reprise_argument", h->nothing, 3, told);
}

static LLVMValueRef allocate (harness *h, uint64_t size, const char *name) {
  LLVMValueRef argument[] = {harness_number (h, 1), harness_number (h, size)};
  h->n_objects++;
  LLVMValueRef object = harness_call (h, "calloc", h->pointer, 2, argument);
  if (h->is_driver && !h->is_passing)
    harness_tell (h, object, size, name);
  return object;
}

static LLVMValueRef make_local (harness *h, uint64_t size) {
  LLVMTypeRef type = LLVMArrayType2 (h->i8, size);
  LLVMValueRef v = LLVMBuildAlloca (h->builder, type, "");
  LLVMSetAlignment (v, 16);
  return v;
}

LLVMValueRef harness_text (harness *h, const char *text) {
  LLVMValueRef v = LLVMBuildGlobalString (h->builder, text, "");
  LLVMSetSection (v, MODULE_RUNTIME_MARK);
  return v;
}

static void make_symbolic (harness *h, LLVMValueRef base, uint64_t size,
                           const char *name, const datatype *type) {
  datatypes_name (h->describing.types, name, type);
  LLVMValueRef argument[] = {base, harness_number (h, size),
                             harness_text (h, name)};
  harness_call (h, "klee_make_symbolic", h->nothing, 3, argument);
}

LLVMValueRef harness_input (harness *h, const char *name,
                            const datatype *type) {
  LLVMValueRef at = make_local (h, type->size);
  make_symbolic (h, at, type->size, name,
                 datatypes_add (h->describing.types, type));
  return at;
}

void harness_assume (harness *h, const char *how, LLVMIntPredicate p,
                     LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef holds = LLVMBuildICmp (h->builder, p, a, b, "");
  LLVMValueRef argument = LLVMBuildZExt (h->builder, holds, h->i64, "");
  harness_call (h, how, h->nothing, 1, &argument);
}

void harness_prefer (harness *h, LLVMIntPredicate p, LLVMValueRef a,
                     LLVMValueRef b) {
  LLVMValueRef holds = LLVMBuildICmp (h->builder, p, a, b, "");
  LLVMValueRef argument[] = {LLVMConstNull (h->pointer),
                             LLVMBuildZExt (h->builder, holds, h->i64, "")};
  harness_call (h, "klee_prefer_cex", h->nothing, 2, argument);
}

static void assume_at_most (harness *h, LLVMValueRef value, uint64_t limit) {
  harness_assume (h, "klee_assume", LLVMIntULE, value,
                  LLVMConstInt (LLVMTypeOf (value), limit, false));
}

/* Names. */

static const char *name_member (harness *h, const char *of,
                                const ctype_member *m) {
  return arena_printf (&h->names, "%s%s%.*s", of, m->len ? "." : "",
                       (int) m->len, m->name);
}

static const char *name_element (harness *h, const char *of, uint64_t i) {
  return arena_printf (&h->names, "%s[%llu]", of, (unsigned long long) i);
}

/* Parameters that are passed in parts are called NAME.coerce0 and so on. */
static const char *name_param (harness *h, LLVMValueRef f, unsigned i) {
  size_t len;
  LLVMValueRef other =
      h->now ? h->config->rules->counterpart (h->config, h->now, f, i) : NULL;
  LLVMValueRef param = other ? other : LLVMGetParam (f, i);
  const char *text = LLVMGetValueName2 (param, &len);
  const char *dot = memchr (text, '.', len);
  if (dot)
    len = (size_t) (dot - text);
  return len ? arena_string (&h->names, text, len)
             : name_element (h, "argument", i);
}

const char *harness_param_name (harness *h, unsigned i) {
  return name_param (h, h->driven, i);
}

/* Filling. */

static const datatype *type_of_task (harness *h, const task *t, uint64_t size) {
  const datatype *type =
      t->type ? t->type : describe (&h->describing, t->ctype);
  return type->size == size ? type
                            : datatypes_array (h->describing.types, type, size);
}

static bool is_integer (const datatype *s) {
  return s->kind >= DATATYPE_SIGNED && s->kind <= DATATYPE_ENUM &&
         s->kind != DATATYPE_FLOAT && s->size <= 8;
}

void harness_store (harness *h, LLVMValueRef value, LLVMValueRef base,
                    uint64_t offset) {
  LLVMValueRef to = address (h, base, offset);
  LLVMSetAlignment (LLVMBuildStore (h->builder, value, to), 1);
}

/* Another version has a number of another width, and the same value. */
static bool fill_converted (harness *h, const task *t, const datatype *type) {
  const datatype *other =
      h->types_now ? datatypes_last (h->types_now, t->name) : NULL;
  if (!other || other->size == type->size || !is_integer (other) ||
      !is_integer (type))
    return false;
  module_tell (h->module, HARNESS_WIDTHS);
  LLVMTypeRef wide = LLVMIntTypeInContext (h->llvm, 8 * (unsigned) other->size);
  LLVMTypeRef own = LLVMIntTypeInContext (h->llvm, 8 * (unsigned) type->size);
  LLVMValueRef from = make_local (h, other->size);
  make_symbolic (h, from, other->size, t->name, other);
  LLVMValueRef given = LLVMBuildLoad2 (h->builder, wide, from, "");
  LLVMValueRef value = LLVMBuildIntCast2 (h->builder, given, own,
                                          other->kind != DATATYPE_UNSIGNED, "");
  LLVMValueRef back = LLVMBuildIntCast2 (h->builder, value, wide,
                                         type->kind != DATATYPE_UNSIGNED, "");
  harness_assume (h, "__CPROVER_assume", LLVMIntEQ, back, given);
  harness_store (h, value, t->base, t->offset);
  return true;
}

/* Only whole objects are made symbolic: a part comes from one of its own. */
static void fill_bytes (harness *h, const task *t, uint64_t size) {
  assert (t->offset + size <= t->whole);
  const datatype *type = type_of_task (h, t, size);
  if (fill_converted (h, t, type))
    return;
  if (!t->offset && t->whole == size) {
    make_symbolic (h, t->base, size, t->name, type);
  } else if (size) {
    LLVMValueRef part = make_local (h, size);
    make_symbolic (h, part, size, t->name, type);
    LLVMBuildMemCpy (h->builder, address (h, t->base, t->offset), 1, part, 1,
                     harness_number (h, size));
  }
}

static void fill_bool (harness *h, const task *t) {
  fill_bytes (h, t, 1);
  LLVMValueRef from = address (h, t->base, t->offset);
  assume_at_most (h, LLVMBuildLoad2 (h->builder, h->i8, from, ""), 1);
}

/* Numbers that an enumeration does not have come from wrong callers only: of an
 * error that takes one, misuse.c says so.
 */
static void prefer_enumerators (harness *h, LLVMValueRef base, uint64_t offset,
                                const datatype *e) {
  LLVMTypeRef type = LLVMIntTypeInContext (h->llvm, 8 * (unsigned) e->size);
  LLVMValueRef v = harness_load (h, type, base, offset), holds = NULL;
  uint64_t flags = datatype_flags (e);
  if (flags) {
    LLVMValueRef others = LLVMConstInt (type, ~flags, false);
    harness_prefer (h, LLVMIntEQ, LLVMBuildAnd (h->builder, v, others, ""),
                    LLVMConstNull (type));
    return;
  }
  for (uint32_t i = 0; i < e->n; i++) {
    if (!datatype_has_value (e, (int64_t) e->member[i].at))
      continue;
    LLVMValueRef one = LLVMConstInt (type, e->member[i].at, false);
    LLVMValueRef is_it = LLVMBuildICmp (h->builder, LLVMIntEQ, v, one, "");
    holds = holds ? LLVMBuildOr (h->builder, holds, is_it, "") : is_it;
  }
  harness_prefer (h, LLVMIntNE, holds, LLVMConstNull (LLVMTypeOf (holds)));
}

/* Does this compare a number with what follows the last value of an
 * enumeration, or with the name of how many there are? Then values without a
 * name are its business, and an error with one is its own.
 */
static bool is_past_last (const datatype *e, LLVMValueRef with, bool is_order) {
  if (!with || !LLVMIsAConstantInt (with))
    return false;
  int64_t v = LLVMConstIntGetSExtValue (with), last = INT64_MIN;
  for (uint32_t i = 0; i < e->n; i++)
    if ((int64_t) e->member[i].at > last)
      last = (int64_t) e->member[i].at;
  if (last == INT64_MAX)
    return false;
  return is_order ? v >= last - 1 && v <= last + 1
                  : (v == last || v == last + 1) && !datatype_has_value (e, v);
}

static bool looks_past_last (const datatype *e, LLVMValueRef v) {
  bool is_found = false;
  if (LLVMIsAICmpInst (v)) {
    LLVMIntPredicate p = LLVMGetICmpPredicate (v);
    for (unsigned i = 0; i < 2 && !is_found; i++)
      is_found = is_past_last (e, LLVMGetOperand (v, i),
                               p != LLVMIntEQ && p != LLVMIntNE);
  }
  for (int i = 2; LLVMIsASwitchInst (v) && i < LLVMGetNumOperands (v); i += 2)
    is_found |= is_past_last (e, LLVMGetOperand (v, (unsigned) i), false);
  return is_found;
}

/* The function that is driven, or what it calls. */
static bool is_looked_past (harness *h, const datatype *e) {
  VEC (LLVMValueRef) all = {0};
  map seen;
  bool is_found = false;
  map_init (&seen, h->mem);
  if (h->driven)
    vec_push (h->mem, &all, h->driven);
  for (size_t i = 0; i < all.len && !is_found; i++)
    EACH_INSTRUCTION_OF (v, all.data[i]) {
      LLVMValueRef f = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
      is_found |= looks_past_last (e, v);
      if (!f || !LLVMIsAFunction (f) || LLVMIsDeclaration (f) ||
          module_is_marked (f, MODULE_RUNTIME_MARK))
        continue;
      uint64_t *known = map_at (&seen, (uint64_t) (uintptr_t) f);
      if (!*known)
        vec_push (h->mem, &all, f);
      *known = 1;
    }
  map_release (&seen);
  vec_release (h->mem, &all);
  return is_found;
}

static void choose_enumerators (harness *h, LLVMValueRef base, uint64_t offset,
                                uint64_t size, const datatype *e,
                                const char *name) {
  if (!datatype_is_enumerated (e) || is_looked_past (h, e))
    return;
  const char *text = arena_printf (&h->names, "&%s;", name);
  datatypes_object (h->describing.types, text, e);
  for (uint64_t i = 0; i < size / e->size && i < ENUMS_CHOSEN; i++)
    prefer_enumerators (h, base, offset + i * e->size, e);
}

static void fill_plain (harness *h, const task *t) {
  uint64_t size = t->ctype.size;
  const datatype *type = type_of_task (h, t, size);
  fill_bytes (h, t, size);
  choose_enumerators (h, t->base, t->offset, size,
                      type->kind == DATATYPE_ARRAY ? type->of : type, t->name);
}

/* Would plain bytes not do? */
static bool has_parts (ctype s) {
  while (s.kind == CTYPE_ARRAY)
    s = ctype_target (s);
  return s.kind == CTYPE_STRUCT || s.kind == CTYPE_POINTER ||
         s.kind == CTYPE_BOOL;
}

/* The first is on top afterwards, so that inputs appear in the order of the
 * declaration.
 */
static void push_elements (harness *h, const task *t, ctype element,
                           uint64_t n) {
  n = n < MAX_ELEMENTS ? n : MAX_ELEMENTS;
  for (uint64_t i = n; i-- > 0;) {
    task part = *t;
    part.ctype = element;
    part.offset += i * element.size;
    if (n > 1 || element.kind == CTYPE_POINTER) /* "p" has an object itself */
      part.name = name_element (h, t->name, i);
    vec_push (h->mem, &h->todo, part);
  }
}

/* Bit-fields that follow each other are bytes under the name of the first;
 * 'i' is the last of them and becomes the first.
 */
static void push_bit_fields (harness *h, const task *t, const member_vec *m,
                             size_t *i) {
  const ctype_member *last = m->data + *i;
  while (*i > 0 && m->data[*i - 1].is_bit_field)
    --*i;
  const ctype_member *first = m->data + *i;
  task part = *t;
  uint64_t begin = first->bit_offset / 8;
  uint64_t end = (last->bit_offset + last->bits + 7) / 8;
  part.offset += begin;
  part.ctype = (ctype) {.kind = CTYPE_SCALAR, .size = end - begin};
  part.type = describe_bit_fields (&h->describing, (size_t) (last - first) + 1,
                                   first, 8 * begin);
  part.name = name_member (h, t->name, first);
  vec_push (h->mem, &h->todo, part);
}

/* What says how much is behind a member, by its name. */
static const counted *count_member (harness *h, const task *t,
                                    const member_vec *members, size_t i) {
  size_t most, used;
  counted c = {0};
  const ctype_member *m = members->data;
  if (!h->is_passing || m[i].ctype.kind != CTYPE_POINTER ||
      !contract_members (members, i, &most, &used) ||
      !harness_counter (h, m + most, t->base, t->offset, t->name, &c.most))
    return NULL;
  if (used < members->len)
    harness_counter (h, m + used, t->base, t->offset, t->name, &c.used);
  return arena_copy (&h->names, &c, sizeof c);
}

/* The members that its end is among; they need no objects of their own. */
static const ended *end_member (harness *h, const task *t, member_vec *members,
                                size_t i) {
  size_t middle, end;
  ctype_member *m = members->data;
  if (!h->is_passing || !contract_member_end (members, i, &middle, &end))
    return NULL;
  ended x = {.middle = t->offset + m[middle].bit_offset / 8,
             .end = t->offset + m[end].bit_offset / 8,
             .middle_name = name_member (h, t->name, m + middle),
             .end_name = name_member (h, t->name, m + end)};
  return arena_copy (&h->names, &x, sizeof x);
}

/* The elements of an array of any length at the end of a struct. */
static void push_tail (harness *h, task *part, uint64_t size) {
  ctype element = ctype_target (part->ctype);
  part->param = 0;
  if (has_parts (element)) {
    push_elements (h, part, element, size / element.size);
    return;
  }
  part->type = datatypes_array (h->describing.types,
                                describe (&h->describing, element), size);
  part->ctype = (ctype) {.kind = CTYPE_SCALAR, .size = size};
  vec_push (h->mem, &h->todo, *part);
}

/* Does a struct end with one? */
static bool has_tail (harness *h, ctype s, ctype_member *tail) {
  member_vec members = {0};
  ctype_members (h->mem, s, &members);
  bool res = s.kind == CTYPE_STRUCT && members.len > 1 &&
             vec_last (&members).ctype.kind == CTYPE_ARRAY &&
             !vec_last (&members).ctype.size &&
             ctype_target (vec_last (&members).ctype).size;
  if (res)
    *tail = vec_last (&members);
  vec_release (h->mem, &members);
  return res;
}

/* Of two versions, what is between members may be anything: one may look. */
static void push_padding (harness *h, const task *t, uint64_t begin,
                          uint64_t end) {
  task part = *t;
  part.offset += begin;
  part.ctype = (ctype) {.kind = CTYPE_UNKNOWN, .size = end - begin};
  part.type = NULL;
  part.name = arena_printf (&h->names, "%s" HARNESS_PADDING, t->name);
  if (begin < end && h->is_of_two)
    vec_push (h->mem, &h->todo, part);
}

static void push_members (harness *h, const task *t) {
  member_vec members = {0};
  const ended *end = NULL;
  uint64_t next = t->tail ? 0 : t->ctype.size; /* where the last one began */
  ctype_members (h->mem, t->ctype, &members);
  for (size_t i = 0; i < members.len && !end; i++)
    end = end_member (h, t, &members, i);
  for (size_t i = members.len; i-- > 0;) {
    const ctype_member *m = members.data + i;
    push_padding (h, t, (m->bit_offset + m->bits + 7) / 8, next);
    if (m->is_bit_field)
      push_bit_fields (h, t, &members, &i);
    next = members.data[i].bit_offset / 8;
    if (m->is_bit_field)
      continue;
    task part = *t;
    part.within = t->ctype;
    part.at = m->bit_offset / 8;
    part.tail = 0;
    part.ctype = m->ctype;
    part.offset += m->bit_offset / 8;
    part.name = name_member (h, t->name, m);
    if (t->tail && i + 1 == members.len) {
      push_tail (h, &part, t->tail);
      continue;
    }
    if (end && (part.offset == end->middle || part.offset == end->end))
      continue;
    part.ended = end_member (h, t, &members, i);
    part.counted = part.ended ? NULL : count_member (h, t, &members, i);
    vec_push (h->mem, &h->todo, part);
  }
  vec_release (h->mem, &members);
}

static LLVMValueRef make_bytes (harness *h, const char *name,
                                const datatype *element, uint64_t size,
                                bool is_string) {
  assert (size); /* there is room for the end of a string */
  LLVMValueRef base = allocate (h, size, name);
  const datatype *whole = datatypes_array (h->describing.types, element, size);
  datatypes_object (h->describing.types, name, whole);
  make_symbolic (h, base, size, name, whole);
  if (is_string) {
    module_tell (h->module, HARNESS_STRINGS);
    LLVMBuildStore (h->builder, LLVMConstInt (h->i8, 0, false),
                    address (h, base, size - 1));
  }
  choose_enumerators (h, base, 0, size, element, name);
  return base;
}

static LLVMValueRef make_buffer (harness *h, const char *name,
                                 const datatype *element) {
  module_tell (h->module, HARNESS_BUFFERS);
  return make_bytes (h, name, element, h->buffer_size,
                     element->kind == DATATYPE_CHAR);
}

/* A stream that is open for reading and writing, with any content: inputs
 * NAME_data and NAME_size, as with symbolic files.
 */
static LLVMValueRef open_stream (harness *h, const char *name) {
  struct datatypes *types = h->describing.types;
  LLVMValueRef size = make_local (h, 8), argument[3];
  argument[0] = make_buffer (h, arena_printf (&h->names, "%s_data", name),
                             datatypes_add (types, &byte_of));
  make_symbolic (h, size, 8, arena_printf (&h->names, "%s_size", name),
                 datatypes_add (types, &size_type));
  argument[1] = LLVMBuildLoad2 (h->builder, h->i64, size, "");
  assume_at_most (h, argument[1], h->buffer_size);
  argument[2] = harness_text (h, "r+");
  return harness_call (h, "fmemopen", h->pointer, 3, argument);
}

/* What a function with this result returns in LLVM; NULL: in parts or memory.
 */
static LLVMTypeRef type_of_result (harness *h, ctype result) {
  const datatype *type = describe (&h->describing, result);
  switch (result.kind) {
  case CTYPE_VOID:
    return h->nothing;
  case CTYPE_BOOL:
    return LLVMInt1TypeInContext (h->llvm);
  case CTYPE_POINTER:
    return h->pointer;
  case CTYPE_CHAR:
  case CTYPE_SCALAR:
    if (type->kind == DATATYPE_FLOAT)
      return result.size == 4   ? LLVMFloatTypeInContext (h->llvm)
             : result.size == 8 ? LLVMDoubleTypeInContext (h->llvm)
                                : NULL;
    return result.size <= 8
               ? LLVMIntTypeInContext (h->llvm, 8 * (unsigned) result.size)
               : NULL;
  default:
    return NULL;
  }
}

/* "malloc" for void *(size_t), "realloc" for void *(void *, size_t), or NULL:
 * what they return is as large as it is asked for.
 */
static const char *allocator_like (harness *h, ctype called) {
  ctype_vec all = {0};
  ctype result = ctype_target (called);
  bool is_open = ctype_called_params (h->mem, called, &all);
  size_t n = all.len;
  bool is_one =
      result.kind == CTYPE_POINTER && !is_open && (n == 1 || n == 2) &&
      ctype_target (result).kind == CTYPE_VOID &&
      vec_last (&all).kind == CTYPE_SCALAR && vec_last (&all).size == 8 &&
      (n == 1 || (all.data[0].kind == CTYPE_POINTER &&
                  ctype_target (all.data[0]).kind == CTYPE_VOID));
  vec_release (h->mem, &all);
  return !is_one ? NULL : n == 1 ? "malloc" : "realloc";
}

/* What a function behind a pointer is passed; its letters say 's' of a string,
 * 'p' of another pointer.
 */
typedef struct passed_words {
  unsigned n;
  LLVMTypeRef type[MOST_PASSED];
  ctype ctype[MOST_PASSED];
  char letters[MOST_PASSED + 1];
} passed_words;

/* False: some of it is passed in another way than this. */
static bool list_passed (harness *h, ctype called, passed_words *out) {
  ctype_vec all = {0};
  bool is_plain = !ctype_called_params (h->mem, called, &all);
  *out = (passed_words) {0};
  for (size_t i = 0; i < all.len && is_plain; i++) {
    ctype s = all.data[i];
    LLVMTypeRef type = type_of_result (h, s);
    is_plain = i < MOST_PASSED && type && type != h->nothing;
    if (!is_plain)
      break;
    out->letters[i] = s.kind != CTYPE_POINTER               ? '-'
                      : ctype_target (s).kind == CTYPE_CHAR ? 's'
                                                            : 'p';
    out->type[i] = type;
    out->ctype[i] = s;
    out->n++;
  }
  vec_release (h->mem, &all);
  return is_plain;
}

/* Of two versions, calls are a part of the answer, "NAME(...)": a struct of
 * what is passed, in words.
 */
static void tell_call (harness *h, const passed_words *all, const char *name) {
  datatype_member member[MOST_PASSED];
  const char *text = arena_printf (&h->names, "%s(...)", name);
  LLVMValueRef base = make_local (h, 8 * MOST_PASSED);
  for (unsigned i = 0; i < all->n; i++) {
    LLVMValueRef v = LLVMGetParam (h->driver, i);
    if (all->ctype[i].kind == CTYPE_BOOL)
      v = LLVMBuildZExt (h->builder, v, h->i8, "");
    harness_store (h, harness_number (h, 0), base, 8 * i);
    harness_store (h, v, base, 8 * i);
    ctype to = ctype_target (all->ctype[i]);
    if (all->ctype[i].kind == CTYPE_POINTER && to.size)
      datatypes_object (h->describing.types,
                        arena_printf (&h->names, "*%u%s", i + 1, text),
                        describe (&h->describing, to));
    member[i] =
        (datatype_member) {.name = "",
                           .type = describe (&h->describing, all->ctype[i]),
                           .at = UINT64_C (64) * i};
  }
  datatype s = {.kind = DATATYPE_STRUCT,
                .size = 8 * all->n,
                .name = "",
                .n = all->n,
                .member = member};
  datatypes_object (h->describing.types, text,
                    datatypes_add (h->describing.types, &s));
  LLVMValueRef told[] = {
      harness_text (h, text), base, harness_number (h, 8 * all->n),
      harness_text (h, arena_string (&h->names, all->letters, all->n))};
  harness_call (h, "reprise_passed", h->nothing, 4, told);
}

/* What an allocator like it returns, or any value, "NAME()". */
static void return_any (harness *h, const char *allocator,
                        const passed_words *all, ctype result,
                        const char *text) {
  LLVMTypeRef type = type_of_result (h, result);
  if (allocator) {
    LLVMValueRef given[MOST_PASSED];
    LLVMGetParams (h->driver, given);
    LLVMBuildRet (h->builder,
                  harness_call (h, allocator, h->pointer, all->n, given));
  } else if (type == h->nothing)
    LLVMBuildRetVoid (h->builder);
  else if (type == h->pointer)
    LLVMBuildRet (h->builder, harness_point (h, ctype_target (result), text));
  else
    LLVMBuildRet (h->builder,
                  harness_load (h, type, harness_value (h, result, text), 0));
}

/* A function that returns any value of its type each time, "NAME()", and
 * changes nothing. Of one program it takes no parameters: arguments are left
 * where they are. NULL: where such a function would return another one, or two
 * versions may differ in what they pass and nobody would see it.
 */
static LLVMValueRef make_stub (harness *h, ctype called, const char *name) {
  ctype result = ctype_target (called);
  LLVMTypeRef type = type_of_result (h, result);
  const char *allocator = allocator_like (h, called);
  passed_words all = {0};
  bool is_plain =
      (!allocator && !h->is_of_two) || list_passed (h, called, &all);
  if (!type || !is_plain || h->is_stub) {
    module_tell (h->module, HARNESS_FUNCTIONS);
    return LLVMConstNull (h->pointer);
  }
  module_tell (h->module, HARNESS_POINTERS);
  module_tell (h->module, HARNESS_STUBS);
  harness outer = *h;
  const char *text = arena_printf (&h->names, "%s()", name);
  h->driver = LLVMAddFunction (h->module, text,
                               LLVMFunctionType (type, all.type, all.n, false));
  LLVMSetLinkage (h->driver, LLVMInternalLinkage);
  module_mark (h->driver, MODULE_RUNTIME_MARK);
  h->builder = LLVMCreateBuilderInContext (h->llvm);
  h->todo = (task_vec) {0};
  h->is_driver = false;
  h->is_stub = true;
  h->is_passing = h->is_open = false;
  LLVMPositionBuilderAtEnd (h->builder, harness_add_block (h));
  datatypes_object (h->describing.types, text,
                    describe_called (&h->describing, called));
  if (h->is_of_two && !allocator)
    tell_call (h, &all, name);
  return_any (h, allocator, &all, result, text);
  LLVMDisposeBuilder (h->builder);
  vec_release (h->mem, &h->todo);
  LLVMValueRef stub = h->driver;
  h->driver = outer.driver;
  h->builder = outer.builder;
  h->todo = outer.todo;
  h->is_driver = outer.is_driver;
  h->is_stub = false;
  h->is_passing = outer.is_passing;
  h->is_open = outer.is_open;
  return stub;
}

/* How many of these a buffer holds: of rows, as many as of elements, since
 * nothing says how many rows were declared.
 */
static uint64_t count_in_buffer (const harness *h, ctype s, uint64_t least) {
  uint64_t used = s.size ? (least + s.size - 1) / s.size : 0;
  while (s.kind == CTYPE_ARRAY && ctype_target (s).size)
    s = ctype_target (s);
  uint64_t n = s.size ? h->buffer_size / s.size : 0;
  n = used > n ? used : n;
  return n ? n : 1;
}

/* Of how many elements the object behind a pointer is: at least one, and two
 * where something says how many.
 */
static uint64_t count_elements (const harness *h, ctype target, const extent *e,
                                bool is_counted) {
  bool is_struct = target.kind == CTYPE_STRUCT || target.kind == CTYPE_UNION;
  uint64_t n = count_in_buffer (h, target, e->least);
  if (e->kind == EXTENT_FIXED)
    return e->bytes > target.size ? e->bytes / target.size : 1;
  if (!is_counted && is_struct)
    return e->seen & SEEN_INDEXED && e->least > target.size ? n : 1;
  for (; e && is_counted; e = e->also) {
    uint64_t least = (e->times.param ? 4 : 2) * (e->scale ? e->scale : 1);
    n = n < least ? least : n;
  }
  return n;
}

/* What is behind a pointer of this type, still to be filled; the pointer is
 * described in 'x'.
 */
static LLVMValueRef make_object (harness *h, ctype target, const task *t,
                                 passed_pointer *x) {
  const extent *e = &x->extent;
  while (target.kind == CTYPE_ARRAY && !target.size) /* rows of any length */
    target = ctype_target (target);
  bool is_counted = e->kind == EXTENT_COUNT || e->kind == EXTENT_END ||
                    x->counted || t->ended;
  const datatype *one =
      describe (&h->describing, target.size ? target : (ctype) {.size = 1});
  x->element = target.size ? target.size : 1;
  x->is_text = target.kind == CTYPE_CHAR;
  if (target.kind == CTYPE_CHAR || !target.size) {
    x->size = e->kind == EXTENT_FIXED     ? e->bytes
              : e->least > h->buffer_size ? e->least
                                          : h->buffer_size;
    if (e->kind != EXTENT_FIXED)
      module_tell (h->module, HARNESS_BUFFERS);
    bool is_string = x->is_text && (!is_counted || e->seen & SEEN_STRING) &&
                     (e->kind != EXTENT_FIXED || e->seen & SEEN_STRING);
    return make_bytes (h, t->name, one, x->size, is_string);
  }
  uint64_t n = count_elements (h, target, e, is_counted);
  bool is_struct = target.kind == CTYPE_STRUCT || target.kind == CTYPE_UNION;
  x->is_one = is_struct && n == 1;
  bool is_held = x->is_one || target.kind == CTYPE_POINTER;
  if (!x->is_one)
    module_tell (h->module, HARNESS_BUFFERS);
  x->size = n * target.size;
  ctype_member tail;
  uint64_t room = 0;
  if (x->is_one && !x->counted && has_tail (h, target, &tail)) {
    x->tail = tail.bit_offset / 8;
    x->tail_of = target;
    x->tail_element = ctype_target (tail.ctype).size;
    room = count_in_buffer (h, ctype_target (tail.ctype), 0) * x->tail_element;
    x->size += room;
    module_tell (h->module, HARNESS_BUFFERS);
  }
  task part = {.tail = room,
               .whole = x->size,
               .ctype = target,
               .depth = t->depth,
               .param = is_held && !x->base ? x->argument + 1 : 0,
               .name = t->name};
  part.base = allocate (h, x->size, t->name);
  datatypes_object (
      h->describing.types, t->name,
      x->is_one ? one : datatypes_array (h->describing.types, one, x->size));
  if (has_parts (target)) { /* its parts are inputs, but it is an object */
    datatypes_name (h->describing.types, t->name, one);
    push_elements (h, &part, target, n);
  } else {
    fill_bytes (h, &part, x->size);
    choose_enumerators (h, part.base, 0, x->size, one, t->name);
  }
  return part.base;
}

/* What the function expects of this pointer; members of the struct behind a
 * parameter have what it says of them before what their names say.
 */
static extent extent_of (const harness *h, const task *t,
                         const passed_pointer *x) {
  holder of = {x->base ? t->param : x->argument + 1,
               x->base ? (int32_t) x->offset : -1};
  const extent *e =
      h->is_passing && of.param ? contract_find (&h->extents, of) : NULL;
  return e ? *e : (extent) {0};
}

/* What leads nowhere else may be one further down. */
static bool is_too_deep (const harness *h, ctype target, unsigned depth) {
  uint32_t most = h->config->depth + (h->is_open && !has_parts (target));
  return depth >= most || h->n_objects >= MAX_OBJECTS;
}

/* A text that is used up to its NUL, whatever the number beside it is called:
 * of "word, count" it may be how often.
 */
static bool ends_itself (const passed_pointer *x, const task *t, ctype target) {
  return target.kind == CTYPE_CHAR && x->extent.seen & SEEN_STRING &&
         !x->extent.kind && t->counted && !t->counted->used.name;
}

/* A pointer to something of this type: the object behind it, which is still to
 * be filled. Where it is passed by harness_pass.c, that is told.
 */
static LLVMValueRef point_to (harness *h, ctype target, const task *t,
                              passed_pointer *x) {
  bool is_end = is_too_deep (h, target, t->depth);
  bool is_file = ctype_is_file (target);
  if (target.kind == CTYPE_FUNCTION)
    return make_stub (h, target, t->name);
  module_tell (h->module, is_end ? HARNESS_LEVELS : HARNESS_POINTERS);
  if (is_end && !h->is_open)
    return LLVMConstNull (h->pointer);
  x->extent = extent_of (h, t, x);
  x->counted = ends_itself (x, t, target) ? NULL : t->counted;
  x->object = is_end    ? allocate (h, 0, t->name)
              : is_file ? open_stream (h, t->name)
                        : make_object (h, target, t, x);
  x->ended = t->ended;
  x->is_open = h->is_open && !is_file && !x->is_nonnull && !x->ended;
  if (h->is_passing && !is_file)
    vec_push (h->mem, &h->passings, *x);
  return x->object;
}

/* Lists end with null, if anybody in the program looks for that; of other
 * members, only what the function itself looks at counts.
 */
static bool expects_null (harness *h, const task *t) {
  size_t len, other;
  holder of = {t->param, (int32_t) t->offset};
  if (t->param && contract_expects_null (h->mem, h->driven, of))
    return true;
  const char *tag = ctype_tag (t->within, &len);
  const char *to = ctype_tag (ctype_target (t->ctype), &other);
  return t->within.kind == CTYPE_STRUCT && len && len == other &&
         !strncmp (tag, to, len) &&
         contract_chain_ends (h->mem, h->module, tag, len, t->at);
}

static void fill (harness *h, const task *t) {
  switch (t->ctype.kind) {
  case CTYPE_POINTER: {
    task to = *t;
    to.depth++;
    passed_pointer x = {.base = t->base,
                        .offset = t->offset,
                        .is_constant = ctype_is_constant (t->ctype),
                        .expects_null = h->is_open && expects_null (h, t),
                        .name = t->name};
    harness_store (h, point_to (h, ctype_target (t->ctype), &to, &x), t->base,
                   t->offset);
    break;
  }
  case CTYPE_STRUCT:
    push_members (h, t);
    break;
  case CTYPE_ARRAY:
    if (has_parts (t->ctype)) {
      task part = *t;
      part.param = 0; /* what is known of the member is of the array */
      push_elements (h, &part, ctype_target (t->ctype),
                     ctype_count_elements (t->ctype));
    } else
      fill_plain (h, t);
    break;
  case CTYPE_BOOL:
    fill_bool (h, t);
    break;
  default:
    fill_plain (h, t);
  }
}

static void fill_all (harness *h) {
  while (h->todo.len) {
    task t = vec_pop (&h->todo);
    fill (h, &t);
  }
}

LLVMValueRef harness_point (harness *h, ctype target, const char *name) {
  passed_pointer x = {.name = name};
  task t = {.name = name};
  LLVMValueRef res = point_to (h, target, &t, &x);
  fill_all (h);
  return res;
}

/* Parameters. */

LLVMAttributeRef harness_attribute (LLVMValueRef f, unsigned param,
                                    const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName (name, strlen (name));
  return LLVMGetEnumAttributeAtIndex (f, param + 1, kind);
}

uint64_t harness_size_of (const harness *h, LLVMTypeRef type) {
  return LLVMABISizeOfType (LLVMGetModuleDataLayout (h->module), type);
}

/* The memory of a parameter that is passed by value. */
LLVMValueRef harness_value (harness *h, ctype s, const char *name) {
  task t = {.base = make_local (h, s.size),
            .whole = s.size,
            .ctype = s,
            .name = name};
  vec_push (h->mem, &h->todo, t);
  fill_all (h);
  return t.base;
}

LLVMValueRef harness_load (harness *h, LLVMTypeRef type, LLVMValueRef base,
                           uint64_t offset) {
  LLVMValueRef from = address (h, base, offset);
  bool is_bit = type == LLVMInt1TypeInContext (h->llvm);
  LLVMValueRef v = LLVMBuildLoad2 (h->builder, is_bit ? h->i8 : type, from, "");
  LLVMSetAlignment (v, 1);
  return is_bit ? LLVMBuildTrunc (h->builder, v, type, "") : v;
}

/* How many parameters of LLVM hold one of C: two where it has two words, and
 * the first of them is of one.
 */
static unsigned count_words (const harness *h, ctype s, LLVMTypeRef first) {
  if (s.kind == CTYPE_STRUCT && !s.size)
    return 0;
  return s.size > 8 && s.size <= 16 && harness_size_of (h, first) <= 8 ? 2 : 1;
}

/* int argc, char **argv */
static bool is_argv (harness *h, LLVMValueRef f, ctype s, unsigned i) {
  ctype inner = s.kind == CTYPE_POINTER ? ctype_target (s) : s;
  return !strcmp (name_param (h, f, i - 1), "argc") &&
         LLVMTypeOf (LLVMGetParam (f, i - 1)) == h->i32 &&
         inner.kind == CTYPE_POINTER && ctype_target (inner).kind == CTYPE_CHAR;
}

/* As many strings as argc says, and a null pointer. */
static void make_argv (harness *h, unsigned i, const char *name) {
  static const datatype letter = {
      .kind = DATATYPE_CHAR, .size = 1, .name = "char"};
  static const datatype pointer = {
      .kind = DATATYPE_POINTER, .size = 8, .name = "char *"};
  datatypes *types = h->describing.types;
  const datatype *one = datatypes_add (types, &pointer);
  LLVMValueRef argc = h->argument[i - 1];
  LLVMValueRef argv = allocate (h, 8 * (MAX_ARGUMENTS + 1), name);
  datatypes_object (types, name,
                    datatypes_array (types, one, 8 * (MAX_ARGUMENTS + 1)));
  datatypes_name (types, name, one);
  assume_at_most (
      h, LLVMBuildSub (h->builder, argc, LLVMConstInt (h->i32, 1, false), ""),
      MAX_ARGUMENTS - 1);
  for (unsigned k = 0; k < MAX_ARGUMENTS; k++) {
    const char *text = name_element (h, name, k);
    LLVMValueRef s = make_buffer (h, text, datatypes_add (types, &letter));
    LLVMValueRef has_it = LLVMBuildICmp (h->builder, LLVMIntUGT, argc,
                                         LLVMConstInt (h->i32, k, false), "");
    harness_tell (h, s, h->buffer_size, text);
    s = LLVMBuildSelect (h->builder, has_it, s, LLVMConstNull (h->pointer), "");
    harness_store (h, s, argv, 8 * k);
  }
  LLVMValueRef n =
      LLVMBuildAdd (h->builder, LLVMBuildZExt (h->builder, argc, h->i64, ""),
                    harness_number (h, 1), "");
  LLVMValueRef given[] = {
      argv, LLVMBuildMul (h->builder, n, harness_number (h, 8), "")};
  h->argument[i] = harness_call (h, "reprise_cut", h->pointer, 2, given);
  harness_tell (h, h->argument[i], 8, name);
  datatypes_assume (types, arena_printf (&h->names,
                                         "%s has argc strings, 1 to %u, and a "
                                         "null pointer",
                                         name, MAX_ARGUMENTS));
}

/* Pointer i; where another one ends there, that one decides. */
static void make_pointer (harness *h, LLVMValueRef f, ctype s, unsigned i,
                          const char *name) {
  ctype target = {.kind = CTYPE_VOID};
  task t = {.name = name};
  passed_pointer x = {.argument = i, .name = name};
  if (h->is_passing && harness_is_end (h, i))
    return;
  if (h->is_passing && i && is_argv (h, f, s, i)) {
    make_argv (h, i, name);
    return;
  }
  if (s.kind == CTYPE_POINTER) {
    target = ctype_target (s);
    x.is_constant = ctype_is_constant (s);
  }
  x.is_nonnull = harness_attribute (f, i, "nonnull") ||
                 harness_attribute (f, i, "dereferenceable");
  h->argument[i] = point_to (h, target, &t, &x);
  h->objects.data[i] = h->argument[i];
  fill_all (h);
}

static void load_word (harness *h, LLVMValueRef f, const passed_word *w) {
  LLVMTypeRef type = LLVMTypeOf (LLVMGetParam (f, w->argument));
  h->argument[w->argument] = harness_load (h, type, w->base, w->offset);
}

/* Arguments i and following, for one parameter of C. */
static void make_arguments (harness *h, LLVMValueRef f, ctype s, unsigned i,
                            unsigned n, LLVMValueRef argument[]) {
  const char *name = name_param (h, f, i);
  LLVMTypeRef type = LLVMTypeOf (LLVMGetParam (f, i));
  LLVMValueRef given =
      h->is_of_two ? h->config->rules->given (h->config, LLVMGetParam (f, i))
                   : NULL;
  bool is_struct = s.kind == CTYPE_STRUCT || s.kind == CTYPE_UNION;
  if (given && n == 1)
    argument[i] = given;
  else if (harness_attribute (f, i, "byval")) {
    argument[i] = harness_value (h, s, name);
  } else if (type == h->pointer && !is_struct) {
    make_pointer (h, f, s, i, name);
  } else {
    LLVMValueRef base = harness_value (h, s, name);
    for (unsigned k = 0; k < n; k++) {
      passed_word word = {.base = base, .offset = 8 * k, .argument = i + k};
      load_word (h, f, &word);
      if (is_struct) /* with pointers that are not set yet */
        vec_push (h->mem, &h->words, word);
    }
  }
}

static ctype ctype_by_type (const harness *h, LLVMValueRef f, unsigned i) {
  LLVMAttributeRef by_value = harness_attribute (f, i, "byval");
  LLVMTypeRef type = by_value ? LLVMGetTypeAttributeValue (by_value)
                              : LLVMTypeOf (LLVMGetParam (f, i));
  bool is_bit = type == LLVMInt1TypeInContext (h->llvm);
  return (ctype) {.kind = is_bit ? CTYPE_BOOL : CTYPE_SCALAR,
                  .size = harness_size_of (h, type)};
}

/* Do the types of debug info cover the parameters of LLVM exactly? */
static bool covers (const harness *h, LLVMValueRef f, const ctype_vec *ctypes,
                    unsigned first) {
  unsigned i = first, n = LLVMCountParams (f);
  for (size_t k = 0; k < ctypes->len; k++) {
    if (i >= n)
      return false;
    LLVMTypeRef type = LLVMTypeOf (LLVMGetParam (f, i));
    bool is_whole = harness_attribute (f, i, "byval") != NULL;
    i += is_whole ? 1 : count_words (h, ctypes->data[k], type);
  }
  return i == n;
}

/* The place for a result that is returned in memory. */
static unsigned make_result (harness *h, LLVMValueRef f,
                             LLVMValueRef argument[]) {
  LLVMAttributeRef in_memory =
      LLVMCountParams (f) ? harness_attribute (f, 0, "sret") : NULL;
  if (!in_memory)
    return 0;
  argument[0] = make_local (
      h, harness_size_of (h, LLVMGetTypeAttributeValue (in_memory)));
  return 1;
}

static void make_all_arguments (harness *h, LLVMValueRef f,
                                LLVMValueRef argument[]) {
  ctype_vec ctypes = {0};
  unsigned i = make_result (h, f, argument), n = LLVMCountParams (f);
  if (ctype_params (h->mem, f, &ctypes) && covers (h, f, &ctypes, i)) {
    for (size_t k = 0; k < ctypes.len; k++) {
      ctype s = ctypes.data[k];
      LLVMTypeRef type = i < n ? LLVMTypeOf (LLVMGetParam (f, i)) : NULL;
      bool is_whole = i < n && harness_attribute (f, i, "byval");
      unsigned words = is_whole ? 1 : count_words (h, s, type);
      if (words) {
        datatypes_param (h->describing.types, name_param (h, f, i),
                         describe (&h->describing, s));
        h->ctypes.data[i] = s;
        make_arguments (h, f, s, i, words, argument);
      }
      i += words;
    }
  } else {
    for (; i < n; i++)
      make_arguments (h, f, ctype_by_type (h, f, i), i, 1, argument);
  }
  vec_release (h->mem, &ctypes);
}

static void copy_attributes (const harness *h, LLVMValueRef f,
                             LLVMValueRef call_site) {
  for (unsigned i = 1; i <= LLVMCountParams (f); i++) {
    unsigned n = LLVMGetAttributeCountAtIndex (f, i);
    LLVMAttributeRef *all = memory_alloc (h->mem, n * sizeof *all);
    if (n)
      LLVMGetAttributesAtIndex (f, i, all);
    for (unsigned k = 0; k < n; k++)
      LLVMAddCallSiteAttribute (call_site, i, all[k]);
    memory_free (h->mem, all, n * sizeof *all);
  }
}

static LLVMValueRef call_function (harness *h, LLVMValueRef f,
                                   LLVMValueRef argument[]) {
  LLVMValueRef site = LLVMBuildCall2 (h->builder, LLVMGlobalGetValueType (f), f,
                                      argument, LLVMCountParams (f), "");
  copy_attributes (h, f, site);
  return site;
}

/* What is returned in registers may be wider than it is. */
static uint64_t size_of_result (const harness *h, LLVMValueRef f,
                                LLVMTypeRef type) {
  ctype c;
  uint64_t most = harness_size_of (h, type);
  bool is_known = ctype_result (f, &c) && c.size && c.size < most;
  return is_known ? c.size : most;
}

/* The machine is told of the call, and where the result lies after it
 * (machine/driven.h).
 */
static void call_told (harness *h, LLVMValueRef f, LLVMValueRef argument[]) {
  LLVMAttributeRef in_memory =
      LLVMCountParams (f) ? harness_attribute (f, 0, "sret") : NULL;
  harness_call (h, "reprise_enter", h->nothing, 0, NULL);
  LLVMValueRef result = call_function (h, f, argument);
  LLVMTypeRef type =
      in_memory ? LLVMGetTypeAttributeValue (in_memory) : LLVMTypeOf (result);
  bool has_none = type == h->nothing;
  uint64_t size = has_none ? 0 : size_of_result (h, f, type);
  LLVMValueRef told[] = {has_none ? LLVMConstNull (h->pointer)
                         : in_memory
                             ? argument[0]
                             : make_local (h, harness_size_of (h, type)),
                         harness_number (h, size)};
  if (!has_none && !in_memory)
    LLVMSetAlignment (LLVMBuildStore (h->builder, result, told[0]), 1);
  harness_call (h, "reprise_leave", h->nothing, 2, told);
}

/* Does it take what f takes, and tell whether that is allowed? */
static bool fits_function (LLVMValueRef r, LLVMValueRef f) {
  unsigned n = LLVMCountParams (f);
  LLVMTypeRef result = LLVMGetReturnType (LLVMGlobalGetValueType (r));
  bool fits = LLVMCountParams (r) == n &&
              LLVMGetTypeKind (result) == LLVMIntegerTypeKind;
  for (unsigned i = 0; fits && i < n; i++)
    fits = LLVMTypeOf (LLVMGetParam (r, i)) == LLVMTypeOf (LLVMGetParam (f, i));
  return fits;
}

/* "requires_f", or NULL. */
static LLVMValueRef find_requires (harness *h, LLVMValueRef f) {
  const char *name =
      arena_printf (&h->names, HARNESS_REQUIRES "%s", value_name (f));
  LLVMValueRef r = LLVMGetNamedFunction (h->module, name);
  if (!r || LLVMIsDeclaration (r))
    return NULL;
  bool fits = fits_function (r, f);
  const char *text = arena_printf (&h->names, fits ? "%s()" : "%s", name);
  datatypes_require (h->describing.types, text, fits);
  module_mark (r, MODULE_RUNTIME_MARK); /* not what is tested */
  return fits ? r : NULL;
}

/* Calls that are not allowed end in silence: they are no paths of f. */
static void require (harness *h, LLVMValueRef told) {
  LLVMBasicBlockRef no = harness_add_block (h), yes = harness_add_block (h);
  LLVMBuildCondBr (h->builder,
                   LLVMBuildICmp (h->builder, LLVMIntNE, told,
                                  LLVMConstNull (LLVMTypeOf (told)), ""),
                   yes, no);
  LLVMPositionBuilderAtEnd (h->builder, no);
  LLVMValueRef zero = LLVMConstInt (h->i32, 0, false);
  harness_call (h, "klee_silent_exit", h->nothing, 1, &zero);
  LLVMBuildUnreachable (h->builder);
  LLVMPositionBuilderAtEnd (h->builder, yes);
}

/* With what is required; of two versions, by the second. */
static void call_allowed (harness *h, LLVMValueRef f, LLVMValueRef r,
                          LLVMValueRef argument[]) {
  if (r)
    require (h, call_function (h, r, argument));
  call_told (h, f, argument);
}

/* Is it a pointer to an object or a function, for both versions? */
static bool may_be_null (const harness *h, LLVMValueRef f, unsigned i,
                         LLVMValueRef argument) {
  LLVMValueRef param = LLVMGetParam (f, i);
  return LLVMTypeOf (param) == h->pointer &&
         (!LLVMIsConstant (argument) || LLVMIsAFunction (argument)) &&
         !harness_attribute (f, i, "sret") &&
         !harness_attribute (f, i, "byval");
}

/* Of two versions, one call more for each pointer, with null instead: whether
 * a version looks at it is what changes are often about.
 */
static void call_each (harness *h, LLVMValueRef f, LLVMValueRef argument[]) {
  unsigned n = LLVMCountParams (f), n_nulls = 0;
  LLVMValueRef r = h->now ? NULL : find_requires (h, f);
  for (unsigned i = 0; i < n; i++)
    n_nulls += may_be_null (h, f, i, argument[i]);
  if (!n_nulls || n_nulls > HARNESS_MOST_NULLS) {
    call_allowed (h, f, r, argument);
    return;
  }
  module_tell (h->module, HARNESS_NULLS);
  LLVMValueRef at = make_local (h, 1);
  make_symbolic (h, at, 1, HARNESS_NULL,
                 datatypes_add (h->describing.types, &byte_of));
  LLVMValueRef which = LLVMBuildLoad2 (h->builder, h->i8, at, "");
  assume_at_most (h, which, n_nulls);
  LLVMBasicBlockRef none = harness_add_block (h), end = harness_add_block (h);
  LLVMValueRef choice = LLVMBuildSwitch (h->builder, which, none, n_nulls);
  LLVMPositionBuilderAtEnd (h->builder, none);
  call_allowed (h, f, r, argument);
  LLVMBuildBr (h->builder, end);
  for (unsigned i = 0, k = 0; i < n; i++) {
    LLVMValueRef given = argument[i];
    if (!may_be_null (h, f, i, given))
      continue;
    LLVMBasicBlockRef other = harness_add_block (h);
    LLVMAddCase (choice, LLVMConstInt (h->i8, ++k, false), other);
    LLVMPositionBuilderAtEnd (h->builder, other);
    argument[i] = LLVMConstNull (h->pointer);
    call_allowed (h, f, r, argument);
    LLVMBuildBr (h->builder, end);
    argument[i] = given;
  }
  LLVMPositionBuilderAtEnd (h->builder, end);
}

/* The driver. */

static LLVMValueRef declare_driver (harness *h) {
  LLVMTypeRef param[] = {h->i32, h->pointer, h->pointer};
  LLVMTypeRef type = LLVMFunctionType (h->i32, param, 3, false);
  return LLVMAddFunction (h->module, HARNESS_NAME, type);
}

LLVMBasicBlockRef harness_add_block (harness *h) {
  return LLVMAppendBasicBlockInContext (h->llvm, h->driver, "");
}

/* The function without body that gets one, NULL: a driver. */
void harness_begin (harness *h, const program_config *config, const module *m,
                    LLVMValueRef f) {
  uint64_t size = config->buffer_size;
  *h = (harness) {.mem = config->mem,
                  .config = config,
                  .module = m->module,
                  .llvm = m->llvm,
                  .builder = LLVMCreateBuilderInContext (m->llvm),
                  .i8 = LLVMInt8TypeInContext (m->llvm),
                  .i32 = LLVMInt32TypeInContext (m->llvm),
                  .i64 = LLVMInt64TypeInContext (m->llvm),
                  .pointer = LLVMPointerTypeInContext (m->llvm, 0),
                  .nothing = LLVMVoidTypeInContext (m->llvm),
                  .buffer_size = size ? size : 1};
  arena_init (&h->names, h->mem);
  describing_init (&h->describing, m->types);
  h->is_driver = !f;
  h->driver = f ? f : declare_driver (h);
  module_mark (h->driver, MODULE_RUNTIME_MARK);
  LLVMPositionBuilderAtEnd (h->builder, harness_add_block (h));
}

void harness_release (harness *h) {
  LLVMDisposeBuilder (h->builder);
  vec_release (h->mem, &h->todo, &h->passings, &h->words, &h->extents,
               &h->ctypes, &h->objects, &h->lengths);
  describing_release (&h->describing);
  arena_release (&h->names);
}

static LLVMValueRef harness_finish (harness *h) {
  LLVMBuildRet (h->builder, LLVMConstInt (h->i32, 0, false));
  harness_release (h);
  return h->driver;
}

static void note_entry (harness *h, LLVMValueRef f) {
  ctype result;
  size_t len;
  datatypes_enter (h->describing.types, LLVMGetValueName2 (f, &len));
  if (!ctype_result (f, &result) || result.kind == CTYPE_VOID)
    return;
  h->describing.types->result = describe (&h->describing, result);
  if (result.kind == CTYPE_POINTER && ctype_target (result).size)
    datatypes_object (h->describing.types, DATATYPES_BEHIND_RESULT,
                      describe (&h->describing, ctype_target (result)));
}

/* Of two versions, both get what either expects; which of their pointers are
 * null is for call_each.
 */
static void learn_contract (harness *h, LLVMValueRef f, LLVMValueRef other,
                            LLVMValueRef argument[]) {
  unsigned n = LLVMCountParams (f);
  h->is_passing = true;
  h->is_open = !h->is_of_two;
  h->argument = argument;
  h->driven = f;
  for (unsigned i = 0; i < n; i++) {
    vec_push (h->mem, &h->ctypes, (ctype) {0});
    vec_push (h->mem, &h->objects, NULL);
  }
  if (h->is_open)
    module_tell (h->module, HARNESS_OPEN);
  contract_learn (h->mem, f, &h->extents);
  if (other)
    h->config->rules->unite (h->config, &h->names, f, other, &h->extents);
}

LLVMValueRef harness_drive (const program_config *config, const module *m,
                            trouble *t) {
  harness h;
  harness_begin (&h, config, m, NULL);
  const module *beside = m->beside ? m->beside : m->before;
  LLVMValueRef f = m->driven, other = beside ? beside->driven : NULL;
  h.is_of_two = beside != NULL;
  h.now = m->beside ? other : NULL;
  h.types_now = m->beside ? m->beside->types : NULL;
  unsigned n = LLVMCountParams (f);
  LLVMValueRef *argument = memory_zalloc (h.mem, n * sizeof *argument);
  module_tell (h.module, HARNESS_DRIVEN);
  note_entry (&h, f);
  learn_contract (&h, f, other, argument);
  make_all_arguments (&h, f, argument);
  harness_pass_all (&h);
  for (size_t i = 0; i < h.words.len; i++)
    load_word (&h, f, h.words.data + i);
  if (config->assume) {
    require (&h, assume_build (&h, config->assume, t));
    datatypes_require (h.describing.types, config->assume, true);
  }
  if (beside)
    call_each (&h, f, argument);
  else
    call_allowed (&h, f, find_requires (&h, f), argument);
  memory_free (h.mem, argument, n * sizeof *argument);
  return harness_finish (&h);
}

/* int LLVMFuzzerInitialize (int *argc, char ***argv) */
static void call_initialize (harness *h) {
  LLVMValueRef f = LLVMGetNamedFunction (h->module, "LLVMFuzzerInitialize");
  if (!f || LLVMIsDeclaration (f) || LLVMCountParams (f) != 2)
    return;
  LLVMValueRef given[3], argument[2];
  LLVMGetParams (h->driver, given);
  for (int i = 0; i < 2; i++) {
    argument[i] = make_local (h, 8);
    LLVMBuildStore (h->builder, given[i], argument[i]);
  }
  call_function (h, f, argument);
}

LLVMValueRef harness_fuzz (const program_config *config, const module *m,
                           LLVMValueRef f) {
  static const datatype byte_type = {
      .kind = DATATYPE_UNSIGNED, .size = 1, .name = "uint8_t"};
  harness h;
  harness_begin (&h, config, m, NULL);
  note_entry (&h, f);
  call_initialize (&h);
  LLVMValueRef size = make_local (&h, 8), argument[2];
  argument[0] = make_buffer (&h, "data", datatypes_add (m->types, &byte_type));
  make_symbolic (&h, size, 8, "size", datatypes_add (m->types, &size_type));
  argument[1] = LLVMBuildLoad2 (h.builder, h.i64, size, "");
  assume_at_most (&h, argument[1], h.buffer_size);
  argument[0] = harness_call (&h, "reprise_cut", h.pointer, 2, argument);
  call_function (&h, f, argument);
  return harness_finish (&h);
}
