#include "program/describe.h"

#include <llvm-c/DebugInfo.h>

#define MAX_TYPES 10000 /* of one program; others are bytes */

void describing_init (describing *d, datatypes *types) {
  d->types = types;
  map_init (&d->known, types->mem);
}

void describing_release (describing *d) { map_release (&d->known); }

/* Names. */

static void put_tag (const describing *d, ctype s, char_vec *out) {
  size_t len;
  const char *name = LLVMDITypeGetName (s.node, &len);
  const char *tag = s.kind == CTYPE_STRUCT  ? "struct "
                    : s.kind == CTYPE_UNION ? "union "
                    : ctype_is_enum (s)     ? "enum "
                                            : "";
  if (len)
    text_printf (d->types->mem, out, "%s%.*s", tag, (int) len, name);
}

/* As the source has it, without const and its like; nothing of functions and
 * arrays, whose names have a hole in the middle.
 */
static void put_name (const describing *d, ctype s, char_vec *out) {
  size_t len = 0;
  const char *name = ctype_alias (s, &len);
  if (len) {
    text_add (d->types->mem, out, name, len);
    return;
  }
  if (s.kind == CTYPE_POINTER) {
    size_t before = out->len;
    ctype target = ctype_target (s);
    if (target.kind == CTYPE_VOID)
      text_puts (d->types->mem, out, "void");
    else
      put_name (d, target, out);
    if (out->len > before)
      text_puts (d->types->mem, out, vec_last (out) == '*' ? "*" : " *");
  } else if (s.node && s.kind != CTYPE_FUNCTION && s.kind != CTYPE_ARRAY)
    put_tag (d, s, out);
}

/* Numbers, by the names that C has for them. */

static bool has_word (ctype s, const char *word) {
  size_t len, n = strlen (word);
  const char *name = s.node ? LLVMDITypeGetName (s.node, &len) : "";
  for (size_t i = 0; s.node && i + n <= len; i++)
    if (!memcmp (name + i, word, n))
      return true;
  return false;
}

static datatype_kind number_kind (ctype s) {
  if (s.size > 8 && !has_word (s, "double"))
    return DATATYPE_BYTES;
  if (has_word (s, "_Complex") || has_word (s, "complex"))
    return DATATYPE_BYTES;
  if (has_word (s, "float") || has_word (s, "double"))
    return DATATYPE_FLOAT;
  bool is_size = s.size == 1 || s.size == 2 || s.size == 4 || s.size == 8;
  return !is_size                   ? DATATYPE_BYTES
         : has_word (s, "unsigned") ? DATATYPE_UNSIGNED
                                    : DATATYPE_SIGNED;
}

static datatype_kind kind_of (ctype s) {
  switch (s.kind) {
  case CTYPE_SCALAR:
    return ctype_is_enum (s) ? DATATYPE_ENUM : number_kind (s);
  case CTYPE_CHAR:
    return DATATYPE_CHAR;
  case CTYPE_BOOL:
    return DATATYPE_BOOL;
  case CTYPE_POINTER:
    return DATATYPE_POINTER;
  case CTYPE_STRUCT:
    return DATATYPE_STRUCT;
  case CTYPE_UNION:
    return DATATYPE_UNION;
  case CTYPE_ARRAY:
    return DATATYPE_ARRAY;
  default:
    return DATATYPE_BYTES;
  }
}

/* Parts. */

typedef VEC (datatype_member) kept_members;

static void keep_member (describing *d, const ctype_member *m, uint64_t from,
                         bool is_constant, kept_members *out) {
  datatypes *t = d->types;
  vec_push (
      t->mem, out,
      (datatype_member) {.name = arena_string (&t->arena, m->name, m->len),
                         .type = is_constant ? NULL : describe (d, m->ctype),
                         .at = m->bit_offset - from,
                         .bits = m->is_bit_field ? (uint32_t) m->bits : 0});
}

static void describe_members (describing *d, ctype s, datatype *x,
                              kept_members *out) {
  member_vec all = {0};
  bool is_enum = x->kind == DATATYPE_ENUM;
  if (is_enum)
    ctype_enumerators (d->types->mem, s, &all);
  else if (x->kind == DATATYPE_STRUCT || x->kind == DATATYPE_UNION)
    ctype_members (d->types->mem, s, &all);
  for (size_t i = 0; i < all.len; i++)
    keep_member (d, all.data + i, 0, is_enum, out);
  vec_release (d->types->mem, &all);
  x->n = (uint32_t) out->len;
  x->member = out->data;
}

