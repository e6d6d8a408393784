#include "export/unit_value.h"

#include "base/bits.h"
#include "suite/misuse.h"
#include "suite/testcase_text.h"
#include "suite/typed_value.h"

#include <ctype.h>
#include <stdlib.h>

#define MAX_WORDS 40

typedef struct unit_writing {
  unit_values *u;
  unsigned depth;
} unit_writing;

static bool put_value (unit_writing *, const char *name, const datatype *,
                       char_vec *out);

static typed_form form_of (const unit_values *u) {
  return u->is_cxx ? TYPED_CXX : TYPED_C;
}

const testinput *unit_input (const testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!strcmp (t->input[i].name, name))
      return t->input + i;
  return NULL;
}

static const named_type *find_object (const testcase *t, const char *name) {
  for (size_t i = 0; t->types && i < t->types->objects.len; i++)
    if (!strcmp (t->types->objects.data[i].name, name))
      return t->types->objects.data + i;
  return NULL;
}

/* Names of inputs as identifiers: "p.name[1]" is p_name_1. Not those that a
 * test needs for something else.
 */
static void put_identifier (const testcase *t, memory *mem, const char *name,
                            char_vec *out) {
  static const char *const taken[] = {"unused",  "result",  "expected",
                                      "failed",  "printed", "complained",
                                      "returned"};
  bool is_taken = !strcmp (name, t->types->entry);
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    is_taken |= !strcmp (name, taken[i]);
  for (; *name; name++)
    if (isalnum ((unsigned char) *name) || *name == '_')
      vec_push (mem, out, *name);
    else if (*name != ']')
      vec_push (mem, out, '_');
  if (is_taken)
    vec_push (mem, out, '_');
}

bool unit_variable (const testcase *t, const char *name, memory *mem,
                    char_vec *out, const datatype **type) {
  const named_type *o = find_object (t, name);
  if (!o)
    return false;
  put_identifier (t, mem, name, out);
  *type = o->type;
  return true;
}

bool unit_declare (const datatype *s, const char *name, memory *mem,
                   char_vec *out) {
  const datatype *of = s;
  while (of->kind == DATATYPE_ARRAY)
    of = of->of;
  const char *type = *of->name                    ? of->name
                     : of->kind == DATATYPE_BYTES ? "unsigned char"
                                                  : NULL;
  if (!type || !of->size)
    return false;
  text_printf (mem, out, "%s%s%s", type,
               type[strlen (type) - 1] == '*' ? "" : " ", name);
  for (; s->kind == DATATYPE_ARRAY; s = s->of)
    text_printf (mem, out, "[%llu]",
                 (unsigned long long) (s->size / s->of->size));
  return true;
}

static bool is_freed (const unit_values *u, const char *name) {
  const outcome_part *p =
      *name ? outcome_find (u->outcome, OUTCOME_ARGUMENT, name) : NULL;
  return p && p->is_freed;
}

bool unit_is_allocated (const unit_values *u, const char *name) {
  return u->test->end.kind == END_FAULT || is_freed (u, name);
}

/* No more than the function is told of, so that sanitizers see what is beyond.
 */
static void put_size (unit_values *u, const named_type *o, const char *name,
                      char_vec *out) {
  uint64_t n = o->type->size;
  uint64_t one = o->type->kind == DATATYPE_ARRAY ? o->type->of->size : n;
  if (!choices_size (u->test, o->name, &n) || n >= o->type->size)
    text_printf (u->mem, out, "sizeof %s_is", name);
  else if (one > 1 && n % one == 0)
    text_printf (u->mem, out, "%llu * sizeof *%s",
                 (unsigned long long) (n / one), name);
  else
    text_printf (u->mem, out, "%llu", (unsigned long long) n);
  text_c (u->mem, out);
}

/* "  T *p = memcpy (malloc (sizeof p_is), &p_is, sizeof p_is);" */
static void put_allocated (unit_values *u, const named_type *o,
                           const char *name) {
  memory *mem = u->mem;
  const datatype *of = o->type->kind == DATATYPE_ARRAY ? o->type->of : o->type;
  bool has_rows = of->kind == DATATYPE_ARRAY;
  char_vec pointer = {0}, line = {0};
  text_printf (mem, &pointer, has_rows ? "(*%s)" : "*%s", name);
  text_puts (mem, &line, "  ");
  unit_declare (of, text_c (mem, &pointer), mem, &line);
  text_puts (mem, &line, " = ");
  if (u->is_cxx) {
    text_puts (mem, &line, "(");
    unit_declare (of, has_rows ? "(*)" : "*", mem, &line);
    text_puts (mem, &line, ") ");
  }
  char_vec size = {0};
  put_size (u, o, name, &size);
  text_printf (mem, &line, "memcpy (malloc (%s), &%s_is, %s);\n", size.data,
               name, size.data);
  vec_release (mem, &size);
  text_add (mem, &u->declarations, line.data, line.len);
  if (!is_freed (u, o->name))
    text_printf (mem, &u->after, "  free (%s);\n", name);
  vec_release (mem, &pointer, &line);
}

