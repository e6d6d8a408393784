/* reprise run: explore the paths of a C program. */

#include "cli/cli.h"

#include "base/available.h"
#include "base/clock.h"
#include "base/heartbeat.h"
#include "program/git.h"
#include "report/counting.h"
#include "report/files.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "run/run.h"
#include "run/subject.h"

#include <signal.h>
#include <unistd.h>

/* What an interrupt shall end; a signal handler has no other way to know. A
 * second one ends the program.
 */
static run *volatile running;

/* timeout(1) sends its signal twice, to the process and to its group. */
#define SAME_SIGNAL (CLOCK_SECOND / 2)

static void run_on_signal (int number) {
  static volatile uint64_t first;
  run *r = running;
  uint64_t now = clock_now ();
  running = NULL;
  if (!r && now - first > SAME_SIGNAL)
    _exit (128 + number);
  if (r) {
    first = now;
    run_interrupt (r);
  }
}

static int status_of (const report *rep) {
  run_verdict v;
  verdict_init (&v, rep);
  int result = v.status;
  verdict_release (&v);
  return result;
}

status cli_explore (run *r, report *out) {
  struct sigaction act = {.sa_handler = run_on_signal};
  assert (!running);
  running = r;
  sigaction (SIGINT, &act, NULL);
  sigaction (SIGTERM, &act, NULL);
  status st = run_explore (r, out);
  running = NULL;
  return st;
}

static int run_command_explore (context *c, run *r) {
  report rep;
  status st = cli_explore (r, &rep);
  if (st && !rep.context)
    return cli_trouble (c);
  if (!st)
    st = report_write_files (&rep, &c->trouble);
  rep.error = st ? trouble_text (&c->trouble) : NULL;
  if (c->options.json)
    cli_print_json (report_json (&rep, NULL));
  else
    report_print (&rep);
  cli_print_stats (c);
  if (st)
    return cli_complain (c);
  return cli_is_incomplete (c) ? CLI_TROUBLE : status_of (&rep);
}

void cli_limit_memory (context *c) {
  if (!c->options.memory_limit)
    c->memory.limit = available_memory ("") / 4 * 3;
}

/* FILE, then the arguments of the program, "--" before them. A FILE behind "--"
 * needs another one.
 */
static status take_operands (context *c, int argc, char **argv,
                             run_request *q) {
  if (argc < 1)
    return trouble_set (&c->trouble, ST_USAGE,
                        "run needs an input: 'reprise run FILE.c'");
  int n = c->options.n_operands, first = 1;
  if (n == 0 && argc > 1 && !strcmp (argv[1], "--"))
    first = 2;
  else if (n == 0 && argc > 1)
    return trouble_set (&c->trouble, ST_USAGE,
                        "the program's arguments go after a second '--'");
  *q = (run_request) {.input = argv[0],
                      .argc = argc - first,
                      .argv = argv + first,
                      .may_recall = true};
  return ST_OK;
}

/* --target=diff: what changed, as places, whose text is to live as long. */
static status name_changes (context *c, char_vec *places) {
  options o = c->options;
  bool is_head = o.target && !strcmp (o.target, "diff");
  if (!is_head && (!o.target || strncmp (o.target, "diff:", 5) != 0))
    return ST_OK;
  status st = git_changed_lines (c, is_head ? "HEAD" : o.target + 5, places);
  o.target = places->data;
  if (!st)
    context_take_options (c, &o);
  return st;
}

/* Passes of LLVM know no deadline, and there is nothing yet that could be kept.
 * Who looks at the deadline himself is first.
 */
#define LOAD_GRACE (CLOCK_SECOND / 20)

typedef struct opening {
  context *context;
  uint64_t until;
} opening;

static void end_if_late (void *owner) {
  const opening *o = owner;
  if (clock_now () < o->until)
    return;
  subject_is_late (o->context);
  int result = cli_trouble (o->context);
  fflush (NULL);
  _exit (result);
}

static status open_in_time (context *c, const run_request *q, run **out) {
  uint64_t time = c->options.time_budget;
  opening o = {c, clock_now () + time + LOAD_GRACE};
  heartbeat *h =
      time ? heartbeat_new (&c->memory, LOAD_GRACE / 2, end_if_late, &o) : NULL;
  status st = run_open (c, q, out);
  heartbeat_free (h);
  return st;
}

static int run_as_asked (context *c, const run_request *q) {
  char_vec places = {0};
  run *r;
  int result;
  cli_limit_memory (c);
  if (name_changes (c, &places) || open_in_time (c, q, &r))
    result = cli_trouble (c);
  else {
    result = run_command_explore (c, r);
    run_leave (r);
  }
  vec_release (&c->memory, &places);
  return result;
}

/* With several machines, or cut for them. Who does that knows whose memory it
 * is.
 */
static int run_with_fleet (context *c, const run_request *q) {
  if (c->extension && c->extension->lead)
    return c->extension->lead (c, q);
  hand_over_signed ("reprise-fleet");
  trouble_set (&c->trouble, ST_USAGE,
               "reprise runs on one machine; try reprise-fleet, which 'make' "
               "builds beside this program");
  return cli_trouble (c);
}

int cli_run (context *c, int argc, char **argv) {
  run_request q;
  unsigned allowed;
  if (counting_check (c) || take_operands (c, argc, argv, &q) ||
      verdict_allow (c->options.allow_incomplete, &allowed, &c->trouble) ||
      report_check_files (&c->options, &c->trouble))
    return cli_trouble (c);
  if (c->options.fleet || c->options.ranges)
    return run_with_fleet (c, &q);
  return run_as_asked (c, &q);
}
