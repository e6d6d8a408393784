#include "suite/misuse.h"

#include "base/bits.h"
#include "program/datatype.h"

#include <stdlib.h>

const char *error_class_name (error_class k) {
  static const char *const name[] = {"error", "only_if", "misuse"};
  assert (k < ERROR_CLASSES);
  return name[k];
}

/* "?p" or "?p=q", with a mark before p: '!' if a caller passes it so, '~' if
 * all that are there do not, '+' if the function looks for that.
 */
bool choices_are (const testinput *in, const char **pointer) {
  if (in->name[0] != '?' || in->size != 1)
    return false;
  *pointer = in->name + 1 + strspn (in->name + 1, "!~+");
  return true;
}

static bool is_about (const char *choice, const char *pointer, size_t n) {
  return !strncmp (choice, pointer, n) && (!choice[n] || choice[n] == '=');
}

const testinput *choices_find (const testcase *t, const char *pointer) {
  const char *about;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (choices_are (t->input + i, &about) && *t->input[i].bytes &&
        is_about (about, pointer, strlen (pointer)))
      return t->input + i;
  return NULL;
}

bool choices_hide (const testcase *t, const testinput *in) {
  const char *about;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    if (!choices_are (t->input + i, &about) || !*t->input[i].bytes)
      continue;
    size_t n = strcspn (about, "=");
    const char *name = in->name + (choices_are (in, &name) ? 1 : 0);
    if (in != t->input + i && !strncmp (name, about, n) &&
        (!name[n] || strchr (".[", name[n])))
      return true;
  }
  return false;
}

static const char *object_note (const testcase *t, const char *start,
                                const char *name, const char *end) {
  size_t before = strlen (start), n = strlen (name);
  for (size_t i = 0; t->types && i < t->types->objects.len; i++) {
    const char *text = t->types->objects.data[i].name;
    if (!strncmp (text, start, before) && !strncmp (text + before, name, n) &&
        !strncmp (text + before + n, end, strlen (end)))
      return text + before + n + strlen (end);
  }
  return NULL;
}

/* The name of what says how much is behind a pointer, or NULL. */
static const char *count_note (const testcase *t, const char *pointer,
                               bool *in_bytes) {
  const char *by = object_note (t, "", pointer, "#");
  *in_bytes = by && *by == '/';
  return *in_bytes ? by + 1 : by;
}

/* The value of an input; false: there is none. */
static bool signed_of (const testcase *t, const char *name, size_t len,
                       int64_t *out) {
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    const datatype *one = datatypes_element (t->types, in->name);
    uint64_t size = one && one->size < in->size ? one->size : in->size;
    if (strlen (in->name) != len || strncmp (in->name, name, len) || size > 8)
      continue;
    *out = bits_signed (bits_load (in->bytes, (unsigned) size),
                        8 * (unsigned) size);
    return true;
  }
  return false;
}

/* "n*4" and "n/32", where what is negative is none, and the rest is rounded up;
 * false: not all are known.
 */
static bool product_of (const testcase *t, const char *by, uint64_t *out) {
  for (*out = 1; *by; by += *by == '*') {
    size_t len = strcspn (by, "*/");
    int64_t n = 0;
    if (*by >= '0' && *by <= '9')
      n = strtoll (by, NULL, 10);
    else if (!signed_of (t, by, len, &n))
      return false;
    *out *= n < 0 ? 0 : (uint64_t) n;
    by += len;
    if (*by == '/') {
      char *end;
      uint64_t per = strtoull (by + 1, &end, 10);
      *out = *out / per + (*out % per != 0);
      by = end;
    }
  }
  return true;
}

bool choices_size (const testcase *t, const char *pointer, uint64_t *bytes) {
  bool in_bytes;
  const char *by = count_note (t, pointer, &in_bytes);
  const datatype *one = datatypes_element (t->types, pointer);
  if (!by || !product_of (t, by, bytes))
    return false;
  *bytes *= in_bytes || !one ? 1 : one->size;
  return true;
}

static void put_in_c (const char *name, char_vec *out) {
  datatypes_put_name (NULL, out, name, strlen (name));
}

static void put_choice (const char *about, char_vec *out) {
  size_t n = strcspn (about, "=");
  text_puts (NULL, out, out->len ? " and " : "");
  datatypes_put_name (NULL, out, about, n);
  text_puts (NULL, out, " == ");
  if (about[n])
    put_in_c (about + n + 1, out);
  else
    text_puts (NULL, out, "NULL");
}

