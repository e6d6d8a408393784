/* What is meant for the compiler: "-Iinc -D X a.c b.c". It becomes part of
 * --cflags, so that all who compile, now or in a replay, get the same.
 */

#include "cli/cli.h"

#include "program/compiler_flags.h"

#include <unistd.h>

static char_vec words; /* options borrow it */

/* Letters that are our own come before those of compilers. */
static bool is_compilers (const char *word) {
  return word[0] == '-' && strncmp (word, "-o", 2) &&
         (compiler_option_find (word) || strchr ("OWg", word[1])) && word[1];
}

void cli_take_flags (int *argc, char **argv) {
  int n = 0, i = 0;
  for (; i < *argc && strcmp (argv[i], "--"); i++) {
    const compiler_option *o = compiler_option_find (argv[i]);
    bool is_value = i && !strcmp (argv[i - 1], "--cflags");
    if (is_value || !is_compilers (argv[i])) {
      argv[n++] = argv[i];
      continue;
    }
    flags_quote (NULL, &words, argv[i]);
    if (compiler_option_is_pair (o, argv[i]) && i + 1 < *argc)
      flags_quote (NULL, &words, argv[++i]);
  }
  for (; i < *argc; i++)
    argv[n++] = argv[i];
  *argc = n;
}

static bool names_function (const char *word) {
  const char *colon = strrchr (word, ':');
  char_vec file = {0};
  if (colon)
    text_add (NULL, &file, word, (size_t) (colon - word));
  bool is_file = colon && !access (text_c (NULL, &file), F_OK);
  vec_release (NULL, &file);
  return is_file;
}

/* As KLEE takes them: --sym-args 1 2 10. */
static bool looks_like_count (const char *word) {
  return *word && !word[strspn (word, "0123456789")];
}

status cli_take_files (options *o, int *argc, char **argv, trouble *t) {
  int n = o->n_operands;
  for (int i = 1; i < n; i++) {
    if (access (argv[i], F_OK) && names_function (argv[i]))
      return trouble_set (t, ST_USAGE,
                          "only the first file may name a function: give '%s' "
                          "first, or in a run of its own",
                          argv[i]);
    if (access (argv[i], F_OK))
      return trouble_set (t, ST_USAGE, "there is no file '%s'; %s", argv[i],
                          o->sym_args && looks_like_count (argv[i])
                              ? "--sym-args takes MIN:MAX:LEN as one word"
                              : "the program's arguments go after '--'");
    flags_quote (NULL, &words, argv[i]);
  }
  for (int i = n; n > 1 && i < *argc; i++)
    argv[i - n + 1] = argv[i];
  *argc -= n > 1 ? n - 1 : 0;
  o->n_operands = n > 1 ? 1 : n;
  return ST_OK;
}

void cli_add_words (options *o) {
  char_vec all = {0};
  text_printf (NULL, &all, "%s ", o->cflags ? o->cflags : "");
  text_add (NULL, &all, words.data, words.len);
  if (words.len)
    o->cflags = text_c (NULL, &all); /* both live as long as we do */
  else
    vec_release (NULL, &all);
}
