#include "suite/testcase_text.h"

#include "base/bits.h"
#include "base/json_members.h"
#include "machine/ending_text.h"

#include <ctype.h>
#include <inttypes.h>

#define SHORT_BYTES 12 /* of one input, on a line */
#define SHORT_INPUTS 6 /* on a line */
#define BYTES_A_ROW 16

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

/* Bytes as numbers and texts. */

static bool is_number (const testinput *in) {
  return in->size == 1 || in->size == 2 || in->size == 4 || in->size == 8;
}

static uint64_t testcase_number_of (const testinput *in) {
  assert (is_number (in));
  return bits_load (in->bytes, (unsigned) in->size);
}

static int64_t signed_of (const testinput *in) {
  unsigned k = 64 - 8 * (unsigned) in->size;
  return (int64_t) (testcase_number_of (in) << k) >> k;
}

static bool is_printed (uint8_t byte) {
  return isprint (byte) || byte == '\n' || byte == '\t' || byte == '\r';
}

/* Length of the text that the bytes start with and that only zeros follow;
 * 0: they are not a text.
 */
static uint64_t text_length (const testinput *in) {
  uint64_t n = 0;
  while (n < in->size && is_printed (in->bytes[n]))
    n++;
  for (uint64_t i = n; i < in->size; i++)
    if (in->bytes[i])
      return 0;
  return n;
}

static bool is_zero (const testinput *in) {
  for (uint64_t i = 0; i < in->size; i++)
    if (in->bytes[i])
      return false;
  return true;
}

