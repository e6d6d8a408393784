#include "suite/testcase_text.h"

#include "base/bits.h"
#include "base/json_members.h"
#include "base/shown.h"
#include "machine/ending_text.h"
#include "suite/misuse.h"
#include "suite/outcome_text.h"

#include <ctype.h>
#include <inttypes.h>

#define SHORT_INPUTS 6 /* on a line */
#define BYTES_A_ROW 16
#define FUZZ_NAME "LLVMFuzzerTestOneInput"

void testcase_describe (const testcase *t, memory *mem, char_vec *out) {
  const end_record *e = &t->end;
  switch (e->kind) {
  case END_EXIT:
    text_printf (mem, out, "exit %d", e->status);
    break;
  case END_FAULT:
    text_printf (mem, out, "%s at %s:%u", fault_name (e->fault),
                 *e->at.file ? e->at.file : "?", e->at.line);
    break;
  default:
    assert (e->kind != END_NONE);
    text_puts (mem, out, "cut: ");
    end_print (e, mem, out);
  }
  text_c (mem, out);
}

/* Standard input, files and arguments are bytes, however few. Those that have
 * a size besides are as long as it says.
 */

static bool ends_in (const char *name, const char *end) {
  size_t n = strlen (name), m = strlen (end);
  return n > m && !strcmp (name + n - m, end);
}

static bool is_argument (const char *name) {
  return !strncmp (name, "arg", 3) && name[3] &&
         strspn (name + 3, "0123456789") == strlen (name + 3);
}

static bool is_stream (const testinput *in) {
  return in->what == SYMBOLIC_OBJECT &&
         (!strcmp (in->name, "stdin") || ends_in (in->name, "_data"));
}

/* Of "stdin" or "A_data" the length of "stdin" or "A". */
static int stem (const testinput *in) {
  size_t n = strlen (in->name);
  assert (is_stream (in));
  return (int) (n - (ends_in (in->name, "_data") ? strlen ("_data") : 0));
}

/* What the fuzzer's entry gets. */
static bool is_fuzz_data (const testcase *t, const testinput *in) {
  return t->types && !strcmp (t->types->entry, FUZZ_NAME) &&
         !strcmp (in->name, "data");
}

static const testinput *find_size (const testcase *t, const char *stem, int n,
                                   const char *end) {
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    if (!strncmp (in->name, stem, (size_t) n) && !strcmp (in->name + n, end) &&
        (in->size == 4 || in->size == 8))
      return in;
  }
  return NULL;
}

static const testinput *testcase_size_of (const testcase *t,
                                          const testinput *in) {
  return is_stream (in)         ? find_size (t, in->name, stem (in), "_size")
         : is_fuzz_data (t, in) ? find_size (t, "", 0, "size")
                                : NULL;
}

/* The part of an input that the program can see. */
static testinput seen (const testcase *t, const testinput *in) {
  testinput part = *in;
  const testinput *size = testcase_size_of (t, in);
  uint64_t n = part.size;
  if (size)
    n = bits_load (size->bytes, (unsigned) size->size);
  else
    choices_size (t, in->name, &n);
  if (n < part.size)
    part.size = n;
  return part;
}

/* Types. Results of __VERIFIER_nondet_* are called by them. */

