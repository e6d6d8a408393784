/* reprise watch: run programs again when they are saved. */

#include "diff/watching.h"

#include "cli/cli.h"
#include "report/verdict.h"

#include <signal.h>
#include <unistd.h>

/* What an interrupt shall end. A second one ends the program. */
static watching *volatile session;

static void watch_on_signal (int number) {
  watching *w = session;
  session = NULL;
  if (!w)
    _exit (128 + number);
  watching_interrupt (w);
}

int watch_command (context *c, int argc, char **argv) {
  if (argc < 1) {
    trouble_set (&c->trouble, ST_USAGE,
                 "watch needs an input: 'reprise watch FILE.c...'");
    return cli_trouble (c);
  }
  unsigned allowed;
  if (verdict_allow (c->options.allow_incomplete, &allowed, &c->trouble))
    return cli_trouble (c);
  struct sigaction act = {.sa_handler = watch_on_signal};
  watching *w = watching_new (c, argc, argv);
  assert (!session);
  cli_limit_memory (c);
  session = w;
  sigaction (SIGINT, &act, NULL);
  sigaction (SIGTERM, &act, NULL);
  status st = watching_go (w);
  session = NULL;
  int result = watching_status (w);
  watching_free (w);
  return st ? cli_complain (c) : result;
}
