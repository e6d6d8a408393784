#include "export/unit_read.h"

#include "base/bits.h"
#include "export/unit_value.h"
#include "suite/misuse.h"
#include "suite/testcase_text.h"

#include <ctype.h>
#include <stdlib.h>

#define MAX_FLOAT 16 /* bytes */

typedef struct unit_reading {
  memory *mem;
  const char *body;
  const testcase *like;
  uint8_t *bytes; /* of all inputs */
  unit_returned_vec *returned;
  unsigned depth, typed_depth; /* of inputs, and in one */
} unit_reading;

/* Words. */

static bool skip (const char **at, const char *text) {
  size_t n = strlen (text);
  bool is_there = !strncmp (*at, text, n);
  *at += is_there ? n : 0;
  return is_there;
}

static size_t word_length (const char *at) {
  size_t n = 0;
  while (isalnum ((unsigned char) at[n]) || at[n] == '_')
    n++;
  return n;
}

/* Up to the parenthesis that closes the one at 'at'. */
static void skip_cast (const char **at) {
  unsigned depth = 0;
  if (**at != '(')
    return;
  do {
    depth += **at == '(';
    depth -= **at == ')';
    (*at)++;
  } while (depth && **at);
  skip (at, " ");
}

static void store_number (uint64_t v, uint8_t *to, uint64_t size) {
  for (uint64_t i = 0; i < size && i < 8; i++)
    to[i] = (uint8_t) (v >> 8 * i);
}

/* Scalars. */

/* One of a text or character, with its escape. */
static bool read_letter (const char **at, uint8_t *out) {
  static const char escapes[] = "n\nt\tr\r\"\"\\\\''??";
  if (**at != '\\') {
    *out = (uint8_t) **at;
    return *(*at)++ != 0;
  }
  const char *from = ++*at;
  char *end = NULL;
  if (*from == 'x') {
    *out = (uint8_t) strtoul (from + 1, &end, 16);
    *at = end;
    return end > from + 1;
  }
  unsigned v = 0;
  while (*at < from + 3 && **at >= '0' && **at <= '7')
    v = v * 8 + (unsigned) (*(*at)++ - '0');
  *out = (uint8_t) v;
  for (const char *e = escapes; *at == from && *e; e += 2)
    if (*e == *from) {
      *out = (uint8_t) e[1];
      ++*at;
    }
  return *at > from;
}

/* The same of a wide one. */
static bool read_wide_letter (const char **at, uint64_t *out) {
  bool is_long = !strncmp (*at, "\\U", 2);
  uint8_t letter = 0;
  char digits[9] = "", *end;
  if (!is_long && strncmp (*at, "\\u", 2) != 0) {
    bool is_good = read_letter (at, &letter);
    *out = letter;
    return is_good;
  }
  strncpy (digits, *at + 2, is_long ? 8 : 4);
  *out = strtoull (digits, &end, 16);
  *at += 2 + strlen (digits);
  return end == digits + (is_long ? 8 : 4);
}

/* "7", "-7L", "(-2147483647 - 1)" */
static bool read_integer (const char **at, uint64_t *out) {
  bool is_least = skip (at, "(");
  char *end;
  *out = **at == '-' ? (uint64_t) strtoll (*at, &end, 10)
                     : strtoull (*at, &end, 10);
  bool is_there = end > *at;
  *at = end + strspn (end, "UL");
  if (is_least) {
    is_there &= skip (at, " - 1)");
    --*out;
  }
  return is_there;
}

/* The name of a value, or several that are its bits. */
static bool read_names (const char **at, const datatype *s, uint64_t *out) {
  const char *from = *at;
  bool is_several = skip (at, "("), is_there = true;
  *out = 0;
  do {
    size_t n = word_length (*at);
    uint32_t i = 0;
    while (i < s->n && (strlen (s->member[i].name) != n ||
                        memcmp (s->member[i].name, *at, n) != 0))
      i++;
    is_there = n && i < s->n;
    *out |= is_there ? s->member[i].at : 0;
    *at += n;
  } while (is_there && is_several && skip (at, " | "));
  is_there = is_there && (!is_several || skip (at, ")"));
  *at = is_there ? *at : from;
  return is_there;
}

