#include "context/options_priv.h"

#include "base/clock.h"

#include <inttypes.h>

static bool get_flag (const options *o, const option_row *r) {
  return *(const bool *) const_field (o, r);
}

static int64_t get_number (const options *o, const option_row *r) {
  return *(const int64_t *) const_field (o, r);
}

static const char *get_choice (const options *o, const option_row *r) {
  assert (r->kind == OPTION_CHOICE);
  return r->choices[*(const unsigned *) const_field (o, r)];
}

static const char *get_text (const options *o, const option_row *r) {
  return *(const char *const *) const_field (o, r);
}

static uint64_t get_amount (const options *o, const option_row *r) {
  assert (r->kind == OPTION_SPAN || r->kind == OPTION_SIZE);
  return *(const uint64_t *) const_field (o, r);
}

/* A row in words. */

static void print_left (const option_row *r, char *text, size_t size) {
  char name[OPTION_NAME_MAX];
  option_name (r, name);
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
    option_list_choices (r, text, size);
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

typedef struct row_text {
  char left[64]; /* the option with its argument */
  char values[200], standard[64];
} row_text;

static row_text describe (const option_row *r) {
  options defaults;
  row_text t;
  options_init (&defaults);
  print_left (r, t.left, sizeof t.left);
  print_values (r, t.values, sizeof t.values);
  print_value (&defaults, r, t.standard, sizeof t.standard);
  return t;
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

static const char *const command_names[] = {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) #NAME_,
#include "context/commands.def"
};

/* What is said for one command, or for all that have no words of their own. */
static const char *help_for (const option_row *r, unsigned command, int *len) {
  const char *text = r->help;
  for (const char *at = strchr (text, '|'); at; at = strchr (at + 1, '|'))
    for (unsigned i = 0; i < N_COMMANDS; i++) {
      size_t n = strlen (command_names[i]);
      if (command == 1u << i && !strncmp (at + 1, command_names[i], n) &&
          at[n + 1] == ':')
        text = at + n + 3;
    }
  *len = (int) strcspn (text, "|");
  return text;
}

static void print_default (const option_row *r, const row_text *t, char *text,
                           size_t size) {
  char name[OPTION_NAME_MAX];
  options defaults;
  options_init (&defaults);
  bool is_none =
      (r->kind == OPTION_TEXT && !get_text (&defaults, r)) ||
      (r->kind == OPTION_NUMBER && get_number (&defaults, r) < r->low) ||
      (strstr (r->help, "0 means no limit") && !strcmp (t->standard, "0"));
  bool is_wide = r->kind == OPTION_NUMBER && r->high > 1000000;
  const char *values = is_wide ? "" : t->values;
  if (r->kind == OPTION_FLAG && get_flag (&defaults, r))
    snprintf (text, size, " (on; --no-%s turns it off)", option_name (r, name));
  else if (r->kind != OPTION_FLAG && !is_none)
    snprintf (text, size, " (%s%sdefault %s)", values, *values ? "; " : "",
              t->standard);
}

static void print_row (FILE *file, const option_row *r, unsigned command) {
  row_text t = describe (r);
  char text[600], standard[300] = "";
  int n;
  const char *help = help_for (r, command, &n);
  if (help == r->help)
    print_default (r, &t, standard, sizeof standard);
  snprintf (text, sizeof text, "%.*s%s", n, help, standard);
  int len = fprintf (file, "  %s", t.left);
  if (len + 2 > HELP_COLUMN)
    fprintf (file, "\n%*s", HELP_COLUMN, "");
  else
    fprintf (file, "%*s", HELP_COLUMN - len, "");
  print_wrapped (file, text, HELP_COLUMN);
}

/* What most people need of a command with many options, by what it is about:
 * names with a capital are headings.
 */
static const char *const common[] = {
    "Program",   "cflags",      "sym_args",     "sym_stdin",
    "sym_files", "env",         "host_files",   "buffer_size",
    "Errors",    "all_errors",  "check_leaks",  "check_overflow",
    "Limits",    "time_budget", "memory_limit", "max_paths",
    "max_depth", "timeout",     "Exploration",  "jobs",
    "search",    "target",      "stop",         "Results",
    "out",       "store",       "json",         "sarif",
    "lcov",      "output",      "quiet"};

#define FEW_OPTIONS 30

static const option_row *find_common (const char *field, unsigned command) {
  for_each_option (r) if (!strcmp (r->field, field)) return r->commands &
          command
      ? r
      : NULL;
  assert (field[0] < 'a'); /* or it is no option */
  return NULL;
}

static void print_common (FILE *file, unsigned command) {
  const char *heading = NULL;
  for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
    const option_row *r = find_common (common[i], command);
    if (common[i][0] < 'a')
      heading = common[i];
    if (!r)
      continue;
    if (heading)
      fprintf (file, "\n%s:\n", heading);
    heading = NULL;
    print_row (file, r, command);
  }
}

