#include "export/corpus.h"

#include "suite/testcase_text.h"

/* "A_size", "n_args": how much there is of another one. */
static bool is_length (const testcase *t, const testinput *in) {
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (testcase_size_of (t, t->input + i) == in)
      return true;
  return false;
}

static bool is_file_status (const testinput *in) {
  size_t n = strlen (in->name);
  return n > 5 && !strcmp (in->name + n - 5, "_stat");
}

status corpus_write (const testcase *t, memory *mem, char_vec *out,
                     trouble *why) {
  const testinput *fed = NULL;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    if (is_length (t, in) || is_file_status (in))
      continue;
    if (fed)
      return trouble_set (
          why, ST_UNSUPPORTED,
          "--format=corpus is for programs that read one sequence of bytes: "
          "test %u has '%s' and '%s'",
          t->number, fed->name, in->name);
    fed = in;
  }
  if (fed) {
    seen_input seen = testcase_see (t, fed);
    text_add (mem, out, (const char *) seen.part.bytes, seen.part.size);
  }
  return ST_OK;
}
