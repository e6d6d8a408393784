#include "export/unit_test.h"

#include "export/behaviour.h"
#include "export/unit_name.h"
#include "export/unit_value.h"
#include "suite/misuse.h"
#include "suite/typed_value.h"

#include <ctype.h>
#include <inttypes.h>

#define MAX_NESTED 8
#define MAX_UNTOUCHED 4096 /* bytes */
#define MAX_LINKS 8        /* objects behind pointers */
#define MAX_ELEMENTS 8     /* of an array of structs or pointers */

typedef struct unit_making {
  memory *mem;
  unit_test *test;
  const unit_subject *about;
  const retraced *from;
  const datatypes *types;
  unit_values values;
  char_vec call;    /* "tri (1, 1, 1)" */
  char_vec after;   /* what is put back */
  unsigned wanted;  /* variables with what is expected */
  unsigned n_links; /* objects behind pointers that were looked at */
  const outcome_part *link[MAX_LINKS];
  const uint8_t *before; /* what an argument held at the call, or NULL */
  const outcome_part *before_of; /* this one */
  bool is_result;                /* it is checked now */
} unit_making;

static void puts_body (unit_making *w, const char *text) {
  text_puts (w->mem, &w->test->body, text);
}

/* Checks. */

static bool is_known (const outcome_part *p, uint64_t at, uint64_t n) {
  if (at + n > p->n)
    return false;
  for (uint64_t i = at; i < at + n; i++)
    if (!outcome_is_known (p, (uint32_t) i))
      return false;
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (p->pointer[i].at + 8 > at && p->pointer[i].at < at + n)
      return false;
  return true;
}

/* 'declared': a line before it that has what is expected, or "". */
static void put_declared_check (unit_making *w, unit_check_kind how,
                                const char *declared, const char *what,
                                const char *value) {
  unit_check c = {.kind = how,
                  .is_of_result = w->is_result,
                  .at = w->test->body.len,
                  .declared = strlen (declared)};
  text_puts (w->mem, &c.what, what);
  text_puts (w->mem, &c.value, value);
  text_c (w->mem, &c.what);
  text_c (w->mem, &c.value);
  puts_body (w, declared);
  unit_put (w->mem, &w->test->body, w->about->format->check[how], what, value);
  c.len = w->test->body.len - c.at;
  vec_push (w->mem, &w->test->checks, c);
}

static void put_check (unit_making *w, unit_check_kind how, const char *what,
                       const char_vec *value) {
  put_declared_check (w, how, "", what, value ? value->data : "");
}

static typed_form form_of (const unit_making *w) {
  return w->values.is_cxx ? TYPED_CXX : TYPED_C;
}

static bool is_number (const datatype *s) {
  return (s->kind >= DATATYPE_SIGNED && s->kind <= DATATYPE_ENUM) ||
         typed_is_wide (s);
}

/* A variable with the bytes, and the comparison with what is at an address. */
static void check_bytes (unit_making *w, const char *address, const datatype *s,
                         const uint8_t *bytes) {
  char_vec name = {0}, line = {0};
  text_puts (w->mem, &name, "expected");
  if (w->wanted++)
    text_printf (w->mem, &name, "_%u", w->wanted);
  text_c (w->mem, &name);
  text_puts (w->mem, &line, "  const ");
  if (unit_declare (s, name.data, w->mem, &line)) {
    text_puts (w->mem, &line, " = ");
    typed_print (s, bytes, form_of (w), w->mem, &line);
    text_puts (w->mem, &line, ";\n");
    put_declared_check (w, UNIT_CHECK_BYTES, text_c (w->mem, &line), address,
                        name.data);
  }
  vec_release (w->mem, &name);
  vec_release (w->mem, &line);
}

static void check_equal (unit_making *w, const char *what,
                         const char_vec *value) {
  char_vec text = {0};
  if (strstr (value->data, "nan"))
    text_printf (w->mem, &text, "__builtin_isnan (%s)", what);
  else
    text_printf (w->mem, &text, "%s == %s", what, value->data);
  put_check (w, UNIT_CHECK_TRUTH, text_c (w->mem, &text), NULL);
  vec_release (w->mem, &text);
}

