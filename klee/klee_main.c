/* reprise-klee: a drop-in for klee and the tools beside it. */

#include "cli/cli.h"

#include "klee/exec_tree.h"
#include "klee/flags.h"
#include "klee/kleaver.h"
#include "klee/klee_replay.h"
#include "klee/klee_session.h"
#include "klee/klee_stats.h"
#include "klee/kquery.h"
#include "klee/ktest_gen.h"
#include "klee/ktest_tool.h"
#include "klee/outdir.h"
#include "klee/zesti.h"
#include "reprise.h"

#include <signal.h>
#include <unistd.h>

/* What an interrupt shall end. A second one ends the program. */
static klee *volatile session;

static void klee_on_signal (int number) {
  klee *k = session;
  (void) number;
  session = NULL;
  if (!k)
    _exit (1);
  klee_interrupt (k);
}

static int print_help (void) {
  printf ("reprise klee: explore like klee\n\nusage: reprise klee [options] "
          "FILE.bc [program arguments]\n\nOptions of 'reprise run' work too, "
          "as --name=value.\n\noptions:\n");
  klee_flags_print (stdout);
  return 0;
}

static bool is_alone (int argc, char **argv, const char *name) {
  return argc && argv[0][0] == '-' &&
         !strcmp (argv[0] + (argv[0][1] == '-' ? 2 : 1), name);
}

static int klee_main_explore (context *c, int argc, char **argv) {
  if (is_alone (argc, argv, "help") || is_alone (argc, argv, "h"))
    return print_help ();
  if (is_alone (argc, argv, "version")) {
    printf ("reprise %s, in place of KLEE\n", reprise_version ());
    return 0;
  }
  klee *k = klee_open (c, argc, argv);
  if (!k) {
    outdir_complain (trouble_text (&c->trouble));
    return 1;
  }
  struct sigaction act = {.sa_handler = klee_on_signal};
  assert (!session);
  session = k;
  sigaction (SIGINT, &act, NULL);
  sigaction (SIGTERM, &act, NULL);
  int result = klee_explore (k);
  session = NULL;
  klee_free (k);
  return result;
}

static int klee_main_zesti (context *c, int argc, char **argv) {
  zesti z;
  arena texts;
  arena_init (&texts, &c->memory);
  status st = zesti_make (&z, c, &texts, argc, argv);
  int result = 1;
  if (st)
    fprintf (stderr, "klee-zesti: %s\n", trouble_text (&c->trouble));
  else
    result = klee_main_explore (c, (int) z.words.len, z.words.data);
  zesti_release (&z, &c->memory);
  arena_release (&texts);
  return result;
}

/* What is meant by the name of a program or of a subcommand; NULL: neither. */
static cli_body *meant (const char *name) {
  static const struct {
    const char *name;
    cli_body *body;
  } known[] = {{"klee", klee_main_explore},
               {"reprise-klee", klee_main_explore},
               {"ktest-tool", ktest_tool},
               {"klee-stats", klee_stats},
               {"klee-exec-tree", exec_tree},
               {"kleaver", kleaver},
               {"klee-replay", klee_replay},
               {"klee-zesti", klee_main_zesti},
               {"ktest-gen", ktest_gen},
               {"gen-bout", ktest_gen}, /* older names */
               {"ktest-randgen", ktest_randgen},
               {"gen-random-bout", ktest_randgen}};
  const char *slash = strrchr (name, '/');
  const char *last = slash ? slash + 1 : name;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (last, known[i].name))
      return known[i].body;
  return NULL;
}

/* Called by one of its own names, or in place of 'reprise klee ...'. */
static int klee_main_dispatch (context *c, int argc, char **argv) {
  int at = meant (argv[0]) || argc < 2 ? 0 : 1;
  cli_body *body = meant (argv[at]);
  return (body ? body : klee_main_explore) (c, argc - at - 1, argv + at + 1);
}

int main (int argc, char **argv) {
  const extension added = {.write_term = kquery_write_term};
  return cli_main (argc, argv, &added, klee_main_dispatch);
}
