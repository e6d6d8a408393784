#include "context/option_rows.h"

#include "base/suggest.h"
#include "context/amount.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>

static bool has_name (const option_row *r, const char *name, size_t len) {
  char own[OPTION_NAME_MAX];
  return strlen (option_name (r, own)) == len && !strncmp (own, name, len);
}

static const option_row *find_name (const char *name, size_t len) {
  for_each_option (r) if (has_name (r, name, len)) return r;
  return NULL;
}

static const option_row *find_letter (char letter) {
  for_each_option (r) if (r->letter && r->letter == letter) return r;
  return NULL;
}

/* Values. */

static status set_number (options *o, trouble *t, const option_row *r,
                          const char *name, const char *value) {
  char *end;
  assert (r->kind == OPTION_NUMBER && r->low <= r->high);
  errno = 0;
  long long number = strtoll (value, &end, 10);
  if (end == value || *end || errno || isspace ((unsigned char) *value) ||
      number < r->low || number > r->high)
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a number from %" PRId64
                        " to %" PRId64 ", not '%s'",
                        name, r->low, r->high, value);
  *(int64_t *) option_field (o, r) = number;
  return ST_OK;
}

static status set_choice (options *o, trouble *t, const option_row *r,
                          const char *name, const char *value) {
  suggestion near = {.word = value};
  for (unsigned i = 0; r->choices[i]; i++) {
    if (!strcmp (r->choices[i], value)) {
      *(unsigned *) option_field (o, r) = i;
      return ST_OK;
    }
    suggest (&near, r->choices[i]);
  }
  char all[200];
  option_list_choices (r, all, sizeof all);
  if (near.best)
    return trouble_set (t, ST_USAGE,
                        "option --%s has no choice '%s', did you mean '%s'?",
                        name, value, near.best);
  return trouble_set (t, ST_USAGE, "option --%s has no choice '%s', only %s",
                      name, value, all);
}

static status set_flag (options *o, trouble *t, const option_row *r,
                        const char *name, const char *value) {
  bool on = !strcmp (value, "1") || !strcmp (value, "true");
  if (!on && strcmp (value, "0") && strcmp (value, "false"))
    return trouble_set (
        t, ST_USAGE,
        "option --%s is a flag: write --%s or --no-%s, not '--%s=%s'", name,
        name, name, name, value);
  *(bool *) option_field (o, r) = on;
  return ST_OK;
}

bool options_is_given (const options *o, const char *name) {
  const option_row *r = find_name (name, strlen (name));
  size_t i = r ? (size_t) (r - option_rows) : 0;
  return r && (o->given[i / 64] >> i % 64 & 1);
}

static status set_row (options *o, trouble *t, const option_row *r,
                       const char *value) {
  char name[OPTION_NAME_MAX];
  size_t i = (size_t) (r - option_rows);
  assert (i < 8 * sizeof o->given);
  o->given[i / 64] |= UINT64_C (1) << i % 64;
  option_name (r, name);
  switch (r->kind) {
  case OPTION_FLAG:
    return set_flag (o, t, r, name, value);
  case OPTION_NUMBER:
    return set_number (o, t, r, name, value);
  case OPTION_CHOICE:
    return set_choice (o, t, r, name, value);
  case OPTION_TEXT:
    if (!*value)
      return trouble_set (t, ST_USAGE,
                          "option --%s needs a value that is not "
                          "empty",
                          name);
    *(const char **) option_field (o, r) = value;
    return ST_OK;
  case OPTION_SPAN:
    if (span_parse (value, option_field (o, r)))
      return ST_OK;
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a time such as 10, 3.5, 250ms or "
                        "1h10min, not '%s'",
                        name, value);
  case OPTION_SIZE:
    if (size_parse (value, option_field (o, r)))
      return ST_OK;
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a size such as 4096, 512M or 2G, "
                        "not '%s'",
                        name, value);
  }
  assert (!"option kind");
  return ST_USAGE;
}

