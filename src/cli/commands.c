/* The command line: find the subcommand, parse its options, run it. */

#include "cli/cli.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "explore/test_rule.h"
#include "ladder/presets.h"
#include "reprise.h"
#include "solver/versions.h"
#include "suite/testcase_text.h"

#include <unistd.h>

typedef struct command_entry {
  const char *name;
  unsigned bit;
  int (*run) (context *, int argc, char **argv);
  const char *arguments, *help;
} command_entry;

static const command_entry commands[] = {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) \
  {#NAME_, COMMAND_##NAME, cli_##NAME_, ARGUMENTS, HELP},
#include "context/commands.def"
};

const char *cli_sentence (const context *c, char text[CLI_SENTENCE]) {
  bool is_elsewhere = c->trouble.code == ST_ELSEWHERE && !c->extension;
  if (is_elsewhere)
    hand_over_signed ("reprise-lab");
  snprintf (text, CLI_SENTENCE, "%s%s", trouble_text (&c->trouble),
            is_elsewhere ? "; try reprise-lab, which 'make' builds beside this "
                           "program"
                         : "");
  return text;
}

void cli_print_json (json_t *o) {
  assert (o); /* or json_pack was given what is no UTF-8 */
  json_dumpf (o, stdout, JSON_INDENT (2) | JSON_REAL_PRECISION (9));
  putchar ('\n');
  json_decref (o);
}

void cli_print_stats (context *c) {
  if (!c->options.stats || c->options.json)
    return;
  fflush (stdout); /* answers first, also when both go to one file */
  stats_print (&c->stats, c->extension, stderr);
  phases_print (&c->phases, stderr);
}

int cli_complain (const context *c) {
  char text[CLI_SENTENCE];
  assert (c->trouble.code); /* there is something to complain about */
  log_error (&c->log, "%s", cli_sentence (c, text));
  return c->trouble.code == ST_FULL ? CLI_INCOMPLETE : CLI_TROUBLE;
}

int cli_trouble (const context *c) {
  char text[CLI_SENTENCE];
  if (c->options.json) {
    json_t *said = testcase_text_json (cli_sentence (c, text));
    cli_print_json (json_pack ("{s:i, s:o}", "format", 1, "error", said));
  }
  return cli_complain (c);
}

bool cli_is_incomplete (const context *c) {
  if (!c->stats.enforced)
    return false;
  log_error (&c->log,
             "%llu queries have no answer in the proof store "
             "(--store-mode=enforce); run with --store-mode=rw to add them",
             (unsigned long long) c->stats.enforced);
  return true;
}

static int print_version (void) {
  char z3[32], cadical[32];
  z3_version (z3, sizeof z3);
  cadical_version (cadical, sizeof cadical);
  printf ("reprise %s (%s)\n", reprise_version (), reprise_git_id ());
#ifdef __clang__
  printf ("compiler %s\n", __VERSION__);
#else
  printf ("compiler GCC %s\n", __VERSION__);
#endif
  printf ("z3 %s\ncadical %s\n", z3, cadical);
  return CLI_OK;
}

static int print_help (void) {
  printf ("Symbolic execution that never solves the same thing twice.\n\n"
          "usage: reprise COMMAND [options] [arguments]\n\n"
          "commands:\n");
  for (int i = 0; i < N_COMMANDS; i++)
    printf ("  %-10s %s\n", commands[i].name, commands[i].help);
  printf ("  %-10s %s\n", "build",
          "run a build so that the programs it makes can be explored");
  printf (
      "\n'reprise COMMAND --help' lists the options of a command;\n'reprise "
      "--version' says what it was built from.\n\nexit status: 0 all explored "
      "and no errors found, 1 errors found in the program\n(solve: a recorded "
      "result disagrees; store: a proof is false), 2 wrong usage or\ninput, 3 "
      "no errors found but not all explored (see --allow-incomplete), 4 a\n"
      "target cannot be reached\n");
  return CLI_OK;
}

static int print_command_help (const command_entry *cmd, bool all) {
  assert (cmd->bit && !(cmd->bit & (cmd->bit - 1))); /* a bit each */
  printf ("reprise %s: %s\n\nusage: reprise %s [options] %s\n", cmd->name,
          cmd->help, cmd->name, cmd->arguments);
  options_print_help (stdout, cmd->bit, all);
  return CLI_OK;
}