static void check_scalar (unit_making *w, const char *what, const datatype *s,
                          const uint8_t *bytes) {
  char_vec value = {0};
  typed_print (s, bytes, form_of (w), w->mem, &value);
  text_c (w->mem, &value);
  if (s->kind == DATATYPE_FLOAT || typed_is_wide (s)) /* of no framework */
    check_equal (w, what, &value);
  else if (s->kind == DATATYPE_BOOL)
    put_check (w, *bytes ? UNIT_CHECK_TRUTH : UNIT_CHECK_FALSEHOOD, what, NULL);
  else
    put_check (w, UNIT_CHECK_INTEGER, what, &value);
  vec_release (w->mem, &value);
}

/* An array of one. */
static void check_only (unit_making *w, const char *what, const datatype *s,
                        const uint8_t *bytes) {
  char_vec name = {0};
  text_printf (w->mem, &name, "%s[0]", what);
  check_scalar (w, text_c (w->mem, &name), s->of, bytes);
  vec_release (w->mem, &name);
}

static void check_value (unit_making *w, const char *what, const datatype *s,
                         const outcome_part *p, uint64_t at, unsigned depth);

/* A text in an array, which is all that it holds: what is behind it is as it
 * was. False: it is none.
 */
static bool check_array_text (unit_making *w, const char *what,
                              const datatype *s, const outcome_part *p,
                              uint64_t at) {
  const uint8_t *bytes = p->bytes + at;
  uint64_t n = 0;
  if (!w->before || w->before_of != p || s->of->kind != DATATYPE_CHAR)
    return false;
  while (n < s->size && (isprint (bytes[n]) || isspace (bytes[n])))
    n++;
  if (n == s->size || bytes[n] ||
      memcmp (bytes + n + 1, w->before + at + n + 1, s->size - n - 1) != 0)
    return false;
  char_vec text = {0};
  typed_text (bytes, n, TYPED_C, w->mem, &text);
  text_c (w->mem, &text);
  put_check (w, UNIT_CHECK_TEXT, what, &text);
  vec_release (w->mem, &text);
  return true;
}

static void check_members (unit_making *w, const char *what, const datatype *s,
                           const outcome_part *p, uint64_t at, unsigned depth) {
  char_vec name = {0};
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    uint8_t room[8];
    vec_clear (&name);
    bool is_led = *what == '*'; /* "*p": its member is "p->m" */
    text_printf (w->mem, &name, "%s%s%s", what + is_led,
                 !*m->name ? ""
                 : is_led  ? "->"
                           : ".",
                 m->name);
    text_c (w->mem, &name);
    if (!m->bits)
      check_value (w, name.data, m->type, p, at + m->at / 8, depth + 1);
    else if (is_known (p, at + m->at / 8, (m->at % 8 + m->bits + 7) / 8))
      check_scalar (w, name.data, m->type,
                    typed_member (s, m, p->bytes + at, room));
  }
  vec_release (w->mem, &name);
}

/* By a member that is known. */
static void check_union (unit_making *w, const char *what, const datatype *s,
                         const outcome_part *p, uint64_t at, unsigned depth) {
  const datatype_member *m =
      is_known (p, at, s->size) ? typed_union (s, p->bytes + at) : NULL;
  for (uint32_t i = 0; i < s->n && !m; i++)
    if (!s->member[i].bits && is_known (p, at, s->member[i].type->size))
      m = s->member + i;
  datatype alone = {.kind = DATATYPE_STRUCT,
                    .size = s->size,
                    .name = "",
                    .n = 1,
                    .member = m};
  if (m)
    check_members (w, what, &alone, p, at, depth);
}

/* What the test has chosen about the argument that a pointer leads to, or NULL:
 * it is there.
 */
static const testinput *hidden (const unit_making *w,
                                const outcome_pointer *x) {
  return x->kind == POINTEE_ARGUMENT ? choices_find (&w->from->test, x->name)
                                     : NULL;
}

static bool is_null (const unit_making *w, const outcome_pointer *x) {
  const testinput *choice = hidden (w, x);
  return choice && !strchr (choice->name, '=');
}

/* The variable that a pointer leads into, and its type or NULL; false: it has
 * no name here.
 */
static bool put_variable (unit_making *w, const outcome_pointer *x,
                          char_vec *out, const datatype **type) {
  const testinput named = {.name = x->name};
  *type = NULL;
  if (x->kind == POINTEE_ARGUMENT)
    return !choices_hide (&w->from->test, &named) &&
           unit_variable (&w->from->test, x->name, w->mem, out, type);
  if (x->kind != POINTEE_GLOBAL || strchr (x->name, '.'))
    return false;
  text_puts (w->mem, out, x->name);
  for (size_t i = 0; i < w->types->objects.len; i++)
    if (!strcmp (w->types->objects.data[i].name, x->name))
      *type = w->types->objects.data[i].type;
  return true;
}