/* What is there for each name of an enumeration is there for this one. */
static bool names_value (const testcase *t, const char *name, size_t len,
                         int64_t v) {
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    datatype s = datatypes_find (t->types, in->name, in->size);
    if (strlen (in->name) == len && !strncmp (in->name, name, len))
      return datatype_is_enumerated (&s) && datatype_has_value (&s, v);
  }
  return false;
}

/* An index that callers keep inside, and that is not: "i >= n". */
static bool is_outside (const testcase *t, const char *note, bool is_own,
                        char_vec *out) {
  char *rest;
  size_t len = strcspn (note, ":");
  int64_t i, bound = 1;
  if (!signed_of (t, note, len, &i))
    return false;
  const char *p = note + len + 1;
  bool is_plain = *p == 'u', is_open = !strncmp (p, "-:", 2);
  int64_t least = is_plain || is_open ? INT64_MIN : strtoll (p, &rest, 10);
  p += strcspn (p, ":") + 1;
  int64_t more = strtoll (p, &rest, 10);
  assert (*rest == ':');
  const char *by = rest + 1;
  uint64_t n;
  if (!product_of (t, by, &n) || n > INT64_MAX ||
      (!is_own && (int64_t) n < more)) /* there is no inside */
    return false;
  bound = (int64_t) n - more;
  bool is_named = names_value (t, note, len, i);
  i = is_plain && i < 0 ? INT64_MAX : i;
  if ((i >= least && i <= bound) || is_named)
    return false;
  char_vec name = {0};
  text_printf (NULL, &name, "%.*s", (int) len, note);
  text_puts (NULL, out, datatypes_element (t->types, name.data) ? "*" : "");
  put_in_c (name.data, out);
  vec_release (NULL, &name);
  if (i < least)
    text_printf (NULL, out, " < %lld", (long long) least);
  else {
    if (more > 1)
      text_printf (NULL, out, " + %lld", (long long) more - 1);
    text_puts (NULL, out, more > 0 ? " >= " : " > ");
    put_in_c (by, out);
  }
  return true;
}

/* Any of those: of the pointer that the fault is about, or of another whose
 * index could be inside.
 */
static bool has_index_outside (const testcase *t, char_vec *out) {
  const char *pointer = t->end.object.name;
  for (size_t i = 0; t->types && i < t->types->objects.len; i++) {
    const char *text = t->types->objects.data[i].name;
    const char *use = text[0] == '@' ? strchr (text, '#') : NULL;
    size_t n = use ? (size_t) (use - text) - 1 : 0;
    bool is_own = use && pointer && strlen (pointer) == n &&
                  !strncmp (text + 1, pointer, n);
    if (use && is_outside (t, use + 1, is_own, out))
      return true;
  }
  return false;
}

static void put_number_of (const datatype *e, int64_t v, char_vec *out) {
  for (uint32_t i = 0; i < e->n; i++)
    if (e->member[i].at == (uint64_t) v) {
      text_printf (NULL, out, " == %s", e->member[i].name);
      return;
    }
  text_printf (NULL, out, " == %lld, which is not a value of %s", (long long) v,
               *e->name ? e->name : "its enumeration");
}

/* An enumeration that has a value which is none of its. "&e;" says that the
 * function does not look whether it has; where the program made it an input
 * itself, it is to cope with that.
 */
static bool is_no_enumerator (const testcase *t, char_vec *out) {
  for (uint32_t k = 0; t->types && t->types->entry[0] && k < t->n_inputs; k++) {
    const testinput *in = t->input + k;
    datatype s = datatypes_find (t->types, in->name, in->size);
    const datatype *e = s.kind == DATATYPE_ARRAY ? s.of : &s;
    if (!e || !object_note (t, "&", in->name, ";") || choices_hide (t, in))
      continue;
    for (uint64_t i = 0; i < in->size / e->size && i < ENUMS_CHOSEN; i++) {
      int64_t v =
          bits_signed (bits_load (in->bytes + i * e->size, (unsigned) e->size),
                       8 * (unsigned) e->size);
      if (datatype_has_value (e, v))
        continue;
      put_in_c (in->name, out);
      if (in->size > e->size)
        text_printf (NULL, out, "[%llu]", (unsigned long long) i);
      put_number_of (e, v, out);
      return true;
    }
  }
  return false;
}

