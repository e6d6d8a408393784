/* What may be reused of a run whose options had other values: read off the
 * columns EFFECT and NEEDS of the table, so that a new row is classified where
 * it is written and nowhere else. What is at its default is not listed: a new
 * option changes no list.
 */

#include "context/option_rows.h"

#include <inttypes.h>

static size_t reuse_size_of (option_kind kind) {
  static const size_t size[] = {
      [OPTION_FLAG] = sizeof (bool),       [OPTION_NUMBER] = sizeof (int64_t),
      [OPTION_CHOICE] = sizeof (unsigned), [OPTION_TEXT] = sizeof (char *),
      [OPTION_SPAN] = sizeof (uint64_t),   [OPTION_SIZE] = sizeof (uint64_t)};
  return size[kind];
}

static const char *text_at (const void *field) {
  return *(const char *const *) field;
}

/* Texts count by value. */
static bool is_equal (const option_row *r, const options *a, const options *b) {
  const void *x = const_field (a, r), *y = const_field (b, r);
  if (r->kind != OPTION_TEXT || !text_at (x) || !text_at (y))
    return !memcmp (x, y, reuse_size_of (r->kind));
  return !strcmp (text_at (x), text_at (y));
}

bool options_need (const options *o, unsigned needs) {
  options defaults;
  options_init (&defaults);
  for_each_option (r) if ((r->needs & needs) &&
                          !is_equal (r, o, &defaults)) return true;
  return false;
}

/* Lists. */

static void reuse_put_text (memory *mem, char_vec *out, const char *text) {
  for (; *text; text++)
    if (*text == ' ' || *text == '%' || *text == '\n')
      text_printf (mem, out, "%%%02x", *text);
    else
      vec_push (mem, out, *text);
}

/* So that options_set reads it back without loss. */
static void reuse_put_value (memory *mem, char_vec *out, const option_row *r,
                             const void *field) {
  switch (r->kind) {
  case OPTION_FLAG:
    text_puts (mem, out, *(const bool *) field ? "1" : "0");
    return;
  case OPTION_NUMBER:
    text_printf (mem, out, "%" PRId64, *(const int64_t *) field);
    return;
  case OPTION_CHOICE:
    text_puts (mem, out, r->choices[*(const unsigned *) field]);
    return;
  case OPTION_TEXT:
    reuse_put_text (mem, out, text_at (field));
    return;
  case OPTION_SPAN:
    text_printf (mem, out, "%" PRIu64 "ns", *(const uint64_t *) field);
    return;
  case OPTION_SIZE:
    text_printf (mem, out, "%" PRIu64, *(const uint64_t *) field);
    return;
  }
  assert (!"option kind");
}

void options_list (const options *o, memory *mem, unsigned effects,
                   char_vec *out) {
  options defaults;
  char name[OPTION_NAME_MAX];
  const char *space = "";
  options_init (&defaults);
  for_each_option (r) {
    if (!(r->effect & effects) || is_equal (r, o, &defaults))
      continue;
    text_printf (mem, out, "%s%s=", space, option_name (r, name));
    reuse_put_value (mem, out, r, const_field (o, r));
    space = " ";
  }
  text_c (mem, out);
}

/* In place: it only becomes shorter. */
static void decode (char *text) {
  char *to = text, digits[3] = {0};
  for (; *text; text++) {
    bool is_code = *text == '%' && text[1] && text[2];
    if (is_code)
      memcpy (digits, text + 1, 2);
    *to++ = is_code ? (char) strtol (digits, NULL, 16) : *text;
    text += is_code ? 2 : 0;
  }
  *to = 0;
}

status options_take_list (options *o, trouble *t, char *list) {
  char *rest = NULL;
  for (char *at = strtok_r (list, " ", &rest); at;
       at = strtok_r (NULL, " ", &rest)) {
    char *value = strchr (at, '=');
    if (!value)
      return trouble_set (t, ST_CORRUPT, "'%s' is no option with a value", at);
    *value++ = 0;
    decode (value);
    status st = options_set (o, t, at, value);
    if (st)
      return st;
  }
  return ST_OK;
}

/* Limits. */

void options_limits (const options *o, uint64_t limit[LIMIT_COUNT]) {
  limit[LIMIT_NONE] = 0;
#define FLAG(...)
#define LIMIT(NAME, KIND, ...) limit[LIMIT_##KIND] = (uint64_t) o->NAME;
#include "context/options.def"
}

static int64_t allowed (uint64_t now, int64_t low, int64_t high, int64_t old) {
  return now >= (uint64_t) low && now <= (uint64_t) high ? (int64_t) now : old;
}

void options_take_limits (options *o, const uint64_t limit[LIMIT_COUNT]) {
#define FLAG(...)
#define LIMIT(NAME, KIND, L, C, N, D, LOW, HIGH, HELP) \
  o->NAME = allowed (limit[LIMIT_##KIND], LOW, HIGH, o->NAME);
#include "context/options.def"
}
