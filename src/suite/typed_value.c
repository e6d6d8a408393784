#include "suite/typed_value.h"

#include "base/bits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#define MAX_NESTED 32  /* deeper ones are damage */
#define SHORT_TEXT 24  /* bytes */
#define SHORT_ARRAY 12 /* elements */
#define SHORT_HEX 12   /* bytes */
#define FLAG_BITS 64

typedef struct typing {
  memory *mem;
  char_vec *out;
  typed_form form;
  unsigned depth;
  const typed_pointers *pointers; /* or NULL; of all from ... */
  const uint8_t *start, *end;
} typing;

static void put_typed (typing *, const datatype *, const uint8_t *);

static bool is_c (const typing *t) {
  return t->form == TYPED_C || t->form == TYPED_CXX;
}

/* Text. */

static const char *escape_of (uint8_t c) {
  switch (c) {
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '\r':
    return "\\r";
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  default:
    return NULL;
  }
}

/* C takes all hexadecimal digits, and up to three octal ones, that follow. */
static void put_code (typing *t, uint8_t c, uint8_t next) {
  if (!c && !isdigit (next))
    text_puts (t->mem, t->out, "\\0");
  else
    text_printf (t->mem, t->out, isxdigit (next) ? "\\%03o" : "\\x%02x", c);
}

static void put_letter (typing *t, uint8_t c, uint8_t next) {
  const char *escape = escape_of (c);
  if (escape)
    text_puts (t->mem, t->out, escape);
  else if (c >= ' ' && c <= '~')
    vec_push (t->mem, t->out, (char) c);
  else
    put_code (t, c, next);
}

static void put_letters (typing *t, const uint8_t *bytes, uint64_t n) {
  assert (bytes || !n);
  for (uint64_t i = 0; i < n; i++)
    if (is_c (t) && i && bytes[i] == '?' && bytes[i - 1] == '?')
      text_puts (t->mem, t->out, "\\?"); /* no trigraph */
    else
      put_letter (t, bytes[i], i + 1 < n ? bytes[i + 1] : 0);
}

void typed_text (const uint8_t *bytes, uint64_t n, typed_form form, memory *mem,
                 char_vec *out) {
  typing t = {.mem = mem, .out = out, .form = form};
  bool is_cut = form == TYPED_SHORT && n > SHORT_TEXT;
  text_puts (mem, out, "\"");
  put_letters (&t, bytes, is_cut ? SHORT_TEXT : n);
  text_puts (mem, out, is_cut ? "\"..." : "\"");
}

/* Without the zeros at the end, which C adds. */
static uint64_t used_bytes (const uint8_t *bytes, uint64_t n) {
  while (n && !bytes[n - 1])
    n--;
  return n;
}

/* Mostly letters? */
static bool looks_like_text (const uint8_t *bytes, uint64_t n) {
  uint64_t letters = 0;
  for (uint64_t i = 0; i < n; i++)
    letters += isprint (bytes[i]) || escape_of (bytes[i]);
  return 2 * letters >= n && letters;
}

/* Numbers. */

static uint64_t loaded (const datatype *s, const uint8_t *bytes) {
  return bits_load (bytes, s->size < 8 ? (unsigned) s->size : 8);
}

