/* reprise test [DIR]: settings, survey, plan, slices, report. */

#include "cli/cli.h"

#include "base/clock.h"
#include "project/merged.h"
#include "project/plan.h"
#include "project/test_command.h"
#include "project/timeslices.h"
#include "report/verdict.h"
#include "store/store.h"

#include <signal.h>
#include <unistd.h>

#define TIME_FOR_ALL (120 * CLOCK_SECOND)
#define LEAST_FOR_ONE (10 * CLOCK_SECOND)

static timeslices *volatile working;

static void test_on_signal (int number) {
  timeslices *s = working;
  if (!s)
    _exit (128 + number);
  timeslices_interrupt (s);
}

static unsigned processes_of (const options *o) {
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  bool is_given = options_is_given (o, "jobs");
  return is_given ? (unsigned) o->jobs : n > 1 ? (unsigned) n : 1;
}

/* Together they have what one run has. */
static void share_memory (project *p, unsigned processes) {
  size_t limit = p->context->memory.limit / processes;
  for (size_t i = 0; i < p->jobs.len; i++)
    if (!p->jobs.data[i].options.memory_limit)
      p->jobs.data[i].options.memory_limit = limit;
}

static void run_jobs (project *p, uint64_t started) {
  const options *o = &p->context->options;
  uint64_t all = o->time_budget ? o->time_budget : TIME_FOR_ALL;
  uint64_t one = o->function_budget ? o->function_budget : all / 10;
  struct sigaction act = {.sa_handler = test_on_signal};
  trouble why = {0};
  timeslices s = {.context = p->context,
                  .jobs = &p->jobs,
                  .texts = &p->texts,
                  .ledger = &p->ledger,
                  .deadline = started + all,
                  .per_job = one < LEAST_FOR_ONE && !o->function_budget
                                 ? LEAST_FOR_ONE
                                 : one,
                  .processes = processes_of (o)};
  share_memory (p, s.processes);
  working = &s;
  sigaction (SIGINT, &act, NULL);
  sigaction (SIGTERM, &act, NULL);
  timeslices_run (&s);
  working = NULL;
  if (ledger_write (&p->ledger, &p->jobs, !s.is_interrupted, &why))
    log_warning (&p->context->log, "%s", trouble_text (&why));
}

static status write_files (project *p) {
  const options *o = &p->context->options;
  trouble *why = &p->context->trouble;
  status st = merged_lcov (p->mem, &p->jobs, o->lcov, &p->coverage, why);
  if (!st && o->sarif)
    st =
        merged_sarif (p->context, &p->found, project_status (p), o->sarif, why);
  return st;
}

static int show_all (project *p) {
  status st = write_files (p);
  if (p->context->options.json)
    cli_print_json (project_json (p));
  else
    project_print (p);
  return st ? cli_complain (p->context) : project_status (p);
}

static status open_project (project *p) {
  context *c = p->context;
  unsigned allowed;
  status st;
  TRY (configuration_read (&p->settings, c, p->folder));
  TRY (configuration_apply (&p->settings, c));
  TRY (verdict_allow (c->options.allow_incomplete, &allowed, &c->trouble));
  store_choose_default (c);
  cli_limit_memory (c);
  TRY (survey_open (&p->survey, c, p->folder, NULL, NULL));
  TRY (plan_make (p));
  if (!p->jobs.len && !p->unchanged && !p->survey.n_files)
    st = trouble_set (&c->trouble, ST_USAGE,
                      "there are no C files in '%s': name the directory of "
                      "your sources",
                      p->folder);
out:
  return st;
}

static void close_project (project *p) {
  found_release (&p->found);
  vec_release (p->mem, &p->jobs);
  vec_release (p->mem, &p->bounds, &p->premises, &p->warnings);
  survey_release (&p->survey);
  configuration_release (&p->settings);
  ledger_close (&p->ledger);
  arena_release (&p->texts);
}

int test_command (context *c, int argc, char **argv) {
  uint64_t started = clock_now ();
  project p = {.context = c,
               .mem = &c->memory,
               .folder = argc ? argv[0] : ".",
               .survey.mem = &c->memory,
               .found.mem = &c->memory};
  int res;
  if (argc > 1) {
    trouble_set (&c->trouble, ST_USAGE,
                 "test takes one directory: 'reprise test src'");
    return cli_trouble (c);
  }
  arena_init (&p.texts, p.mem);
  if (open_project (&p))
    res = cli_trouble (c);
  else {
    run_jobs (&p, started);
    found_init (&p.found, p.mem, &p.survey, &p.jobs);
    project_collect_premises (&p);
    p.time = clock_now () - started;
    res = show_all (&p);
  }
  close_project (&p);
  return res;
}