/* "sym-stdin" with "stdin" */
static bool ends_with (const char *name, const char *word) {
  size_t n = strlen (name), m = strlen (word);
  return m && n > m && name[n - m - 1] == '-' && !strcmp (name + n - m, word);
}

static status unknown (trouble *t, unsigned command, const char *name,
                       size_t len) {
  char word[OPTION_NAME_MAX], own[N_OPTIONS][OPTION_NAME_MAX];
  snprintf (word, sizeof word, "%.*s", (int) len, name);
  suggestion near = {.word = word};
  for (size_t i = 0; i < N_OPTIONS; i++)
    if (option_rows[i].commands & command)
      suggest (&near, option_name (&option_rows[i], own[i]));
  for (size_t i = 0; !near.best && i < N_OPTIONS; i++)
    if (option_rows[i].commands & command && ends_with (own[i], word))
      near.best = own[i];
  if (near.best)
    return trouble_set (t, ST_USAGE,
                        "there is no option --%s, did you mean --%s?", word,
                        near.best);
  return trouble_set (t, ST_USAGE, "there is no option --%s, see --help", word);
}

status options_set (options *o, trouble *t, const char *name,
                    const char *value) {
  size_t len = strlen (name);
  const option_row *r = find_name (name, len);
  return r ? set_row (o, t, r, value) : unknown (t, COMMAND_ALL, name, len);
}

/* One long option at argv[*i]; *i moves on when its value is the next one. */

static status parse_long (options *o, trouble *t, unsigned command, int *i,
                          int argc, char **argv) {
  assert (*i < argc && argv[*i][0] == '-' && argv[*i][1] == '-');
  const char *name = argv[*i] + 2, *value = strchr (name, '=');
  size_t len = value ? (size_t) (value - name) : strlen (name);
  const option_row *r = find_name (name, len);
  if (!r && !value && !strncmp (name, "no-", 3)) {
    r = find_name (name + 3, len - 3);
    if (r && r->kind == OPTION_FLAG && (r->commands & command))
      return set_row (o, t, r, "0");
    r = NULL;
  }
  if (!r || !(r->commands & command))
    return unknown (t, command, name, len);
  if (value)
    return set_row (o, t, r, value + 1);
  if (r->kind == OPTION_FLAG)
    return set_row (o, t, r, "1");
  if (*i + 1 == argc)
    return trouble_set (t, ST_USAGE, "option --%s needs a value: --%s=%s", name,
                        name, r->argument);
  return set_row (o, t, r, argv[++*i]);
}

/* Letters can be put together, as in -iv; the last may take a value. */

static status parse_short (options *o, trouble *t, unsigned command, int *i,
                           int argc, char **argv) {
  for (const char *s = argv[*i] + 1; *s; s++) {
    const option_row *r = find_letter (*s);
    if (!r || !(r->commands & command))
      return trouble_set (t, ST_USAGE, "there is no option -%c, see --help",
                          *s);
    if (r->kind == OPTION_FLAG) {
      *(bool *) option_field (o, r) = true;
      continue;
    }
    if (s[1])
      return set_row (o, t, r, s + 1);
    if (*i + 1 == argc)
      return trouble_set (t, ST_USAGE, "option -%c needs a value: -%c %s", *s,
                          *s, r->argument);
    return set_row (o, t, r, argv[++*i]);
  }
  return ST_OK;
}

status options_parse (options *o, trouble *t, unsigned command, int *argc,
                      char **argv) {
  status st = ST_OK;
  int n = 0, i = 0;
  for (; i < *argc && st == ST_OK; i++)
    if (argv[i][0] != '-' || !argv[i][1])
      argv[n++] = argv[i];
    else if (argv[i][1] != '-')
      st = parse_short (o, t, command, &i, *argc, argv);
    else if (argv[i][2])
      st = parse_long (o, t, command, &i, *argc, argv);
    else
      break;
  assert (n <= i && i <= *argc); /* operands move forward, over options */
  o->n_operands = n;
  for (i++; i < *argc && st == ST_OK; i++) /* behind "--" */
    argv[n++] = argv[i];
  *argc = n;
  return st;
}