static bool is_integer_size (uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

static bool has_sign (const datatype *s) {
  bool is_signed = s->kind == DATATYPE_SIGNED || s->kind == DATATYPE_CHAR ||
                   s->kind == DATATYPE_BYTES;
  for (uint32_t i = 0; s->kind == DATATYPE_ENUM && i < s->n; i++)
    is_signed |= (int64_t) s->member[i].at < 0;
  return is_signed;
}

bool typed_number (const datatype *s, const uint8_t *bytes, int64_t *out) {
  if (!is_integer_size (s->size) || s->kind == DATATYPE_FLOAT ||
      s->kind >= DATATYPE_STRUCT)
    return false;
  uint64_t v = loaded (s, bytes);
  *out = has_sign (s) ? bits_signed (v, 8 * (unsigned) s->size) : (int64_t) v;
  return true;
}

/* The most negative ones have no literal, and large ones a type. */
static void put_signed (typing *t, const datatype *s, int64_t v) {
  bool is_long = v > INT32_MAX || v < INT32_MIN;
  if (is_c (t) && (v == INT64_MIN || v == INT32_MIN))
    text_printf (t->mem, t->out, "(%" PRId64 "%s - 1)", v + 1,
                 is_long ? "L" : "");
  else
    text_printf (t->mem, t->out, "%" PRId64 "%s", v,
                 is_c (t) && is_long ? "L" : "");
  (void) s;
}

static void put_unsigned (typing *t, uint64_t v) {
  const char *suffix = !is_c (t)        ? ""
                       : v > UINT32_MAX ? "UL"
                       : v > INT32_MAX  ? "U"
                                        : "";
  text_printf (t->mem, t->out, "%" PRIu64 "%s", v, suffix);
}

static void put_char (typing *t, uint8_t c) {
  text_puts (t->mem, t->out, "'");
  if (c == '"')
    text_puts (t->mem, t->out, "\"");
  else if (c == '\'')
    text_puts (t->mem, t->out, "\\'");
  else
    put_letter (t, c, 0);
  text_puts (t->mem, t->out, "'");
}

/* Wide letters. */

const char *typed_wide_prefix (const datatype *s) {
  static const char *const wide[][2] = {
      {"wchar_t", "L"}, {"char16_t", "u"}, {"char32_t", "U"}};
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
    if (s->kind <= DATATYPE_UNSIGNED && !strcmp (s->name, wide[i][0]))
      return wide[i][1];
  return NULL;
}

static bool is_ascii (uint64_t c) { return c >= ' ' && c <= '~'; }

/* Can C write it in quotes? */
static bool is_wide_letter (uint64_t c) {
  return is_ascii (c) || (c < 128 && escape_of ((uint8_t) c)) ||
         (c >= 0xa0 && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff));
}

static void put_wide_letter (typing *t, uint64_t c) {
  if (c < 128)
    put_letter (t, (uint8_t) c, 0);
  else
    text_printf (t->mem, t->out, c > 0xffff ? "\\U%08x" : "\\u%04x",
                 (unsigned) c);
}

/* L'x'; false: it is no letter. */
static bool put_wide_char (typing *t, const datatype *s, uint64_t c) {
  const char *prefix = typed_wide_prefix (s);
  if (!prefix || !is_ascii (c) || c == '\'')
    return false;
  text_printf (t->mem, t->out, "%s'", prefix);
  put_wide_letter (t, c);
  text_puts (t->mem, t->out, "'");
  return true;
}

/* L"text" of that many letters; false: it is none. */
static bool put_wide_text (typing *t, const datatype *of, const uint8_t *bytes,
                           uint64_t n) {
  const char *prefix = typed_wide_prefix (of);
  bool is_text = prefix && n && !(t->form == TYPED_SHORT && n > SHORT_TEXT);
  for (uint64_t i = 0; is_text && i < n; i++)
    is_text = is_wide_letter (loaded (of, bytes + i * of->size));
  if (!is_text)
    return false;
  text_printf (t->mem, t->out, "%s\"", prefix);
  for (uint64_t i = 0; i < n; i++)
    put_wide_letter (t, loaded (of, bytes + i * of->size));
  text_puts (t->mem, t->out, "\"");
  return true;
}

/* Enumerations: one name, or several that are bits of it. */

static const char *name_of_value (const datatype *s, int64_t v) {
  assert (s->kind == DATATYPE_ENUM && (s->member || !s->n));
  for (uint32_t i = 0; i < s->n; i++)
    if ((int64_t) s->member[i].at == v)
      return s->member[i].name;
  return NULL;
}

/* Values of an enumeration that counts: 0, 1, 2, ... */
static bool counts_up (const datatype *s) {
  for (uint32_t i = 0; i < s->n; i++)
    if (!name_of_value (s, i))
      return false;
  return true;
}

/* C++ asks for a cast of any number, and people where it is no enumerator. */
static void put_cast (typing *t, const datatype *s, typed_form least) {
  if (t->form >= least && *s->name)
    text_printf (t->mem, t->out, "(%s) ", s->name);
}

