/* The life of a run, on one screen: see run_open and run_explore at the end.
 *
 *     again     nothing changed: that was all         engine/again.c
 *     program   compile, link, lower                  program/
 *     store     what earlier runs proved              store/
 *     memo      what the last run explored            memo/
 *     ladder    who answers questions                 engine/ladder.c
 *     explorer  paths: run, fork, budgets             explore/
 *       machine one path                              machine/
 *     sharing   several processes                     engine/sharing.c, fleet/
 *     harvest   a test for every path, its error      engine/harvest.c
 *     report    what was found                        report/
 */

#include "engine/run.h"

#include "base/clock.h"
#include "engine/again.h"
#include "engine/deepening.h"
#include "engine/harvest.h"
#include "engine/ladder.h"
#include "engine/ranges.h"
#include "engine/sharing.h"
#include "engine/trie_place.h"
#include "program/depends.h"
#include "report/chronicle.h"

#include <unistd.h>

#define SAVE_EVERY CLOCK_SECOND

struct run {
  oracle oracle; /* first: the explorer knows us by it */
  context *context;
  memory *mem;
  subject subject;
  again *again;
  report recalled;
  bool may_recall, is_recalled; /* the last run's result is that of this one */
  program *program;
  store *store;
  memo *memo; /* or NULL */
  char_vec trie;
  bool is_trie_kept; /* after the run */
  deepening deepening;
  uint64_t started, next_save;
  trie_cost start; /* the counters of the process then */
  terms *terms;
  ladder *ladder;
  explorer *explorer; /* NULL between two rounds */
  volatile int is_interrupted;
  harvest *harvest;
  report_loss_vec losses;
  sharing *sharing; /* NULL: one process explores */
  progress progress;
  targets targets; /* of --target */
  covered covered;
  const char *input;
  bool (*is_stale) (void *owner);
  harvest_observer found;
  void *owner;
};

/* The oracle: the ladder. */

static verdict ask (oracle *o, size_t n, const term *slice, term condition,
                    uint64_t deadline, model *found) {
  ladder *l = ((run *) o)->ladder;
  ladder_set_hints (l, o->hints);
  verdict v = ladder_side (l, n, slice, condition, deadline, found);
  ladder_set_hints (l, NULL);
  return v;
}

static void note_witness (oracle *o) {
  ladder_note_witness (((run *) o)->ladder);
}

static void note_suite (oracle *o) { ladder_note_suite (((run *) o)->ladder); }

static reason why (oracle *o) { return ladder_why (((run *) o)->ladder); }

static void interrupt_ladder (oracle *o) {
  ladder_interrupt (((run *) o)->ladder);
}

/* What the explorer tells. */

static uint64_t on_end (void *owner, const state *s, const pending *p) {
  run *r = owner;
  return harvest_path (r->harvest, s, p);
}

static void on_carry (void *owner, const testcase *t, const spot *at) {
  run *r = owner;
  harvest_carry (r->harvest, t, at);
}

static void start_counting (run *r) {
  const stats *s = &r->context->stats;
  r->start = (trie_cost) {clock_cpu (), s->queries, s->answered_solver};
}

static trie_cost cost_so_far (const run *r) {
  const stats *s = &r->context->stats;
  return (trie_cost) {.time = clock_cpu () - r->start.time,
                      .queries = s->queries - r->start.queries,
                      .solved = s->answered_solver - r->start.solved};
}

/* A range is not what the next run goes on from. */
static bool is_trie_written (const run *r) {
  const options *o = &r->context->options;
  return r->trie.len && !o->range &&
         (o->store_mode == STORE_RW || !r->is_trie_kept);
}

/* A run is worth as much without: the next one starts from scratch. */
static void write_memo (run *r, save_kind how) {
  trouble why = {0};
  memo_note_cost (r->memo, cost_so_far (r));
  if (is_trie_written (r) &&
      memo_save (r->memo, r->context->options.out, how, &why))
    log_warning (&r->context->log, "%s", trouble_text (&why));
}

/* What is known now, or at the end; borrowed until the next time. */
static void fill_report (run *r, const changes *tests, bool is_over,
                         report *out) {
  context *c = r->context;
  vec_clear (&r->losses);
  report_take_losses (r->mem, r->program, r->explorer, &r->losses);
  covered_release (&r->covered);
  covered_collect (&r->covered, r->mem, r->program,
                   explorer_machine (r->explorer), is_over);
  *out = (report) {.input = r->input,
                   .out = c->options.out,
                   .store = r->store ? c->options.store : NULL,
                   .explored = *explorer_counts (r->explorer),
                   .tests = harvest_tests (r->harvest),
                   .changes = tests,
                   .untested = r->memo ? memo_untested (r->memo) : 0,
                   .coverage = coverage_of (&r->covered),
                   .covered = &r->covered,
                   .n_losses = r->losses.len,
                   .loss = r->losses.data,
                   .context = c,
                   .program = r->program};
  out->n_errors = harvest_errors (r->harvest, &out->error);
  out->n_targets = explorer_targets (r->explorer, &out->target);
}

