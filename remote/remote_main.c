/* reprise-fleet: reprise, with one run on several machines. */

#include "base/clock.h"
#include "cli/cli.h"
#include "remote/exchange.h"
#include "remote/lead.h"
#include "remote/member.h"
#include "remote/ranges.h"
#include "run/trie_place.h"
#include "store/store.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void listen_for_ends (void);

static ending_wish wish = {.begin = listen_for_ends};

static void on_end_signal (int number) {
  (void) number;
  wish.is_told = 1;
}

static void listen_for_ends (void) {
  struct sigaction act = {.sa_handler = on_end_signal};
  sigaction (SIGINT, &act, NULL);
  sigaction (SIGTERM, &act, NULL);
}

/* Options that one process has to itself, or that say which paths. */
static const char *needs_one_process (const options *o) {
  return options_need (o, NEEDS_ALONE) ? "these options need one process"
         : o->range                    ? "--range is a part already"
         : o->target                   ? "--target looks for few paths"
         : o->stop != STOP_AT_EXPLORED ? "--stop needs one process"
         : o->host_files               ? "--host-files are only here"
                                       : NULL;
}

/* "--name=value", or "--name" with its value behind it. */
static bool is_option (const char *text, const char *option, int *n_words) {
  size_t len = strlen (option);
  if (strncmp (text, option, len) || (text[len] && text[len] != '='))
    return false;
  *n_words = text[len] ? 1 : 2;
  return true;
}

/* As the program is called now, but without these options and with this one. */
static void hand_over_changed (const char *other, const char *const *without,
                               const char *with) {
  VEC (char *) now = {0};
  bool is_over = false;
  for (char **at = hand_over_given (); *at; at++) {
    int n = 0;
    is_over |= !strcmp (*at, "--");
    for (const char *const *w = without; !is_over && *w && !n; w++)
      is_option (*at, *w, &n);
    if (n == 2 && at[1])
      at++;
    if (!n)
      vec_push (NULL, &now, *at);
    if (now.len == 2 && with) { /* behind the name of the command */
      vec_push (NULL, &now, (char *) (uintptr_t) with);
      with = NULL;
    }
  }
  vec_push (NULL, &now, NULL);
  hand_over_note ((int) now.len - 1, now.data);
  hand_over (other);
}

/* The result is that of reprise, with what it remembers now. Who was told to
 * end does so after showing that.
 */
static int go_on (context *c, uint64_t since, uint64_t rest) {
  static const char *const without[] = {"--fleet", "--time-budget", NULL};
  char given[48];
  uint64_t budget = c->options.time_budget, took = clock_now () - since;
  uint64_t left = took + rest < budget && !wish.is_told ? budget - took : rest;
  snprintf (given, sizeof given, "--time-budget=%llums",
            (unsigned long long) (left / (CLOCK_SECOND / 1000) + 1));
  hand_over_changed ("reprise", without, budget || wish.is_told ? given : NULL);
  trouble_set (&c->trouble, ST_USAGE,
               "reprise is not beside this program, where 'make' puts it");
  return cli_trouble (c);
}

static status find_place (context *c, const run_request *q, char_vec *out) {
  subject s;
  store_choose_default (c);
  if (c->options.store)
    mkdir (c->options.store, 0777); /* or it is there, or no directory */
  status st = subject_init (&s, c, q->input, q->argc, q->argv);
  if (!st && !trie_place_find (&s, hand_over_build (), out))
    st = trouble_set (&c->trouble, ST_USAGE,
                      "--fleet needs a store in a directory, which remembers "
                      "the run");
  subject_release (&s);
  return st;
}