/* That it is "v + 1", of a pointer of this type; false: it cannot be said. */
static bool check_address (unit_making *w, const char *what, const datatype *s,
                           const outcome_pointer *x) {
  const datatype *type, *target = datatypes_behind (w->types, s);
  char_vec name = {0}, is = {0}, value = {0};
  bool is_good = put_variable (w, x, &name, &type);
  bool is_array = type && type->kind == DATATYPE_ARRAY;
  bool is_address = is_array || (x->kind == POINTEE_ARGUMENT &&
                                 unit_is_allocated (&w->values, x->name));
  const datatype *one = is_array ? type->of : type;
  int64_t size = one && one->size <= INT32_MAX ? (int64_t) one->size : 0;
  bool is_alike = size && target && !strcmp (target->name, one->name) &&
                  x->offset % size == 0;
  const char *cast = is_alike ? "" : "(const char *) ";
  text_printf (w->mem, &is, "%s%s", cast, what);
  text_printf (w->mem, &value, "%s%s%s", cast, is_address ? "" : "&",
               text_c (w->mem, &name));
  if (x->offset)
    text_printf (w->mem, &value, " + %" PRId64,
                 is_alike ? x->offset / size : x->offset);
  if (is_good)
    put_check (w, UNIT_CHECK_POINTER, text_c (w->mem, &is), &value);
  vec_release (w->mem, &name, &is, &value);
  return is_good;
}

/* The object without a name here that a pointer leads to, or NULL: one that the
 * function made, or a variable of its own that it wrote.
 */
static const outcome_part *nameless (const unit_making *w,
                                     const outcome_pointer *x) {
  if (x->kind == POINTEE_GLOBAL && strchr (x->name, '.'))
    return outcome_find (&w->from->outcome, OUTCOME_GLOBAL, x->name);
  return x->kind == POINTEE_PART ? outcome_pointee (&w->from->outcome, x)
                                 : NULL;
}

/* A string in such an object, told by a pointer of this type. */
static bool check_text (unit_making *w, const char *what, const datatype *s,
                        const outcome_pointer *x, char_vec *text) {
  const outcome_part *p = nameless (w, x);
  if (!p || x->offset < 0 || strcmp (s->name, "char *"))
    return false;
  uint64_t end = (uint64_t) x->offset;
  while (end < p->n && is_known (p, end, 1) && p->bytes[end])
    end++;
  if (end >= p->n || !is_known (p, end, 1))
    return false;
  typed_text (p->bytes + x->offset, end - (uint64_t) x->offset, TYPED_C, w->mem,
              text);
  text_c (w->mem, text);
  put_check (w, UNIT_CHECK_TEXT, what, text);
  return true;
}

static const outcome_pointer *pointer_at (const outcome_part *p, uint64_t at) {
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (p->pointer[i].at == at && p->pointer[i].kind < POINTEE_TEXT)
      return p->pointer + i;
  return NULL;
}

/* Each object once: they may lead to each other. */
static bool take_link (unit_making *w, const outcome_part *to) {
  for (unsigned i = 0; i < w->n_links; i++)
    if (w->link[i] == to)
      return false;
  if (w->n_links == MAX_LINKS)
    return false;
  w->link[w->n_links++] = to;
  return true;
}

/* What is behind a pointer that was written: an object with a name, or one that
 * the function made, and what it holds.
 */
static void check_link (unit_making *w, const char *what, const datatype *s,
                        const outcome_part *p, uint64_t at, unsigned depth) {
  static const uint8_t zero[8];
  const outcome_pointer *x = pointer_at (p, at);
  const outcome_part *to = x ? nameless (w, x) : NULL;
  const datatype *target = datatypes_behind (w->types, s);
  char_vec value = {0};
  bool has_value = to && target && !to->is_freed && x->offset >= 0 &&
                   (uint64_t) x->offset + target->size <= to->n;
  if (x ? is_null (w, x)
        : is_known (p, at, 8) && !memcmp (p->bytes + at, zero, 8))
    put_check (w, UNIT_CHECK_NULL, what, NULL);
  else if (!x || check_address (w, what, s, x) ||
           check_text (w, what, s, x, &value))
    ;
  else if (has_value && take_link (w, to)) {
    text_printf (w->mem, &value, "*%s", what);
    check_value (w, text_c (w->mem, &value), target, to, (uint64_t) x->offset,
                 depth + 1);
  } else if (to)
    put_check (w, UNIT_CHECK_NOT_NULL, what, NULL);
  vec_release (w->mem, &value);
}

