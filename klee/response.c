#include "klee/response.h"

#include "lab/query/input.h"

#include <ctype.h>

/* The word at *at, which is no space. */
static char *take_word (arena *a, const char **at, const char *end) {
  char_vec word = {0};
  char quote = 0;
  const char *s = *at;
  for (; s < end && (quote || !isspace ((unsigned char) *s)); s++)
    if (quote ? *s == quote : *s == '\'' || *s == '"')
      quote = quote ? 0 : *s;
    else if (*s == '\\' && quote != '\'' && s + 1 < end)
      vec_push (a->mem, &word, *++s);
    else
      vec_push (a->mem, &word, *s);
  *at = s;
  char *copy = arena_copy (a, text_c (a->mem, &word), word.len + 1);
  vec_release (a->mem, &word);
  return copy;
}

static bool add_file (arena *a, const char *path, argument_vec *out) {
  script_input file;
  trouble why = {0};
  if (input_load (&file, a->mem, &why, path))
    return false;
  const char *at = file.data, *end = file.data + file.len;
  while (at < end)
    if (isspace ((unsigned char) *at))
      at++;
    else
      vec_push (a->mem, out, take_word (a, &at, end));
  input_release (&file);
  return true;
}

void response_expand (arena *a, int argc, char **argv, argument_vec *out) {
  for (int i = 0; i < argc; i++)
    if (argv[i][0] != '@' || !argv[i][1] || !add_file (a, argv[i] + 1, out))
      vec_push (a->mem, out, argv[i]);
  vec_push (a->mem, out, NULL);
  out->len--;
}