/* A variable for what a pointer points to, and its address. */
static bool put_object (unit_writing *w, const named_type *o, char_vec *out) {
  unit_values *u = w->u;
  memory *mem = u->mem;
  char_vec name = {0}, value = {0}, line = {0};
  bool is_allocated = unit_is_allocated (u, o->name);
  put_identifier (u->test, mem, o->name, &name);
  text_c (mem, &name);
  text_printf (mem, &value, "%s%s", name.data, is_allocated ? "_is" : "");
  text_puts (mem, &line, "  ");
  bool is_good = unit_declare (o->type, text_c (mem, &value), mem, &line);
  text_puts (mem, &line, " = ");
  is_good = is_good && put_value (w, o->name, o->type, &line);
  text_puts (mem, &line, ";\n");
  text_add (mem, &u->declarations, line.data, line.len);
  if (is_allocated && is_good)
    put_allocated (u, o, name.data);
  text_printf (mem, out, "%s%s",
               o->type->kind == DATATYPE_ARRAY || is_allocated ? "" : "&",
               name.data);
  vec_release (mem, &name, &value, &line);
  return is_good;
}

static bool has_parts (const datatype *s) {
  while (s->kind == DATATYPE_ARRAY)
    s = s->of;
  return s->kind == DATATYPE_STRUCT || s->kind == DATATYPE_POINTER ||
         s->kind == DATATYPE_BOOL;
}

static bool is_nothing (const char_vec *v, size_t from) {
  static const char *const nothing[] = {"0",     "NULL",  "{0}", "{}",  "\"\"",
                                        "'\\0'", "false", "0.0", "0.0f"};
  for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
    if (v->len - from == strlen (nothing[i]) &&
        !memcmp (v->data + from, nothing[i], v->len - from))
      return true;
  return false;
}

void unit_element (const char *name, const datatype *s, uint64_t i, memory *mem,
                   char_vec *out) {
  text_puts (mem, out, name);
  if (s->size > s->of->size || s->of->kind == DATATYPE_POINTER)
    text_printf (mem, out, "[%llu]", (unsigned long long) i);
  text_c (mem, out);
}

static void put_elements (unit_writing *w, const char *name, const datatype *s,
                          bool *is_good, char_vec *out) {
  memory *mem = w->u->mem;
  uint64_t n = s->size / s->of->size;
  char_vec part = {0};
  text_puts (mem, out, "{");
  for (uint64_t i = 0; i < n && *is_good; i++) {
    vec_clear (&part);
    unit_element (name, s, i, mem, &part);
    text_puts (mem, out, i ? ", " : "");
    *is_good = put_value (w, part.data, s->of, out);
  }
  text_puts (mem, out, "}");
  vec_release (mem, &part);
}

/* Adjacent bit-fields are one input, which has the name of the first. */
static bool put_bit_field (const unit_values *u, const datatype_member *m,
                           const testinput **group, const char *name,
                           char_vec *out) {
  const testinput *first = unit_input (u->test, name);
  *group = first ? first : *group;
  if (!*group)
    return false;
  datatype all = testcase_type (u->test, *group);
  uint8_t room[8];
  for (uint32_t i = 0; all.kind == DATATYPE_STRUCT && i < all.n; i++)
    if (!strcmp (all.member[i].name, m->name)) {
      typed_print (m->type,
                   typed_member (&all, all.member + i, (*group)->bytes, room),
                   form_of (u), u->mem, out);
      return true;
    }
  return false;
}

/* A number that is zero: C adds those. */
static bool is_zero_number (const unit_values *u, const char *name,
                            const datatype *s) {
  const testinput *in = unit_input (u->test, name);
  bool is_zero = in && in->size == s->size && s->kind < DATATYPE_POINTER;
  for (uint64_t i = 0; is_zero && i < in->size; i++)
    is_zero = !in->bytes[i];
  return is_zero;
}

/* Members of one without a name are named as if they were the outer one's. */
static void strip_braces (char_vec *out, size_t from) {
  if (out->len < from + 2 || out->data[from] != '{')
    return;
  out->len -= 2;
  memmove (out->data + from, out->data + from + 1, out->len - from);
}

