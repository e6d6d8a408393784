/* The life of a run, on one screen: see run_open and run_explore at the end.
 *
 *     again     nothing changed: that was all         run/unchanged.c
 *     program   compile, link, lower                  program/
 *     store     what earlier runs proved              store/
 *     ladder    who answers questions                 ladder/ladder.c
 *     round     exploring                             run/run_round.c
 *       memo      what the last run explored          memo/
 *       explorer  paths: run, fork, budgets           explore/
 *         machine one path                            machine/
 *       sharing   several processes                   fleet/sharing.c, fleet/
 *       harvest   a test for every path, its error    report/harvest.c
 *     recount   branches as C counts them             run/recount.c
 *     confirm   some tests, natively                  run/confirming.c
 *     report    what was found                        report/
 */

#include "run/run.h"

#include "base/clock.h"
#include "explore/test_rule.h"
#include "ladder/ladder.h"
#include "report/report_file.h"
#include "run/confirming.h"
#include "run/recount.h"
#include "run/run_round.h"
#include "run/trie_place.h"
#include "run/unchanged.h"
#include "suite/covering.h"

struct run {
  run_request request;
  context *context;
  memory *mem;
  uint64_t started;
  trie_cost start; /* the counters of the process then */
  subject subject;
  unchanged *unchanged;
  report recalled;
  bool is_recalled; /* the last run's result is that of this one */
  program *program;
  targets targets; /* of --target */
  store *store;
  trie_place trie;
  terms *terms;
  oracle *ladder;
  progress progress;
  confirming confirming;
  recount recount;
  run_round *volatile round; /* or NULL: recalled, not begun, or over */
  volatile int is_interrupted;
};

/* Steps. */

static status find_targets (run *r) {
  context *c = r->context;
  const options *o = &c->options;
  if (!o->target)
    return ST_OK;
  if (o->stop == STOP_AT_COVERED)
    return trouble_set (&c->trouble, ST_USAGE,
                        "--target and --stop=covered cannot be combined");
  return targets_find (&r->targets, r->mem, r->program, o->target, &c->trouble);
}

/* A store that is not there costs time, never an answer. */
static bool is_dispensable (const options *o, status st) {
  bool is_server = o->store && store_is_server (o->store);
  return st == ST_NOWRITE ||
         (st == ST_NOFILE && o->store_mode != STORE_ENFORCE &&
          (is_server || o->store_mode == STORE_RO));
}

/* A store that cannot be made or reached is no reason not to run; one that may
 * only be read, and is not there yet, is what the first job of a pull request
 * meets.
 */
static status open_store (run *r) {
  context *c = r->context;
  assert (!r->store);
  status st = store_open_chosen (c, &c->trouble, &r->store);
  if (!is_dispensable (&c->options, st))
    return st;
  log_warning (&c->log,
               "%s; the run continues without a store and keeps nothing for "
               "the next one",
               trouble_text (&c->trouble));
  trouble_clear (&c->trouble);
  options o = c->options;
  o.store = "none";
  context_take_options (c, &o);
  return ST_OK;
}

static void make_ladder (run *r) {
  assert (r->program && !r->ladder);
  r->terms = terms_new (r->mem);
  r->ladder = ladder_new (r->context, r->terms, r->store);
}

/* The round. */

static void start_counting (run *r) {
  const stats *s = &r->context->stats;
  r->started = clock_now ();
  r->start = (trie_cost) {clock_cpu (), s->queries, s->answered_solver};
}

/* What is carried over costs nothing, so a run that counts would get farther
 * each time.
 */
static bool begins_anew (const options *o) {
  return incremental_is_off (o) || options_need (o, NEEDS_START);
}

static status open_round (run *r) {
  const options *o = &r->context->options;
  run_round *round;
  assert (!r->round && r->ladder);
  status st = run_round_open (
      &(run_round_config) {.request = &r->request,
                           .context = r->context,
                           .subject = &r->subject,
                           .program = r->program,
                           .store = r->store,
                           .terms = r->terms,
                           .oracle = r->ladder,
                           .targets = o->target ? &r->targets : NULL,
                           .progress = &r->progress,
                           .trie = r->trie.path.len ? r->trie.path.data : NULL,
                           .is_trie_written = r->trie.is_written,
                           .is_fresh = begins_anew (o),
                           .started = r->started,
                           .start = r->start},
      &round);
  if (st)
    return st;
  r->round = round;
  if (r->is_interrupted)
    explorer_interrupt (run_round_explorer (round));
  return ST_OK;
}

static void close_round (run *r) {
  run_round *round = r->round;
  r->round = NULL; /* a signal may come */
  run_round_free (round);
}

static status set_range (run *r) {
  const char *range = r->context->options.range;
  const run_share *share = r->request.share;
  assert (r->round);
  if (share && share->from)
    return run_round_set_share (r->round, share->from, share->to);
  return range ? run_round_set_range (r->round, range) : ST_OK;
}

/* The trie has all tests; those that were asked for stay. */
static void choose_tests (run *r, report *out) {
  suite_choice what = run_round_choice (&r->context->options);
  trouble why = {0};
  uint64_t n;
  if (what == SUITE_ALL || r->context->options.range)
    return;
  if (covering_narrow (r->mem, r->context->options.out, what, &n, &why)) {
    log_warning (&r->context->log, "all tests are written: %s",
                 trouble_text (&why));
    return;
  }
  out->chosen_of = out->tests;
  out->tests = n;
}

