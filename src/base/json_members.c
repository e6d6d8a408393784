#include "base/json_members.h"

#include "base/clock.h"

#include <inttypes.h>

#define LONGEST 1e9 /* seconds */

/* Where a member is. The compiler sees through: each is read as what it was
 * written as.
 */
#define FIELD(T, OBJECT, AT) (*(T *) ((char *) (OBJECT) + (AT)))
#define SEEN(T, OBJECT, AT) (*(T const *) ((const char *) (OBJECT) + (AT)))

/* Writing. */

json_t *json_text (const char *text, bool *is_exact) {
  json_t *o = json_string (text);
  if (o)
    return o;
  char_vec plain = {0};
  for (const char *c = text; *c; c++)
    vec_push (NULL, &plain, (char) (*c & 0x80 ? '?' : *c));
  o = json_stringn (plain.data, plain.len);
  vec_release (NULL, &plain);
  if (is_exact)
    *is_exact = false;
  return o;
}

static json_t *number_json (uint64_t n) {
  return json_integer ((json_int_t) n);
}

static json_t *value_json (const json_member *, const void *, bool *is_exact);

static json_t *list_json (const json_member *m, const void *from,
                          bool *is_exact) {
  json_t *list = json_array ();
  const char *element = SEEN (const char *, from, m->at);
  for (size_t n = SEEN (size_t, from, m->n); n > 0; n--, element += m->size)
    json_array_append_new (
        list, m->inner->name[0]
                  ? json_members_write (m->inner, element, is_exact)
                  : value_json (m->inner, element, is_exact));
  return list;
}

static json_t *counts_json (const json_member *m, const void *from) {
  json_t *o = json_object ();
  const json_count *c = &SEEN (json_count, from, m->at);
  size_t n = SEEN (size_t, from, m->n);
  assert (n <= m->size);
  for (size_t i = 0; i < n; i++)
    json_object_set_new (o, c[i].name, number_json (c[i].n));
  return o;
}

static json_t *spans_json (const json_member *m, const void *from) {
  json_t *o = json_object ();
  const uint64_t *span = &SEEN (uint64_t, from, m->at);
  for (size_t i = 0; i < m->n; i++)
    json_object_set_new (o, m->name_of ((int) i),
                         json_real (clock_seconds (span[i])));
  return o;
}

static unsigned members_number_of (const json_member *m, const void *from) {
  return m->size == 1 ? SEEN (uint8_t, from, m->at)
                      : SEEN (unsigned, from, m->at);
}

static json_t *value_json (const json_member *m, const void *from,
                           bool *is_exact) {
  switch (m->kind) {
  case MEMBER_NUMBER:
    return number_json (SEEN (uint64_t, from, m->at));
  case MEMBER_SMALL:
    return number_json (SEEN (uint32_t, from, m->at));
  case MEMBER_FLAG:
    return json_boolean (SEEN (bool, from, m->at));
  case MEMBER_TEXT:
    return json_text (SEEN (const char *, from, m->at), is_exact);
  case MEMBER_SPAN:
    return json_real (clock_seconds (SEEN (uint64_t, from, m->at)));
  case MEMBER_SIGNED:
    return json_integer (SEEN (int64_t, from, m->at));
  case MEMBER_WORD:
    return json_sprintf ("%016" PRIx64, SEEN (uint64_t, from, m->at));
  case MEMBER_NAME:
    assert (members_number_of (m, from) < m->n);
    return json_string (m->name_of ((int) members_number_of (m, from)));
  case MEMBER_PART:
    return json_members_write (m->inner, (const char *) from + m->at, is_exact);
  case MEMBER_LIST:
    return list_json (m, from, is_exact);
  case MEMBER_COUNTS:
    return counts_json (m, from);
  case MEMBER_SPANS:
    return spans_json (m, from);
  case MEMBER_MADE:
    return m->make (from);
  }
  return json_null ();
}

static bool is_empty (const json_member *m, const void *from) {
  switch (m->kind) {
  case MEMBER_LIST:
    return !SEEN (size_t, from, m->n);
  case MEMBER_TEXT:
    return !SEEN (const char *, from, m->at);
  case MEMBER_NAME:
    return !members_number_of (m, from);
  case MEMBER_FLAG:
    return !SEEN (bool, from, m->at);
  case MEMBER_NUMBER:
  case MEMBER_SIGNED:
  case MEMBER_WORD:
    return !SEEN (uint64_t, from, m->at);
  default:
    assert (m->kind == MEMBER_PART); /* missing only in older files */
    return false;
  }
}

json_t *json_members_write (const json_member *table, const void *from,
                            bool *is_exact) {
  json_t *o = json_object ();
  for (const json_member *m = table; m->name; m++)
    if (!m->is_optional || !is_empty (m, from))
      json_object_set_new (o, m->name, value_json (m, from, is_exact));
  return o;
}

/* Reading. On the way back from what is wrong, each level puts its name before
 * the others'.
 */

typedef struct json_reading {
  arena *texts;
  char_vec *wrong;
} json_reading;

static void put_before (char_vec *wrong, const char *name) {
  size_t n = strlen (name);
  const char *dot = wrong->len && wrong->data[0] != '[' && n ? "." : "";
  char_vec rest = *wrong;
  *wrong = (char_vec) {0};
  text_printf (NULL, wrong, "%s%s%.*s", name, dot, (int) rest.len, rest.data);
  vec_release (NULL, &rest);
}

static bool read_number (const json_t *o, uint64_t most, uint64_t *out) {
  json_int_t n = json_integer_value (o);
  *out = (uint64_t) n;
  return json_is_integer (o) && n >= 0 && *out <= most;
}

