#include "export/typed_json.h"

#define MAX_NESTED 32

static json_t *value_json (const datatype *, const uint8_t *, unsigned depth);

/* As it is printed, without quotes. */
static json_t *printed (const datatype *s, const uint8_t *bytes) {
  char_vec text = {0};
  typed_print (s, bytes, TYPED_WHOLE, NULL, &text);
  bool is_quoted = text.len > 1 && (*text.data == '"' || *text.data == '\'');
  json_t *o = json_stringn (text.data + is_quoted, text.len - 2 * is_quoted);
  vec_release (NULL, &text);
  return o;
}

static json_t *elements_json (const datatype *s, const uint8_t *bytes,
                              unsigned depth) {
  assert (s->kind == DATATYPE_ARRAY && s->of);
  json_t *all = json_array ();
  for (uint64_t at = 0; s->of->size && at + s->of->size <= s->size;
       at += s->of->size)
    json_array_append_new (all, value_json (s->of, bytes + at, depth));
  return all;
}

static json_t *members_json (const datatype *s, const uint8_t *bytes,
                             unsigned depth) {
  assert (s->member || !s->n);
  json_t *all = json_object ();
  uint8_t room[8];
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    if (m->type->size)
      json_object_set_new (
          all, m->name,
          value_json (m->type, typed_member (s, m, bytes, room), depth));
  }
  return all;
}

static json_t *number_json (const datatype *s, const uint8_t *bytes) {
  int64_t v;
  if (s->kind == DATATYPE_POINTER || !typed_number (s, bytes, &v) ||
      (s->kind == DATATYPE_UNSIGNED && v < 0))
    return printed (s, bytes);
  return json_integer (v);
}

static bool is_null (const datatype *s, const uint8_t *bytes) {
  int64_t v;
  return s->kind == DATATYPE_POINTER && typed_number (s, bytes, &v) && !v;
}

static json_t *value_json (const datatype *s, const uint8_t *bytes,
                           unsigned depth) {
  if (depth > MAX_NESTED || typed_is_text (s, bytes))
    return printed (s, bytes);
  switch ((datatype_kind) s->kind) {
  case DATATYPE_BOOL:
    return json_boolean (*bytes);
  case DATATYPE_STRUCT:
  case DATATYPE_UNION:
    return members_json (s, bytes, depth + 1);
  case DATATYPE_ARRAY:
    return elements_json (s, bytes, depth + 1);
  case DATATYPE_FLOAT: {
    json_t *text = printed (s, bytes);
    char *end;
    double x = strtod (json_string_value (text), &end);
    json_t *o = s->size <= 8 && !*end ? json_real (x) : NULL;
    if (!o) /* neither nan nor inf, nor what is longer */
      return text;
    json_decref (text);
    return o;
  }
  case DATATYPE_CHAR:
  case DATATYPE_ENUM:
    return printed (s, bytes);
  default:
    return is_null (s, bytes) ? json_null () : number_json (s, bytes);
  }
}

json_t *typed_json (const datatype *s, const uint8_t *bytes) {
  assert (s && (bytes || !s->size));
  return value_json (s, bytes, 0);
}
