#include "project/configuration.h"

#include <fnmatch.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#define FILE_NAME "reprise.ini"

typedef struct configuration_reader {
  configuration *s;
  const char *section; /* the last that was wrong, or NULL */
} configuration_reader;

static const char *configuration_keep (configuration *s, const char *text) {
  return arena_string (&s->texts, text, strlen (text));
}

static bool after (const char *section, const char *word, const char **rest) {
  size_t n = strlen (word);
  if (strncmp (section, word, n) || section[n] != ' ')
    return false;
  *rest = section + n + strspn (section + n, " ");
  return **rest;
}

static int take_row (void *owner, const char *section, const char *name,
                     const char *value) {
  configuration_reader *r = owner;
  configuration *s = r->s;
  const char *pattern = NULL;
  bool is_program = after (section, "program", &pattern);
  if (!is_program && !after (section, "function", &pattern) &&
      strcmp (section, "project")) {
    r->section = configuration_keep (s, section);
    return 0;
  }
  vec_push (
      s->mem, &s->row,
      (setting) {.pattern = pattern ? configuration_keep (s, pattern) : NULL,
                 .is_program = is_program,
                 .name = configuration_keep (s, name),
                 .value = configuration_keep (s, value)});
  return 1;
}

static status parse_file (configuration *s, FILE *f, trouble *t) {
  configuration_reader r = {.s = s};
  int line = ini_parse_file (f, take_row, &r);
  if (r.section)
    return trouble_set (t, ST_USAGE,
                        "%s:%d: there is no section [%s]: use [project], "
                        "[function NAME] or [program FILE]",
                        s->path, line, r.section);
  return line ? trouble_set (t, ST_USAGE,
                             "%s:%d: 'name = value' or '[section]' is expected",
                             s->path, line)
              : ST_OK;
}

status configuration_read (configuration *s, context *c, const char *folder) {
  *s = (configuration) {.mem = &c->memory};
  arena_init (&s->texts, s->mem);
  const char *path = arena_printf (&s->texts, "%s%s" FILE_NAME,
                                   strcmp (folder, ".") ? folder : "",
                                   strcmp (folder, ".") ? "/" : "");
  FILE *f = fopen (path, "r");
  if (!f)
    return ST_OK;
  s->path = path;
  status st = parse_file (s, f, &c->trouble);
  fclose (f);
  return st;
}

void configuration_release (configuration *s) {
  vec_release (s->mem, &s->row);
  arena_release (&s->texts);
}

/* Of our own, not options. */
static bool is_word_of_ours (const setting *x) {
  return !strcmp (x->name, "skip") || !strcmp (x->name, "only");
}

static bool is_yes (const char *value) {
  return text_is_one_of (value, "yes", "true", "1", "on");
}

/* Flags are on or off here in the words that people use. */
static status set_one (const configuration *s, const setting *x, options *o,
                       trouble *t) {
  trouble why = {0}, ignored = {0};
  bool is_no = text_is_one_of (x->value, "no", "off");
  if (!options_set (o, &why, x->name, x->value) ||
      ((is_no || is_yes (x->value)) &&
       !options_set (o, &ignored, x->name, is_no ? "0" : "1")))
    return ST_OK;
  return trouble_set (t, ST_USAGE, "%s: %s = %s: %s", s->path, x->name,
                      x->value, trouble_text (&why));
}

/* What the command line says is said last. */
status configuration_apply (const configuration *s, context *c) {
  options o = c->options;
  status st = ST_OK;
  for (size_t i = 0; !st && i < s->row.len; i++) {
    const setting *x = s->row.data + i;
    if (!x->pattern && !is_word_of_ours (x) &&
        !options_is_given (&c->options, x->name))
      st = set_one (s, x, &o, &c->trouble);
  }
  if (!st)
    context_take_options (c, &o);
  return st;
}

/* Patterns between spaces. */
static bool fits_one_of (const char *patterns, const char *name) {
  char one[256];
  for (const char *at = patterns + strspn (patterns, " \t"); *at;) {
    size_t n = strcspn (at, " \t,");
    snprintf (one, sizeof one, "%.*s", (int) n, at);
    if (!fnmatch (one, name, 0))
      return true;
    at += n;
    at += strspn (at, " \t,");
  }
  return false;
}

/* A program is meant by its file, or by "main". */
static bool is_meant (const char *patterns, const char *file,
                      const char *function, bool is_program) {
  return fits_one_of (patterns, function) ||
         (is_program && fits_one_of (patterns, file));
}

bool configuration_means (const setting *x, const char *file,
                          const char *function, bool is_program) {
  return x->pattern ? (!x->is_program || is_program) &&
                          is_meant (x->pattern, file, function, is_program)
                    : !is_word_of_ours (x) ||
                          is_meant (x->value, file, function, is_program);
}

status configuration_of (const configuration *s, const char *file,
                         const char *function, bool is_program, options *o,
                         bool *is_on, trouble *t) {
  status st = ST_OK;
  *is_on = true;
  for (size_t i = 0; !st && i < s->row.len; i++) {
    const setting *x = s->row.data + i;
    bool is_ours = is_word_of_ours (x), is_skip = !strcmp (x->name, "skip");
    if (!x->pattern && is_ours)
      *is_on &= is_meant (x->value, file, function, is_program) != is_skip;
    if (!x->pattern || !configuration_means (x, file, function, is_program))
      continue;
    if (is_skip)
      *is_on = !is_yes (x->value);
    else
      st = set_one (s, x, o, t);
  }
  return st;
}

/* What the file says of a function, as options; false: it is wrong. */
static bool list_settings (const configuration *s, const char *file,
                           const char *function, bool is_program,
                           char_vec *out) {
  options o;
  bool is_on;
  trouble why = {0};
  status st = ST_OK;
  options_init (&o);
  for (size_t i = 0; !st && i < s->row.len; i++)
    if (!s->row.data[i].pattern && !is_word_of_ours (s->row.data + i))
      st = set_one (s, s->row.data + i, &o, &why);
  if (!st)
    st = configuration_of (s, file, function, is_program, &o, &is_on, &why);
  if (st)
    return false;
  o.time_budget = 0;
  options_list (&o, s->mem, EFFECTS_ON_RESULT, out);
  text_puts (s->mem, out, is_on ? "" : " skip");
  return true;
}

bool configuration_agrees (const configuration *a, const configuration *b,
                           const char *file, const char *function,
                           bool is_program) {
  char_vec one = {0}, other = {0};
  bool agrees = list_settings (a, file, function, is_program, &one) &&
                list_settings (b, file, function, is_program, &other) &&
                !strcmp (text_c (a->mem, &one), text_c (b->mem, &other));
  vec_release (a->mem, &one);
  vec_release (b->mem, &other);
  return agrees;
}