void options_print_help (FILE *file, unsigned command, bool all) {
  unsigned n = 0;
  for_each_option (r) n += (r->commands & command) != 0;
  if (n > FEW_OPTIONS && !all) {
    print_common (file, command);
    fprintf (file, "\n--help=all lists all %u options.\n", n);
    return;
  }
  fputs ("\noptions:\n", file);
  for_each_option (r) if (r->commands & command) print_row (file, r, command);
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
  assert (!"option kind");
  return json_null ();
}

json_t *options_json (const options *o, unsigned command) {
  json_t *object = json_object ();
  char name[OPTION_NAME_MAX];
  for_each_option (r) if (r->commands & command)
      json_object_set_new (object, option_name (r, name), value_json (o, r));
  return object;
}

static void print_commands (FILE *file, const option_row *r) {
  const char *comma = "";
  if (r->commands == COMMAND_ALL) {
    fputs ("all", file);
    return;
  }
  for (unsigned i = 0; i < N_COMMANDS; i++)
    if (r->commands & (1u << i)) {
      fprintf (file, "%s%s", comma, command_names[i]);
      comma = ", ";
    }
}

/* What it changes about a run, for those who wonder what is reused. */
static const char *effect_text (option_effect e) {
  return e & EFFECT_SHAPE    ? "paths"
         : e & EFFECT_LIMIT  ? "limit"
         : e & EFFECT_RESULT ? "result"
         : e & EFFECT_SPEED  ? "speed"
         : e & EFFECT_OUTPUT ? "output"
                             : "";
}

/* All that is said, for all commands; some characters after a backslash. */
static void print_all_help (FILE *file, const char *text, const char *escaped) {
  for (; *text; text++)
    if (*text == '|')
      fputs ("; ", file);
    else
      fprintf (file, "%s%c", strchr (escaped, *text) ? "\\" : "", *text);
}

void options_print_markdown (FILE *file) {
  fputs ("# Options\n\nGenerated from `src/context/options.def` by `make "
         "docs`.\n\n*Changes* says what the option affects: which *paths* "
         "there are (runs that differ in it\nhave separate tries), how far "
         "paths go (a *limit*: only paths that it ended are explored\nagain), "
         "another part of the *result*, or only *speed* or *output* (the "
         "result of an\nunchanged run is reused).\n\n| option | commands | "
         "values | default | changes | meaning |\n|---|---|---|---|---|---|\n",
         file);
  for_each_option (r) {
    row_text t = describe (r);
    const char *name = t.left + strspn (t.left, " ");
    fprintf (file, "| `%s` | ", name);
    print_commands (file, r);
    fprintf (file, " | %s | %s | %s | ", t.values, t.standard,
             effect_text (r->effect));
    print_all_help (file, r->help, "");
    fputs (" |\n", file);
  }
}

void options_print_man (FILE *file) {
  for_each_option (r) {
    row_text t = describe (r);
    fputs (".TP\n.B ", file);
    print_all_help (file, t.left + strspn (t.left, " "), "-");
    fputc ('\n', file);
    print_all_help (file, r->help, "-");
    fputs (" (", file);
    print_all_help (file, t.values, "-");
    fprintf (file, "%sdefault %s).\n", *t.values ? "; " : "", t.standard);
  }
}
