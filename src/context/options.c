#include "context/options.h"

#include "base/clock.h"
#include "base/suggest.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A row of options.def as data. */

typedef enum option_kind {
  OPTION_FLAG,
  OPTION_NUMBER,
  OPTION_CHOICE,
  OPTION_TEXT,
  OPTION_SPAN,
  OPTION_SIZE
} option_kind;

typedef struct option_row {
  const char *field; /* name with underscores */
  char letter;
  option_kind kind;
  unsigned commands;
  size_t offset;              /* of the field in struct options */
  int64_t low, high;          /* of a number */
  const char *const *choices; /* NULL-terminated */
  const char *argument;       /* what --help calls the value */
  const char *help;
} option_row;

#define X(NAME, TEXT) TEXT,
static const char *const backend_kind_names[] = {BACKENDS (X) NULL};
static const char *const technique_kind_names[] = {TECHNIQUES (X) NULL};
static const char *const preset_kind_names[] = {PRESETS (X) NULL};
static const char *const foreign_policy_names[] = {FOREIGN_POLICIES (X) NULL};
static const char *const libc_kind_names[] = {LIBCS (X) NULL};
static const char *const progress_kind_names[] = {PROGRESSES (X) NULL};
static const char *const incremental_kind_names[] = {INCREMENTALS (X) NULL};
static const char *const search_kind_names[] = {SEARCHES (X) NULL};
static const char *const stop_kind_names[] = {STOPS (X) NULL};
static const char *const test_format_names[] = {TEST_FORMATS (X) NULL};
static const char *const store_mode_names[] = {STORE_MODES (X) NULL};
static const char *const store_trust_names[] = {TRUSTS (X) NULL};
static const char *const trie_kind_names[] = {TRIE_KINDS (X) NULL};
#undef X

#define AT(NAME) offsetof (options, NAME)

