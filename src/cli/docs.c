/* Documentation that follows from the tables. What it prints is committed, and
 * tools/check-docs verifies that it is up to date.
 */

#include "cli/cli.h"

#include "reprise.h"

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
  options_print_man (stdout);
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

int cli_docs (const char *which) {
  if (!strcmp (which, "options"))
    options_print_markdown (stdout);
  else if (!strcmp (which, "man"))
    print_man ();
  else {
    fprintf (stderr, "reprise: error: --dump-docs takes options or man\n");
    return CLI_TROUBLE;
  }
  return CLI_OK;
}
