/* Ends in words: the texts that people see, made from values and whole. */

#include "machine/ending_text.h"
#include "test.h"

#include <string.h>

static void check_text (const end_record *e, const char *want) {
  char_vec text = {0};
  end_print (e, NULL, &text);
  CHECK_STR (text_c (NULL, &text), want);
  vec_release (NULL, &text);
}

static end_record access_to (end_object o) {
  o.access = 4;
  return (end_record) {.kind = END_FAULT,
                       .fault = FAULT_OUT_OF_BOUNDS,
                       .at = {"main", "a.c", 9},
                       .cause = {.reason = WHY_ACCESS},
                       .object = o};
}

TEST (ending_says_what_object_it_is) {
  end_record e = access_to (
      (end_object) {.origin = ORIGIN_GLOBAL, .name = "a", .size = 16});
  e.object.offset = 16;
  check_text (&e, "4 bytes at offset 16 of 16 bytes of a");
  e.object.is_guessed = true;
  check_text (&e, "symbolic pointer: 4 bytes at offset 16 of 16 bytes of a");
  e = access_to ((end_object) {.origin = ORIGIN_STRING,
                               .name = "a \"string\" of twenty-four or more",
                               .size = 1,
                               .offset = -1});
  check_text (&e, "4 bytes at offset -1 of 1 byte of \"a ?string? of "
                  "twenty-fou...\"");
}

TEST (ending_says_where_its_object_comes_from) {
  end_record e = access_to ((end_object) {.origin = ORIGIN_LOCAL,
                                          .name = "p",
                                          .size = 8,
                                          .has_symbolic_size = true});
  e.n_related = 1;
  e.related[0] = (source_place) {"f", "a.c", 3};
  check_text (
      &e, "4 bytes at offset 0 of 8 bytes (symbolic) of p, declared in f:3");
  e = access_to (
      (end_object) {.origin = ORIGIN_MADE, .size = 7, .is_most = true});
  e.n_related = 2;
  e.related[0] = (source_place) {"f", "a.c", 3};
  e.related[1] = (source_place) {"g", "b (2) x/c.c", 7};
  check_text (&e, "4 bytes at offset 0 of at most 7 bytes allocated in f:3, "
                  "freed in g (b (2) x/c.c:7)");
}

TEST (ending_says_values_as_they_are) {
  end_record e = {.cause = {.reason = WHY_CONVERSION,
                            .form = {VALUE_SIGNED, VALUE_UNSIGNED},
                            .text = {"'int'", "'unsigned char'"},
                            .value = {(uint64_t) -1, 255}}};
  check_text (&e, "-1 of type 'int' becomes 'unsigned char' 255");
  e.cause = cause_address (WHY_NOTHING_THERE, 0xabc);
  check_text (&e, "there is nothing at 0xabc");
  e.cause = (cause) {.reason = WHY_ARITHMETIC, .text = {"/"}};
  check_text (&e, "? / ?");
}

/* Every row of the table can be said, with or without an object. */
TEST (ending_has_words_for_all_reasons) {
  for (int r = 0; r < WHY_COUNT; r++) {
    end_record e = {.at = {"", "", 0},
                    .cause = {.reason = (end_reason) r, .text = {"t", "u"}}};
    char_vec text = {0};
    end_print (&e, NULL, &text);
    cause_print (&e.cause, 1, NULL, &text);
    CHECK ((text.len > 0) == (r != WHY_NONE));
    CHECK (!text.len || !memchr (text.data, '{', text.len));
    vec_release (NULL, &text);
  }
}

static char *long_text (char *out, size_t n) {
  memset (out, 'x', n - 1);
  out[n - 1] = 0;
  return out;
}

TEST (ending_keeps_long_texts_whole) {
  char name[5000];
  memory mem = {0};
  arena texts;
  arena_init (&texts, &mem);
  end_record e = {.at = {"f", "a.c", 1},
                  .cause =
                      cause_about (WHY_TEXT, long_text (name, sizeof name)),
                  .suffix = name};
  end_record copy = end_record_copy (&texts, &e);
  CHECK (copy.cause.text[0] != name && copy.suffix != name);
  CHECK_STR (copy.suffix, name);
  check_text (&copy, name);
  CHECK (cause_is_same (&copy.cause, &e.cause));
  CHECK_EQ (cause_hash (&copy.cause), cause_hash (&e.cause));
  name[sizeof name - 2] = 'y';
  CHECK (!cause_is_same (&copy.cause, &e.cause));
  CHECK (cause_hash (&copy.cause) != cause_hash (&e.cause));
  arena_release (&texts);
  CHECK_EQ (mem.live, 0);
}
