/* reprise klee: a drop-in for klee. */

#include "cli/cli.h"

#include "klee/flags.h"
#include "klee/klee.h"
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

int cli_klee (context *c, int argc, char **argv) {
  if (is_alone (argc, argv, "help") || is_alone (argc, argv, "h"))
    return print_help ();
  if (is_alone (argc, argv, "version")) {
    printf ("reprise %s, in place of KLEE\n", reprise_version ());
    return 0;
  }
  klee *k = klee_open (c, argc, argv);
  if (!k) {
    char text[CLI_SENTENCE];
    fprintf (stderr, "KLEE: ERROR: %s\n", cli_sentence (c, text));
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