#define NAMED(NAME, KIND, SIZE, C) \
  { \
    NAME, { .kind = DATATYPE_##KIND, .size = SIZE, .name = C } \
  }

static const struct {
  const char *name;
  datatype type;
} nondets[] = {NAMED ("bool", BOOL, 1, "_Bool"),
               NAMED ("char", CHAR, 1, "char"),
               NAMED ("uchar", UNSIGNED, 1, "unsigned char"),
               NAMED ("short", SIGNED, 2, "short"),
               NAMED ("ushort", UNSIGNED, 2, "unsigned short"),
               NAMED ("int", SIGNED, 4, "int"),
               NAMED ("uint", UNSIGNED, 4, "unsigned int"),
               NAMED ("unsigned", UNSIGNED, 4, "unsigned int"),
               NAMED ("long", SIGNED, 8, "long"),
               NAMED ("ulong", UNSIGNED, 8, "unsigned long"),
               NAMED ("longlong", SIGNED, 8, "long long"),
               NAMED ("ulonglong", UNSIGNED, 8, "unsigned long long"),
               NAMED ("size_t", UNSIGNED, 8, "size_t"),
               NAMED ("u8", UNSIGNED, 1, "uint8_t"),
               NAMED ("u16", UNSIGNED, 2, "uint16_t"),
               NAMED ("u32", UNSIGNED, 4, "uint32_t"),
               NAMED ("u64", UNSIGNED, 8, "uint64_t"),
               NAMED ("float", FLOAT, 4, "float"),
               NAMED ("double", FLOAT, 8, "double"),
               NAMED ("pointer", POINTER, 8, "void *"),
               NAMED ("charp", POINTER, 8, "char *")};

static const datatype letter = {
    .kind = DATATYPE_CHAR, .size = 1, .name = "char"};
static const datatype an_int = {
    .kind = DATATYPE_SIGNED, .size = 4, .name = "int"};
static const datatype a_choice = {
    .kind = DATATYPE_UNSIGNED, .size = 8, .name = "uintptr_t"};

datatype testcase_type (const testcase *t, const testinput *in) {
  if (is_stream (in) || (in->what == SYMBOLIC_OBJECT && is_argument (in->name)))
    return (datatype) {
        .kind = DATATYPE_ARRAY, .size = in->size, .name = "", .of = &letter};
  for (size_t i = 0; i < sizeof nondets / sizeof *nondets; i++)
    if (in->what == SYMBOLIC_NONDET && nondets[i].type.size == in->size &&
        !strcmp (nondets[i].name, in->name))
      return nondets[i].type;
  if (in->what == SYMBOLIC_RANGE && (in->size == 4 || in->size == 8))
    return in->size == 4 ? an_int : a_choice;
  return datatypes_find (t->types, in->name, in->size);
}

/* Of what the program can see of it: an array may be shorter. */
static datatype type_of_part (const testcase *t, const testinput *all,
                              const testinput *part) {
  datatype s = testcase_type (t, all);
  if (part->size != all->size)
    s.size = part->size;
  return s;
}

/* Zeros at its end are part of it. */
static bool is_exact (const testcase *t, const testinput *in,
                      const datatype *s) {
  return is_stream (in) ||
         (is_fuzz_data (t, in) && typed_is_text (s, in->bytes));
}

/* Bit-fields that follow each other are one input (program/harness.c), with
 * the name of the first: they are shown one by one. Returns the length of the
 * name before those of fields, 0: it is something else.
 */
static size_t stem_of_fields (const testinput *in, const datatype *s) {
  if (s->kind != DATATYPE_STRUCT || *s->name || !s->n || !s->member->bits ||
      !ends_in (in->name, s->member->name))
    return 0;
  size_t n = strlen (in->name) - strlen (s->member->name);
  return in->name[n - 1] == '.' ? n : 0;
}

static void put_field_name (const testinput *in, size_t stem,
                            const datatype_member *m, char_vec *out) {
  char_vec name = {0};
  assert (stem);
  text_add (NULL, &name, in->name, stem);
  text_puts (NULL, &name, m->name);
  shown_add (NULL, out, text_c (NULL, &name));
  vec_release (NULL, &name);
}

static void put_field (const testinput *in, const datatype *s,
                       const datatype_member *m, char_vec *out) {
  uint8_t room[8];
  typed_print (m->type, typed_member (s, m, in->bytes, room), TYPED_WHOLE, NULL,
               out);
}

/* One line. */

static void put_value (const testcase *t, const testinput *in, typed_form form,
                       char_vec *out) {
  testinput part = seen (t, in);
  datatype s = type_of_part (t, in, &part);
  if (is_exact (t, &part, &s))
    typed_text (part.bytes, part.size, form, NULL, out);
  else
    typed_print (&s, part.bytes, form, NULL, out);
}

static void put_short_fields (const testinput *in, size_t stem,
                              const datatype *s, char_vec *out) {
  for (uint32_t i = 0; i < s->n; i++) {
    text_puts (NULL, out, i ? " " : "");
    put_field_name (in, stem, s->member + i, out);
    text_puts (NULL, out, "=");
    put_field (in, s, s->member + i, out);
  }
}

static void put_short (const testcase *t, const testinput *in, char_vec *out) {
  datatype s = testcase_type (t, in);
  size_t fields = stem_of_fields (in, &s);
  if (fields) {
    put_short_fields (in, fields, &s, out);
    return;
  }
  char_vec name = {0};
  const char *about;
  if (choices_are (in, &about)) {
    size_t n = strcspn (about, "=");
    text_add (NULL, &name, about, n);
    text_printf (NULL, &name, "=%s", about[n] ? about + n + 1 : "NULL");
    shown_add (NULL, out, text_c (NULL, &name));
    vec_release (NULL, &name);
    return;
  }
  text_add (NULL, &name, in->name,
            is_stream (in) ? (size_t) stem (in) : strlen (in->name));
  shown_add (NULL, out, name.len ? text_c (NULL, &name) : "unnamed");
  text_puts (NULL, out, "=");
  vec_release (NULL, &name);
  put_value (t, in, TYPED_SHORT, out);
}

/* The status of a file is there for others who read tests: it says nothing to
 * people. Nor do pointers that are nothing special, and what is behind others.
 */
static bool is_dull (const testcase *t, const testinput *in) {
  const char *about;
  return ends_in (in->name, "_stat") || choices_hide (t, in) ||
         (choices_are (in, &about) && !*in->bytes);
}

/* It is told with what it is the size of. */
static bool is_told (const testcase *t, const testinput *in) {
  for (uint32_t i = 0; ends_in (in->name, "_size") && i < t->n_inputs; i++)
    if (testcase_size_of (t, t->input + i) == in)
      return true;
  return false;
}

static bool input_is_zero (const testinput *in) {
  uint64_t i = 0;
  while (i < in->size && !in->bytes[i])
    i++;
  return i == in->size;
}

/* Where there is no room for all, those come first that had to be something:
 * what does not matter is zero (friendly.h).
 */
void testcase_inputs (const testcase *t, char_vec *out) {
  uint32_t all = 0, shown = 0;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    all += !is_dull (t, t->input + i) && !is_told (t, t->input + i);
  bool has_room = all <= SHORT_INPUTS;
  for (int zeros = 0; zeros < (has_room ? 1 : 2); zeros++)
    for (uint32_t i = 0; i < t->n_inputs && shown < SHORT_INPUTS; i++) {
      const testinput *in = t->input + i;
      if (is_dull (t, in) || is_told (t, in) ||
          (!has_room && input_is_zero (in) != zeros))
        continue;
      text_puts (NULL, out, shown++ ? " " : "");
      put_short (t, in, out);
    }
  if (all > shown)
    text_printf (NULL, out, " and %u more", all - shown);
  text_c (NULL, out);
}

/* The input that a parameter of the driven function is; NULL: it is several. */
static const testinput *find_param (const testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!strcmp (t->input[i].name, name))
      return t->input + i;
  return NULL;
}

