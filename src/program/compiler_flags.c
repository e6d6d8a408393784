#include "program/compiler_flags.h"

#include "program/command.h"

static const compiler_option options[] = {
#define OPTION(START, IS_KEPT, HAS_VALUE) {START, IS_KEPT, HAS_VALUE},
#include "program/compiler_options.def"
};

const compiler_option *compiler_option_find (const char *word) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (text_begins (word, options[i].start))
      return options + i;
  return NULL;
}

bool compiler_option_is_pair (const compiler_option *o, const char *word) {
  return o && o->has_value && !word[strlen (o->start)];
}

void flags_split (command *c, const char *text) {
  char_vec word = {0};
  char quote = 0;
  bool is_open = false;
  for (const char *p = text; *p; p++) {
    if (quote ? *p == quote : *p == '"' || *p == '\'') {
      quote = quote ? 0 : *p;
      is_open = true;
    } else if (!quote && strchr (" \t\r\n", *p)) {
      if (is_open)
        command_add (c, text_c (c->mem, &word));
      vec_clear (&word);
      is_open = false;
    } else {
      if (*p == '\\' && quote != '\'' && p[1] &&
          (!quote || strchr ("\"\\$`", p[1])))
        p++;
      vec_push (c->mem, &word, *p);
      is_open = true;
    }
  }
  if (is_open)
    command_add (c, text_c (c->mem, &word));
  vec_release (c->mem, &word);
}

void flags_quote (memory *mem, char_vec *text, const char *word) {
  text_puts (mem, text, text->len ? " '" : "'");
  for (; *word; word++)
    if (*word == '\'')
      text_puts (mem, text, "'\\''");
    else
      vec_push (mem, text, *word);
  vec_push (mem, text, '\'');
}

static const char *keep_word (given_flags *g, const char *word) {
  return arena_string (&g->texts, word, strlen (word));
}

void given_flags_init (given_flags *g, memory *mem, const char *text) {
  command c;
  *g = (given_flags) {0};
  arena_init (&g->texts, mem);
  command_init (&c, mem);
  flags_split (&c, text);
  for (size_t i = 0; i < c.word.len; i++) {
    const char *word = c.word.data[i];
    if (*word != '-') {
      vec_push (mem, &g->file, keep_word (g, word));
      continue;
    }
    vec_push (mem, &g->flag, keep_word (g, word));
    if (compiler_option_is_pair (compiler_option_find (word), word) &&
        i + 1 < c.word.len)
      vec_push (mem, &g->flag, keep_word (g, c.word.data[++i]));
  }
  vec_push (mem, &g->flag, NULL);
  vec_push (mem, &g->file, NULL);
  command_release (&c);
}

void given_flags_release (given_flags *g) {
  vec_release (g->texts.mem, &g->flag, &g->file);
  arena_release (&g->texts);
}