/* A run is worth as much without. */
static void keep_chronicle (run *r, const report *rep, bool is_over) {
  trouble why = {0};
  if (chronicle_write (rep, is_over, &why))
    log_warning (&r->context->log, "%s", trouble_text (&why));
}

static void keep_chronicle_so_far (run *r) {
  report rep;
  fill_report (r, harvest_changes_so_far (r->harvest), false, &rep);
  keep_chronicle (r, &rep, false);
}

/* As often as it costs less than a fiftieth of the time. */
static void save (run *r) {
  uint64_t now = clock_now ();
  if (now < r->next_save)
    return;
  if (r->memo)
    write_memo (r, SAVE_PART);
  keep_chronicle_so_far (r);
  uint64_t took = clock_now () - now;
  r->next_save = now + (took > SAVE_EVERY / 50 ? 50 * took : SAVE_EVERY);
}

static void on_copy (void *owner, const suite *from, uint32_t index) {
  run *r = owner;
  harvest_copy (r->harvest, from, index);
}

static void on_tick (void *owner) {
  run *r = owner;
  if (r->sharing && sharing_tick (r->sharing))
    return;
  harvest_flush (r->harvest);
  save (r);
  progress_show (&r->progress, r->context, explorer_counts (r->explorer),
                 explorer_machine (r->explorer));
  if (r->is_stale && r->is_stale (r->owner))
    run_interrupt (r);
}

/* Steps. */

static status load (run *r) {
  context *c = r->context;
  program_config config = subject_config (&r->subject);
  config.footing = again_footing (r->again);
  if (!config.libc && c->options.libc != LIBC_NONE)
    log_warning (&c->log, "no C library was built: calls of it have any "
                          "result; see 'make libc'");
  phase_start (&c->phases, PHASE_LOAD);
  r->program = program_load (&config, &c->trouble);
  phase_stop (&c->phases, PHASE_LOAD);
  return r->program ? ST_OK : c->trouble.code;
}

static status find_targets (run *r) {
  context *c = r->context;
  const options *o = &c->options;
  if (!o->target)
    return ST_OK;
  if (o->stop == STOP_AT_COVERED)
    return trouble_set (&c->trouble, ST_USAGE,
                        "--target and --stop=covered are two aims: give one");
  return targets_find (&r->targets, r->mem, r->program, o->target, &c->trouble);
}

static const targets *targets_of (const run *r) {
  return r->context->options.target ? &r->targets : NULL;
}

static status open_store (run *r) {
  context *c = r->context;
  store_config config;
  if (!store_config_init (&config, r->mem, &c->log, &c->options))
    return ST_OK;
  return store_open (&config, &c->trouble, &r->store);
}

static status open_harvest (run *r) {
  suite_facts facts = subject_facts (&r->subject);
  return harvest_new (r->context, r->program, &facts, &r->harvest);
}

/* Where the trie is. Deepening needs one also where none may be kept. */
static void place_trie (run *r) {
  const options *o = &r->context->options;
  r->is_trie_kept = trie_place (&r->subject, &r->trie);
  if (!r->deepening.step || (r->is_trie_kept && o->store_mode == STORE_RW))
    return;
  r->is_trie_kept = false;
  vec_clear (&r->trie);
  text_printf (r->mem, &r->trie, "%s/deepen.trie", o->out);
  unlink (text_c (r->mem, &r->trie));
}

/* Not less deep than the run whose trie is there: it was interrupted, or is
 * done with all the bounds before.
 */
static void start_deepening (run *r) {
  options *o = &r->context->options;
  uint64_t last = 0;
  if (!r->deepening.step)
    return;
  bool has_trie = o->incremental == INCREMENTAL_ON &&
                  memo_last_depth (r->mem, r->trie.data, &last);
  o->max_depth = (int64_t) deepening_first (&r->deepening, has_trie, last);
}

/* Budgets of forks, and showing what a path writes, need every path. To share
 * a run, what it explores must be recorded.
 */