/* Tries and suites are whole by now. */
static void confirm_run (run *r, report *out) {
  char_vec doubt = {0};
  if (r->trie.is_kept && r->trie.is_written)
    text_printf (r->mem, &doubt, "%s.doubt", r->trie.path.data);
  phase_start (&r->context->phases, PHASE_CONFIRM);
  confirm (&r->confirming, out, clock_now () - r->started,
           doubt.len ? text_c (r->mem, &doubt) : NULL);
  phase_stop (&r->context->phases, PHASE_CONFIRM);
  vec_release (r->mem, &doubt);
}

static void recount_run (run *r, report *out) {
  uint64_t budget = r->context->options.time_budget;
  phase_start (&r->context->phases, PHASE_CONFIRM);
  recount_tests (&r->recount, &r->subject, budget ? r->started + budget : 0,
                 out);
  phase_stop (&r->context->phases, PHASE_CONFIRM);
}

static status run_run_explore (run *r, report *out) {
  context *c = r->context;
  explore_end end;
  assert (r->round);
  phase_start (&c->phases, PHASE_EXPLORE);
  status st = run_round_explore (r->round, &end);
  if (!st)
    run_round_keep (r->round, !end);
  phase_stop (&c->phases, PHASE_EXPLORE);
  progress_end (&r->progress);
  *out = (report) {0};
  if (r->store)
    store_flush (r->store);
  c->stats.terms += terms_count (r->terms);
  c->stats.rewrites += r->terms->n_rewrites;
  run_round_report (r->round, end, out);
  if (!st && r->request.may_recall && !c->options.klee)
    recount_run (r, out);
  if (!st)
    choose_tests (r, out);
  if (!st && r->request.may_recall)
    confirm_run (r, out);
  if (!st && r->request.may_recall && r->trie.is_kept &&
      run_round_is_settled (r->round))
    unchanged_keep (r->unchanged, out, r->trie.path.data);
  return st;
}

/* The run. */

static run *run_new (context *c, const run_request *q) {
  run *r = memory_zalloc (&c->memory, sizeof *r);
  r->request = *q;
  r->program = q->program;
  r->context = c;
  r->mem = &c->memory;
  store_choose_default (c);
  start_counting (r);
  confirming_init (&r->confirming, r->mem);
  recount_init (&r->recount, r->mem);
  return r;
}

status run_open (context *c, const run_request *q, run **out) {
  status st;
  run *r = run_new (c, q);
  TRY (subject_init (&r->subject, c, q->input, q->argc, q->argv));
  r->subject.envp = q->envp;
  r->subject.linked = q->linked;
  r->unchanged = unchanged_open (&r->subject);
  r->is_recalled = q->may_recall && c->options.check < 2 &&
                   unchanged_recall (r->unchanged, &r->recalled);
  if (!r->is_recalled) {
    TRY (open_store (r)); /* compilations are kept there, too */
    if (c->options.store_mode == STORE_RW)
      trie_place_begin (c, NULL, &r->subject.kept);
    if (!r->program)
      TRY (subject_load (&r->subject, unchanged_footing (r->unchanged),
                         r->started, &r->program));
    TRY (find_targets (r));
    if (q->share)
      trie_place_at (&r->trie, r->mem, q->share->trie);
    else if (program_start_before (r->program) == UINT32_MAX)
      trie_place_init (&r->trie, &r->subject);
    make_ladder (r);
    progress_init (&r->progress, c);
    TRY (open_round (r));
    TRY (set_range (r));
  }
  *out = r;
  return ST_OK;
out:
  run_free (r);
  return st;
}

status run_explore (run *r, report *out) {
  status st = ST_OK;
  trouble why = {0};
  if (r->is_recalled)
    *out = r->recalled;
  else
    st = run_run_explore (r, out);
  assert (out->context || st); /* all zero only with trouble */
  out->input = r->request.input;
  if (out->context)
    report_take_work (out, r->context);
  if (out->context && report_file_write (out, &why))
    log_warning (&r->context->log, "%s", trouble_text (&why));
  return st;
}

void run_interrupt (run *r) {
  run_round *round = r->round;
  r->is_interrupted = 1;
  if (round)
    explorer_interrupt (run_round_explorer (round));
}

/* What others see of us. */
static void close_files (run *r) {
  store_close (r->store);
  trie_place_release (&r->trie);
}

void run_leave (run *r) {
#ifdef NDEBUG
  close_files (r);
#else /* accounts are checked at the end */
  run_free (r);
#endif
}

void run_free (run *r) {
  if (!r)
    return;
  close_round (r);
  oracle_free (r->ladder);
  terms_free (r->terms);
  close_files (r);
  targets_release (r->mem, &r->targets);
  program_free (r->program);
  unchanged_free (r->unchanged);
  confirming_release (&r->confirming);
  recount_release (&r->recount);
  subject_release (&r->subject);
  memory_free (r->mem, r, sizeof *r);
}

program *run_take_program (run *r) {
  program *p = r->program;
  r->program = NULL;
  return p;
}

/* What others look at. */

explorer *run_explorer (const run *r) {
  assert (r->round); /* not recalled, not over */
  return run_round_explorer (r->round);
}

program *run_program (const run *r) { return r->program; }
const terms *run_terms (const run *r) { return r->terms; }
