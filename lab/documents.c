/* Documentation that follows from the tables. What it prints is committed, and
 * tools/check-docs verifies that it is up to date.
 */

#include "lab/lab_main.h"

#include "context/option_rows.h"
#include "reprise.h"

static const char *const command_words[] = {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) #NAME_,
#include "context/commands.def"
};

static void print_commands (FILE *file, const option_row *r) {
  const char *comma = "";
  if (r->commands == COMMAND_ALL) {
    fputs ("all", file);
    return;
  }
  for (unsigned i = 0; i < N_COMMANDS; i++)
    if (r->commands & (1u << i)) {
      fprintf (file, "%s%s", comma, command_words[i]);
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

static void print_markdown (FILE *file) {
  fputs ("# Options\n\nGenerated from `src/context/options.def` by `make "
         "docs`.\n\n*Changes* says what the option affects: which *paths* "
         "there are (runs that differ in it\nhave separate tries), how far "
         "paths go (a *limit*: only paths that it ended are explored\nagain), "
         "another part of the *result*, or only *speed* or *output* (the "
         "result of an\nunchanged run is reused).\n\n| option | commands | "
         "values | default | changes | meaning |\n|---|---|---|---|---|---|\n",
         file);
  for_each_option (r) {
    option_text t = option_describe (r);
    const char *name = t.left + strspn (t.left, " ");
    fprintf (file, "| `%s` | ", name);
    print_commands (file, r);
    fprintf (file, " | %s | %s | %s | ", t.values, t.standard,
             effect_text (r->effect));
    print_all_help (file, r->help, "");
    fputs (" |\n", file);
  }
}

static void print_options (FILE *file) {
  for_each_option (r) {
    option_text t = option_describe (r);
    fputs (".TP\n.B ", file);
    print_all_help (file, t.left + strspn (t.left, " "), "-");
    fputc ('\n', file);
    print_all_help (file, r->help, "-");
    fputs (" (", file);
    print_all_help (file, t.values, "-");
    fprintf (file, "%sdefault %s).\n", *t.values ? "; " : "", t.standard);
  }
}

static void print_man (void) {
  printf (".\\\" Generated from the tables in src/context by 'make docs'.\n"
          ".TH REPRISE 1 \"\" \"reprise %s\" \"User Commands\"\n"
          ".SH NAME\n"
          "reprise \\- symbolic execution that never solves the same thing "
          "twice\n"
          ".SH SYNOPSIS\n",
          reprise_version ());
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) \
  fputs (".B reprise " #NAME_ "\n.RI [ options ]\n" ARGUMENTS "\n.br\n", \
         stdout);
#include "context/commands.def"
  fputs (".B reprise\n.B \\-\\-help\n|\n.B \\-\\-version\n", stdout);
  fputs (".SH COMMANDS\n", stdout);
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) \
  fputs (".TP\n.B " #NAME_ "\n" HELP ".\n", stdout);
#include "context/commands.def"
  fputs (".SH OPTIONS\nTimes are in seconds, or have a unit: h, min, s, ms, us "
         "or ns.\nSizes are in bytes, or have a unit: K, M, G or T.\nSwitch a "
         "flag off with\n.BI \\-\\-no\\- name .\n",
         stdout);
  print_options (stdout);
  fputs (".SH EXIT STATUS\n.TP\n.B 0\nEverything was explored, and no errors "
         "were found.\n.TP\n.B "
         "1\nErrors were found in the program; or a recorded result disagrees, "
         "or a stored proof is false.\n.TP\n.B 2\nThe command line or the "
         "input is wrong.\n.TP\n.B 3\nNo errors were found, but not "
         "everything was explored: the first line says what is missing, and "
         "\\-\\-allow\\-incomplete accepts it.\n.TP\n.B 4\nA target cannot be "
         "reached.\n",
         stdout);
}

int lab_documents (const char *which) {
  if (!strcmp (which, "options"))
    print_markdown (stdout);
  else if (!strcmp (which, "man"))
    print_man ();
  else {
    fprintf (stderr, "reprise-lab: error: --dump-docs takes options or man\n");
    return CLI_TROUBLE;
  }
  return CLI_OK;
}