/* That, or a number; there may be a cast before it. */
static bool read_enum (const char **at, const datatype *s, uint64_t *out) {
  if (read_names (at, s, out))
    return true;
  if ((*at)[0] == '(' && !strchr ("-0123456789", (*at)[1]))
    skip_cast (at);
  return read_names (at, s, out) || read_integer (at, out);
}

/* Behind "__builtin_nan": s, if it is signalling; f; and the other bits. */
static bool read_nan (const char **at, const datatype *s, bool is_negative,
                      uint8_t *to) {
  unsigned fraction = unit_fraction (s->size);
  uint64_t exponent = unit_exponent (s->size), v = !skip (at, "s");
  uint64_t top = is_negative ? 2 * exponent + 1 : exponent;
  *at += strspn (*at, "fl");
  char *end;
  if (!skip (at, " (\""))
    return false;
  v = v << (fraction - 1) | strtoull (*at, &end, 16);
  *at = end;
  if (s->size <= 8)
    store_number (top << fraction | v, to, s->size);
  else {
    store_number (UINT64_C (1) << 63 | v, to, 8);
    store_number (top, to + 8, 2);
  }
  return skip (at, "\")");
}

static bool read_float (const char **at, const datatype *s, uint8_t *to) {
  const char *from = *at;
  bool is_negative = skip (at, "-");
  char *end;
  long double v;
  if (skip (at, "__builtin_nan"))
    return read_nan (at, s, is_negative, to);
  if (skip (at, "__builtin_inff ()") || skip (at, "__builtin_inf ()") ||
      skip (at, "__builtin_infl ()"))
    v = (long double) __builtin_inf ();
  else {
    v = s->size == 4   ? (long double) strtof (*at, &end)
        : s->size == 8 ? (long double) strtod (*at, &end)
                       : strtold (*at, &end);
    *at = end + strspn (end, "fL");
  }
  v = is_negative ? -v : v;
  float f = (float) v;
  double d = (double) v;
  if (s->size > MAX_FLOAT || *at == from)
    return false;
  memcpy (to,
          s->size == 4   ? (void *) &f
          : s->size == 8 ? (void *) &d
                         : &v,
          s->size < 10 ? s->size : 10);
  return true;
}

static bool read_scalar (const char **at, const datatype *s, uint8_t *to) {
  uint64_t v = 0;
  uint8_t letter = 0;
  bool is_good = s->size <= 8;
  if (s->kind == DATATYPE_FLOAT)
    return read_float (at, s, to);
  if (s->kind == DATATYPE_BOOL) {
    v = skip (at, "true");
    is_good &= v || skip (at, "false");
  } else if (s->kind == DATATYPE_ENUM)
    is_good &= read_enum (at, s, &v);
  else if (s->kind == DATATYPE_CHAR && skip (at, "'")) {
    is_good &= read_letter (at, &letter) && skip (at, "'");
    v = letter;
  } else if (s->kind == DATATYPE_POINTER)
    is_good &= skip (at, "NULL");
  else if (typed_wide_prefix (s) && skip (at, typed_wide_prefix (s)))
    is_good &= skip (at, "'") && read_wide_letter (at, &v) && skip (at, "'");
  else
    is_good &= read_integer (at, &v);
  if (is_good)
    store_number (v, to, s->size);
  return is_good;
}

/* Values of which all is in one input. */

static bool read_typed (unit_reading *, const char **at, const datatype *,
                        uint8_t *to);

static bool read_text (const char **at, uint8_t *to, uint64_t size) {
  for (uint64_t i = 0; **at && **at != '"'; i++)
    if (i >= size || !read_letter (at, to + i))
      return false;
  return skip (at, "\"");
}