static void check_elements (unit_making *w, const char *what, const datatype *s,
                            const outcome_part *p, uint64_t at,
                            unsigned depth) {
  uint64_t size = s->of->size, n = size ? s->size / size : 0;
  char_vec name = {0};
  for (uint64_t i = 0; i < n && i < MAX_ELEMENTS; i++) {
    vec_clear (&name);
    text_printf (w->mem, &name,
                 *what == '*' ? "(%s)[%" PRIu64 "]" : "%s[%" PRIu64 "]", what,
                 i);
    check_value (w, text_c (w->mem, &name), s->of, p, at + i * size, depth + 1);
  }
  vec_release (w->mem, &name);
}

/* What C's == would call the same. */
static void check_value (unit_making *w, const char *what, const datatype *s,
                         const outcome_part *p, uint64_t at, unsigned depth) {
  if (!s->size || depth > MAX_NESTED)
    return;
  const datatype *of = s;
  while (of->kind == DATATYPE_ARRAY)
    of = of->of;
  if (s->kind == DATATYPE_STRUCT)
    check_members (w, what, s, p, at, depth);
  else if (s->kind == DATATYPE_UNION)
    check_union (w, what, s, p, at, depth);
  else if (s->kind == DATATYPE_POINTER)
    check_link (w, what, s, p, at, depth);
  else if (s->kind == DATATYPE_ARRAY && of->kind >= DATATYPE_POINTER)
    check_elements (w, what, s, p, at, depth);
  else if (!is_known (p, at, s->size))
    return;
  else if (is_number (s))
    check_scalar (w, what, s, p->bytes + at);
  else if (s->kind == DATATYPE_ARRAY && is_number (s->of) &&
           s->size == s->of->size)
    check_only (w, what, s, p->bytes + at);
  else if (s->kind == DATATYPE_ARRAY && check_array_text (w, what, s, p, at))
    ;
  else if (s->kind == DATATYPE_ARRAY &&
           ((is_number (of) && of->size <= 8) || of->kind == DATATYPE_BYTES))
    check_bytes (w, what, s, p->bytes + at);
}

/* The result. */

/* "returns_minus_7" */
static void name_outcome (unit_making *w, const char_vec *value) {
  text_puts (w->mem, &w->test->outcome, "returns_");
  size_t start = w->test->outcome.len;
  unit_name_value (w->mem, value->data, value->len, &w->test->outcome);
  if (w->test->outcome.len == start)
    text_puts (w->mem, &w->test->outcome, value->len > 2 ? "it" : "nothing");
}

/* What is in an object that has no name: one value, or several numbers. */
static bool check_pointee (unit_making *w, const outcome_pointer *x) {
  const outcome_part *p = nameless (w, x);
  const datatype *s = datatypes_behind (w->types, w->types->result);
  if (!p || x->offset || !s || p->n < s->size || p->is_freed)
    return false;
  datatype all = {.kind = DATATYPE_ARRAY,
                  .size = p->n / s->size * s->size,
                  .name = "",
                  .of = s};
  text_printf (w->mem, &w->test->body, "  const %sresult = %s;\n",
               w->types->result->name, w->call.data);
  put_check (w, UNIT_CHECK_NOT_NULL, "result", NULL);
  if (all.size > s->size && is_number (s) && is_known (p, 0, all.size))
    check_bytes (w, "result", &all, p->bytes);
  else
    check_value (w, "*result", s, p, 0, 0);
  return true;
}