/* An array in a struct that is a string, and is none here. */
static bool has_open_text (const testcase *t, char_vec *out) {
  for (size_t i = 0; t->types && i < t->types->objects.len; i++) {
    const char *name = t->types->objects.data[i].name;
    for (uint32_t k = 0; name[0] == '=' && k < t->n_inputs; k++) {
      const testinput *in = t->input + k;
      if (strcmp (in->name, name + 1) || memchr (in->bytes, 0, in->size))
        continue;
      put_in_c (name + 1, out);
      text_puts (NULL, out, " without a NUL");
      return true;
    }
  }
  return false;
}

bool choices_are_wrong (const testcase *t) {
  char_vec how = {0};
  bool are = has_index_outside (t, &how) || has_open_text (t, &how);
  vec_release (NULL, &how);
  return are;
}

/* Past the end of an object that is as large as we guessed, or by an index that
 * is for callers to keep inside; or the first element of what has none, where
 * the function does not look how many there are.
 */
static bool depends_on_size (const testcase *t, char_vec *out) {
  const end_object *o = &t->end.object;
  if (t->end.fault != FAULT_OUT_OF_BOUNDS || !o->name ||
      o->origin != ORIGIN_MADE)
    return false;
  bool in_bytes;
  const char *by = count_note (t, o->name, &in_bytes);
  bool is_empty =
      by && !o->size && !o->offset && !object_note (t, "$", o->name, "");
  bool is_guess = object_note (t, "?", o->name, "") ||
                  ((o->is_write || !o->access) && /* or nobody knows */
                   object_note (t, "^", o->name, ""));
  if (!is_empty && (by || !is_guess))
    return false;
  put_in_c (is_empty ? by : o->name, out);
  if (is_empty)
    text_puts (NULL, out, " == 0");
  else if (o->offset < 0)
    text_puts (NULL, out, " at the start of its object");
  else if (!o->access)
    text_puts (NULL, out, " of too few bytes");
  else
    text_printf (NULL, out, " of fewer than %lld bytes",
                 (long long) o->offset + (long long) o->access);
  return true;
}

/* An index that is cut to a capacity of nothing, "hash % t->n_slots". */
static bool wraps_in_nothing (const testcase *t, char_vec *out) {
  const cause *c = &t->end.cause;
  if (t->end.fault != FAULT_DIVISION_BY_ZERO || !c->text[0] ||
      strcmp (c->text[0], "%"))
    return false;
  for (size_t i = 0; i < t->types->objects.len; i++) {
    const char *name = t->types->objects.data[i].name;
    const char *by = strchr (name, '#');
    uint64_t n;
    if (by && name[0] != '@' && strchr (by, '.') && !strchr (by, '*') &&
        product_of (t, by + 1, &n) && !n) {
      put_in_c (by + 1, out);
      text_puts (NULL, out, " == 0");
      return true;
    }
  }
  return false;
}

error_class choices_class (const testcase *t, char_vec *only_if) {
  bool depends = has_index_outside (t, only_if) ||
                 is_no_enumerator (t, only_if) || has_open_text (t, only_if) ||
                 depends_on_size (t, only_if) || wraps_in_nothing (t, only_if);
  error_class k = depends ? ERROR_MISUSE : ERROR_CERTAIN;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    const char *about;
    uint64_t size;
    if (!choices_are (in, &about) || !*in->bytes || choices_hide (t, in) ||
        (t->end.fault != FAULT_NULL_POINTER &&
         t->end.cause.reason != WHY_NOTHING_THERE && !strchr (about, '=') &&
         choices_size (t, about, &size) && !size)) /* (NULL, 0) is ordinary */
      continue;
    put_choice (about, only_if);
    bool is_expected = in->name[1] == '+' && t->end.fault == FAULT_NULL_POINTER;
    const char *who =
        in->name[1] == '!' ? object_note (t, "!", about, "@") : NULL;
    if (who)
      text_printf (NULL, only_if, ", as in %s", who);
    if (is_expected)
      text_puts (NULL, only_if, ", which it checks for");
    if (in->name[1] != '!' && !is_expected)
      k = in->name[1] == '~' && k != ERROR_MISUSE ? ERROR_ONLY_IF
                                                  : ERROR_MISUSE;
  }
  text_c (NULL, only_if);
  return k;
}