static bool read_typed_array (unit_reading *r, const char **at,
                              const datatype *s, uint8_t *to) {
  uint64_t size = s->of->size, n = size ? s->size / size : 0;
  uint64_t v = 0;
  if (size == 1 && skip (at, "\""))
    return read_text (at, to, s->size);
  if (typed_wide_prefix (s->of) && skip (at, typed_wide_prefix (s->of))) {
    bool is_good = skip (at, "\"");
    for (uint64_t i = 0; is_good && **at != '"'; i++) {
      is_good = i < n && read_wide_letter (at, &v);
      if (is_good)
        store_number (v, to + i * size, size);
    }
    return is_good && skip (at, "\"");
  }
  if (!skip (at, "{"))
    return false;
  if (skip (at, "0}"))
    return true;
  for (uint64_t i = 0; **at != '}'; i++)
    if (i >= n || (i && !skip (at, ", ")) ||
        !read_typed (r, at, s->of, to + i * size))
      return false;
  return skip (at, "}");
}

static void store_bits (uint64_t v, const datatype_member *m, uint8_t *to) {
  for (uint32_t i = 0; i < m->bits && i < 64; i++) {
    uint64_t bit = m->at + i;
    to[bit / 8] =
        (uint8_t) ((to[bit / 8] & ~(1U << bit % 8)) | (v >> i & 1) << bit % 8);
  }
}

/* The member that is named here, behind "= ". */
static const datatype_member *read_member (const char **at, const datatype *s) {
  const char *name = *at + 1;
  size_t n = **at == '.' ? word_length (name) : 0;
  for (uint32_t i = 0; i < s->n && n; i++)
    if (strlen (s->member[i].name) == n &&
        !memcmp (s->member[i].name, name, n)) {
      *at = name + n;
      return skip (at, " = ") ? s->member + i : NULL;
    }
  return NULL;
}

static bool read_bits (const char **at, const datatype_member *m, uint8_t *to) {
  uint8_t value[8] = {0};
  if (!read_scalar (at, m->type, value))
    return false;
  store_bits (bits_load (value, 8), m, to);
  return true;
}

static bool read_members (unit_reading *r, const char **at, const datatype *s,
                          uint8_t *to) {
  if (!skip (at, "{"))
    return false;
  if (skip (at, "0}"))
    return true;
  for (bool is_first = true; **at != '}'; is_first = false) {
    if (!is_first && !skip (at, ", "))
      return false;
    const datatype_member *m = read_member (at, s);
    if (!m || !(m->bits ? read_bits (at, m, to)
                        : read_typed (r, at, m->type, to + m->at / 8)))
      return false;
  }
  return skip (at, "}");
}

static bool read_typed (unit_reading *r, const char **at, const datatype *s,
                        uint8_t *to) {
  bool is_good = ++r->typed_depth <= UNIT_NESTED;
  if (is_good)
    is_good = s->kind == DATATYPE_ARRAY ? read_typed_array (r, at, s, to)
              : s->kind == DATATYPE_STRUCT || s->kind == DATATYPE_UNION
                  ? read_members (r, at, s, to)
                  : read_scalar (at, s, to);
  r->typed_depth--;
  return is_good;
}

/* Values that are several inputs, as unit_value.c has them. */

static bool read_value (unit_reading *, const char *name, const datatype *,
                        const char **at);

/* Where the bytes of an input are; NULL: there is no such one. */
static uint8_t *input_bytes (unit_reading *r, const testinput *in) {
  uint8_t *at = r->bytes;
  for (uint32_t i = 0; i < r->like->n_inputs; at += r->like->input[i++].size)
    if (r->like->input + i == in)
      return at;
  return NULL;
}

static bool has_inputs (const datatype *s) {
  while (s->kind == DATATYPE_ARRAY)
    s = s->of;
  return s->kind == DATATYPE_STRUCT || s->kind == DATATYPE_POINTER ||
         s->kind == DATATYPE_BOOL;
}

/* What is behind the declaration of the variable, or NULL. */
static const char *find_declared (unit_reading *r, const datatype *s,
                                  const char *name, const char *suffix) {
  char_vec whole = {0}, line = {0};
  text_printf (r->mem, &whole, "%s%s", name, suffix);
  text_puts (r->mem, &line, "  ");
  const char *at =
      unit_declare (s, text_c (r->mem, &whole), r->mem, &line) ? r->body : NULL;
  text_puts (r->mem, &line, " = ");
  text_c (r->mem, &line);
  at = at ? strstr (at, line.data) : NULL;
  at = at ? at + line.len : NULL;
  vec_release (r->mem, &whole, &line);
  return at;
}