static void check_pointer (unit_making *w, const outcome_part *p) {
  const datatype *s = w->types->result;
  const outcome_pointer *x = p->n_pointers ? p->pointer : NULL;
  char_vec text = {0};
  if (x && check_text (w, w->call.data, s, x, &text)) {
    name_outcome (w, &text);
    vec_release (w->mem, &text);
    return;
  }
  if (x && is_null (w, x))
    x = NULL;
  bool is_address = x && check_address (w, w->call.data, s, x);
  if (!is_address && (!x || !check_pointee (w, x)))
    put_check (w, x ? UNIT_CHECK_NOT_NULL : UNIT_CHECK_NULL, w->call.data,
               NULL);
  if (is_address && !x->offset) {
    text_puts (w->mem, &w->test->outcome, "returns_");
    unit_name_value (w->mem, x->name, strlen (x->name), &w->test->outcome);
  } else
    text_puts (w->mem, &w->test->outcome,
               x ? "returns_a_pointer" : "returns_null");
  vec_release (w->mem, &text);
}

static void name_value (unit_making *w, const datatype *s,
                        const uint8_t *bytes) {
  char_vec text = {0};
  typed_print (s, bytes, TYPED_SHORT, w->mem, &text);
  name_outcome (w, &text);
  vec_release (w->mem, &text);
}

static void put_plain_call (unit_making *w, const char *before) {
  if (w->call.len) /* it was called before */
    text_printf (w->mem, &w->test->body, "  %s%s;\n", before, w->call.data);
}

/* What it wrote to a stream, if that can be said as text. */
static const outcome_part *printed_text (const unit_making *w,
                                         const char *stream) {
  const outcome_part *p =
      outcome_find (&w->from->outcome, OUTCOME_OUTPUT, stream);
  bool is_text = p && p->n && p->n == p->size && is_known (p, 0, p->n);
  return is_text && !memchr (p->bytes, 0, p->n) ? p : NULL;
}

/* The call comes first then: a check that fails prints, too. */
static void put_captured (unit_making *w,
                          const outcome_part *const printed[UNIT_STREAMS]) {
  const datatype *s = w->types->result;
  bool has_value = s && s->size && *s->name;
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (printed[i])
      text_printf (w->mem, &w->test->body, "  " UNIT_CAPTURE "%s ();\n",
                   unit_streams[i].suffix);
  if (has_value)
    text_printf (w->mem, &w->test->body, "  %s%sreturned = %s;\n", s->name,
                 s->name[strlen (s->name) - 1] == '*' ? "" : " ", w->call.data);
  else
    text_printf (w->mem, &w->test->body, "  %s;\n", w->call.data);
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (printed[i])
      text_printf (w->mem, &w->test->body,
                   "  const char *%s = " UNIT_PRINTED "%s ();\n",
                   unit_streams[i].text, unit_streams[i].suffix);
  vec_clear (&w->call);
  text_puts (w->mem, &w->call, has_value ? "returned" : "");
  text_c (w->mem, &w->call);
}

static void check_printed (unit_making *w, const char *variable,
                           const outcome_part *p) {
  char_vec text = {0};
  typed_text (p->bytes, p->n, TYPED_C, w->mem, &text);
  text_c (w->mem, &text);
  put_check (w, UNIT_CHECK_TEXT, variable, &text);
  vec_release (w->mem, &text);
}

static bool put_result (unit_making *w) {
  const datatype *s = w->types->result;
  const outcome_part *p = outcome_find (&w->from->outcome, OUTCOME_RETURN, "");
  if (!p) /* it called exit, which would end all tests */
    return false;
  if (!s || !s->size || p->size < s->size) {
    put_plain_call (w, "");
    text_puts (w->mem, &w->test->outcome, "works");
  } else if (s->kind == DATATYPE_POINTER &&
             (p->n_pointers || is_known (p, 0, 8)))
    check_pointer (w, p);
  else if (is_number (s) && is_known (p, 0, s->size)) {
    check_scalar (w, w->call.data, s, p->bytes);
    name_value (w, s, p->bytes);
  } else if (s->kind >= DATATYPE_STRUCT && *s->name) {
    text_printf (w->mem, &w->test->body, "  const %s result = %s;\n", s->name,
                 w->call.data);
    check_value (w, s->kind == DATATYPE_ARRAY ? "&result" : "result", s, p, 0,
                 0);
    text_puts (w->mem, &w->test->outcome, "works");
  } else {
    put_plain_call (w, "(void) ");
    text_puts (w->mem, &w->test->outcome, "works");
  }
  return true;
}

static bool check_result (unit_making *w) {
  w->is_result = true;
  bool is_good = put_result (w);
  w->is_result = false;
  return is_good;
}

/* What was written. */

static bool fill_before (const testcase *, const char *name, const datatype *,
                         memory *, uint8_t *to);

