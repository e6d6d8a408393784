/* Tests as text: what people see of inputs. */

#include "suite/testcase_text.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char *line_of (uint32_t n, const testinput *in) {
  testcase t = {
      .number = 3, .end = {.kind = END_EXIT}, .n_inputs = n, .input = in};
  char_vec text = {0};
  testcase_inputs (&t, &text);
  char *copy = strdup (text.data);
  vec_release (NULL, &text);
  return copy;
}

static testinput input (const char *name, uint64_t size, const char *bytes) {
  return (testinput) {name, SYMBOLIC_OBJECT, size, (const uint8_t *) bytes};
}

/* As many bytes as the program can read, never a number. */
TEST (streams_are_bytes) {
  testinput in[] = {input ("A_data", 2, "q"),
                    input ("A_data_stat", 4, "abcd"),
                    input ("A_size", 4, "\1\0\0"),
                    input ("stdin", 4, "x\1\1\1"),
                    input ("stdin_size", 4, "\1\0\0"),
                    input ("arg00", 2, "z"),
                    input ("k", 4, "z\0\0")};
  char *text = line_of (7, in);
  CHECK (!strcmp (text, "A=\"q\" stdin=\"x\" arg00=\"z\" k=122"));
  free (text);
}

TEST (streams_without_a_size) {
  testinput in[] = {input ("stdin", 1, "x"), input ("n_size", 4, "\7\0\0")};
  char *text = line_of (2, in);
  CHECK (!strcmp (text, "stdin=\"x\" n_size=7"));
  free (text);
}