static bool has_all_params (const testcase *t) {
  bool has_all = t->types && *t->types->entry && t->types->params.len;
  for (size_t i = 0; has_all && i < t->types->params.len; i++)
    has_all = find_param (t, t->types->params.data[i].name) ||
              choices_find (t, t->types->params.data[i].name);
  return has_all;
}

void testcase_call (const testcase *t, char_vec *out) {
  bool is_driven = t->types && *t->types->entry;
  if (is_driven)
    text_puts (NULL, out, t->types->entry);
  if (is_driven && (has_all_params (t) || !t->n_inputs)) {
    text_puts (NULL, out, "(");
    for (size_t i = 0; i < t->types->params.len; i++) {
      const char *name = t->types->params.data[i].name;
      const testinput *other = choices_find (t, name);
      text_puts (NULL, out, i ? ", " : "");
      if (other)
        text_puts (NULL, out,
                   strchr (other->name, '=') ? strchr (other->name, '=') + 1
                                             : "NULL");
      else
        put_value (t, find_param (t, name), TYPED_SHORT, out);
    }
    text_puts (NULL, out, ")");
  } else if (t->n_inputs) {
    text_puts (NULL, out, is_driven ? " with " : "with ");
    testcase_inputs (t, out);
    text_puts (NULL, out, ":");
  }
  text_c (NULL, out);
}