/* The choice "?p" or "?p=q" is made so, if there is one. */
static bool choose (unit_reading *r, const char *pointer, const char *other,
                    bool is_so) {
  size_t n = strlen (pointer);
  for (uint32_t i = 0; i < r->like->n_inputs; i++) {
    const char *about;
    const testinput *in = r->like->input + i;
    if (!choices_are (in, &about) || strncmp (about, pointer, n) != 0 ||
        (other ? about[n] != '=' || strcmp (about + n + 1, other) != 0
               : about[n]))
      continue;
    *input_bytes (r, in) = is_so;
    return true;
  }
  return false;
}

/* What nothing is said of is null. */
static void omit_value (unit_reading *r, const char *name, const datatype *s,
                        unsigned depth) {
  char_vec part = {0};
  uint64_t n = s->kind == DATATYPE_STRUCT ? s->n
               : s->kind == DATATYPE_ARRAY && has_inputs (s) && s->of->size
                   ? s->size / s->of->size
                   : 0;
  if (s->kind == DATATYPE_POINTER)
    choose (r, name, NULL, true);
  for (uint64_t i = 0; i < n && depth < UNIT_NESTED; i++) {
    const datatype_member *m =
        s->kind == DATATYPE_STRUCT ? s->member + i : NULL;
    vec_clear (&part);
    if (m)
      text_printf (r->mem, &part, "%s%s%s", name, *m->name ? "." : "", m->name);
    else
      unit_element (name, s, i, r->mem, &part);
    if (!m || !m->bits)
      omit_value (r, text_c (r->mem, &part), m ? m->type : s->of, depth + 1);
  }
  vec_release (r->mem, &part);
}

/* A variable that another parameter has, too. */
static bool read_same (unit_reading *r, const char *name, const char **at) {
  const datatypes *t = r->like->types;
  bool is_read = false;
  for (size_t i = 0; !is_read && i < t->params.len; i++) {
    const char *from = *at, *other = t->params.data[i].name;
    const datatype *type;
    char_vec variable = {0};
    skip (&from, "&");
    if (strcmp (other, name) != 0 &&
        unit_variable (r->like, other, r->mem, &variable, &type))
      is_read = word_length (from) == variable.len &&
                skip (&from, text_c (r->mem, &variable)) &&
                choose (r, name, other, true);
    *at = is_read ? from : *at;
    vec_release (r->mem, &variable);
  }
  return is_read;
}

static bool read_object (unit_reading *r, const char *name, const char **at) {
  const datatype *type;
  char_vec variable = {0};
  bool is_good = unit_variable (r->like, name, r->mem, &variable, &type);
  if (is_good) {
    text_c (r->mem, &variable);
    skip (at, "&");
    const char *value = find_declared (r, type, variable.data, "_is");
    value = value ? value : find_declared (r, type, variable.data, "");
    is_good = skip (at, variable.data) && value &&
              read_value (r, name, type, &value) && *value == ';';
  }
  vec_release (r->mem, &variable);
  return is_good;
}

static const testinput *input_behind (unit_reading *r, const char *name,
                                      const char *suffix) {
  char_vec whole = {0};
  text_printf (r->mem, &whole, "%s%s", name, suffix);
  const testinput *in = unit_input (r->like, text_c (r->mem, &whole));
  vec_release (r->mem, &whole);
  return in;
}

/* reprise_file ("text", 4) */
static bool read_stream (unit_reading *r, const char *name, const char **at) {
  const testinput *data = input_behind (r, name, "_data");
  const testinput *size = input_behind (r, name, "_size");
  uint64_t n;
  if (!skip (at, "reprise_file (\"") || !data || !size || size->size != 8 ||
      !read_text (at, input_bytes (r, data), data->size) || !skip (at, ", ") ||
      !read_integer (at, &n) || n > data->size)
    return false;
  store_number (n, input_bytes (r, size), size->size);
  return skip (at, ")");
}

bool unit_is_returned (const testinput *in) {
  size_t n = strlen (in->name);
  return n > 2 && !strcmp (in->name + n - 2, "()");
}