static int lead_command (context *c, const run_request *q) {
  uint64_t since = clock_now (), rest = 0;
  char_vec file = {0};
  bool is_cut = c->options.ranges;
  const char *why = is_cut ? NULL : needs_one_process (&c->options);
  if (!hand_over_build ()) /* which build is going to remember it? */
    hand_over ("reprise");
  cli_limit_memory (c);
  if (why)
    log_warning (&c->log, "this run is not shared: %s", why);
  status st = why ? ST_OK : find_place (c, q, &file);
  if (is_cut) {
    st = st ? st : ranges_print (c, q->input, file.data);
    vec_release (&c->memory, &file);
    return st ? cli_trouble (c) : CLI_OK;
  }
  if (!why && !st)
    st = lead_run (c, q, file.data, &wish, &rest);
  vec_release (&c->memory, &file);
  return st ? cli_trouble (c) : go_on (c, since, rest);
}

/* Workers. */

static _Noreturn void be_worker (context *c, exchange *x,
                                 const char *directory) {
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (exchange_reopen (x))
    member_work (&(member_config) {
        .context = c, .wish = &wish, .exchange = x, .directory = directory});
  fflush (NULL);
  _exit (0);
}

static void start_workers (context *c, exchange *x, const char *directory,
                           size_t n, pid_t *pid) {
  char path[64];
  for (size_t i = 0; i < n; i++) {
    snprintf (path, sizeof path, "%s/%zu", directory, i);
    if (mkdir (path, 0700))
      path[0] = 0;
    fflush (NULL);
    pid[i] = fork ();
    if (!pid[i])
      be_worker (c, x, path);
  }
}

/* Until told to end, or all have ended. */
static void await_workers (size_t n, const pid_t *pid) {
  size_t left = n;
  bool was_told = false;
  while (left) {
    if (wish.is_told && !was_told)
      for (size_t i = 0; i < n; i++)
        kill (pid[i], SIGTERM);
    was_told = wish.is_told;
    pid_t ended = waitpid (-1, NULL, 0);
    left -= ended > 0;
  }
}

static void remove_directory (const char *directory) {
  char command[96];
  snprintf (command, sizeof command, "rm -rf '%s'", directory);
  if (system (command))
    fprintf (stderr, "reprise: cannot remove '%s'\n", directory);
}

static size_t count_workers (const options *o) {
  long here = sysconf (_SC_NPROCESSORS_ONLN);
  bool is_given = options_is_given (o, "jobs");
  size_t n = (size_t) (is_given ? o->jobs : here > 0 ? here : 1);
  return n < 256 ? n : 256;
}

static int worker_command (context *c, int argc, char **argv) {
  exchange *x;
  pid_t pid[256];
  char directory[] = "/tmp/reprise-worker-XXXXXX";
  size_t n = count_workers (&c->options);
  if (argc != 1)
    trouble_set (&c->trouble, ST_USAGE,
                 "worker needs a Redis server: 'reprise worker "
                 "redis://HOST/0'");
  if (argc != 1 || exchange_open (c, argv[0], &x))
    return cli_trouble (c);
  if (!mkdtemp (directory)) {
    trouble_set (&c->trouble, ST_NOWRITE, "cannot make a directory in /tmp");
    return cli_trouble (c);
  }
  cli_limit_memory (c);
  c->memory.limit /= n;
  listen_for_ends ();
  log_info (&c->log, "%zu process%s for runs at %s", n,
            n == 1 ? " waits" : "es wait", store_place_public (argv[0]));
  start_workers (c, x, directory, n, pid);
  await_workers (n, pid);
  remove_directory (directory);
  exchange_close (x);
  return CLI_OK;
}

static int fleet_command (context *c, int argc, char **argv) {
  exchange *x;
  if (argc != 2 || strcmp (argv[0], "status"))
    trouble_set (&c->trouble, ST_USAGE,
                 "fleet shows who works: 'reprise fleet status "
                 "redis://HOST/0'");
  if (c->trouble.code || exchange_open (c, argv[1], &x))
    return cli_trouble (c);
  status st = exchange_show (x, stdout);
  exchange_close (x);
  return st ? cli_trouble (c) : CLI_OK;
}

int main (int argc, char **argv) {
  const extension added = {
      .fleet = fleet_command, .worker = worker_command, .lead = lead_command};
  return cli_main (argc, argv, &added, cli_dispatch);
}