static bool fill_elements (const testcase *t, const char *name,
                           const datatype *s, memory *mem, uint8_t *to) {
  uint64_t size = s->of->size, n = size ? s->size / size : 0;
  char_vec part = {0};
  bool is_good = n > 0;
  for (uint64_t i = 0; is_good && i < n; i++) {
    vec_clear (&part);
    unit_element (name, s, i, mem, &part);
    is_good = fill_before (t, part.data, s->of, mem, to + i * size);
  }
  vec_release (mem, &part);
  return is_good;
}

static bool fill_members (const testcase *t, const char *name,
                          const datatype *s, memory *mem, uint8_t *to) {
  char_vec part = {0};
  bool is_good = true;
  for (uint32_t i = 0; is_good && i < s->n; i++) {
    const datatype_member *m = s->member + i;
    vec_clear (&part);
    text_printf (mem, &part, "%s.%s", name, m->name);
    is_good =
        !m->bits && *m->name &&
        fill_before (t, text_c (mem, &part), m->type, mem, to + m->at / 8);
  }
  vec_release (mem, &part);
  return is_good;
}

/* What an object held at the call, as its bytes; false: they are not all
 * numbers of their own.
 */
static bool fill_before (const testcase *t, const char *name, const datatype *s,
                         memory *mem, uint8_t *to) {
  const testinput *in = unit_input (t, name);
  if (s->kind == DATATYPE_STRUCT)
    return fill_members (t, name, s, mem, to);
  if (!in && s->kind == DATATYPE_ARRAY)
    return fill_elements (t, name, s, mem, to);
  bool is_good = in && in->size == s->size && s->kind != DATATYPE_POINTER;
  if (is_good)
    memcpy (to, in->bytes, s->size);
  return is_good;
}

static void check_argument (unit_making *w, const outcome_part *p) {
  const datatype *type;
  const testcase *t = &w->from->test;
  const testinput named = {.name = p->name};
  char_vec name = {0};
  if (!choices_hide (t, &named) && !p->is_freed && p->n == p->size &&
      unit_variable (t, p->name, w->mem, &name, &type) &&
      type->size == p->size) {
    uint8_t *before = memory_zalloc (w->mem, p->size);
    bool is_known = fill_before (t, p->name, type, w->mem, before);
    w->before = is_known ? before : NULL;
    w->before_of = p;
    check_value (w, text_c (w->mem, &name), type, p, 0, 0);
    w->before = NULL;
    memory_free (w->mem, before, p->size);
  }
  vec_release (w->mem, &name);
}

static const datatype *type_of_global (const unit_making *w,
                                       const outcome_part *p) {
  for (size_t i = 0; i < w->types->objects.len; i++) {
    const named_type *o = w->types->objects.data + i;
    if (!strcmp (o->name, p->name) && o->type->size == p->size)
      return o->type;
  }
  return NULL;
}

static bool is_of_word (char c) {
  return isalnum ((unsigned char) c) || c == '_';
}

/* Variables of functions have no name here. */
static bool has_name (const unit_making *w, const char *name) {
  const char *in = w->about->header;
  size_t n = strlen (name);
  if (strchr (name, '.') || !in)
    return !in && !strchr (name, '.');
  for (const char *at = in; (at = strstr (at, name)); at += n)
    if (!is_of_word (at[n]) && (at == in || !is_of_word (at[-1])))
      return true;
  return false;
}

/* Tests share the variables of the program: each puts them back. Of those that
 * have no name here it is found out natively whether others notice.
 */
static bool check_global (unit_making *w, const outcome_part *p) {
  const datatype *type = type_of_global (w, p);
  bool is_value = type && *type->name && type->kind != DATATYPE_ARRAY &&
                  type->kind != DATATYPE_POINTER;
  const char *name = p->name;
  char_vec before = {0};
  if (!has_name (w, name)) {
    w->test->is_unsure = true;
    return true;
  }
  if (p->n != p->size)
    return false;
  if (is_value) {
    text_printf (w->mem, &before, "  const %s %s_before = %s;\n", type->name,
                 name, name);
    text_printf (w->mem, &w->after, "  %s = %s_before;\n", name, name);
  } else {
    text_printf (w->mem, &before,
                 "  unsigned char %s_before[sizeof %s];\n"
                 "  memcpy (%s_before, &%s, sizeof %s);\n",
                 name, name, name, name, name);
    text_printf (w->mem, &w->after, "  memcpy (&%s, %s_before, sizeof %s);\n",
                 name, name, name);
  }
  text_puts (w->mem, &before, text_c (w->mem, &w->values.declarations));
  vec_release (w->mem, &w->values.declarations);
  w->values.declarations = before;
  if (type)
    check_value (w, name, type, p, 0, 0);
  return true;
}