static void put_members (unit_writing *w, const char *name, const datatype *s,
                         bool *is_good, char_vec *out) {
  memory *mem = w->u->mem;
  const testinput *group = NULL;
  char_vec part = {0};
  size_t start = out->len;
  text_puts (mem, out, "{");
  for (uint32_t i = 0; i < s->n && *is_good; i++) {
    const datatype_member *m = s->member + i;
    size_t before = out->len;
    vec_clear (&part);
    text_printf (mem, &part, "%s%s%s", name, *m->name ? "." : "", m->name);
    text_printf (mem, out, before > start + 1 ? ", " : "");
    if (*m->name)
      text_printf (mem, out, ".%s = ", m->name);
    size_t value = out->len;
    if (m->bits)
      *is_good = put_bit_field (w->u, m, &group, text_c (mem, &part), out);
    else if (m->type->size)
      *is_good = put_value (w, text_c (mem, &part), m->type, out);
    if (!*m->name)
      strip_braces (out, value);
    if (is_nothing (out, value) || value == out->len ||
        (!m->bits && is_zero_number (w->u, text_c (mem, &part), m->type)))
      out->len = before; /* zeros are added by C */
  }
  text_puts (mem, out, out->len == start + 1 && !w->u->is_cxx ? "0}" : "}");
  vec_release (mem, &part);
}

/* A NaN with all of its bits: it may be that the function looks at them. */
static bool put_nan (const datatype *s, const uint8_t *bytes, memory *mem,
                     char_vec *out) {
  if (s->kind != DATATYPE_FLOAT)
    return false;
  unsigned fraction = unit_fraction (s->size);
  uint64_t v = bits_load (bytes, s->size < 8 ? 4 : 8);
  uint64_t top = s->size <= 8 ? v >> fraction : bits_load (bytes + 8, 2);
  uint64_t quiet = UINT64_C (1) << (fraction - 1), low = 2 * quiet - 1;
  uint64_t exponent = unit_exponent (s->size);
  bool is_nan = (top & exponent) == exponent && (v & low) &&
                (s->size <= 8 || v >> 63); /* others are no numbers */
  if (!is_nan || (top == exponent && (v & low) == quiet))
    return false;
  text_printf (mem, out, "%s__builtin_nan%s%s (\"0x%llx\")",
               top > exponent ? "-" : "", v & quiet ? "" : "s",
               s->size == 4   ? "f"
               : s->size == 8 ? ""
                              : "l",
               (unsigned long long) (v & (quiet - 1)));
  return true;
}

/* Of a pointer without an object: it is not demanded to lead deeper than
 * objects are made.
 */
static bool may_be_null (const unit_values *u, const char *name) {
  const char *about;
  bool is_good = true;
  for (uint32_t i = 0; is_good && i < u->test->n_inputs; i++)
    is_good = !choices_are (u->test->input + i, &about) ||
              strcmp (about, name) != 0 || u->test->end.kind == END_FAULT;
  return is_good;
}

/* Functions that are passed. */

/* "int @ (int a1)" is "int stub_p (int a1)". */
static void put_signature (memory *mem, const char *type, const char *name,
                           char_vec *out) {
  for (; *type; type++)
    if (*type == '@')
      text_printf (mem, out, "stub_%s", name);
    else
      vec_push (mem, out, *type);
}

/* Its definition: it uses nothing, and returns what the test says, in order. */
static void put_stub (unit_values *u, const char *name, const char *type,
                      const datatype *result) {
  memory *mem = u->mem;
  const char *of = result ? result->name : "";
  if (result)
    text_printf (mem, &u->stubs,
                 "/* What stub_%s returns, one after the other. */\n"
                 "static const %s *stub_%s_returns;\n"
                 "static unsigned stub_%s_left;\n\n",
                 name, of, name, name);
  text_puts (mem, &u->stubs, "static ");
  put_signature (mem, type, name, &u->stubs);
  text_puts (mem, &u->stubs, " {\n");
  for (const char *at = type; *at; at++)
    if (strchr (" *", at[0]) && at[1] == 'a' && isdigit ((unsigned char) at[2]))
      text_printf (mem, &u->stubs, "  (void) a%u;\n",
                   (unsigned) strtoul (at + 2, NULL, 10));
  if (result)
    text_printf (mem, &u->stubs,
                 "  if (!stub_%s_left)\n    return (%s) 0;\n"
                 "  stub_%s_left--;\n  return *stub_%s_returns++;\n",
                 name, of, name, name);
  text_puts (mem, &u->stubs, "}\n\n");
  vec_push (mem, &u->stubs, 0);
}