static const option_row rows[] = {
#define FLAG(N, L, C, D, HELP) \
  {#N, L, OPTION_FLAG, C, AT (N), 0, 1, 0, 0, HELP},
#define NUMBER(N, L, C, D, LOW, HIGH, HELP) \
  {#N, L, OPTION_NUMBER, C, AT (N), LOW, HIGH, 0, "N", HELP},
#define CHOICE(N, L, C, D, TYPE, HELP) \
  {#N, L, OPTION_CHOICE, C, AT (N), 0, 0, TYPE##_names, "NAME", HELP},
#define TEXT(N, L, C, D, ARG, HELP) \
  {#N, L, OPTION_TEXT, C, AT (N), 0, 0, 0, ARG, HELP},
#define SPAN(N, L, C, D, HELP) \
  {#N, L, OPTION_SPAN, C, AT (N), 0, 0, 0, "TIME", HELP},
#define SIZE(N, L, C, D, HELP) \
  {#N, L, OPTION_SIZE, C, AT (N), 0, 0, 0, "SIZE", HELP},
#include "context/options.def"
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef TEXT
#undef SPAN
#undef SIZE
};

#define N_ROWS (sizeof rows / sizeof *rows)

#define for_each_row(R) \
  for (const option_row *R = rows; R != rows + N_ROWS; R++)

void options_init (options *o) {
  o->n_operands = 0;
#define FLAG(N, L, C, DEFAULT, ...) o->N = DEFAULT;
#define NUMBER FLAG
#define CHOICE FLAG
#define TEXT FLAG
#define SPAN FLAG
#define SIZE FLAG
#include "context/options.def"
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef TEXT
#undef SPAN
#undef SIZE
}

const char *backend_kind_name (backend_kind b) { return backend_kind_names[b]; }

const char *technique_kind_name (technique_kind t) {
  return technique_kind_names[t];
}

const char *preset_kind_name (preset_kind p) { return preset_kind_names[p]; }

const char *test_format_name (test_format f) { return test_format_names[f]; }

/* Fields. Enums are stored in an unsigned int by both compilers we use; the
 * assertion says so.
 */

static_assert (sizeof (backend_kind) == sizeof (unsigned), "enum size");

static void *field (options *o, const option_row *r) {
  return (char *) o + r->offset;
}

static const void *const_field (const options *o, const option_row *r) {
  return (const char *) o + r->offset;
}

static bool get_flag (const options *o, const option_row *r) {
  return *(const bool *) const_field (o, r);
}

static int64_t get_number (const options *o, const option_row *r) {
  return *(const int64_t *) const_field (o, r);
}

static const char *get_choice (const options *o, const option_row *r) {
  return r->choices[*(const unsigned *) const_field (o, r)];
}

static const char *get_text (const options *o, const option_row *r) {
  return *(const char *const *) const_field (o, r);
}

static uint64_t get_amount (const options *o, const option_row *r) {
  return *(const uint64_t *) const_field (o, r);
}

/* Names: '_' in the table is '-' for the user. */

#define MAX_NAME 40

static const char *shown (const option_row *r, char name[MAX_NAME]) {
  size_t i = 0;
  for (; r->field[i] && i + 1 < MAX_NAME; i++)
    name[i] = r->field[i] == '_' ? '-' : r->field[i];
  name[i] = 0;
  return name;
}

static bool has_name (const option_row *r, const char *name, size_t len) {
  char own[MAX_NAME];
  return strlen (shown (r, own)) == len && !strncmp (own, name, len);
}

static const option_row *find_name (const char *name, size_t len) {
  for_each_row (r) if (has_name (r, name, len)) return r;
  return NULL;
}

static const option_row *find_letter (char letter) {
  for_each_row (r) if (r->letter && r->letter == letter) return r;
  return NULL;
}

/* Values. */

static bool add_scaled (uint64_t *sum, double number, double scale) {
  double total = (double) *sum + number * scale;
  if (!(total >= 0 && total < 1.8e19))
    return false;
  *sum += (uint64_t) (number * scale + 0.5);
  return true;
}

/* A decimal without sign or exponent, so that "1e9", "inf" and "0x1" are
 * refused, in whatever locale.
 */
static bool read_decimal (const char **text, double *number) {
  const char *s = *text;
  double value = 0, scale = 1;
  int digits = 0;
  for (; isdigit ((unsigned char) *s); s++, digits++)
    value = value * 10 + (*s - '0');
  if (*s == '.')
    for (s++; isdigit ((unsigned char) *s); s++, digits++)
      value += (*s - '0') * (scale /= 10);
  *text = s;
  *number = value;
  return digits > 0;
}

bool span_parse (const char *text, uint64_t *ns) {
  static const struct {
    const char *name;
    double scale;
  } units[] = {{"h", 3600e9}, {"min", 60e9}, {"s", 1e9},
               {"ms", 1e6},   {"us", 1e3},   {"ns", 1}};
  const size_t n_units = sizeof units / sizeof *units;
  uint64_t sum = 0;
  const char *s = text;
  if (!*s)
    return false;
  while (*s) {
    double number;
    if (!read_decimal (&s, &number))
      return false;
    size_t len = 0, u = 0;
    while (isalpha ((unsigned char) s[len]))
      len++;
    if (len == 0) { /* a number without unit must be the whole text */
      const char *again = text;
      if (*s || !read_decimal (&again, &number) || again != s)
        return false;
      u = 2;
    } else
      while (u < n_units &&
             (strlen (units[u].name) != len || strncmp (units[u].name, s, len)))
        u++;
    if (u == n_units || !add_scaled (&sum, number, units[u].scale))
      return false;
    s += len;
  }
  *ns = sum;
  return true;
}

bool size_parse (const char *text, uint64_t *bytes) {
  static const char units[] = "KMGT";
  double number, scale = 1;
  const char *s = text;
  uint64_t sum = 0;
  if (!read_decimal (&s, &number))
    return false;
  const char *unit = *s ? strchr (units, toupper ((unsigned char) *s)) : NULL;
  if (unit) {
    for (const char *u = units; u <= unit; u++)
      scale *= 1024;
    s++;
  }
  if (*s || !add_scaled (&sum, number, scale))
    return false;
  *bytes = sum;
  return true;
}

static status set_number (options *o, trouble *t, const option_row *r,
                          const char *name, const char *value) {
  char *end;
  errno = 0;
  long long number = strtoll (value, &end, 10);
  if (end == value || *end || errno || isspace ((unsigned char) *value) ||
      number < r->low || number > r->high)
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a number from %" PRId64
                        " to %" PRId64 ", not '%s'",
                        name, r->low, r->high, value);
  *(int64_t *) field (o, r) = number;
  return ST_OK;
}

static void list_choices (const option_row *r, char *text, size_t size) {
  size_t len = 0;
  for (const char *const *c = r->choices; *c && len < size; c++)
    len += (size_t) snprintf (text + len, size - len, "%s%s",
                              c == r->choices ? "" : ", ", *c);
}

static status set_choice (options *o, trouble *t, const option_row *r,
                          const char *name, const char *value) {
  suggestion near = {.word = value};
  for (unsigned i = 0; r->choices[i]; i++) {
    if (!strcmp (r->choices[i], value)) {
      *(unsigned *) field (o, r) = i;
      return ST_OK;
    }
    suggest (&near, r->choices[i]);
  }
  char all[200];
  list_choices (r, all, sizeof all);
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
  *(bool *) field (o, r) = on;
  return ST_OK;
}

static status set_row (options *o, trouble *t, const option_row *r,
                       const char *value) {
  char name[MAX_NAME];
  shown (r, name);
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
    *(const char **) field (o, r) = value;
    return ST_OK;
  case OPTION_SPAN:
    if (span_parse (value, field (o, r)))
      return ST_OK;
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a time such as 10, 3.5, 250ms or "
                        "1h10min, not '%s'",
                        name, value);
  case OPTION_SIZE:
    if (size_parse (value, field (o, r)))
      return ST_OK;
    return trouble_set (t, ST_USAGE,
                        "option --%s needs a size such as 4096, 512M or 2G, "
                        "not '%s'",
                        name, value);
  }
  assert (!"option kind");
  return ST_USAGE;
}

static status unknown (trouble *t, unsigned command, const char *name,
                       size_t len) {
  char word[MAX_NAME], own[N_ROWS][MAX_NAME];
  snprintf (word, sizeof word, "%.*s", (int) len, name);
  suggestion near = {.word = word};
  for (size_t i = 0; i < N_ROWS; i++)
    if (rows[i].commands & command)
      suggest (&near, shown (&rows[i], own[i]));
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
      *(bool *) field (o, r) = true;
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
  o->n_operands = n;
  for (i++; i < *argc && st == ST_OK; i++) /* behind "--" */
    argv[n++] = argv[i];
  *argc = n;
  return st;
}

/* Writing. */

static void print_left (const option_row *r, char *text, size_t size) {
  char name[MAX_NAME];
  shown (r, name);
  int len = r->letter ? snprintf (text, size, "-%c, ", r->letter)
                      : snprintf (text, size, "    ");
  snprintf (text + len, size - (size_t) len, "--%s%s%s", name,
            r->argument ? "=" : "", r->argument ? r->argument : "");
}

/* What can be said about the values, without the default: "0..3", "a|b". */

static void print_values (const option_row *r, char *text, size_t size) {
  text[0] = 0;
  if (r->kind == OPTION_NUMBER)
    snprintf (text, size, "%" PRId64 "..%" PRId64, r->low, r->high);
  else if (r->kind == OPTION_CHOICE)
    list_choices (r, text, size);
}

static void print_value (const options *o, const option_row *r, char *text,
                         size_t size) {
  switch (r->kind) {
  case OPTION_FLAG:
    snprintf (text, size, "%s", get_flag (o, r) ? "on" : "off");
    break;
  case OPTION_NUMBER:
    snprintf (text, size, "%" PRId64, get_number (o, r));
    break;
  case OPTION_CHOICE:
    snprintf (text, size, "%s", get_choice (o, r));
    break;
  case OPTION_TEXT:
    snprintf (text, size, "%s", get_text (o, r) ? get_text (o, r) : "none");
    break;
  case OPTION_SPAN:
    snprintf (text, size, "%g%s", clock_seconds (get_amount (o, r)),
              get_amount (o, r) ? "s" : "");
    break;
  case OPTION_SIZE:
    snprintf (text, size, "%" PRIu64, get_amount (o, r));
    break;
  }
}

/* Words of a text, broken into lines that start at the given column. */

static void print_wrapped (FILE *file, const char *text, int column) {
  int at = column;
  while (*text) {
    int len = (int) strcspn (text, " ");
    if (at > column && at + 1 + len > 79) {
      fprintf (file, "\n%*s", column, "");
      at = column;
    }
    at += fprintf (file, "%s%.*s", at > column ? " " : "", len, text);
    text += len + (text[len] == ' ');
  }
  fputc ('\n', file);
}

#define HELP_COLUMN 27

void options_print_help (FILE *file, unsigned command) {
  options defaults;
  options_init (&defaults);
  for_each_row (r) {
    if (!(r->commands & command))
      continue;
    char left[64], values[200], value[64], text[600];
    print_left (r, left, sizeof left);
    print_values (r, values, sizeof values);
    print_value (&defaults, r, value, sizeof value);
    if (r->kind == OPTION_FLAG)
      snprintf (text, sizeof text, "%s", r->help);
    else
      snprintf (text, sizeof text, "%s (%s%sdefault %s)", r->help, values,
                *values ? "; " : "", value);
    int len = fprintf (file, "  %s", left);
    if (len + 2 > HELP_COLUMN)
      fprintf (file, "\n%*s", HELP_COLUMN, "");
    else
      fprintf (file, "%*s", HELP_COLUMN - len, "");
    print_wrapped (file, text, HELP_COLUMN);
  }
}

static json_t *value_json (const options *o, const option_row *r) {
  switch (r->kind) {
  case OPTION_FLAG:
    return json_boolean (get_flag (o, r));
  case OPTION_NUMBER:
    return json_integer (get_number (o, r));
  case OPTION_CHOICE:
    return json_string (get_choice (o, r));
  case OPTION_TEXT: {
    /* A path need not be UTF-8, JSON must: such a path is left out. */
    json_t *text = get_text (o, r) ? json_string (get_text (o, r)) : NULL;
    return text ? text : json_null ();
  }
  case OPTION_SPAN:
    return json_real (clock_seconds (get_amount (o, r)));
  case OPTION_SIZE:
    return json_integer ((json_int_t) get_amount (o, r));
  }
  return json_null ();
}

json_t *options_json (const options *o, unsigned command) {
  json_t *object = json_object ();
  char name[MAX_NAME];
  for_each_row (r) if (r->commands & command)
      json_object_set_new (object, shown (r, name), value_json (o, r));
  return object;
}

static void print_commands (FILE *file, const option_row *r) {
  static const char *const names[] = {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) #NAME_,
#include "context/commands.def"
#undef COMMAND
  };
  const char *comma = "";
  if (r->commands == COMMAND_ALL) {
    fputs ("all", file);
    return;
  }
  for (unsigned i = 0; i < N_COMMANDS; i++)
    if (r->commands & (1u << i)) {
      fprintf (file, "%s%s", comma, names[i]);
      comma = ", ";
    }
}

void options_print_markdown (FILE *file) {
  options defaults;
  options_init (&defaults);
  fputs ("# Options\n\n"
         "Generated from `src/context/options.def` by `make docs`.\n\n"
         "| option | commands | values | default | meaning |\n"
         "|---|---|---|---|---|\n",
         file);
  for_each_row (r) {
    char left[64], values[200], value[64];
    print_left (r, left, sizeof left);
    print_values (r, values, sizeof values);
    print_value (&defaults, r, value, sizeof value);
    const char *name = left + strspn (left, " ");
    fprintf (file, "| `%s` | ", name);
    print_commands (file, r);
    fprintf (file, " | %s | %s | %s |\n", values, value, r->help);
  }
}

static void print_man_text (FILE *file, const char *text) {
  for (; *text; text++)
    if (*text == '-')
      fputs ("\\-", file);
    else
      fputc (*text, file);
}

void options_print_man (FILE *file) {
  options defaults;
  options_init (&defaults);
  for_each_row (r) {
    char left[64], values[200], value[64];
    print_left (r, left, sizeof left);
    print_values (r, values, sizeof values);
    print_value (&defaults, r, value, sizeof value);
    fputs (".TP\n.B ", file);
    print_man_text (file, left + strspn (left, " "));
    fputc ('\n', file);
    print_man_text (file, r->help);
    fputs (" (", file);
    print_man_text (file, values);
    fprintf (file, "%sdefault %s).\n", *values ? "; " : "", value);
  }
}