void testcase_print_line (const testcase *t, FILE *f) {
  char_vec end = {0};
  testcase_describe (t, NULL, &end);
  text_puts (NULL, &end, t->n_inputs ? "  " : "");
  testcase_inputs (t, &end);
  size_t before = end.len;
  text_puts (NULL, &end, "  ");
  outcome_print (t->types, &t->outcome, TYPED_SHORT, &end);
  if (end.len == before + 2)
    end.len = before;
  text_c (NULL, &end);
  fprintf (f, "%6u  %s\n", t->number, end.data);
  vec_release (NULL, &end);
}

/* All. */

static void print_rows (const testinput *in, uint64_t size, FILE *f) {
  for (uint64_t at = 0; at < size; at += BYTES_A_ROW) {
    uint64_t n = size - at < BYTES_A_ROW ? size - at : BYTES_A_ROW;
    fprintf (f, "    %04" PRIx64 " ", at);
    for (uint64_t i = 0; i < n; i++)
      fprintf (f, " %02x", in->bytes[at + i]);
    fprintf (f, "%*s  ", (int) (3 * (BYTES_A_ROW - n)), "");
    for (uint64_t i = 0; i < n; i++)
      putc (isprint (in->bytes[at + i]) ? in->bytes[at + i] : '.', f);
    putc ('\n', f);
  }
}

static void print_hex (const testinput *in, FILE *f) {
  uint64_t size = in->size;
  while (size && !in->bytes[size - 1])
    size--;
  bool has_zeros = size < in->size && in->size > 8;
  if (size > BYTES_A_ROW) {
    putc ('\n', f);
    print_rows (in, size, f);
    fputs (has_zeros ? "    and zeros\n" : "", f);
    return;
  }
  size = has_zeros ? size : in->size;
  fputs (size ? ", hex " : "", f);
  for (uint64_t i = 0; i < size; i++)
    fprintf (f, "%02x", in->bytes[i]);
  fputs (has_zeros && size ? " and zeros\n" : "\n", f);
}

static void print_fields (const testinput *in, size_t stem, const datatype *s,
                          FILE *f) {
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    char_vec text = {0};
    put_field_name (in, stem, m, &text);
    text_puts (NULL, &text, ", ");
    typed_name (m->type, NULL, &text);
    text_printf (NULL, &text, ", %u bit%s: ", m->bits, m->bits == 1 ? "" : "s");
    put_field (in, s, m, &text);
    fprintf (f, "  %s\n", text_c (NULL, &text));
    vec_release (NULL, &text);
  }
}

static void print_input (const testcase *t, const testinput *all, FILE *f) {
  testinput part = seen (t, all);
  datatype s = testcase_type (t, all);
  size_t fields = stem_of_fields (all, &s);
  if (fields) {
    print_fields (all, fields, &s, f);
    return;
  }
  char_vec text = {0};
  const char *about;
  if (choices_are (all, &about)) {
    put_short (t, all, &text);
    fprintf (f, "  %s\n", text_c (NULL, &text));
    vec_release (NULL, &text);
    return;
  }
  shown_add (NULL, &text, *all->name ? all->name : "unnamed");
  fprintf (f, "  %s, ", text_c (NULL, &text));
  vec_clear (&text);
  typed_name (&s, NULL, &text);
  fprintf (f, "%s%s", text_c (NULL, &text), text.len ? ", " : "");
  if (testcase_size_of (t, all))
    fprintf (f, "%" PRIu64 " of ", part.size);
  vec_clear (&text);
  put_value (t, all, TYPED_WHOLE, &text);
  fprintf (f, "%" PRIu64 " byte%s: %s", all->size, all->size == 1 ? "" : "s",
           text_c (NULL, &text));
  vec_release (NULL, &text);
  print_hex (&part, f);
}

static void print_fault (const testcase *t, char_vec *work, FILE *f) {
  const end_record *e = &t->end;
  vec_clear (work);
  end_print (e, NULL, work);
  fprintf (f, "  %s%s%s%s\n", fault_text (e->fault), work->len ? ": " : "",
           text_c (NULL, work),
           t->is_repeated ? " (another test shows it too)" : "");
  vec_clear (work);
  calls_print (e->n_calls, e->call, NULL, work);
  if (work->len)
    fprintf (f, "stack\n%s", text_c (NULL, work));
}