static bool put_flags (typing *t, const datatype *s, uint64_t v) {
  const char *name[FLAG_BITS];
  size_t n = 0;
  if (counts_up (s))
    return false;
  for (uint64_t left = v; left; left &= left - 1) {
    assert (n < FLAG_BITS);
    name[n] = name_of_value (s, (int64_t) (left & -left));
    if (!name[n++])
      return false;
  }
  bool is_operand = is_c (t) && n > 1; /* of a comparison, say */
  if (n)
    put_cast (t, s, TYPED_CXX);
  text_puts (t->mem, t->out, is_operand ? "(" : "");
  for (size_t i = 0; i < n; i++)
    text_printf (t->mem, t->out, "%s%s", i ? " | " : "", name[i]);
  text_puts (t->mem, t->out, is_operand ? ")" : "");
  return n > 0;
}

static void put_enum (typing *t, const datatype *s, int64_t v) {
  const char *name = name_of_value (s, v);
  if (name)
    text_puts (t->mem, t->out, name);
  else if (v < 0 || !put_flags (t, s, (uint64_t) v)) {
    put_cast (t, s, TYPED_C);
    put_signed (t, s, v);
  }
}

/* The shortest that reads back as the same; 10.0 rather than 1e+01. */
static void put_shortest (typing *t, long double x, int most, const char *end) {
  char text[80];
  assert (most == 9 || most == 17 || most == 21);
  bool is_plain = x > -1e9L && x < 1e9L;
  for (int digits = 1; digits <= most; digits++) {
    snprintf (text, sizeof text, "%.*Lg", digits, x);
    bool is_same = most == 9    ? strtof (text, NULL) == (float) x
                   : most == 17 ? strtod (text, NULL) == (double) x
                                : strtold (text, NULL) == x;
    if (is_same && !(is_plain && strstr (text, "e+")))
      break;
  }
  text_puts (t->mem, t->out, text);
  if (!strpbrk (text, ".e"))
    text_puts (t->mem, t->out, ".0");
  text_puts (t->mem, t->out, is_c (t) ? end : "");
}

static void put_float (typing *t, const datatype *s, const uint8_t *bytes) {
  assert (s->size == 4 || s->size == 8 || s->size >= 10);
  float f = 0;
  double d = 0;
  long double x = 0;
  memcpy (s->size == 4   ? (void *) &f
          : s->size == 8 ? (void *) &d
                         : &x,
          bytes,
          s->size == 4   ? sizeof f
          : s->size == 8 ? sizeof d
                         : 10);
  x = s->size == 4 ? (long double) f : s->size == 8 ? (long double) d : x;
  const char *type = s->size == 4 ? "f" : s->size == 8 ? "" : "l";
  if (x != x || x - x != 0)
    text_printf (t->mem, t->out, "%s%s%s%s%s", x < 0 ? "-" : "",
                 is_c (t) ? "__builtin_" : "", x != x ? "nan" : "inf",
                 is_c (t) ? type : "",
                 !is_c (t) ? ""
                 : x != x  ? " (\"\")"
                           : " ()");
  else
    put_shortest (t, x,
                  s->size == 4   ? 9
                  : s->size == 8 ? 17
                                 : 21,
                  s->size == 4   ? "f"
                  : s->size == 8 ? ""
                                 : "L");
}

__extension__ typedef unsigned __int128 wide;

bool typed_is_wide (const datatype *s) {
  return s->kind == DATATYPE_BYTES && s->size == 16 &&
         strstr (s->name, "__int128");
}

static void put_digits (typing *t, wide v) {
  if (v > 9)
    put_digits (t, v / 10);
  text_printf (t->mem, t->out, "%u", (unsigned) (v % 10));
}

/* C has no literal of 128 bits. */
static void put_wide (typing *t, const datatype *s, const uint8_t *bytes) {
  uint64_t low = bits_load (bytes, 8), high = bits_load (bytes + 8, 8);
  bool has_own_sign = strncmp (s->name, "unsigned", 8) != 0;
  bool is_negative = has_own_sign && high >> 63;
  wide v = (wide) high << 64 | low;
  if (has_own_sign && high == ((int64_t) low < 0 ? UINT64_MAX : 0))
    put_signed (t, s, (int64_t) low);
  else if (!is_negative && !high)
    put_unsigned (t, low);
  else if (!is_c (t)) {
    text_puts (t->mem, t->out, is_negative ? "-" : "");
    put_digits (t, is_negative ? -v : v);
  } else
    text_printf (t->mem, t->out, "(%s(%s) %" PRIu64 "U << 64 | %" PRIu64 "U)%s",
                 is_negative ? "(__int128) (" : "",
                 is_negative || !has_own_sign ? "unsigned __int128"
                                              : "__int128",
                 high, low, is_negative ? ")" : "");
}