/* "0, 1}" */
static bool read_returned (unit_reading *r, const char *at, const char *name,
                           const datatype *result) {
  while (*at != '}') {
    unit_returned v = {.name = name, .size = result->size};
    if (result->size > sizeof v.bytes || !read_typed (r, &at, result, v.bytes))
      return false;
    vec_push (r->mem, r->returned, v);
    skip (&at, ", ");
  }
  return true;
}

/* A function: "p_returns[] = {0, 1};" says what it returns, if it is called. */
static bool read_stub (unit_reading *r, const char *name, const char **at) {
  char_vec text = {0};
  const datatypes *t = r->like->types;
  int n = (int) word_length (*at);
  text_printf (r->mem, &text, " %.*s_returns[] = {", n, *at);
  const char *values = strstr (r->body, text_c (r->mem, &text));
  values = values ? values + text.len : NULL;
  vec_clear (&text);
  text_printf (r->mem, &text, "%s()", name);
  const datatype *result = datatypes_last (t, text_c (r->mem, &text));
  const char *called = NULL;
  for (size_t i = 0; i < t->inputs.len; i++)
    if (!strcmp (t->inputs.data[i].name, text.data))
      called = t->inputs.data[i].name;
  vec_release (r->mem, &text);
  *at += n;
  return !values || (result && read_returned (r, values, called, result));
}

static bool read_pointer (unit_reading *r, const char *name, const char **at) {
  if (read_stream (r, name, at))
    return true;
  if (skip (at, "stub_"))
    return read_stub (r, name, at);
  skip_cast (at);
  bool is_null = skip (at, "NULL");
  choose (r, name, NULL, is_null);
  return is_null || read_same (r, name, at) || read_object (r, name, at);
}

static bool read_elements (unit_reading *r, const char *name, const datatype *s,
                           const char **at) {
  uint64_t n = s->size / s->of->size;
  char_vec part = {0};
  bool is_good = skip (at, "{");
  for (uint64_t i = 0; i < n && is_good; i++) {
    vec_clear (&part);
    unit_element (name, s, i, r->mem, &part);
    is_good = (!i || skip (at, ", ")) &&
              read_value (r, text_c (r->mem, &part), s->of, at);
  }
  vec_release (r->mem, &part);
  return is_good && skip (at, "}");
}

/* Adjacent bit-fields are one input: 'group' is that of the last. */
static bool read_field (unit_reading *r, const datatype_member *m,
                        const testinput *group, const char **at) {
  if (!group)
    return false;
  datatype all = testcase_type (r->like, group);
  for (uint32_t i = 0; all.kind == DATATYPE_STRUCT && i < all.n; i++)
    if (!strcmp (all.member[i].name, m->name))
      return read_bits (at, all.member + i, input_bytes (r, group));
  return false;
}

/* The input of the bit-field: its own, or that of the nearest before it. */
static const testinput *group_of (unit_reading *r, const char *name,
                                  const datatype *s, const datatype_member *m) {
  const testinput *found = NULL;
  char_vec part = {0};
  for (const datatype_member *i = s->member; i <= m; i++) {
    vec_clear (&part);
    text_printf (r->mem, &part, "%s.%s", name, i->name);
    const testinput *in =
        i->bits ? unit_input (r->like, text_c (r->mem, &part)) : NULL;
    found = in ? in : found;
  }
  vec_release (r->mem, &part);
  return found;
}

static bool read_part (unit_reading *r, const char *name, const datatype *s,
                       const datatype_member *m, const char **at) {
  char_vec part = {0};
  text_printf (r->mem, &part, "%s%s%s", name, *m->name ? "." : "", m->name);
  bool is_good = m->bits ? read_field (r, m, group_of (r, name, s, m), at)
                         : read_value (r, text_c (r->mem, &part), m->type, at);
  vec_release (r->mem, &part);
  return is_good;
}

/* The member that is named here, among those of members without a name, too;
 * 'owner' is the type that it is in.
 */