static void print_outcome (const testcase *t, FILE *f) {
  char_vec text = {0};
  for (uint32_t i = 0; i < t->outcome.n; i++) {
    if (!outcome_is_told (t->outcome.part + i))
      continue;
    text_puts (NULL, &text, "  ");
    outcome_print_part (t->types, &t->outcome, t->outcome.part + i, TYPED_WHOLE,
                        &text);
    text_puts (NULL, &text, "\n");
  }
  if (text.len)
    fprintf (f, "outcome\n%s", text_c (NULL, &text));
  vec_release (NULL, &text);
}

void testcase_print (const testcase *t, FILE *f) {
  char_vec text = {0};
  testcase_describe (t, NULL, &text);
  fprintf (f, "test %u: %s\n", t->number, text.data);
  if (t->end.kind == END_FAULT)
    print_fault (t, &text, f);
  vec_release (NULL, &text);
  fprintf (f, t->n_inputs ? "inputs\n" : "no inputs\n");
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!is_dull (t, t->input + i) && !is_told (t, t->input + i))
      print_input (t, t->input + i, f);
  print_outcome (t, f);
}

/* JSON. */

json_t *testcase_text_json (const char *text) { return json_text (text, NULL); }

static json_t *value_of_input (const testcase *t, const testinput *in) {
  testinput part = seen (t, in);
  datatype s = type_of_part (t, in, &part);
  if (part.size && !is_exact (t, &part, &s))
    return typed_json (&s, part.bytes);
  char_vec text = {0};
  typed_text (part.bytes, part.size, TYPED_WHOLE, NULL, &text);
  json_t *o = json_stringn (text.data + 1, text.len - 2); /* no quotes */
  vec_release (NULL, &text);
  return o;
}

static json_t *input_json (const testcase *t, const testinput *in) {
  json_t *o = json_object ();
  char_vec type = {0};
  datatype s = testcase_type (t, in);
  typed_name (&s, NULL, &type);
  json_object_set_new (o, "name", testcase_text_json (in->name));
  json_object_set_new (o, "size", json_integer ((json_int_t) in->size));
  static const char digit[] = "0123456789abcdef";
  char *hex = memory_alloc (NULL, 2 * in->size + 1);
  for (uint64_t i = 0; i < in->size; i++) {
    hex[2 * i] = digit[in->bytes[i] >> 4];
    hex[2 * i + 1] = digit[in->bytes[i] & 15];
  }
  hex[2 * in->size] = 0;
  json_object_set_new (o, "hex", json_string (hex));
  if (type.len)
    json_object_set_new (o, "type", testcase_text_json (text_c (NULL, &type)));
  json_object_set_new (o, "value", value_of_input (t, in));
  vec_release (NULL, &type);
  memory_free (NULL, hex, 2 * in->size + 1);
  return o;
}

static const char *end_name (end_kind e) {
  return e == END_EXIT ? "exit" : e == END_FAULT ? "fault" : "cut";
}

/* What it says, as one string. */
static json_t *end_text_json (const end_record *e) {
  char_vec text = {0};
  end_print (e, NULL, &text);
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

static json_t *stack_json (const end_record *e) {
  char_vec text = {0};
  calls_print (e->n_calls, e->call, NULL, &text);
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

json_t *testcase_json (const testcase *t) {
  const end_record *e = &t->end;
  json_t *o = json_pack ("{s:I, s:s}", "number", (json_int_t) t->number, "end",
                         end_name (e->kind));
  json_t *inputs = json_array ();
  if (e->kind == END_EXIT)
    json_object_set_new (o, "status", json_integer (e->status));
  if (e->kind == END_FAULT) {
    json_object_set_new (o, "fault", json_string (fault_name (e->fault)));
    json_object_set_new (o, "stack", stack_json (e));
    json_object_set_new (o, "repeated", json_boolean (t->is_repeated));
  }
  if (e->kind != END_EXIT) {
    json_object_set_new (o, "text", end_text_json (e));
    json_object_set_new (o, "file", testcase_text_json (e->at.file));
    json_object_set_new (o, "line", json_integer (e->at.line));
    json_object_set_new (o, "function", testcase_text_json (e->at.function));
  }
  for (uint32_t i = 0; i < t->n_inputs; i++)
    json_array_append_new (inputs, input_json (t, t->input + i));
  json_object_set_new (o, "inputs", inputs);
  json_object_set_new (o, "outcome", outcome_json (t->types, &t->outcome));
  return o;
}