/* Bytes. */

static void put_hex (typing *t, const uint8_t *bytes, uint64_t n) {
  bool is_cut = t->form == TYPED_SHORT && n > SHORT_HEX;
  text_puts (t->mem, t->out, "0x");
  for (uint64_t i = 0; i < (is_cut ? SHORT_HEX : n); i++)
    text_printf (t->mem, t->out, "%02x", bytes[i]);
  text_puts (t->mem, t->out, is_cut ? "..." : "");
}

static void put_bytes (typing *t, const datatype *s, const uint8_t *bytes) {
  uint64_t n = used_bytes (bytes, s->size);
  int64_t v;
  if (typed_number (s, bytes, &v))
    put_signed (t, s, v);
  else if (typed_is_wide (s))
    put_wide (t, s, bytes);
  else if (!n)
    text_puts (t->mem, t->out, t->form == TYPED_CXX ? "{}" : "{0}");
  else if (looks_like_text (bytes, n))
    typed_text (bytes, n, t->form, t->mem, t->out);
  else
    put_hex (t, bytes, s->size);
}

/* Arrays and structs. */

static bool leads (const typing *t, const uint8_t *at, uint64_t n) {
  const typed_pointers *p = t->pointers;
  return p && at >= t->start && at < t->end &&
         p->has (p->owner, (uint64_t) (at - t->start), n);
}

static bool is_byte (const datatype *s) {
  return s->size == 1 &&
         (s->kind == DATATYPE_CHAR || s->kind == DATATYPE_UNSIGNED ||
          s->kind == DATATYPE_BYTES);
}

/* Of plain char, they always are. */
bool typed_is_text (const datatype *s, const uint8_t *bytes) {
  uint64_t n = used_bytes (bytes, s->size);
  if (s->kind != DATATYPE_ARRAY || !is_byte (s->of))
    return false;
  return s->of->kind == DATATYPE_CHAR || looks_like_text (bytes, n);
}

static uint64_t count_elements (const datatype *s) {
  assert (s->kind == DATATYPE_ARRAY && s->of);
  return s->of->size ? s->size / s->of->size : 0;
}

static void put_array (typing *t, const datatype *s, const uint8_t *bytes) {
  uint64_t n = used_bytes (bytes, s->size), size = s->of->size;
  bool has_end = n < s->size || !is_c (t);          /* C++ wants its zero */
  if (is_c (t) && s->of->kind == DATATYPE_UNSIGNED) /* in code, no escapes */
    for (uint64_t i = 0; i < n && has_end; i++)
      has_end = isprint (bytes[i]);
  if (typed_is_text (s, bytes) && has_end) {
    typed_text (bytes, n, t->form, t->mem, t->out);
    return;
  }
  n = size ? (n + size - 1) / size : 0;
  n = n < count_elements (s) ? n : count_elements (s);
  if (n < count_elements (s) && put_wide_text (t, s->of, bytes, n))
    return;
  while (n < count_elements (s) &&
         leads (t, bytes + n * size, s->size - n * size))
    n++;
  bool is_cut = t->form == TYPED_SHORT && n > SHORT_ARRAY;
  text_puts (t->mem, t->out, n || t->form == TYPED_CXX ? "{" : "{0");
  for (uint64_t i = 0; i < (is_cut ? SHORT_ARRAY : n); i++) {
    text_puts (t->mem, t->out, i ? ", " : "");
    put_typed (t, s->of, bytes + i * size);
  }
  text_puts (t->mem, t->out, is_cut ? ", ...}" : "}");
}

const uint8_t *typed_member (const datatype *s, const datatype_member *m,
                             const uint8_t *bytes, uint8_t room[8]) {
  if (!m->bits)
    return bytes + m->at / 8;
  uint64_t v = 0;
  for (uint32_t i = 0; i < m->bits && i < 64; i++) {
    uint64_t at = m->at + i;
    assert (at / 8 < s->size);
    v |= (uint64_t) (bytes[at / 8] >> at % 8 & 1) << i;
  }
  (void) s;
  if (has_sign (m->type) && m->bits < 64)
    v = (uint64_t) bits_signed (v, m->bits);
  memcpy (room, &v, 8);
  return room;
}

