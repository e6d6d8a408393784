#include "program/datatype.h"

#include "base/hash.h"

#include <ctype.h>
#include <strings.h>

datatypes *datatypes_new (memory *mem) {
  datatypes *t = memory_zalloc (mem, sizeof *t);
  t->mem = mem;
  t->entry = "";
  arena_init (&t->arena, mem);
  map_init (&t->input_at, mem);
  return t;
}

void datatypes_free (datatypes *t) {
  if (!t)
    return;
  vec_release (t->mem, &t->all, &t->inputs, &t->params, &t->objects,
               &t->assumed, &t->contracts);
  map_release (&t->input_at);
  arena_release (&t->arena);
  memory_free (t->mem, t, sizeof *t);
}

static const char *datatypes_keep (datatypes *t, const char *text) {
  return arena_string (&t->arena, text, strlen (text));
}

const datatype *datatypes_add (datatypes *t, const datatype *from) {
  assert (from->kind < DATATYPE_COUNT);
  assert (!from->of || from->of->number < t->all.len);
  datatype *s = arena_copy (&t->arena, from, sizeof *from);
  datatype_member *m =
      arena_alloc (&t->arena, from->n * sizeof *m + 1 /* never nothing */);
  for (uint32_t i = 0; i < s->n; i++) {
    m[i] = from->member[i];
    m[i].name = datatypes_keep (t, m[i].name);
    assert (!m[i].type || m[i].type->number < t->all.len);
  }
  s->member = m;
  s->name = datatypes_keep (t, from->name);
  s->number = (uint32_t) t->all.len;
  vec_push (t->mem, &t->all, s);
  return s;
}

const datatype *datatypes_array (datatypes *t, const datatype *of,
                                 uint64_t size) {
  datatype s = {.kind = DATATYPE_ARRAY, .size = size, .name = "", .of = of};
  return datatypes_add (t, &s);
}

bool datatype_has_room (const datatype *s, const datatype_member *m) {
  uint64_t bits = m->bits ? m->bits : 8 * m->type->size;
  return s->size < UINT64_MAX / 8 && m->at <= 8 * s->size &&
         bits <= 8 * s->size - m->at && (m->bits || m->at % 8 == 0);
}

void datatypes_enter (datatypes *t, const char *entry) {
  t->entry = datatypes_keep (t, entry);
}

void datatypes_param (datatypes *t, const char *name, const datatype *s) {
  vec_push (t->mem, &t->params, (named_type) {datatypes_keep (t, name), s, 0});
}

void datatypes_object (datatypes *t, const char *name, const datatype *s) {
  vec_push (t->mem, &t->objects, (named_type) {datatypes_keep (t, name), s, 0});
}

void datatypes_put_name (memory *mem, char_vec *out, const char *name,
                         size_t len) {
  for (size_t i = 0; i < len; i++)
    if (name[i] == '.' && i && name[i - 1] != ']')
      text_puts (mem, out, "->");
    else
      vec_push (mem, out, name[i]);
}

void datatypes_assume (datatypes *t, const char *text) {
  vec_push (t->mem, &t->assumed, datatypes_keep (t, text));
}

void datatypes_require (datatypes *t, const char *contract, bool is_used) {
  const char *kept = datatypes_keep (t, contract);
  if (is_used)
    vec_push (t->mem, &t->contracts, kept);
  else
    t->unused_contract = kept;
}

static uint64_t name_hash (const char *name) {
  return hash_bytes (name, strlen (name)).lo | 1;
}

void datatypes_name (datatypes *t, const char *name, const datatype *s) {
  uint64_t *last = map_at (&t->input_at, name_hash (name));
  vec_push (t->mem, &t->inputs,
            (named_type) {datatypes_keep (t, name), s, (uint32_t) *last});
  *last = t->inputs.len;
}

/* As much of it as an input of this size has; size 0: it is none. */
static datatype fitted (const datatype *s, uint64_t size) {
  datatype res = *s;
  if (s->size == size)
    return res;
  if (s->kind != DATATYPE_ARRAY)
    res = (datatype) {.kind = DATATYPE_ARRAY, .name = "", .of = s};
  bool fits = res.of->size && size % res.of->size == 0;
  res.size = fits ? size : 0;
  return res;
}

static bool is_same (const datatype *a, const datatype *b) {
  return a->kind == b->kind && a->of == b->of && a->size == b->size &&
         (a->of || a->number == b->number);
}