/* Of several dimensions too: the inner ones are arrays. */
static const datatype *describe_element (describing *d, ctype s) {
  const datatype *of = describe (d, ctype_target (s));
  u64_vec count = {0};
  ctype_dimensions (d->types->mem, s, &count);
  for (size_t i = count.len; i-- > 1;)
    of = datatypes_array (d->types, of, of->size * count.data[i]);
  vec_release (d->types->mem, &count);
  return of;
}

const datatype *describe (describing *d, ctype s) {
  datatypes *t = d->types;
  uint64_t key = (uint64_t) (uintptr_t) s.said, at;
  if (key && (at = map_get (&d->known, key, 0)))
    return t->all.data[at - 1];
  char_vec name = {0};
  kept_members members = {0};
  bool is_too_many = t->all.len >= MAX_TYPES;
  datatype x = {.kind = is_too_many ? DATATYPE_BYTES : (uint8_t) kind_of (s),
                .is_constant = s.kind == CTYPE_POINTER && ctype_is_constant (s),
                .size = s.size};
  put_name (d, s, &name);
  x.name = text_c (t->mem, &name);
  if (x.kind == DATATYPE_ARRAY)
    x.of = describe_element (d, s);
  describe_members (d, s, &x, &members);
  const datatype *res = datatypes_add (t, &x);
  vec_release (t->mem, &name, &members);
  if (key)
    map_put (&d->known, key, res->number + UINT64_C (1));
  return res;
}

/* A name does not say what is constant. */
static bool put_passed (const describing *d, ctype s, char_vec *out) {
  size_t len, before = out->len;
  bool is_pointer = s.kind == CTYPE_POINTER && (ctype_alias (s, &len), !len);
  if (is_pointer && ctype_is_constant (s))
    text_puts (d->types->mem, out, "const ");
  ctype to = is_pointer ? ctype_target (s) : s;
  size_t start = out->len;
  if (s.kind == CTYPE_VOID)
    text_puts (d->types->mem, out, "void");
  put_name (d, s, out);
  bool is_deep =
      is_pointer && to.kind == CTYPE_POINTER && ctype_is_constant (to);
  if (out->len > before && vec_last (out) != '*')
    text_puts (d->types->mem, out, " ");
  return out->len > start && !is_deep;
}

const datatype *describe_called (describing *d, ctype called) {
  memory *mem = d->types->mem;
  ctype_vec params = {0};
  char_vec text = {0};
  bool is_open = ctype_called_params (mem, called, &params);
  bool is_good = put_passed (d, ctype_target (called), &text);
  text_puts (mem, &text, "@ (");
  for (size_t i = 0; i < params.len && is_good; i++) {
    text_puts (mem, &text, i ? ", " : "");
    is_good = put_passed (d, params.data[i], &text);
    text_printf (mem, &text, "a%zu", i + 1);
  }
  text_puts (mem, &text, !params.len ? "void)" : is_open ? ", ...)" : ")");
  datatype x = {.kind = DATATYPE_BYTES,
                .size = 1,
                .name = is_good ? text_c (mem, &text) : ""};
  const datatype *res = datatypes_add (d->types, &x);
  vec_release (mem, &params, &text);
  return res;
}

const datatype *describe_bit_fields (describing *d, size_t n,
                                     const ctype_member *m, uint64_t first) {
  kept_members members = {0};
  uint64_t end = m[n - 1].bit_offset + m[n - 1].bits;
  assert (n && first % 8 == 0 && first <= m->bit_offset);
  for (size_t i = 0; i < n; i++)
    keep_member (d, m + i, first, false, &members);
  datatype x = {.kind = DATATYPE_STRUCT,
                .size = (end - first + 7) / 8,
                .name = "",
                .n = (uint32_t) members.len,
                .member = members.data};
  const datatype *res = datatypes_add (d->types, &x);
  vec_release (d->types->mem, &members);
  return res;
}