/* "  const int p_returns[] = {0, 1};" and that they are the stub's. */
static void put_returned (unit_values *u, const char *called, const char *name,
                          const datatype *result) {
  memory *mem = u->mem;
  unsigned n = 0;
  for (uint32_t i = 0; i < u->test->n_inputs; i++) {
    const testinput *in = u->test->input + i;
    if (strcmp (in->name, called) != 0)
      continue;
    if (n++)
      text_puts (mem, &u->declarations, ", ");
    else
      text_printf (mem, &u->declarations, "  const %s %s_returns[] = {",
                   result->name, name);
    typed_print (result, in->bytes, form_of (u), mem, &u->declarations);
  }
  if (n)
    text_printf (mem, &u->declarations, "};\n  stub_%s_returns = %s_returns;\n",
                 name, name);
  text_printf (mem, &u->declarations, "  stub_%s_left = %u;\n", name, n);
}

/* False: what it returns has no literal. */
static bool put_called (unit_values *u, const named_type *o, const char *name,
                        char_vec *out) {
  memory *mem = u->mem;
  const datatype *result = datatypes_last (u->test->types, o->name);
  char_vec identifier = {0};
  bool is_void = !strncmp (o->type->name, "void @", 6);
  bool is_good = *o->type->name &&
                 (is_void || (result && *result->name && result->size <= 8 &&
                              result->kind >= DATATYPE_SIGNED &&
                              result->kind <= DATATYPE_ENUM));
  if (is_good) {
    put_identifier (u->test, mem, name, &identifier);
    text_c (mem, &identifier);
    put_stub (u, identifier.data, o->type->name, is_void ? NULL : result);
    if (!is_void)
      put_returned (u, o->name, identifier.data, result);
    text_printf (mem, out, "stub_%s", identifier.data);
  }
  vec_release (mem, &identifier);
  return is_good;
}

/* A stream, from a function that the file gets; false: it is none. */
static bool put_stream (unit_values *u, const char *name, const datatype *s,
                        char_vec *out) {
  static const char file[] =
      "/* A file that has this text, open at its start. */\n"
      "static FILE *reprise_file (const char *text, size_t size) {\n"
      "  FILE *f = tmpfile ();\n"
      "  fwrite (text, 1, size, f);\n"
      "  rewind (f);\n"
      "  return f;\n"
      "}\n\n";
  char_vec part = {0};
  text_printf (u->mem, &part, "%s_data", name);
  const testinput *data = unit_input (u->test, text_c (u->mem, &part));
  vec_clear (&part);
  text_printf (u->mem, &part, "%s_size", name);
  const testinput *size = unit_input (u->test, text_c (u->mem, &part));
  vec_release (u->mem, &part);
  if (strcmp (s->name, "FILE *") != 0 || !data || !size || size->size != 8)
    return false;
  uint64_t n = bits_load (size->bytes, 8);
  n = n < data->size ? n : data->size;
  text_puts (u->mem, out, "reprise_file (");
  typed_text (data->bytes, n, TYPED_C, u->mem, out);
  text_printf (u->mem, out, ", %llu)", (unsigned long long) n);
  text_add (u->mem, &u->stubs, file, sizeof file);
  return true;
}

/* The function of ours that a pointer has, or NULL. */
static const named_type *find_called (const unit_values *u, const char *name) {
  char_vec called = {0};
  text_printf (u->mem, &called, "%s()", name);
  const named_type *o = find_object (u->test, text_c (u->mem, &called));
  vec_release (u->mem, &called);
  return o;
}

static bool put_value (unit_writing *w, const char *name, const datatype *s,
                       char_vec *out) {
  memory *mem = w->u->mem;
  bool is_good = ++w->depth <= UNIT_NESTED;
  const named_type *o;
  const testinput *in;
  if (!is_good)
    ;
  else if (s->kind == DATATYPE_POINTER) {
    o = find_object (w->u->test, name);
    const testinput *other = choices_find (w->u->test, name);
    const char *same = other ? strchr (other->name, '=') : NULL;
    if (same) {
      o = find_object (w->u->test, same + 1);
      if (o && o->type->kind != DATATYPE_ARRAY &&
          !unit_is_allocated (w->u, o->name))
        text_puts (mem, out, "&");
      put_identifier (w->u->test, mem, same + 1, out);
    } else if (o && !other)
      is_good = put_object (w, o, out);
    else if (!other && (o = find_called (w->u, name)))
      is_good = put_called (w->u, o, name, out);
    else if (!other && put_stream (w->u, name, s, out))
      ;
    else {
      is_good = other || may_be_null (w->u, name);
      text_puts (mem, out, "NULL");
    }
  } else if (s->kind == DATATYPE_STRUCT)
    put_members (w, name, s, &is_good, out);
  else if (s->kind == DATATYPE_ARRAY && has_parts (s) && s->of->size)
    put_elements (w, name, s, &is_good, out);
  else if (s->kind == DATATYPE_BYTES && !typed_is_wide (s))
    is_good = false;
  else if ((in = unit_input (w->u->test, name)) && in->size == s->size) {
    if (!put_nan (s, in->bytes, mem, out))
      typed_print (s, in->bytes, form_of (w->u), mem, out);
  } else
    is_good = false;
  w->depth--;
  return is_good;
}

