#include "export/unit_name.h"

#include "base/bits.h"

#include <ctype.h>

#define MAX_VALUE 24     /* letters */
#define MAX_CONDITION 28 /* letters */
#define MAX_DEEP 4

typedef struct wording {
  retrace *from;
  const terms *terms;
  memory *mem;
  char_vec *out;
  datatype type; /* of what was last said */
  bool is_text;  /* it is a letter of a text: the first */
} wording;

void unit_name_value (memory *mem, const char *text, size_t n, char_vec *out) {
  size_t start = out->len;
  bool is_wide = n > 1 && strchr ("LuU", text[0]) && strchr ("'\"", text[1]);
  for (size_t i = is_wide; i < n && out->len < start + MAX_VALUE; i++) {
    unsigned char c = (unsigned char) text[i];
    if (c == '-' && !i)
      text_puts (mem, out, "minus_");
    else if (isalnum (c))
      vec_push (mem, out, (char) c);
    else if (out->len > start && vec_last (out) != '_')
      vec_push (mem, out, '_');
  }
  while (out->len > start && vec_last (out) == '_')
    out->len--;
}

static bool say_term (wording *w, term t, unsigned depth);

/* A number: a leaf, some bytes of one, or several. */
static bool say_leaf (wording *w, term t) {
  datatype type = {0};
  char_vec name = {0};
  unsigned width = term_width (w->terms, t), low = 0;
  while (term_kind (w->terms, t) == KIND_CONCAT)
    t = term_arg (w->terms, t, 1);
  if (term_kind (w->terms, t) == KIND_EXTRACT) {
    low = term_extract_low (w->terms, t);
    t = term_arg (w->terms, t, 0);
  }
  bool is_good = retrace_leaf (w->from, t, low, width, w->mem, &name, &type);
  text_c (w->mem, &name);
  w->type = type;
  w->is_text = type.kind == DATATYPE_CHAR && name.len > 3 &&
               !strcmp (name.data + name.len - 3, "[0]");
  unit_name_value (w->mem, name.data, name.len, w->out);
  vec_release (w->mem, &name);
  return is_good;
}