static bool read_word (const json_t *o, uint64_t *out) {
  const char *text = json_string_value (o);
  bool is_good =
      text && strlen (text) == 16 && strspn (text, "0123456789abcdef") == 16;
  *out = is_good ? strtoull (text, NULL, 16) : 0;
  return is_good;
}

static bool read_span (const json_t *o, uint64_t *out) {
  double seconds = json_number_value (o);
  bool is_good = json_is_number (o) && seconds >= 0 && seconds < LONGEST;
  *out = is_good ? (uint64_t) (seconds * CLOCK_SECOND + 0.5) : 0;
  return is_good;
}

static bool read_name (const json_member *m, const json_t *o, void *out) {
  const char *name = json_string_value (o);
  unsigned k = 0;
  while (name && k < m->n && strcmp (m->name_of ((int) k), name) != 0)
    k++;
  if (m->size == 1)
    FIELD (uint8_t, out, m->at) = (uint8_t) k;
  else
    FIELD (unsigned, out, m->at) = k;
  return name && k < m->n;
}

static bool read_text (const json_reading *r, const json_t *o,
                       const char **out) {
  const char *text = json_string_value (o);
  size_t n = json_string_length (o);
  if (!text || strlen (text) != n)
    return false;
  *out = arena_string (r->texts, text, n);
  return true;
}

static bool read_value (const json_reading *, const json_member *,
                        const json_t *, void *out);
static bool read_members (const json_reading *, const json_member *,
                          const json_t *, void *out);

static bool read_element (const json_reading *r, const json_member *inner,
                          const json_t *o, void *out) {
  return inner->name[0] ? read_members (r, inner, o, out)
                        : read_value (r, inner, o, out);
}

static bool read_list (const json_reading *r, const json_member *m,
                       const json_t *list, void *out) {
  size_t n = json_array_size (list);
  char *element = n ? arena_alloc (r->texts, n * m->size) : NULL;
  if (!json_is_array (list))
    return false;
  if (n)
    memset (element, 0, n * m->size);
  FIELD (size_t, out, m->n) = n;
  FIELD (char *, out, m->at) = element;
  for (size_t i = 0; i < n; i++, element += m->size)
    if (!read_element (r, m->inner, json_array_get (list, i), element)) {
      char index[32];
      snprintf (index, sizeof index, "[%zu]", i);
      put_before (r->wrong, index);
      return false;
    }
  return true;
}

static bool read_counts (const json_reading *r, const json_member *m,
                         const json_t *o, void *out) {
  json_count *c = &FIELD (json_count, out, m->at);
  size_t *n = &FIELD (size_t, out, m->n);
  const char *name;
  json_t *value;
  json_object_foreach ((json_t *) o, name, value) {
    if (*n == m->size) /* a later version counts more */
      break;
    c[*n].name = arena_string (r->texts, name, strlen (name));
    if (!read_number (value, UINT64_MAX, &c[(*n)++].n))
      return false;
  }
  return json_is_object (o);
}

/* Names that are not known are those of a later version. */
static bool read_spans (const json_member *m, const json_t *o, void *out) {
  uint64_t *span = &FIELD (uint64_t, out, m->at);
  bool is_good = json_is_object (o);
  for (size_t i = 0; is_good && i < m->n; i++) {
    const json_t *one = json_object_get (o, m->name_of ((int) i));
    is_good = !one || read_span (one, span + i);
  }
  return is_good;
}

static bool read_value (const json_reading *r, const json_member *m,
                        const json_t *o, void *out) {
  uint64_t n;
  bool is_good;
  switch (m->kind) {
  case MEMBER_NUMBER:
    return read_number (o, UINT64_MAX, &FIELD (uint64_t, out, m->at));
  case MEMBER_SMALL:
    is_good = read_number (o, UINT32_MAX, &n);
    FIELD (uint32_t, out, m->at) = (uint32_t) n;
    return is_good;
  case MEMBER_FLAG:
    FIELD (bool, out, m->at) = json_is_true (o);
    return json_is_boolean (o);
  case MEMBER_TEXT:
    return read_text (r, o, &FIELD (const char *, out, m->at));
  case MEMBER_SPAN:
    return read_span (o, &FIELD (uint64_t, out, m->at));
  case MEMBER_SIGNED:
    FIELD (int64_t, out, m->at) = json_integer_value (o);
    return json_is_integer (o);
  case MEMBER_WORD:
    return read_word (o, &FIELD (uint64_t, out, m->at));
  case MEMBER_NAME:
    return read_name (m, o, out);
  case MEMBER_PART:
    return read_members (r, m->inner, o, (char *) out + m->at);
  case MEMBER_LIST:
    return read_list (r, m, o, out);
  case MEMBER_COUNTS:
    return read_counts (r, m, o, out);
  case MEMBER_SPANS:
    return read_spans (m, o, out);
  case MEMBER_MADE:
    return !m->take || m->take (o, out, r->texts, r->wrong);
  }
  return false;
}

static bool read_members (const json_reading *r, const json_member *table,
                          const json_t *o, void *out) {
  if (!json_is_object (o))
    return false;
  for (const json_member *m = table; m->name; m++) {
    const json_t *value = json_object_get (o, m->name);
    bool is_wanted =
        value || !(m->is_optional || (m->kind == MEMBER_MADE && !m->take));
    if (is_wanted && !(value && read_value (r, m, value, out))) {
      put_before (r->wrong, m->name);
      return false;
    }
  }
  return true;
}

bool json_members_read (const json_member *table, const json_t *o, void *out,
                        arena *texts, char_vec *wrong) {
  json_reading r = {.texts = texts, .wrong = wrong};
  return read_members (&r, table, o, out);
}