/* Before "--" only: what follows it belongs to others. */

static bool has (int argc, char **argv, const char *which) {
  for (int i = 0; i < argc && strcmp (argv[i], "--"); i++)
    if (!strcmp (argv[i], which))
      return true;
  return false;
}

/* Those that tell of a program under test. */
#define SHOWN_COMMANDS \
  (COMMAND_RUN | COMMAND_TESTS | COMMAND_REPORT | COMMAND_WATCH | \
   COMMAND_CERTIFY | COMMAND_DIFF | COMMAND_TEST)

static void guard_output (void) {
  FILE *shown = shown_stream (STDOUT_FILENO);
  if (shown)
    stdout = shown;
}

static int run_command (context *c, const command_entry *cmd, int argc,
                        char **argv) {
  assert (!c->trouble.code); /* nothing was said yet */
  bool all = has (argc, argv, "--help=all");
  if (all || has (argc, argv, "--help") || has (argc, argv, "-h"))
    return print_command_help (cmd, all);
  int n = argc;
  if (cmd->bit & COMMANDS_EXPLORE)
    cli_take_flags (&argc, argv);
  if (options_parse (&c->draft, &c->trouble, cmd->bit, &argc, argv)) {
    c->draft.json |= has (n, argv, "--json");
    return cli_trouble (c);
  }
  if ((cmd->bit & (COMMAND_RUN | COMMAND_CERTIFY) &&
       cli_take_files (&c->draft, &argc, argv, &c->trouble)) ||
      preset_check (c) || incremental_check (c))
    return cli_trouble (c);
  cli_add_words (&c->draft);
  if (cmd->bit & (COMMAND_RUN | COMMAND_WATCH)) /* it is about those of C */
    c->draft.keep_branches |= c->draft.suite == SUITE_MCDC;
  context_apply_options (c);
  if (cmd->bit & SHOWN_COMMANDS)
    guard_output ();
  return cmd->run (c, argc, argv);
}

/* KLEE's names, as a subcommand or of a link to this program: another program
 * knows them.
 */
static bool is_klee (const char *name) {
  const char *slash = strrchr (name, '/');
  const char *last = slash ? slash + 1 : name;
  static const char *const names[] = {
      "klee",          "ktest-tool",  "klee-stats",      "klee-exec-tree",
      "kleaver",       "klee-replay", "ktest-gen",       "gen-bout",
      "ktest-randgen", "klee-zesti",  "gen-random-bout", NULL};
  return text_is_in (last, names);
}

/* A script beside this program runs it: nothing here takes part in a build. */
static int run_build (context *c) {
  hand_over ("reprise-build");
  trouble_set (
      &c->trouble, ST_USAGE,
      "reprise-build is not beside this program, where 'make' puts it");
  return cli_trouble (c);
}

static int unknown_command (context *c, const char *name) {
  suggestion near = {.word = name};
  for (int i = 0; i < N_COMMANDS; i++)
    suggest (&near, commands[i].name);
  if (near.best)
    trouble_set (&c->trouble, ST_USAGE,
                 "there is no command '%s', did you mean '%s'?", name,
                 near.best);
  else
    trouble_set (&c->trouble, ST_USAGE,
                 "there is no command '%s', see 'reprise --help'", name);
  return cli_trouble (c);
}

int cli_dispatch (context *c, int argc, char **argv) {
  if (is_klee (argv[0]) || (argc > 1 && is_klee (argv[1])))
    return cli_klee (c, argc, argv);
  if (argc < 2) {
    trouble_set (&c->trouble, ST_USAGE,
                 "a command is needed, see 'reprise --help'");
    return cli_trouble (c);
  }
  const char *name = argv[1];
  if (!strcmp (name, "--help") || !strcmp (name, "-h") ||
      !strcmp (name, "help"))
    return print_help ();
  if (!strcmp (name, "--version"))
    return print_version ();
  if (!strcmp (name, "build"))
    return run_build (c);
  for (int i = 0; i < N_COMMANDS; i++)
    if (!strcmp (commands[i].name, name))
      return run_command (c, &commands[i], argc - 2, argv + 2);
  return unknown_command (c, name);
}