static bool say_letter (wording *w, uint64_t v) {
  static const struct {
    char letter;
    const char *name;
  } names[] = {{' ', "space"},
               {'%', "percent"},
               {'+', "plus"},
               {'-', "minus"},
               {'.', "dot"},
               {',', "comma"},
               {':', "colon"},
               {';', "semicolon"},
               {'/', "slash"},
               {'"', "quote"},
               {'\n', "newline"},
               {'=', "equals"},
               {'\t', "tab"},
               {'_', "underscore"},
               {'#', "hash"},
               {'*', "star"},
               {'@', "at"},
               {'\\', "backslash"},
               {'(', "left_parenthesis"},
               {')', "right_parenthesis"},
               {'[', "left_bracket"},
               {']', "right_bracket"},
               {'{', "left_brace"},
               {'}', "right_brace"},
               {'<', "less_than"},
               {'>', "greater_than"},
               {'!', "exclamation_mark"},
               {'?', "question_mark"},
               {'&', "ampersand"},
               {'|', "bar"},
               {'^', "caret"},
               {'~', "tilde"},
               {'$', "dollar"},
               {'\'', "apostrophe"},
               {'`', "backquote"},
               {'\r', "carriage_return"}};
  if (!v) {
    text_puts (w->mem, w->out, "nul");
    return true;
  }
  if (v < 128 && isalnum ((int) v)) {
    vec_push (w->mem, w->out, (char) v);
    return true;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if ((uint8_t) names[i].letter == v) {
      text_puts (w->mem, w->out, names[i].name);
      return true;
    }
  return false;
}

/* A value of an enumeration, in small letters. */
static bool say_enumerator (wording *w, uint64_t v) {
  for (uint32_t i = 0; i < w->type.n; i++)
    if ((w->type.member[i].at & bits_mask ((unsigned) w->type.size * 8)) == v) {
      for (const char *c = w->type.member[i].name; *c; c++)
        vec_push (w->mem, w->out, (char) tolower ((unsigned char) *c));
      return true;
    }
  return false;
}

static void say_number (wording *w, term t) {
  unsigned width = term_width (w->terms, t);
  uint64_t v = term_word (w->terms, t);
  int64_t n = bits_signed (v, width);
  if (w->type.kind == DATATYPE_CHAR && say_letter (w, v & 255))
    return;
  if (w->type.kind == DATATYPE_ENUM && say_enumerator (w, v))
    return;
  if (w->type.kind == DATATYPE_SIGNED && n < 0)
    text_printf (w->mem, w->out, "minus_%llu",
                 (unsigned long long) -(uint64_t) n);
  else
    text_printf (w->mem, w->out, "%llu", (unsigned long long) v);
}

static bool say_two (wording *w, term x, const char *between, term y,
                     unsigned depth) {
  if (!say_term (w, x, depth))
    return false;
  text_puts (w->mem, w->out, between);
  return say_term (w, y, depth);
}

/* Sides that may change places stand by the alphabet: terms have an order of
 * their own.
 */
static bool say_either (wording *w, term x, const char *between, term y,
                        unsigned depth) {
  size_t start = w->out->len;
  if (!say_two (w, x, between, y, depth))
    return false;
  text_c (w->mem, w->out);
  char *first = w->out->data + start, *second = strstr (first, between);
  if (!second || strcmp (second + strlen (between), first) > 0)
    return true;
  w->out->len = start;
  return say_two (w, y, between, x, depth);
}

/* "x_minus_1" adds a constant that is negative. */
static bool say_sum (wording *w, const node *n, unsigned depth) {
  bool is_small = term_is_const (w->terms, n->arg[1]) &&
                  term_width (w->terms, n->arg[1]) <= 64;
  int64_t by = is_small ? bits_signed (term_word (w->terms, n->arg[1]),
                                       term_width (w->terms, n->arg[1]))
                        : 0;
  if (by >= 0)
    return (is_small ? say_two : say_either) (w, n->arg[0], "_plus_", n->arg[1],
                                              depth);
  if (!say_term (w, n->arg[0], depth))
    return false;
  text_printf (w->mem, w->out, "_minus_%llu",
               (unsigned long long) -(uint64_t) by);
  return true;
}

static bool say_term (wording *w, term t, unsigned depth) {
  const node *n = term_node (w->terms, t);
  if (depth++ > MAX_DEEP || w->out->len > 200)
    return false;
  w->is_text = false;
  switch (n->kind) {
  case KIND_VAR:
  case KIND_CONCAT:
  case KIND_EXTRACT:
    return say_leaf (w, t);
  case KIND_ZEXT:
  case KIND_SEXT:
    return say_term (w, n->arg[0], depth);
  case KIND_BV_ADD:
    return say_sum (w, n, depth);
  case KIND_BV_UREM:
  case KIND_BV_SREM:
    return say_two (w, n->arg[0], "_mod_", n->arg[1], depth);
  case KIND_CONST:
    if (!sort_is_bv (n->sort) || term_width (w->terms, t) > 64)
      return false;
    say_number (w, t);
    return true;
  default:
    return false;
  }
}

/* Is a pointer null, or another one? False: it is about something else. */
static bool say_choice (wording *w, term x, const char *is, term y) {
  datatype type;
  char_vec name = {0};
  if (term_kind (w->terms, x) == KIND_VAR && term_is_const (w->terms, y) &&
      !retrace_leaf (w->from, x, 0, term_width (w->terms, x), w->mem, &name,
                     &type))
    vec_clear (&name);
  bool is_one = name.len && *name.data == '?';
  if (is_one) {
    bool is_so = !strcmp (is, "_is_") == (term_word (w->terms, y) != 0);
    const char *about = text_c (w->mem, &name);
    about += strspn (about, "?!~+");
    size_t n = strcspn (about, "=");
    unit_name_value (w->mem, about, n, w->out);
    text_puts (w->mem, w->out, is_so ? "_is_" : "_is_not_");
    about = about[n] ? about + n + 1 : "null";
    unit_name_value (w->mem, about, strlen (about), w->out);
  }
  vec_release (w->mem, &name);
  return is_one;
}

/* "a is at most b": words between two sides, of a < b, a <= b, a == b and
 * their opposites.
 */
static bool say_sides (wording *w, term x, const char *is, term y) {
  bool is_bare = term_is_const (w->terms, y) &&
                 sort_is_bv (term_sort (w->terms, y)) &&
                 term_width (w->terms, y) <= 64;
  if (is_bare && say_choice (w, x, is, y))
    return true;
  if (!say_term (w, x, 0))
    return false;
  if (is_bare && !term_word (w->terms, y) && w->is_text &&
      (!strcmp (is, "_is_") || !strcmp (is, "_is_not_"))) {
    w->out->len -= strlen ("_0");
    text_printf (w->mem, w->out, "%sempty", is);
    return true;
  }
  if (is_bare && w->type.kind == DATATYPE_BOOL && !strncmp (is, "_is_", 4)) {
    bool is_not = !strcmp (is, "_is_not_");
    text_puts (w->mem, w->out,
               !term_word (w->terms, y) == is_not ? "_is_true" : "_is_false");
    return is_not || !strcmp (is, "_is_");
  }
  if (is_bare && w->type.kind == DATATYPE_SIGNED && !term_word (w->terms, y) &&
      !strcmp (is, "_is_below_")) {
    text_puts (w->mem, w->out, "_is_negative");
    return true;
  }
  text_puts (w->mem, w->out, is);
  return say_term (w, y, 0);
}

/* A sum that is compared without sign is a range: it would be misread. */
static bool is_range (const wording *w, const node *n) {
  bool is_unsigned = n->kind == KIND_BV_ULT || n->kind == KIND_BV_ULE;
  return is_unsigned && (term_kind (w->terms, n->arg[0]) == KIND_BV_ADD ||
                         term_kind (w->terms, n->arg[1]) == KIND_BV_ADD);
}

static bool say_guard (wording *w, term t) {
  static const char *const orders[2][2][2] = {
      /* a < b, a <= b; constant on the left; negated */
      {{"_is_below_", "_is_at_least_"}, {"_is_above_", "_is_at_most_"}},
      {{"_is_at_most_", "_is_above_"}, {"_is_at_least_", "_is_below_"}}};
  bool is_not = false;
  for (; term_kind (w->terms, t) == KIND_NOT; is_not = !is_not)
    t = term_arg (w->terms, t, 0);
  const node *n = term_node (w->terms, t);
  term x, y;
  if (retrace_equation (w->from, t, &x, &y)) {
    bool is_turned = term_is_const (w->terms, x);
    if (!is_turned && !term_is_const (w->terms, y))
      return say_either (w, x, is_not ? "_is_not_" : "_is_", y, 0);
    return say_sides (w, is_turned ? y : x, is_not ? "_is_not_" : "_is_",
                      is_turned ? x : y);
  }
  if (kind_opposite ((kind) n->kind) == KIND_CONST || is_range (w, n))
    return false;
  bool is_le = n->kind == KIND_BV_ULE || n->kind == KIND_BV_SLE;
  bool is_turned = term_is_const (w->terms, n->arg[0]);
  return say_sides (w, n->arg[is_turned], orders[is_le][is_turned][is_not],
                    n->arg[!is_turned]);
}

/* Does the path know what x is, where this says only what it is not? */
static bool is_superfluous (wording *w, term guard) {
  size_t n;
  const retraced_decision *d = retrace_decisions (w->from, &n);
  term x, y, also, is;
  if (term_kind (w->terms, guard) != KIND_NOT ||
      !retrace_equation (w->from, term_arg (w->terms, guard, 0), &x, &y))
    return false;
  x = term_is_const (w->terms, x) ? y : x;
  while (n--)
    if (retrace_equation (w->from, d[n].guard, &also, &is) &&
        (term_eq (also, x) ? term_is_const (w->terms, is)
                           : term_eq (is, x) && term_is_const (w->terms, also)))
      return true;
  return false;
}

static void name_decisions (wording *w, unsigned most, char_vec *out) {
  size_t n;
  const retraced_decision *d = retrace_decisions (w->from, &n);
  char_vec whole = {0};
  for (unsigned said = 0; n-- && said < most;) {
    vec_clear (w->out);
    if (!d[n].site || is_superfluous (w, d[n].guard) ||
        !say_guard (w, d[n].guard) ||
        w->out->len + out->len > MAX_CONDITION * most)
      continue;
    vec_clear (&whole);
    text_add (w->mem, &whole, w->out->data, w->out->len);
    text_puts (w->mem, &whole, said++ ? "_and_" : "");
    text_add (w->mem, &whole, out->data, out->len);
    vec_clear (out);
    text_add (w->mem, out, whole.data, whole.len);
  }
  vec_release (w->mem, &whole);
}

void unit_name_condition (retrace *r, unsigned which, memory *mem,
                          char_vec *out) {
  char_vec now = {0};
  term pivot = retrace_pivot (r);
  wording w = {.from = r, .terms = retrace_terms (r), .mem = mem, .out = &now};
  assert (which < UNIT_CONDITIONS);
  if (which != 1)
    name_decisions (&w, which ? 2 : 1, out);
  else if (pivot.id && say_guard (&w, pivot) && now.len <= MAX_CONDITION)
    text_add (mem, out, now.data, now.len);
  vec_release (mem, &now);
  text_c (mem, out);
}