static bool find_named (const datatypes *t, const char *name, uint64_t size,
                        datatype *out) {
  bool is_found = false;
  uint64_t at = map_get (&t->input_at, name_hash (name), 0);
  while (at) {
    const named_type *x = t->inputs.data + at - 1;
    assert (x->next < at); /* they were added in this order */
    datatype s = fitted (x->type, size);
    if (s.size && is_found && !is_same (&s, out))
      return false;
    if (s.size) {
      *out = s;
      is_found = true;
    }
    at = x->next;
  }
  return is_found;
}

const datatype *datatypes_last (const datatypes *t, const char *name) {
  for (size_t i = t->inputs.len; i-- > 0;)
    if (!strcmp (t->inputs.data[i].name, name))
      return t->inputs.data[i].type;
  return NULL;
}

const datatype *datatypes_behind (const datatypes *t, const datatype *pointer) {
  const char *name = pointer->name;
  size_t n = strlen (name);
  name += strncmp (name, "const ", 6) ? 0 : 6;
  n = n && pointer->name[n - 1] == '*' ? strlen (name) - 1 : 0;
  n -= n && name[n - 1] == ' ';
  for (size_t i = 0; t && n && i < t->all.len; i++) {
    const datatype *s = t->all.data[i];
    if (s->size && strlen (s->name) == n && !memcmp (s->name, name, n))
      return s;
  }
  return NULL;
}

const datatype *datatypes_element (const datatypes *t, const char *name) {
  for (size_t i = 0; t && i < t->objects.len; i++) {
    const datatype *s = t->objects.data[i].type;
    if (!strcmp (t->objects.data[i].name, name))
      return s->kind == DATATYPE_ARRAY ? s->of : s;
  }
  return NULL;
}

datatype datatypes_find (const datatypes *t, const char *name, uint64_t size) {
  datatype res;
  if (size && t &&
      (find_named (t, name, size, &res) || find_named (t, "", size, &res)))
    return res;
  return (datatype) {.kind = DATATYPE_BYTES, .size = size, .name = ""};
}

/* Enumerations. */

#define MOST_ENUMERATORS 256

bool datatype_is_enumerated (const datatype *s) {
  return s->kind == DATATYPE_ENUM && s->n && s->n <= MOST_ENUMERATORS &&
         s->size <= 8;
}

static bool has_name (const datatype *s, uint64_t v) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->member[i].at == v)
      return true;
  return false;
}

/* At least three single bits, and other names are some of them together; one
 * after the other they are numbers.
 */
uint64_t datatype_flags (const datatype *s) {
  uint64_t bits = 0, all = 0;
  unsigned n = 0, follow = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    uint64_t v = s->member[i].at;
    all |= v;
    bits |= v & (v - 1) ? 0 : v;
    n += v && !(v & (v - 1));
    follow += has_name (s, v + 1);
  }
  return n >= 3 && all == bits && follow + 1 < s->n ? bits : 0;
}

/* SUIT_COUNT, SuitCount; ACCOUNT is another word. */
static bool contains_word (const char *name, const char *word) {
  for (size_t n; *name; name += n) {
    for (n = 1; isalpha (*name) && isalpha (name[n]); n++)
      if (islower (name[n - 1]) && isupper (name[n]))
        break;
    if (strlen (word) == n && !strncasecmp (name, word, n))
      return true;
  }
  return false;
}

/* The last name of an enumeration often says how many the others are. */
static bool says_how_many (const char *name) {
  static const char *const word[] = {"COUNT", "NUM", "MAX",   "LAST",
                                     "END",   "LEN", "TOTAL", "SIZE"};
  size_t n = strlen (name);
  bool is_n = !strncasecmp (name, "n_", 2) || !strncasecmp (name, "nr_", 3) ||
              (n > 2 && !strcasecmp (name + n - 2, "_n"));
  for (size_t i = 0; i < sizeof word / sizeof *word && !is_n; i++)
    is_n = contains_word (name, word[i]);
  return is_n;
}

bool datatype_has_value (const datatype *s, int64_t v) {
  uint64_t flags = datatype_flags (s), bits = (uint64_t) v;
  const datatype_member *last = s->member + s->n - 1;
  bool is_count = s->n > 1 && last->at == bits && has_name (s, bits - 1) &&
                  says_how_many (last->name);
  return flags ? !(bits & ~flags) : !is_count && has_name (s, bits);
}