static const datatype_member *find_part (const char **at, const datatype *s,
                                         const datatype **owner) {
  const datatype_member *m = read_member (at, s);
  *owner = s;
  for (uint32_t i = 0; i < s->n && !m; i++)
    if (!*s->member[i].name && !s->member[i].bits && s->member[i].type->n)
      m = find_part (at, s->member[i].type, owner);
  return m;
}

/* All of a union is one input. */
static bool read_union_part (unit_reading *r, const char *name,
                             const datatype *s, const datatype_member *m,
                             const char **at) {
  const testinput *in = unit_input (r->like, name);
  return in && in->size == s->size && !m->bits &&
         read_typed (r, at, m->type, input_bytes (r, in) + m->at / 8);
}

static bool read_parts (unit_reading *r, const char *name, const datatype *s,
                        const char **at) {
  if (!skip (at, "{"))
    return false;
  omit_value (r, name, s, 0);
  if (skip (at, "0}"))
    return true;
  for (bool is_first = true; **at != '}'; is_first = false) {
    const datatype *owner;
    if (!is_first && !skip (at, ", "))
      return false;
    const datatype_member *m = find_part (at, s, &owner);
    if (!m || !(owner->kind == DATATYPE_UNION
                    ? read_union_part (r, name, owner, m, at)
                    : read_part (r, name, owner, m, at)))
      return false;
  }
  return skip (at, "}");
}

static bool read_value (unit_reading *r, const char *name, const datatype *s,
                        const char **at) {
  const testinput *in = unit_input (r->like, name);
  bool is_good = ++r->depth <= UNIT_NESTED;
  if (!is_good)
    ;
  else if (s->kind == DATATYPE_POINTER)
    is_good = read_pointer (r, name, at);
  else if (s->kind == DATATYPE_STRUCT)
    is_good = read_parts (r, name, s, at);
  else if (s->kind == DATATYPE_ARRAY && has_inputs (s) && s->of->size)
    is_good = read_elements (r, name, s, at);
  else
    is_good =
        in && in->size == s->size && read_typed (r, at, s, input_bytes (r, in));
  r->depth--;
  return is_good;
}

/* Behind the opening parenthesis of the first call, or NULL. */
static const char *find_call (const char *body, const char *entry) {
  size_t n = strlen (entry);
  for (const char *at = strstr (body, entry); at; at = strstr (at + 1, entry))
    if (!strncmp (at + n, " (", 2) &&
        (at == body || (!isalnum ((unsigned char) at[-1]) && at[-1] != '_')))
      return at + n + 2;
  return NULL;
}

static bool read_arguments (unit_reading *r) {
  const datatypes *t = r->like->types;
  const char *at = find_call (r->body, t->entry);
  bool is_good = at != NULL;
  for (size_t i = 0; is_good && i < t->params.len; i++) {
    const named_type *p = t->params.data + i;
    is_good = !i || skip (&at, ", ");
    if (p->type->kind >= DATATYPE_STRUCT)
      skip_cast (&at);
    is_good = is_good && read_value (r, p->name, p->type, &at);
  }
  return is_good && *at == ')';
}

bool unit_read (const char *body, const testcase *like, memory *mem,
                char_vec *bytes, unit_returned_vec *returned) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < like->n_inputs; i++)
    n += like->input[i].size;
  size_t start = bytes->len;
  for (uint64_t i = 0; i < n; i++)
    vec_push (mem, bytes, 0);
  unit_reading r = {.mem = mem,
                    .body = body,
                    .like = like,
                    .bytes = (uint8_t *) bytes->data + start,
                    .returned = returned};
  return like->types && read_arguments (&r);
}

int unit_read_count (const char *body, const char *entry) {
  const char *at = find_call (body, entry);
  int n = at && *at != ')';
  char quote = 0;
  if (!at)
    return -1;
  for (unsigned depth = 0; *at && (depth || quote || *at != ')'); at++)
    if (quote) {
      if (*at == '\\' && at[1])
        at++;
      else
        quote = *at == quote ? 0 : quote;
    } else if (*at == '"' || *at == '\'')
      quote = *at;
    else {
      depth += strchr ("({[", *at) != NULL;
      depth -= strchr (")}]", *at) != NULL;
      n += !depth && *at == ',';
    }
  return n;
}
