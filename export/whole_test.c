#include "export/whole_test.h"

#include "base/shown.h"
#include "export/typed_json.h"
#include "machine/ending_text.h"
#include "suite/misuse.h"
#include "suite/outcome_text.h"
#include "suite/testcase_text.h"

#include <ctype.h>
#include <inttypes.h>

#define BYTES_A_ROW 16

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

/* The type as C writes it: "unsigned char[16]"; nothing if it is not known. */
static void put_type (const datatype *s, char_vec *out) {
  bool is_plain_array = s->kind == DATATYPE_ARRAY && !*s->name;
  uint64_t n = is_plain_array && s->of->size ? s->size / s->of->size : 0;
  size_t before = out->len;
  while (is_plain_array && s->kind == DATATYPE_ARRAY)
    s = s->of;
  text_puts (NULL, out, s->name);
  if (is_plain_array && out->len > before)
    text_printf (NULL, out, "[%" PRIu64 "]", n);
}

static void print_fields (const testinput *in, size_t stem, const datatype *s,
                          FILE *f) {
  uint8_t room[8];
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    char_vec text = {0};
    testcase_field_name (in, stem, m, &text);
    text_puts (NULL, &text, ", ");
    put_type (m->type, &text);
    text_printf (NULL, &text, ", %u bit%s: ", m->bits, m->bits == 1 ? "" : "s");
    typed_print (m->type, typed_member (s, m, in->bytes, room), TYPED_WHOLE,
                 NULL, &text);
    fprintf (f, "  %s\n", text_c (NULL, &text));
    vec_release (NULL, &text);
  }
}

static void print_input (const testcase *t, const testinput *all, FILE *f) {
  datatype s = testcase_type (t, all);
  size_t fields = testcase_fields (all, &s);
  if (fields) {
    print_fields (all, fields, &s, f);
    return;
  }
  char_vec text = {0};
  const char *about;
  if (choices_are (all, &about)) {
    testcase_input (t, all, &text);
    fprintf (f, "  %s\n", text_c (NULL, &text));
    vec_release (NULL, &text);
    return;
  }
  testinput part = testcase_see (t, all).part;
  shown_add (NULL, &text, *all->name ? all->name : "unnamed");
  fprintf (f, "  %s, ", text_c (NULL, &text));
  vec_clear (&text);
  put_type (&s, &text);
  fprintf (f, "%s%s", text_c (NULL, &text), text.len ? ", " : "");
  if (testcase_size_of (t, all))
    fprintf (f, "%" PRIu64 " of ", part.size);
  vec_clear (&text);
  testcase_value (t, all, TYPED_WHOLE, &text);
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
    if (!testcase_hides (t, t->input + i))
      print_input (t, t->input + i, f);
  print_outcome (t, f);
}

/* JSON. */

static json_t *value_of_input (const testcase *t, const testinput *in) {
  seen_input seen = testcase_see (t, in);
  if (seen.part.size && !seen.is_exact)
    return typed_json (&seen.type, seen.part.bytes);
  char_vec text = {0};
  typed_text (seen.part.bytes, seen.part.size, TYPED_WHOLE, NULL, &text);
  json_t *o = json_stringn (text.data + 1, text.len - 2); /* no quotes */
  vec_release (NULL, &text);
  return o;
}

static json_t *input_json (const testcase *t, const testinput *in) {
  json_t *o = json_object ();
  char_vec type = {0};
  datatype s = testcase_type (t, in);
  put_type (&s, &type);
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

static json_t *part_json (const datatypes *types, const outcome *o,
                          const outcome_part *p) {
  json_t *res = json_pack (
      "{s:s, s:o, s:I}", "what", outcome_what_name ((outcome_what) p->what),
      "name", testcase_text_json (p->name), "size", (json_int_t) p->size);
  char_vec text = {0};
  datatype s;
  if (p->is_freed)
    json_object_set_new (res, "freed", json_true ());
  if (p->what < OUTCOME_OBJECT && outcome_has_plain_value (types, p, &s))
    json_object_set_new (res, "value", typed_json (&s, p->bytes));
  outcome_print_value (types, o, p, TYPED_WHOLE, &text);
  json_object_set_new (res, "text", testcase_text_json (text_c (NULL, &text)));
  vec_release (NULL, &text);
  return res;
}

static json_t *outcome_json (const datatypes *types, const outcome *o) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what == OUTCOME_OBJECT || outcome_is_told (o->part + i))
      json_array_append_new (list, part_json (types, o, o->part + i));
  return list;
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