static void open_memo (run *r) {
  const options *o = &r->context->options;
  bool is_first = !r->deepening.rounds.len;
  if (!r->trie.len && o->jobs == 1)
    return;
  r->memo = memo_open (&(memo_config) {
      .context = r->context,
      .program = r->program,
      .path = r->trie.data,
      .is_fresh = !r->trie.len ||
                  (is_first && o->incremental == INCREMENTAL_OFF) ||
                  o->max_forks || o->output,
      .is_paper = o->incremental == INCREMENTAL_PAPER,
      .targets = targets_of (r),
      .owner = r,
      .carry = on_carry,
      .copy = on_copy});
  harvest_remember (r->harvest, r->memo);
}

static void make_explorer (run *r) {
  static const char *const no_environment[] = {NULL};
  r->explorer = explorer_new (
      &(explorer_config) {.context = r->context,
                          .terms = r->terms,
                          .program = r->program,
                          .oracle = &r->oracle,
                          .guide = r->memo ? memo_guide (r->memo) : NULL,
                          .targets = targets_of (r),
                          .argc = (int) r->subject.arg.len,
                          .argv = r->subject.arg.data,
                          .envp = no_environment,
                          .started = r->started,
                          .owner = r,
                          .ended = on_end,
                          .tick = on_tick});
  harvest_attach (r->harvest, explorer_machine (r->explorer));
  if (r->memo)
    memo_attach (r->memo, r->explorer);
}

static void make_ladder (run *r) {
  r->terms = terms_new (r->mem);
  r->ladder = ladder_new (r->context, r->terms, r->store);
  r->oracle =
      (oracle) {ask, note_witness, note_suite, why, interrupt_ladder, NULL};
}

/* Who is told of every test as it is found lives in this process. */
static void open_sharing (run *r) {
  if (r->found)
    return;
  r->sharing = sharing_new (
      &(sharing_config) {.context = r->context,
                         .subject = &r->subject,
                         .program = r->program,
                         .store = r->store,
                         .memo = r->memo,
                         .terms = r->terms,
                         .explorer = r->explorer,
                         .harvest = r->harvest,
                         .progress = &r->progress,
                         .trie = is_trie_written (r) ? r->trie.data : NULL,
                         .start = r->start,
                         .is_stale = r->is_stale,
                         .owner = r->owner});
}

static status set_range (run *r) {
  const char *text = r->context->options.range;
  trouble *why = &r->context->trouble;
  uint32_t from, to;
  if (!text)
    return ST_OK;
  if (!ranges_parse (text, &from, &to))
    return trouble_set (why, ST_USAGE,
                        "--range=%s: say A..B, A.. or ..B, with numbers of "
                        "tests of the last run",
                        text);
  if (r->deepening.step)
    return trouble_set (why, ST_USAGE, "--range does not go with --deepen");
  if (!r->trie.len)
    return trouble_set (why, ST_USAGE,
                        "--range needs a store that is a directory: there "
                        "the last run is remembered");
  return memo_set_range (r->memo, from, to, why);
}

/* A round is a run with one bound; without --deepen there is one. */
static status open_round (run *r) {
  status st = open_harvest (r);
  if (st)
    return st;
  harvest_observe (r->harvest, r->found, r->owner);
  open_memo (r);
  make_explorer (r);
  open_sharing (r);
  if (r->is_interrupted)
    explorer_interrupt (r->explorer);
  keep_chronicle_so_far (r);
  return set_range (r);
}

static void close_round (run *r) {
  explorer *e = r->explorer;
  r->explorer = NULL; /* a signal may come */
  sharing_free (r->sharing);
  explorer_free (e);
  harvest_free (r->harvest);
  memo_free (r->memo);
  r->harvest = NULL;
  r->memo = NULL;
  r->sharing = NULL;
}

/* Other processes know what was explored. */
static bool was_shared (const run *r) {
  return r->sharing && sharing_was_shared (r->sharing);
}

static status explore_round (run *r, explore_end *end) {
  deepening_begin (&r->deepening);
  *end = r->sharing ? sharing_run (r->sharing) : explorer_run (r->explorer);
  status st = harvest_close (r->harvest);
  deepening_end (&r->deepening, explorer_counts (r->explorer));
  if (!st && r->memo && !was_shared (r))
    write_memo (r, *end                                ? SAVE_PART
                   : deepening_goes_on (&r->deepening) ? SAVE_WHOLE
                                                       : SAVE_LAST);
  return st;
}

