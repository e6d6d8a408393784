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

/* The value of an input, or of a constant; false: there is none. */
static bool factor_of (const testcase *t, const char *name, size_t len,
                       uint64_t *out) {
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    if (strlen (in->name) != len || strncmp (in->name, name, len) ||
        in->size > 8)
      continue;
    int64_t n = bits_signed (bits_load (in->bytes, (unsigned) in->size),
                             8 * (unsigned) in->size);
    *out = n < 0 ? 0 : (uint64_t) n;
    return true;
  }
  *out = strtoull (name, NULL, 10);
  return name[0] >= '0' && name[0] <= '9';
}

bool choices_size (const testcase *t, const char *pointer, uint64_t *bytes) {
  bool in_bytes;
  const char *by = count_note (t, pointer, &in_bytes);
  const datatype *one = datatypes_element (t->types, pointer);
  uint64_t all = in_bytes || !one ? 1 : one->size, n;
  if (!by)
    return false;
  for (; *by; by += *by == '*') {
    size_t len = strcspn (by, "*");
    if (!factor_of (t, by, len, &n))
      return false;
    all *= n;
    by += len;
  }
  *bytes = all;
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

/* Past the end of an object that is as large as we guessed, or by an index that
 * nobody checks; or the first element of what has none.
 */
static bool depends_on_size (const testcase *t, char_vec *out) {
  const end_object *o = &t->end.object;
  if (t->end.fault != FAULT_OUT_OF_BOUNDS || !o->name ||
      o->origin != ORIGIN_MADE)
    return false;
  bool in_bytes;
  const char *by = count_note (t, o->name, &in_bytes);
  const char *index = by ? object_note (t, "@", o->name, "#") : NULL;
  bool is_empty = by && !o->size && !o->offset;
  if (!index && !is_empty && (by || !object_note (t, "?", o->name, "")))
    return false;
  const char *about = index ? index : is_empty ? by : o->name;
  put_in_c (about, out);
  if (index) {
    text_puts (NULL, out, o->offset < 0 ? " < 0 or " : "");
    put_in_c (o->offset < 0 ? index : "", out);
    text_puts (NULL, out, " >= ");
    put_in_c (by, out);
  } else if (is_empty)
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

error_class choices_class (const testcase *t, char_vec *only_if) {
  error_class k = depends_on_size (t, only_if) ? ERROR_MISUSE : ERROR_CERTAIN;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    const char *about;
    if (!choices_are (in, &about) || !*in->bytes || choices_hide (t, in))
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