/* What it begins with; its addresses count as not known. */
static bool fill_global (const unit_making *w, const char *name, uint64_t size,
                         uint8_t *bytes, symbyte *symbol) {
  const program *p = w->about->program;
  const global *g = NULL;
  for (uint32_t i = 0; i < program_count_globals (p) && !g; i++)
    if (!strcmp (program_global (p, i)->name, name))
      g = program_global (p, i);
  if (!g || !g->is_users || g->is_foreign || g->size != size ||
      !has_name (w, name))
    return false;
  if (g->bytes)
    memcpy (bytes, g->bytes, size);
  for (uint32_t i = 0; i < g->n_addresses; i++)
    for (unsigned k = 0; k < 8; k++)
      symbol[g->address_at[i] + k] = (symbyte) {.term = SYMBYTE_UNSET};
  return true;
}

/* Other paths write it, this one must not. */
static void check_untouched (unit_making *w, const named_type *o,
                             outcome_what what) {
  const testcase *t = &w->from->test;
  uint64_t size = o->type->size;
  if (!map_get (w->about->written, behaviour_part (what, o->name), 0) ||
      outcome_find (&w->from->outcome, what, o->name) || !size ||
      size > MAX_UNTOUCHED)
    return;
  uint8_t *bytes = memory_zalloc (w->mem, size);
  symbyte *symbol = memory_zalloc (w->mem, size * sizeof *symbol);
  outcome_part p = {.what = what,
                    .name = o->name,
                    .size = size,
                    .n = (uint32_t) size,
                    .bytes = bytes,
                    .symbol = symbol};
  if (what == OUTCOME_GLOBAL) {
    if (fill_global (w, o->name, size, bytes, symbol))
      check_value (w, o->name, o->type, &p, 0, 0);
  } else if (fill_before (t, o->name, o->type, w->mem, bytes))
    check_argument (w, &p);
  memory_free (w->mem, symbol, size * sizeof *symbol);
  memory_free (w->mem, bytes, size);
}

static bool check_written (unit_making *w) {
  const outcome *o = &w->from->outcome;
  bool is_good = true;
  for (size_t i = 0; i < w->types->objects.len; i++)
    check_untouched (w, w->types->objects.data + i, OUTCOME_ARGUMENT);
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what == OUTCOME_ARGUMENT)
      check_argument (w, o->part + i);
    else if (o->part[i].what == OUTCOME_GLOBAL)
      is_good &= check_global (w, o->part + i);
  for (size_t i = 0; i < w->types->objects.len; i++)
    check_untouched (w, w->types->objects.data + i, OUTCOME_GLOBAL);
  return is_good;
}

/* All. */

static void put_fault (unit_making *w) {
  const end_record *e = &w->from->test.end;
  text_printf (w->mem, &w->test->outcome, "has_no_%s", fault_name (e->fault));
  put_plain_call (w, w->types->result ? "(void) " : "");
}

/* Inputs that come from elsewhere than the arguments. */
static bool is_of_param (const datatypes *t, const char *name) {
  for (size_t i = 0; i < t->params.len; i++)
    if (unit_is_of (t->params.data + i, name))
      return true;
  return false;
}

static bool has_only_params (const testcase *t) {
  const char *about;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!is_of_param (t->types, t->input[i].name) &&
        !choices_are (t->input + i, &about))
      return false;
  return true;
}

