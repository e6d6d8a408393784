#include "suite/testcase_text.h"

#include "base/bits.h"
#include "base/json_members.h"
#include "base/shown.h"
#include "machine/ending_text.h"
#include "suite/misuse.h"
#include "suite/outcome_text.h"

#define SHORT_INPUTS 6 /* on a line */
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

const testinput *testcase_size_of (const testcase *t, const testinput *in) {
  return is_stream (in)         ? find_size (t, in->name, stem (in), "_size")
         : is_fuzz_data (t, in) ? find_size (t, "", 0, "size")
                                : NULL;
}

static testinput seen_part (const testcase *t, const testinput *in) {
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

seen_input testcase_see (const testcase *t, const testinput *in) {
  seen_input seen = {.part = seen_part (t, in), .type = testcase_type (t, in)};
  if (seen.part.size != in->size)
    seen.type.size = seen.part.size;
  seen.is_exact = is_stream (in) || (is_fuzz_data (t, in) &&
                                     typed_is_text (&seen.type, in->bytes));
  return seen;
}

size_t testcase_fields (const testinput *in, const datatype *s) {
  if (s->kind != DATATYPE_STRUCT || *s->name || !s->n || !s->member->bits ||
      !ends_in (in->name, s->member->name))
    return 0;
  size_t n = strlen (in->name) - strlen (s->member->name);
  return in->name[n - 1] == '.' ? n : 0;
}

void testcase_field_name (const testinput *in, size_t stem,
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

void testcase_value (const testcase *t, const testinput *in, typed_form form,
                     char_vec *out) {
  seen_input seen = testcase_see (t, in);
  if (seen.is_exact)
    typed_text (seen.part.bytes, seen.part.size, form, NULL, out);
  else
    typed_print (&seen.type, seen.part.bytes, form, NULL, out);
}

static void put_short_fields (const testinput *in, size_t stem,
                              const datatype *s, char_vec *out) {
  for (uint32_t i = 0; i < s->n; i++) {
    text_puts (NULL, out, i ? " " : "");
    testcase_field_name (in, stem, s->member + i, out);
    text_puts (NULL, out, "=");
    put_field (in, s, s->member + i, out);
  }
}

void testcase_input (const testcase *t, const testinput *in, char_vec *out) {
  datatype s = testcase_type (t, in);
  size_t fields = testcase_fields (in, &s);
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
  testcase_value (t, in, TYPED_SHORT, out);
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

bool testcase_hides (const testcase *t, const testinput *in) {
  return is_dull (t, in) || is_told (t, in);
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
    all += !testcase_hides (t, t->input + i);
  bool has_room = all <= SHORT_INPUTS;
  for (int zeros = 0; zeros < (has_room ? 1 : 2); zeros++)
    for (uint32_t i = 0; i < t->n_inputs && shown < SHORT_INPUTS; i++) {
      const testinput *in = t->input + i;
      if (testcase_hides (t, in) || (!has_room && input_is_zero (in) != zeros))
        continue;
      text_puts (NULL, out, shown++ ? " " : "");
      testcase_input (t, in, out);
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
        testcase_value (t, find_param (t, name), TYPED_SHORT, out);
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

json_t *testcase_text_json (const char *text) { return json_text (text, NULL); }
