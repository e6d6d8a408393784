#include "context/option_rows.h"

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

option_text option_describe (const option_row *r) {
  options defaults;
  option_text t;
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

static void print_default (const option_row *r, const option_text *t,
                           char *text, size_t size) {
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
  option_text t = option_describe (r);
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

#define FEW_OPTIONS 36

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