static bool is_zero (const datatype *s, const uint8_t *bytes) {
  return !used_bytes (bytes, s->size);
}

static size_t shown_length (const datatype *s, const uint8_t *bytes) {
  char_vec text = {0};
  typed_print (s, bytes, TYPED_C, NULL, &text);
  size_t n = text.len;
  vec_release (NULL, &text);
  return n;
}

/* 1.5f, not 1069547520. */
const datatype_member *typed_union (const datatype *s, const uint8_t *bytes) {
  const datatype_member *best = NULL;
  size_t least = SIZE_MAX;
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    if (m->bits || !m->type->size)
      continue;
    bool is_all = !used_bytes (bytes + m->type->size, s->size - m->type->size);
    size_t length = is_all ? shown_length (m->type, bytes) : SIZE_MAX;
    if (length < least ||
        (least == SIZE_MAX && (!best || m->type->size > best->type->size)))
      best = m;
    least = length < least ? length : least;
  }
  return best;
}

static void put_members (typing *t, const datatype *s, const uint8_t *bytes) {
  assert (s->kind == DATATYPE_STRUCT || s->kind == DATATYPE_UNION);
  unsigned n = 0;
  uint8_t room[8];
  const datatype_member *only =
      s->kind == DATATYPE_UNION ? typed_union (s, bytes) : NULL;
  text_puts (t->mem, t->out, "{");
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    const uint8_t *at = typed_member (s, m, bytes, room);
    if (!m->type->size || (s->kind == DATATYPE_UNION && m != only) ||
        (is_zero (m->type, at) && t->form != TYPED_WHOLE &&
         (m->bits || !leads (t, at, m->type->size))))
      continue;
    text_printf (t->mem, t->out, n++ ? ", .%s = " : ".%s = ", m->name);
    put_typed (t, m->type, at);
  }
  text_puts (t->mem, t->out, n || t->form == TYPED_CXX ? "}" : "0}");
}

static void put_typed (typing *t, const datatype *s, const uint8_t *bytes) {
  int64_t v = 0;
  if (++t->depth > MAX_NESTED)
    put_hex (t, bytes, s->size);
  else if (s->kind <= DATATYPE_POINTER && leads (t, bytes, 1))
    t->pointers->put (t->pointers->owner, (uint64_t) (bytes - t->start), s,
                      t->out);
  else
    switch ((datatype_kind) s->kind) {
    case DATATYPE_SIGNED:
      typed_number (s, bytes, &v);
      if (!put_wide_char (t, s, (uint64_t) v))
        put_signed (t, s, v);
      break;
    case DATATYPE_UNSIGNED:
      if (!put_wide_char (t, s, loaded (s, bytes)))
        put_unsigned (t, loaded (s, bytes));
      break;
    case DATATYPE_CHAR:
      put_char (t, *bytes);
      break;
    case DATATYPE_BOOL:
      text_puts (t->mem, t->out, *bytes ? "true" : "false");
      break;
    case DATATYPE_FLOAT:
      put_float (t, s, bytes);
      break;
    case DATATYPE_ENUM:
      typed_number (s, bytes, &v);
      put_enum (t, s, v);
      break;
    case DATATYPE_POINTER:
      if (is_zero (s, bytes))
        text_puts (t->mem, t->out, "NULL");
      else
        text_printf (t->mem, t->out, "0x%" PRIx64, loaded (s, bytes));
      break;
    case DATATYPE_STRUCT:
    case DATATYPE_UNION:
      put_members (t, s, bytes);
      break;
    case DATATYPE_ARRAY:
      put_array (t, s, bytes);
      break;
    default:
      put_bytes (t, s, bytes);
    }
  t->depth--;
}

void typed_print_leading (const datatype *s, const uint8_t *bytes,
                          typed_form form, const typed_pointers *p, memory *mem,
                          char_vec *out) {
  typing t = {.mem = mem,
              .out = out,
              .form = form,
              .pointers = p,
              .start = bytes,
              .end = bytes + s->size};
  put_typed (&t, s, bytes);
  assert (!t.depth); /* as deep as it began */
}

void typed_print (const datatype *s, const uint8_t *bytes, typed_form form,
                  memory *mem, char_vec *out) {
  typed_print_leading (s, bytes, form, NULL, mem, out);
}