static void print_char (uint8_t c, FILE *f) {
  if (c == '"' || c == '\\')
    putc ('\\', f);
  if (isprint (c))
    putc (c, f);
  else
    fputs (c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r", f);
}

static void print_text (const testinput *in, uint64_t n, FILE *f) {
  putc ('"', f);
  for (uint64_t i = 0; i < n; i++)
    print_char (in->bytes[i], f);
  putc ('"', f);
}

static void print_hex (const uint8_t *bytes, uint64_t n, FILE *f) {
  for (uint64_t i = 0; i < n; i++)
    fprintf (f, "%02x", bytes[i]);
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

static const testinput *testcase_size_of (const testcase *t,
                                          const testinput *in) {
  int n = is_stream (in) ? stem (in) : 0;
  for (uint32_t i = 0; n && i < t->n_inputs; i++) {
    const char *name = t->input[i].name;
    if (!strncmp (name, in->name, (size_t) n) && !strcmp (name + n, "_size") &&
        is_number (t->input + i))
      return t->input + i;
  }
  return NULL;
}

/* The part of an input that the program can see. */
static testinput seen (const testcase *t, const testinput *in) {
  testinput part = *in;
  const testinput *size = testcase_size_of (t, in);
  if (size && testcase_number_of (size) < part.size)
    part.size = testcase_number_of (size);
  return part;
}

static bool is_text (const testinput *in) {
  for (uint64_t i = 0; i < in->size; i++)
    if (!is_printed (in->bytes[i]))
      return false;
  return true;
}

/* One line. */

static void print_some_hex (const testinput *in, FILE *f) {
  fprintf (f, "0x");
  print_hex (in->bytes, in->size < SHORT_BYTES ? in->size : SHORT_BYTES, f);
  if (in->size > SHORT_BYTES)
    fprintf (f, "...");
}

static void print_stream (const testinput *in, FILE *f) {
  fprintf (f, "%.*s=", stem (in), in->name);
  if (is_text (in) && in->size <= 2 * SHORT_BYTES)
    print_text (in, in->size, f);
  else
    print_some_hex (in, f);
}

static void print_short (const testcase *t, const testinput *in, FILE *f) {
  testinput part = seen (t, in);
  uint64_t n = text_length (in);
  bool is_bytes = !is_number (in) || is_argument (in->name);
  if (is_stream (in)) {
    print_stream (&part, f);
    return;
  }
  fprintf (f, "%s=", *in->name ? in->name : "unnamed");
  if ((n > 1 || (n && is_bytes)) && n <= 2 * SHORT_BYTES)
    print_text (in, n, f); /* numbers rarely look like text */
  else if (is_bytes && is_zero (in))
    fputs ("\"\"", f);
  else if (!is_bytes)
    fprintf (f, "%" PRId64, signed_of (in));
  else
    print_some_hex (in, f);
}

/* The status of a file is there for others who read tests: it says nothing to
 * people.
 */
static bool is_dull (const testinput *in) {
  return ends_in (in->name, "_stat");
}

/* It is told with what it is the size of. */
static bool is_told (const testcase *t, const testinput *in) {
  for (uint32_t i = 0; ends_in (in->name, "_size") && i < t->n_inputs; i++)
    if (testcase_size_of (t, t->input + i) == in)
      return true;
  return false;
}

void testcase_print_inputs (const testcase *t, FILE *f) {
  uint32_t shown = 0, left = 0;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    if (is_dull (t->input + i) || is_told (t, t->input + i))
      continue;
    if (shown == SHORT_INPUTS) {
      left++;
      continue;
    }
    if (shown++)
      putc (' ', f);
    print_short (t, t->input + i, f);
  }
  if (left)
    fprintf (f, " and %u more", left);
}

void testcase_print_line (const testcase *t, FILE *f) {
  char_vec end = {0};
  testcase_describe (t, NULL, &end);
  fprintf (f, "%6u  %s%s", t->number, end.data, t->n_inputs ? "  " : "");
  vec_release (NULL, &end);
  testcase_print_inputs (t, f);
  putc ('\n', f);
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

/* Bytes up to the last that is not zero; of a number all. */
static uint64_t matters (const testinput *in) {
  uint64_t n = in->size;
  while (n && !in->bytes[n - 1])
    n--;
  return is_number (in) ? in->size : n;
}

static void print_input (const testcase *t, const testinput *all, FILE *f) {
  testinput part = seen (t, all);
  const testinput *in = &part;
  bool is_bytes = is_stream (all) || is_argument (all->name);
  uint64_t n = text_length (in);
  fprintf (f, "  %s, ", *in->name ? in->name : "unnamed");
  if (testcase_size_of (t, all))
    fprintf (f, "%" PRIu64 " of ", in->size);
  fprintf (f, "%" PRIu64 " byte%s", all->size, all->size == 1 ? "" : "s");
  uint64_t size = matters (in);
  if (size <= BYTES_A_ROW && in->size) {
    fprintf (f, size ? ": hex " : ": all zero");
    print_hex (in->bytes, size, f);
    if (size && size < in->size)
      fprintf (f, " and zeros");
  }
  if (is_number (in) && !is_bytes) {
    fprintf (f, ", int %" PRId64, signed_of (in));
    if (signed_of (in) < 0)
      fprintf (f, ", unsigned %" PRIu64, testcase_number_of (in));
  }
  if (n) {
    fprintf (f, ", text ");
    print_text (in, n, f);
  }
  putc ('\n', f);
  if (size > BYTES_A_ROW) {
    print_rows (in, size, f);
    if (size < in->size)
      fprintf (f, "    and zeros\n");
  }
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

void testcase_print (const testcase *t, FILE *f) {
  char_vec text = {0};
  testcase_describe (t, NULL, &text);
  fprintf (f, "test %u: %s\n", t->number, text.data);
  if (t->end.kind == END_FAULT)
    print_fault (t, &text, f);
  vec_release (NULL, &text);
  fprintf (f, t->n_inputs ? "inputs\n" : "no inputs\n");
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (!is_dull (t->input + i) && !is_told (t, t->input + i))
      print_input (t, t->input + i, f);
}

/* JSON. */

json_t *testcase_text_json (const char *text) { return json_text (text, NULL); }

static json_t *input_json (const testinput *in) {
  json_t *o = json_object ();
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
    json_array_append_new (inputs, input_json (t->input + i));
  json_object_set_new (o, "inputs", inputs);
  return o;
}