static status explore_rounds (run *r, explore_end *end) {
  status st = explore_round (r, end);
  if (r->deepening.step && r->memo && memo_tests (r->memo))
    deepening_note_tests (&r->deepening, memo_tests (r->memo));
  while (!st && !*end && deepening_goes_on (&r->deepening)) {
    close_round (r);
    start_counting (r); /* the trie has what was before */
    deepening_advance (&r->deepening);
    r->started = clock_now ();
    st = open_round (r);
    if (!st)
      st = explore_round (r, end);
  }
  return st;
}

static run *run_new (context *c, const run_request *q) {
  run *r = memory_zalloc (&c->memory, sizeof *r);
  r->context = c;
  r->mem = &c->memory;
  r->input = q->input;
  r->started = clock_now ();
  start_counting (r);
  r->covered.mem = r->mem;
  r->is_stale = q->is_stale;
  r->found = q->found;
  r->may_recall = q->may_recall;
  r->owner = q->owner;
  if (!c->options.store)
    c->options.store = STORE_DEFAULT_PLACE;
  return r;
}

status run_open (context *c, const run_request *q, run **out) {
  status st;
  run *r = run_new (c, q);
  TRY (subject_init (&r->subject, c, q->input, q->argc, q->argv));
  r->again = again_open (&r->subject);
  TRY (deepening_init (&r->deepening, c));
  r->is_recalled = r->may_recall && again_recall (r->again, &r->recalled);
  if (r->is_recalled) {
    *out = r;
    return ST_OK;
  }
  TRY (load (r));
  TRY (find_targets (r));
  TRY (open_store (r));
  place_trie (r);
  start_deepening (r);
  make_ladder (r);
  TRY (open_round (r));
  progress_init (&r->progress, c);
  r->next_save = clock_now () + SAVE_EVERY;
  *out = r;
  return ST_OK;
out:
  run_free (r);
  return st;
}

static void finish_report (run *r, explore_end end, report *out) {
  fill_report (r, harvest_changes (r->harvest, end != EXPLORE_DONE), true, out);
  out->end = end;
  out->is_exhaustive = explorer_is_exhaustive (r->explorer);
  deepening_sum_up (&r->deepening, out);
}

static status explore (run *r, report *out) {
  context *c = r->context;
  phase_start (&c->phases, PHASE_EXPLORE);
  explore_end end;
  status st = explore_rounds (r, &end);
  phase_stop (&c->phases, PHASE_EXPLORE);
  progress_erase (&r->progress);
  *out = (report) {0};
  if (!r->explorer) /* a round could not begin */
    return st;
  if (r->store)
    store_flush (r->store);
  c->stats.terms += terms_count (r->terms);
  c->stats.rewrites += r->terms->n_rewrites;
  finish_report (r, end, out);
  if (!st && r->may_recall && r->is_trie_kept && !was_shared (r) &&
      memo_is_settled (r->memo))
    again_keep (r->again, out, r->trie.data);
  return st;
}

status run_explore (run *r, report *out) {
  status st = ST_OK;
  if (r->is_recalled)
    *out = r->recalled;
  else
    st = explore (r, out);
  out->input = r->input;
  if (out->context)
    keep_chronicle (r, out, true);
  return st;
}

void run_give (run *r, uint32_t n, const given_input *given) {
  machine_give (explorer_machine (r->explorer), n, given);
}

const explored *run_counts (const run *r) {
  return explorer_counts (r->explorer);
}

program *run_program (const run *r) { return r->program; }
const machine *run_machine (const run *r) {
  return explorer_machine (r->explorer);
}
const terms *run_terms (const run *r) { return r->terms; }

void run_interrupt (run *r) {
  r->is_interrupted = 1;
  if (r->explorer)
    explorer_interrupt (r->explorer);
}

void run_free (run *r) {
  if (!r)
    return;
  close_round (r);
  ladder_free (r->ladder);
  terms_free (r->terms);
  store_close (r->store);
  if (r->trie.len && !r->is_trie_kept)
    unlink (r->trie.data);
  deepening_release (&r->deepening);
  covered_release (&r->covered);
  vec_release (r->mem, &r->trie);
  targets_release (r->mem, &r->targets);
  program_free (r->program);
  vec_release (r->mem, &r->losses);
  again_free (r->again);
  subject_release (&r->subject);
  memory_free (r->mem, r, sizeof *r);
}

status run_sources (context *c, const char *input, char_vec *paths) {
  subject s;
  status st = subject_init (&s, c, input, 0, NULL);
  program_config config = subject_config (&s);
  if (!st)
    st = depends_list (&config, paths, &c->trouble);
  subject_release (&s);
  return st;
}