static bool make_test (unit_making *w) {
  const testcase *t = &w->from->test;
  text_printf (w->mem, &w->call, "%s (%s)", w->types->entry,
               w->values.arguments.data);
  text_c (w->mem, &w->call);
  text_puts (w->mem, &w->test->call, w->call.data);
  text_c (w->mem, &w->test->call);
  const outcome_part *printed[UNIT_STREAMS] = {NULL};
  for (unsigned i = 0; i < UNIT_STREAMS && t->end.kind != END_FAULT; i++)
    printed[i] = printed_text (w, unit_streams[i].name);
  if (printed[0] || printed[1])
    put_captured (w, printed);
  if (t->end.kind == END_FAULT)
    put_fault (w);
  else if (!check_result (w) || !check_written (w))
    return false;
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (printed[i])
      check_printed (w, unit_streams[i].text, printed[i]);
  char_vec whole = {0};
  text_puts (w->mem, &whole, text_c (w->mem, &w->values.declarations));
  for (size_t i = 0; i < w->test->checks.len; i++)
    w->test->checks.data[i].at += whole.len;
  text_puts (w->mem, &whole, text_c (w->mem, &w->test->body));
  text_puts (w->mem, &whole, text_c (w->mem, &w->after));
  text_puts (w->mem, &whole, w->values.after.data);
  vec_release (w->mem, &w->test->body);
  w->test->body = whole;
  text_puts (w->mem, &w->test->words, w->values.words.data);
  text_add (w->mem, &w->test->stubs, w->values.stubs.data, w->values.stubs.len);
  text_c (w->mem, &w->test->outcome);
  text_c (w->mem, &w->test->words);
  text_c (w->mem, &w->test->body);
  return true;
}

bool unit_test_make (unit_test *test, const unit_subject *about, retrace *r,
                     const retraced *from, memory *mem) {
  const testcase *t = &from->test;
  *test = (unit_test) {.path = from->path,
                       .answer = from->answer,
                       .is_fault = t->end.kind == END_FAULT};
  unit_making w = {
      .mem = mem,
      .test = test,
      .about = about,
      .from = from,
      .types = t->types,
      .values = {.mem = mem,
                 .is_cxx = about->format->format == TEST_FORMAT_GTEST,
                 .test = t,
                 .outcome = &from->outcome}};
  if (!t->types || !has_only_params (t))
    return false;
  unit_values_make (&w.values);
  bool is_made = w.values.is_supported && make_test (&w);
  for (unsigned i = 0; i < UNIT_CONDITIONS; i++)
    unit_name_condition (r, i, mem, &test->when[i]);
  unit_values_release (&w.values);
  vec_release (mem, &w.call);
  vec_release (mem, &w.after);
  return is_made;
}

/* What is not used any more without the check: the call, or a variable. */
static const char *used_by (const unit_test *t, const unit_check *c) {
  static const char *const variables[] = {"result", "returned"};
  if (strstr (c->what.data, t->call.data))
    return t->call.data;
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    if (strstr (c->what.data, variables[i]))
      return variables[i];
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (!strcmp (c->what.data, unit_streams[i].text))
      return unit_streams[i].text;
  return NULL;
}

static void put_use (const char *what, memory *mem, char_vec *out) {
  char_vec line = {0};
  text_printf (mem, &line, "  (void) %s; /* not the same everywhere */\n",
               what);
  if (!strstr (text_c (mem, out), text_c (mem, &line)))
    text_puts (mem, out, line.data);
  vec_release (mem, &line);
}

bool unit_test_settle (unit_test *t, const bool *holds, memory *mem) {
  char_vec body = {0};
  size_t at = 0, n_left = 0;
  for (size_t i = 0; i < t->checks.len; i++) {
    const unit_check *c = t->checks.data + i;
    const char *used = used_by (t, c);
    n_left += holds[i];
    if (holds[i])
      continue;
    text_add (mem, &body, t->body.data + at, c->at - at);
    at = c->at + c->len;
    if (used)
      put_use (used, mem, &body);
    if (c->is_of_result) {
      vec_clear (&t->outcome);
      text_puts (mem, &t->outcome, "works");
      text_c (mem, &t->outcome);
    }
  }
  text_add (mem, &body, t->body.data + at, t->body.len - at);
  text_c (mem, &body);
  vec_release (mem, &t->body);
  t->body = body;
  return n_left || !t->checks.len;
}

void unit_test_release (unit_test *t, memory *mem) {
  vec_release (mem, &t->outcome);
  for (unsigned i = 0; i < UNIT_CONDITIONS; i++)
    vec_release (mem, &t->when[i]);
  vec_release (mem, &t->name);
  vec_release (mem, &t->words);
  vec_release (mem, &t->body, &t->stubs, &t->call);
  for (size_t i = 0; i < t->checks.len; i++)
    vec_release (mem, &t->checks.data[i].what, &t->checks.data[i].value);
  vec_release (mem, &t->checks);
}