/* Of an argument for a name: letters and digits of it. */
static void put_words (unit_values *u, const char *text) {
  if (u->words.len)
    vec_push (u->mem, &u->words, '_');
  for (; *text; text++)
    if (isalnum ((unsigned char) *text))
      vec_push (u->mem, &u->words, *text);
    else if (*text == '-' && isdigit ((unsigned char) text[1]))
      text_puts (u->mem, &u->words, "minus_");
    else if (u->words.len && vec_last (&u->words) != '_' && text[1])
      vec_push (u->mem, &u->words, '_');
  while (u->words.len && vec_last (&u->words) == '_')
    u->words.len--;
}

bool unit_is_of (const named_type *param, const char *name) {
  size_t n = strlen (param->name);
  return !strncmp (name, param->name, n) &&
         (!name[n] || strchr (".[(", name[n]) || !strcmp (name + n, "_data") ||
          !strcmp (name + n, "_size"));
}

/* The parameter itself, and what is not zero behind it. */
static void add_words (unit_values *u, const named_type *p) {
  for (uint32_t i = 0; i < u->test->n_inputs; i++) {
    const testinput *in = u->test->input + i;
    datatype s = testcase_type (u->test, in);
    bool is_zero = true;
    for (uint64_t k = 0; k < in->size && is_zero; k++)
      is_zero = !in->bytes[k];
    if (!unit_is_of (p, in->name) || (is_zero && in->name[strlen (p->name)]))
      continue;
    char_vec text = {0};
    typed_print (&s, in->bytes, TYPED_SHORT, u->mem, &text);
    put_words (u, text_c (u->mem, &text));
    vec_release (u->mem, &text);
  }
}

/* C does not take a char ** for a const char *const *, as C++ does, and types
 * here do not say what is constant. Neither takes bytes for what is only
 * declared.
 */
static void put_cast (unit_values *u, const named_type *param) {
  const named_type *o = param->type->kind == DATATYPE_POINTER &&
                                !choices_find (u->test, param->name)
                            ? find_object (u->test, param->name)
                            : NULL;
  const datatype *of =
      o && o->type->kind == DATATYPE_ARRAY ? o->type->of : NULL;
  if (of && of->kind == DATATYPE_POINTER && !u->is_cxx)
    text_puts (u->mem, &u->arguments, "(void *) ");
  else if (of && of->kind == DATATYPE_BYTES && !*of->name && *param->type->name)
    text_printf (u->mem, &u->arguments, "(%s) ", param->type->name);
}

void unit_values_make (unit_values *u) {
  unit_writing w = {.u = u};
  const datatypes *t = u->test->types;
  u->is_supported = t != NULL;
  for (size_t i = 0; u->is_supported && i < t->params.len; i++) {
    const named_type *p = t->params.data + i;
    char_vec argument = {0};
    bool is_good = put_value (&w, p->name, p->type, &argument);
    bool has_braces =
        p->type->kind >= DATATYPE_STRUCT; /* a vector is an array */
    text_puts (u->mem, &u->arguments, i ? ", " : "");
    if (has_braces)
      text_printf (u->mem, &u->arguments, "(%s) ", p->type->name);
    else
      put_cast (u, p);
    text_puts (u->mem, &u->arguments, text_c (u->mem, &argument));
    is_good = is_good && (!has_braces || *p->type->name);
    add_words (u, p);
    vec_release (u->mem, &argument);
    u->is_supported = is_good;
  }
  if (u->words.len > MAX_WORDS)
    u->words.len = MAX_WORDS;
  while (u->words.len && vec_last (&u->words) == '_')
    u->words.len--;
  text_c (u->mem, &u->declarations);
  text_c (u->mem, &u->after);
  text_c (u->mem, &u->arguments);
  text_c (u->mem, &u->words);
}

void unit_values_release (unit_values *u) {
  vec_release (u->mem, &u->declarations, &u->after, &u->arguments, &u->words,
               &u->stubs);
}
