#include "suite/type_pack.h"

/* Types are numbered in the order in which they are written, from 1; 0 is
 * none. Each refers to those before it.
 */
static uint64_t type_number (const datatype *s) {
  return s ? s->number + UINT64_C (1) : 0;
}

static void pack_type (memory *mem, char_vec *out, const datatype *s) {
  assert (s->kind < DATATYPE_COUNT && (s->member || !s->n));
  assert (!s->of || s->of->number < s->number); /* it was written before */
  pack_number (mem, out, s->kind);
  pack_number (mem, out, s->size);
  pack_text (mem, out, s->name);
  pack_number (mem, out, type_number (s->of));
  pack_number (mem, out, s->n);
  for (uint32_t i = 0; i < s->n; i++) {
    pack_text (mem, out, s->member[i].name);
    pack_number (mem, out, type_number (s->member[i].type));
    pack_number (mem, out, s->member[i].at);
    pack_number (mem, out, s->member[i].bits);
  }
}

static void pack_named (memory *mem, char_vec *out, size_t n,
                        const named_type *all) {
  pack_number (mem, out, n);
  for (size_t i = 0; i < n; i++) {
    pack_text (mem, out, all[i].name);
    pack_number (mem, out, type_number (all[i].type));
  }
}

void types_pack (memory *mem, char_vec *out, const datatypes *t) {
  static const datatypes none = {.entry = ""};
  t = t ? t : &none;
  pack_number (mem, out, t->all.len);
  for (size_t i = 0; i < t->all.len; i++)
    pack_type (mem, out, t->all.data[i]);
  pack_named (mem, out, t->inputs.len, t->inputs.data);
  pack_text (mem, out, t->entry);
  pack_number (mem, out, type_number (t->result));
  pack_named (mem, out, t->params.len, t->params.data);
  pack_named (mem, out, t->objects.len, t->objects.data);
}

/* One that was read before; NULL: none. */
static const datatype *type_numbered (const datatypes *t, unpacker *u) {
  uint64_t n = unpack_number (u);
  if (n > t->all.len)
    u->is_bad = true;
  return n && !u->is_bad ? t->all.data[n - 1] : NULL;
}

static void unpack_type (datatypes *t, unpacker *u) {
  VEC (datatype_member) members = {0};
  uint64_t kind = unpack_number (u);
  datatype s = {.kind = (uint8_t) kind, .size = unpack_number (u)};
  s.name = unpack_text (u);
  s.of = type_numbered (t, u);
  u->is_bad |= kind >= DATATYPE_COUNT || (kind == DATATYPE_ARRAY && !s.of);
  uint64_t n = unpack_number (u);
  for (uint64_t i = 0; i < n && !u->is_bad; i++) {
    datatype_member m = {.name = unpack_text (u)};
    m.type = type_numbered (t, u);
    m.at = unpack_number (u);
    m.bits = (uint32_t) unpack_number (u);
    u->is_bad |=
        kind != DATATYPE_ENUM && !(m.type && datatype_has_room (&s, &m));
    vec_push (t->mem, &members, m);
  }
  s.n = (uint32_t) members.len;
  s.member = members.data;
  if (!u->is_bad)
    datatypes_add (t, &s);
  vec_release (t->mem, &members);
}

static named_type unpack_named (const datatypes *t, unpacker *u) {
  named_type x = {.name = unpack_text (u)};
  x.type = type_numbered (t, u);
  u->is_bad |= !x.type;
  return x;
}

static void unpack_all (datatypes *t, unpacker *u) {
  uint64_t n = unpack_number (u);
  for (uint64_t i = 0; i < n && !u->is_bad; i++)
    unpack_type (t, u);
  n = unpack_number (u);
  for (uint64_t i = 0; i < n && !u->is_bad; i++) {
    named_type x = unpack_named (t, u);
    if (!u->is_bad)
      datatypes_name (t, x.name, x.type);
  }
  t->entry = unpack_text (u);
  t->result = type_numbered (t, u);
  n = unpack_number (u);
  for (uint64_t i = 0; i < n && !u->is_bad; i++)
    vec_push (t->mem, &t->params, unpack_named (t, u));
  n = unpack_number (u);
  for (uint64_t i = 0; i < n && !u->is_bad; i++)
    vec_push (t->mem, &t->objects, unpack_named (t, u));
}

datatypes *types_unpack (memory *mem, unpacker *u) {
  datatypes *t = datatypes_new (mem);
  unpack_all (t, u);
  if (!u->is_bad)
    return t;
  datatypes_free (t);
  return NULL;
}
