/* Values by type, and types kept in bytes. */

#include "export/typed_json.h"
#include "suite/type_pack.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define TYPE(KIND, SIZE) \
  (datatype){.kind = DATATYPE_##KIND, .size = SIZE, .name = ""}

static void check_form (datatype s, typed_form form, const void *bytes,
                        const char *expected) {
  memory mem = {0};
  char_vec text = {0};
  typed_print (&s, bytes, form, &mem, &text);
  CHECK_STR (text_c (&mem, &text), expected);
  vec_release (&mem, &text);
  CHECK (!mem.live);
}

static void check_value (datatype s, const void *bytes, const char *expected) {
  check_form (s, TYPED_SHORT, bytes, expected);
}

static datatype array (const datatype *of, uint64_t n) {
  datatype s = TYPE (ARRAY, n * of->size);
  s.of = of;
  return s;
}

TEST (typed_numbers) {
  check_value (TYPE (SIGNED, 4), "\xf9\xff\xff\xff", "-7");
  check_value (TYPE (UNSIGNED, 4), "\xf9\xff\xff\xff", "4294967289");
  check_value (TYPE (SIGNED, 4), "90ab", "1650536505"); /* never a text */
  check_value (TYPE (BYTES, 4), "90ab", "1650536505");
  check_value (TYPE (BOOL, 1), "\1", "true");
  check_value (TYPE (POINTER, 8), "\0\0\0\0\0\0\0\0", "NULL");
  check_value (TYPE (POINTER, 8), "\x10\0\0\0\0\0\0\0", "0x10");
  check_value (TYPE (CHAR, 1), "a", "'a'");
  check_value (TYPE (CHAR, 1), "'", "'\\''");
  check_value (TYPE (CHAR, 1), "\0", "'\\0'");
  check_value (TYPE (CHAR, 1), "\xff", "'\\xff'");
}

TEST (typed_floats) {
  float third = 1.0f / 3, one = 1;
  double large = 1e300, none = NAN, end = -INFINITY;
  check_value (TYPE (FLOAT, 4), &third, "0.33333334");
  check_value (TYPE (FLOAT, 4), &one, "1.0");
  check_value (TYPE (FLOAT, 8), &large, "1e+300");
  check_value (TYPE (FLOAT, 8), &none, "nan");
  check_value (TYPE (FLOAT, 8), &end, "-inf");
  check_form (TYPE (FLOAT, 4), TYPED_C, &one, "1.0f");
  double ten = 10, million = -1500000;
  check_value (TYPE (FLOAT, 8), &ten, "10.0");
  check_value (TYPE (FLOAT, 8), &million, "-1500000.0");
}

/* The bits of 128 that are not zero: high word, low word. */
static void check_wide (const char *name, uint64_t high, uint64_t low,
                        const char *is_short, const char *in_c) {
  datatype s = TYPE (BYTES, 16);
  uint64_t words[] = {low, high};
  s.name = name;
  check_form (s, TYPED_SHORT, words, is_short);
  check_form (s, TYPED_C, words, in_c);
}

TEST (typed_wide_numbers) {
  const char *is = "__int128", *is_not = "unsigned __int128";
  check_wide (is, 0, 7, "7", "7");
  check_wide (is, UINT64_MAX, UINT64_MAX, "-1", "-1");
  check_wide (is, 1, 2, "18446744073709551618", "((__int128) 1U << 64 | 2U)");
  check_wide (is, UINT64_MAX, 0, "-18446744073709551616",
              "((__int128) ((unsigned __int128) 18446744073709551615U << 64 | "
              "0U))");
  check_wide (is_not, UINT64_MAX, UINT64_MAX,
              "340282366920938463463374607431768211455",
              "((unsigned __int128) 18446744073709551615U << 64 | "
              "18446744073709551615U)");
}

TEST (typed_floats_that_are_none) {
  float f = INFINITY, none = NAN;
  double d = -INFINITY;
  check_form (TYPE (FLOAT, 4), TYPED_CXX, &f, "__builtin_inff ()");
  check_form (TYPE (FLOAT, 4), TYPED_C, &none, "__builtin_nanf (\"\")");
  check_form (TYPE (FLOAT, 8), TYPED_C, &d, "-__builtin_inf ()");
}

TEST (typed_wide_letters) {
  datatype letter = TYPE (SIGNED, 4), unit = TYPE (UNSIGNED, 2);
  letter.name = "wchar_t";
  unit.name = "char16_t";
  int text[] = {'a', 0x20ac, '\n', 0}, wrong[] = {'a', 0xd800, 0},
      large[] = {0x1f600, 0};
  check_form (array (&letter, 4), TYPED_C, text, "L\"a\\u20ac\\n\"");
  check_form (array (&letter, 2), TYPED_C, large, "L\"\\U0001f600\"");
  check_form (array (&letter, 3), TYPED_C, wrong, "{L'a', 55296}");
  check_form (array (&letter, 3), TYPED_C, text, "{L'a', 8364, 10}");
  check_value (unit, "x\0", "u'x'");
  check_value (unit, "\3\0", "3");
}

TEST (typed_unions) {
  datatype number = TYPE (SIGNED, 4), real = TYPE (FLOAT, 4),
           s = TYPE (UNION, 4);
  const datatype_member members[] = {{"i", &number, 0, 0}, {"f", &real, 0, 0}};
  float f = 1.5f;
  int i = 7;
  s.n = 2;
  s.member = members;
  check_value (s, &f, "{.f = 1.5}");
  check_value (s, &i, "{.i = 7}");
}

TEST (typed_enums) {
  static const datatype_member names[] = {
      {"NONE", NULL, 0, 0}, {"A", NULL, 1, 0}, {"B", NULL, 4, 0}};
  datatype s = TYPE (ENUM, 4);
  s.n = 3;
  s.member = names;
  check_value (s, "\0\0\0\0", "NONE");
  check_value (s, "\5\0\0\0", "A | B");
  check_value (s, "\7\0\0\0", "7");
}

TEST (typed_texts_and_arrays) {
  datatype letter = TYPE (CHAR, 1), byte = TYPE (UNSIGNED, 1),
           number = TYPE (SIGNED, 2);
  check_value (array (&letter, 6), "a\"\n\1\0", "\"a\\\"\\n\\x01\"");
  check_value (array (&letter, 4), "\0\0\0\0", "\"\"");
  check_value (array (&letter, 4), "a\0b\0", "\"a\\0b\"");
  check_value (array (&letter, 40), "0123456789012345678901234567890123456789",
               "\"012345678901234567890123\"...");
  check_value (array (&byte, 4), "+.+A", "\"+.+A\"");
  check_value (array (&byte, 4), "\1\2\0\0", "{1, 2}");
  check_value (array (&number, 3), "\1\0\xff\xff\0\0", "{1, -1}");
  check_value (array (&number, 2), "\0\0\0\0", "{0}");
  check_value (TYPE (BYTES, 3), "\1\2\3", "0x010203");
}

/* What a compiler would read differently is written differently. */
TEST (typed_for_compilers) {
  datatype letter = TYPE (CHAR, 1);
  check_form (array (&letter, 5), TYPED_C, "\1f??", "\"\\001f?\\?\"");
  check_form (array (&letter, 4), TYPED_WHOLE, "\0001a", "\"\\0001a\"");
  check_form (array (&letter, 2), TYPED_CXX, "\0", "\"\"");
  check_form (array (&letter, 2), TYPED_C, "ab", "{'a', 'b'}");
  check_form (TYPE (SIGNED, 4), TYPED_C, "\0\0\0\x80", "(-2147483647 - 1)");
  check_form (TYPE (UNSIGNED, 4), TYPED_C, "\0\0\0\x80", "2147483648U");
}

TEST (typed_structs) {
  const datatype a = TYPE (SIGNED, 4), b = TYPE (UNSIGNED, 4);
  const datatype_member members[] = {
      {"x", &a, 0, 0}, {"low", &b, 32, 3}, {"high", &a, 35, 4}};
  datatype s = TYPE (STRUCT, 8);
  s.n = 3;
  s.member = members;
  check_value (s, "\3\0\0\0\x75\0\0\0", "{.x = 3, .low = 5, .high = -2}");
  check_value (s, "\0\0\0\0\5\0\0\0", "{.low = 5}");
  check_value (s, "\0\0\0\0\0\0\0\0", "{0}");
  json_t *o = typed_json (&s, (const uint8_t *) "\3\0\0\0\x75\0\0\0");
  CHECK (json_integer_value (json_object_get (o, "high")) == -2);
  json_decref (o);
}

/* Names that stand for several types stand for none. */
TEST (typed_names) {
  memory mem = {0};
  datatypes *t = datatypes_new (&mem);
  datatype a = TYPE (SIGNED, 4), b = TYPE (UNSIGNED, 4), c = TYPE (FLOAT, 8);
  const datatype *known = datatypes_add (t, &a);
  datatypes_name (t, "x", known);
  datatypes_name (t, "y", known);
  datatypes_name (t, "y", datatypes_add (t, &b));
  datatypes_name (t, "x", datatypes_add (t, &c));
  CHECK (datatypes_find (t, "x", 4).kind == DATATYPE_SIGNED);
  CHECK (datatypes_find (t, "y", 4).kind == DATATYPE_BYTES);
  CHECK (datatypes_find (t, "z", 4).kind == DATATYPE_BYTES);
  CHECK (datatypes_find (t, "x", 6).kind == DATATYPE_BYTES);
  CHECK (datatypes_find (NULL, "x", 4).kind == DATATYPE_BYTES);
  datatypes_free (t);
  CHECK (!mem.live);
}

static char_vec packed (memory *mem) {
  char_vec bytes = {0};
  datatypes *t = datatypes_new (mem);
  datatype a = TYPE (SIGNED, 4);
  const datatype *number = datatypes_add (t, &a);
  datatype_member m = {"x", number, 32, 0};
  datatype s = TYPE (STRUCT, 8);
  s.n = 1;
  s.member = &m;
  datatypes_name (t, "s", datatypes_array (t, datatypes_add (t, &s), 16));
  datatypes_enter (t, "f");
  datatypes_param (t, "s", number);
  t->result = number;
  types_pack (mem, &bytes, t);
  datatypes_free (t);
  return bytes;
}

TEST (typed_packed) {
  memory mem = {0};
  char_vec bytes = packed (&mem);
  unpacker u = {(const uint8_t *) bytes.data,
                (const uint8_t *) bytes.data + bytes.len, false};
  datatypes *t = types_unpack (&mem, &u);
  CHECK (t && u.at == u.end && t->params.len == 1 && t->result->size == 4);
  datatype s = datatypes_find (t, "s", 16);
  check_value (s, "\0\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0", "{{.x = 7}}");
  datatypes_free (t);
  vec_release (&mem, &bytes);
  CHECK (!mem.live);
}

/* Damage is found, or what is read can be used. */
TEST (typed_packed_badly) {
  memory mem = {0};
  char_vec bytes = packed (&mem);
  static const uint8_t zeros[64] = {0};
  for (size_t i = 0; i < 8 * bytes.len; i++) {
    bytes.data[i / 8] ^= (char) (1 << i % 8);
    unpacker u = {(const uint8_t *) bytes.data,
                  (const uint8_t *) bytes.data + bytes.len, false};
    datatypes *t = types_unpack (&mem, &u);
    datatype s = datatypes_find (t, "s", 16);
    char_vec text = {0};
    typed_print (&s, zeros, TYPED_WHOLE, &mem, &text);
    vec_release (&mem, &text);
    datatypes_free (t);
    bytes.data[i / 8] ^= (char) (1 << i % 8);
  }
  vec_release (&mem, &bytes);
  CHECK (!mem.live);
}
