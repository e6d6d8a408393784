/* Who is made of whom, and who tells whom while paths are explored:
 *
 *     memo <--asks-- explorer --on_end--> harvest --> suite
 *       |               |  ^                 ^
 *       |           on_tick interrupt        |
 *       |               v  |                 |
 *       +---on_carry--> round ---------------+
 *                         +--> trie, report file: about once a second
 *
 * What holds: harvest, memo, explorer, sharing are opened in this order, each
 * knowing those before it, and freed with the explorer before those it calls.
 * The suite only grows; trie and report file are replaced whole, so a kill at
 * any moment leaves the last ones. Where the work was shared, the trie is the
 * business of the processes that explored, and this one must not write its own,
 * which knows nothing of their paths.
 */

#include "run/run_round.h"

#include "base/clock.h"
#include "explore/test_rule.h"
#include "fleet/sharing.h"
#include "memo/cover.h"
#include "report/counting.h"
#include "report/report_file.h"
#include "run/lead_files.h"
#include "suite/friendly_inputs.h"

#include <sys/stat.h>
#include <unistd.h>

#define SAVE_EVERY CLOCK_SECOND
#define MUCH UINT64_C (1000000000) /* bytes */
#define FRIENDLY_WORK 12000        /* for what a path knows of a few inputs */
#define WITNESS_WORK 400000        /* the same for an error that is shown */
#define END_OF_TEST 3000   /* ns, for the last save, changes and report */
#define END_OF_COUNT 20000 /* the same for how likely each is */

struct run_round {
  run_round_config config;
  context *context;
  memory *mem;
  harvest *harvest;
  memo *memo; /* or NULL */
  explorer *explorer;
  friendly_inputs friendly;
  lead_files seeds;
  leads *leads;       /* those seeds, NULL: there are none */
  map n_faults;       /* at each instruction so far */
  sharing *sharing;   /* NULL: one process explores */
  counting *counting; /* NULL: inputs are not counted */
  uint64_t next_save, save_time;
  bool spares_trie; /* of the last run, which may know more than a part */
  bool has_warned_of_trie, has_warned_of_report, has_warned_of_size;
  report_loss_vec losses; /* this and the rest: what the report borrows */
  report_target_vec targets;
  covered covered;
  arena sources;
};

/* What is written while it goes on, and at the end. A run is worth as much
 * without: trouble with it is a warning.
 */

static void run_round_warn (run_round *r, bool *has_warned,
                            const trouble *why) {
  if (!*has_warned) /* it is tried again every second */
    log_warning (&r->context->log, "%s", trouble_text (why));
  *has_warned = true;
}

static trie_cost cost_so_far (const run_round *r) {
  const stats *s = &r->context->stats;
  const trie_cost *start = &r->config.start;
  assert (start->queries <= s->queries && start->solved <= s->answered_solver);
  return (trie_cost) {.time = clock_cpu () - start->time,
                      .queries = s->queries - start->queries,
                      .solved = s->answered_solver - start->solved};
}

/* Other processes know what was explored, and wrote it. */
static bool was_shared (const run_round *r) {
  return r->sharing && sharing_was_shared (r->sharing);
}

static void write_memo (run_round *r, bool is_whole) {
  trouble why = {0};
  assert (r->memo && !was_shared (r)); /* or others have written it */
  memo_note_cost (r->memo, cost_so_far (r));
  bool is_less = !is_whole && r->spares_trie;
  if (r->config.is_trie_written && !is_less &&
      memo_save (r->memo, r->context->options.out, is_whole, &why))
    run_round_warn (r, &r->has_warned_of_trie, &why);
}

static void take_targets (run_round *r, report *out) {
  const target_result *t;
  size_t n = explorer_targets (r->explorer, &t);
  target_state missed = explorer_is_exhaustive (r->explorer)
                            ? TARGET_UNREACHABLE
                            : TARGET_UNKNOWN;
  vec_clear (&r->targets);
  for (size_t i = 0; i < n; i++)
    vec_push (r->mem, &r->targets,
              (report_target) {t[i].place, t[i].test ? TARGET_REACHED : missed,
                               t[i].test, t[i].paths});
  out->n_targets = n;
  out->targets = r->targets.data;
}

/* What is known now, or at the end; borrowed until the next time. */
static void fill_report (run_round *r, bool is_over, report *out) {
  context *c = r->context;
  program *p = r->config.program;
  assert (r->harvest && r->explorer);
  vec_clear (&r->losses);
  arena_reset (&r->sources);
  report_take_losses (r->mem, p, r->explorer, &r->losses);
  report_take_bounds (r->mem, &r->sources, p, &c->options,
                      r->config.subject->arg.len > 1, &r->losses);
  covered_release (&r->covered);
  covered_collect (&r->covered, r->mem, p, explorer_machine (r->explorer),
                   is_over);
  *out = (report) {.input = r->config.request->input,
                   .out = c->options.out,
                   .store = r->config.store ? c->options.store : NULL,
                   .explored = *explorer_counts (r->explorer),
                   .tests = harvest_tests (r->harvest),
                   .coverage = coverage_of (&r->covered),
                   .covered = &r->covered,
                   .n_losses = r->losses.len,
                   .losses = r->losses.data,
                   .context = c,
                   .program = p};
  coverage_by_file (&r->covered, &r->sources, out);
  harvest_report_errors (r->harvest, &r->sources, out);
  take_targets (r, out);
  report_take_work (out, c);
}

static void write_report (run_round *r) {
  trouble why = {0};
  report rep;
  fill_report (r, false, &rep);
  rep.state = "running";
  memcpy (rep.changes.count, harvest_counts (r->harvest),
          sizeof rep.changes.count);
  if (report_file_write (&rep, &why))
    run_round_warn (r, &r->has_warned_of_report, &why);
}

static uint64_t size_of (memory *mem, const char *dir, const char *name) {
  struct stat st;
  char_vec path = {0};
  text_printf (mem, &path, "%s%s", dir, name);
  uint64_t size = stat (text_c (mem, &path), &st) ? 0 : (uint64_t) st.st_size;
  vec_release (mem, &path);
  return size;
}

/* Nobody who sets no limit expects gigabytes. */
static void warn_of_size (run_round *r) {
  const options *o = &r->context->options;
  uint64_t tests = size_of (r->mem, o->out, "/suite");
  uint64_t kept = r->config.trie ? size_of (r->mem, r->config.trie, "") : 0;
  if (r->has_warned_of_size || tests + kept < MUCH || o->time_budget ||
      o->max_paths)
    return;
  r->has_warned_of_size = true;
  log_warning (&r->context->log,
               "this run has written more than %.1f GB (tests in %s%s) and has "
               "no limit; --time-budget or --max-paths would set one",
               (double) (tests + kept) / 1e9, o->out,
               kept ? ", and what the next run reuses" : "");
}

/* As often as it costs less than a fiftieth of the time. */
static void save (run_round *r) {
  uint64_t now = clock_now ();
  if (now < r->next_save)
    return;
  if (r->memo)
    write_memo (r, false);
  write_report (r);
  warn_of_size (r);
  uint64_t took = clock_now () - now;
  r->save_time = took;
  r->next_save = now + (took > SAVE_EVERY / 50 ? 50 * took : SAVE_EVERY);
}

/* What memo and explorer tell. */

static void on_carry (void *owner, const testcase *t) {
  run_round *r = owner;
  harvest_carry (r->harvest, t);
}

static void on_copy (void *owner, const suite *from, uint32_t index) {
  run_round *r = owner;
  harvest_copy (r->harvest, from, index);
}

static const counting_class *counting_in_time (run_round *r) {
  const counting_class *c = r->context->extension->counting;
  c->end_at (r->counting, explorer_deadline (r->explorer));
  return c;
}

static uint64_t on_end (void *owner, const state *s, const pending *p) {
  run_round *r = owner;
  uint64_t test = harvest_path (r->harvest, s, p);
  if (r->counting)
    counting_in_time (r)->end (r->counting, explorer_machine (r->explorer), s,
                               p, (uint32_t) test);
  return test;
}

static void on_assumption (void *owner, knowledge *k, term t) {
  run_round *r = owner;
  counting_in_time (r)->assume (r->counting, k, t);
}

/* Values that a reader likes cost as much as a path: they are for the first
 * tests, and for those of errors. Of each place the first error is shown, and
 * is worth more.
 */
#define FRIENDLY_TESTS 256

/* A driven function's is told of when it is about to end. */
static bool is_shown_fault (run_round *r, const state *s) {
  const ending *e = &s->end;
  if (e->kind != END_FAULT && (!s->driven || e->kind != END_NONE))
    return false;
  uint64_t *n =
      map_at (&r->n_faults, ((uint64_t) e->function << 32 | e->insn) + 1);
  r->friendly.work =
      *n && !r->config.subject->before ? FRIENDLY_WORK : WITNESS_WORK;
  return (*n)++ < FRIENDLY_TESTS;
}

static void on_settle (void *owner, const state *s, knowledge *k, bool is_old) {
  run_round *r = owner;
  bool is_diff = r->config.subject->before; /* only differences are shown */
  bool is_first = !is_diff && harvest_tests (r->harvest) < FRIENDLY_TESTS;
  r->friendly.work = is_diff ? WITNESS_WORK : FRIENDLY_WORK;
  if (is_shown_fault (r, s) || is_first)
    friendly_inputs_settle (&r->friendly, s, k, is_old);
}

/* What is to be done at the end grows with the tests, those of the last run
 * included.
 */
static void reserve_time (run_round *r) {
  uint64_t jobs = (uint64_t) r->context->options.jobs;
  uint64_t n = harvest_tests (r->harvest) * jobs;
  if (jobs > 1) /* pieces are joined */
    n *= 2;
  if (r->memo && memo_tests (r->memo))
    n += suite_count (memo_tests (r->memo));
  explorer_reserve (r->explorer,
                    r->save_time +
                        n * (r->counting ? END_OF_COUNT : END_OF_TEST));
}

static void on_fork (void *owner, const state *s, choice_kind what, size_t n,
                     const uint32_t *taken, pending *const *into,
                     const term *guard) {
  run_round *r = owner;
  const run_request *q = r->config.request;
  if (r->leads && into[0]->leads.len)
    leads_split (r->leads, s, n, taken, into, guard);
  if (q->forked)
    q->forked (q->owner, s, what, n, taken, into, guard);
}

static size_t on_narrow (void *owner, const pending *p, size_t n,
                         const uint32_t *taken) {
  const run_request *q = ((run_round *) owner)->config.request;
  return q->narrow (q->owner, p, n, taken);
}

static void on_question (void *owner, const asked_question *a) {
  const run_request *q = ((run_round *) owner)->config.request;
  assert (q->asked); /* or nobody would have told us */
  q->asked (q->owner, a);
}

static bool on_question_before (void *owner, state *s) {
  const run_request *q = ((run_round *) owner)->config.request;
  return q->is_over (q->owner, s);
}

static void on_output (void *owner, int descriptor, const char *s, size_t n) {
  const run_request *q = ((run_round *) owner)->config.request;
  q->wrote (q->owner, descriptor, s, n);
}

static void on_tick (void *owner) {
  run_round *r = owner;
  const run_request *q = r->config.request;
  reserve_time (r);
  if (r->sharing && sharing_tick (r->sharing))
    return;
  harvest_flush (r->harvest);
  save (r);
  progress_show (r->config.progress, r->context, explorer_counts (r->explorer),
                 explorer_machine (r->explorer));
  if (q->is_stale && q->is_stale (q->owner))
    explorer_interrupt (r->explorer);
}

/* Opening. */

static status open_counting (run_round *r) {
  const run_round_config *c = &r->config;
  return counting_is_wanted (&r->context->options)
             ? r->context->extension->counting->open (r->context, c->terms,
                                                      c->store, &r->counting)
             : ST_OK;
}

static status open_harvest (run_round *r) {
  const run_round_config *c = &r->config;
  suite_facts facts = subject_facts (c->subject);
  facts.types = program_types (c->program);
  status st = harvest_new (r->context, c->program, &facts, &r->harvest);
  if (st)
    return st;
  harvest_observe (r->harvest, c->request->found, c->request->owner);
  if (!c->subject->before) /* of two versions, errors are not what is told */
    harvest_tell (r->harvest, c->progress);
  return ST_OK;
}

suite_choice run_round_choice (const options *o) {
  if (o->only_output_states_covering_new)
    return SUITE_NEW;
  return o->suite == SUITE_ALL && o->stop == STOP_AT_COVERED ? SUITE_BRANCHES
                                                             : o->suite;
}

/* To share a run, or to choose tests, what it explores must be recorded. */
static void open_memo (run_round *r) {
  const run_round_config *c = &r->config;
  const options *o = &r->context->options;
  assert (r->harvest && !r->explorer); /* which asks the memo */
  if (c->request->joiner ||
      (!c->trie && o->jobs == 1 && run_round_choice (o) == SUITE_ALL))
    return;
  r->spares_trie =
      c->trie && options_need (o, NEEDS_START) && !access (c->trie, F_OK);
  r->memo = memo_open (&(memo_config) {
      .context = r->context,
      .program = c->program,
      .path = c->trie,
      .is_fresh = !c->trie || c->is_fresh || options_need (o, NEEDS_PATHS),
      .by_rule = test_rule_of (r->context) != NULL,
      .targets = c->targets,
      .shows_ends = c->request->shows_ends,
      .shows_output = c->request->wrote != NULL,
      .owner = r,
      .carry = on_carry,
      .copy = on_copy});
  harvest_remember (r->harvest, r->memo);
}

static void open_explorer (run_round *r) {
  static const char *const no_environment[] = {NULL};
  const run_round_config *c = &r->config;
  friendly_inputs_init (&r->friendly, r->mem, c->terms,
                        program_types (c->program));
  map_init (&r->n_faults, r->mem);
  r->explorer = explorer_new (&(explorer_config) {
      .context = r->context,
      .terms = c->terms,
      .program = c->program,
      .oracle = c->oracle,
      .guide = r->memo ? memo_guide (r->memo) : NULL,
      .precedents = r->memo ? memo_precedents (r->memo) : NULL,
      .precedents_before = r->memo ? memo_old_precedents (r->memo) : NULL,
      .targets = c->targets,
      .argc = (int) c->subject->arg.len,
      .argv = c->subject->arg.data,
      .envp = c->request->envp ? c->request->envp : no_environment,
      .started = c->started,
      .owner = r,
      .ended = on_end,
      .settle = c->request->found ? NULL : on_settle,
      .assumed = r->counting ? on_assumption : NULL,
      .forked = on_fork,
      .narrow = c->request->narrow ? on_narrow : NULL,
      .asked = c->request->asked ? on_question : NULL,
      .wrote = c->request->wrote ? on_output : NULL,
      .tick = on_tick,
      .is_over = c->request->is_over ? on_question_before : NULL,
      .is_counting = c->request->is_counting,
      .joiner = c->request->joiner});
  harvest_attach (r->harvest, explorer_machine (r->explorer));
  if (r->memo)
    memo_attach (r->memo, r->explorer);
}

static void follow_seeds (run_round *r) {
  uint32_t n = (uint32_t) r->seeds.all.len;
  if (!n)
    return;
  r->leads = leads_new (r->mem, r->config.terms, r->seeds.all.data);
  explorer_lead (r->explorer, n);
}

/* Who is told of every test as it is found lives in this process. */
static void open_sharing (run_round *r) {
  const run_round_config *c = &r->config;
  assert (r->explorer && (r->memo || r->context->options.jobs == 1));
  if (c->request->found)
    return;
  r->sharing = sharing_new (
      &(sharing_config) {.context = r->context,
                         .store = c->store,
                         .memo = r->memo,
                         .terms = c->terms,
                         .explorer = r->explorer,
                         .harvest = r->harvest,
                         .progress = c->progress,
                         .trie = c->is_trie_written ? c->trie : NULL,
                         .start = c->start,
                         .is_stale = c->request->is_stale,
                         .owner = c->request->owner});
}

status run_round_open (const run_round_config *config, run_round **out) {
  memory *mem = &config->context->memory;
  assert (config->program && config->terms && config->oracle);
  assert (!config->is_trie_written || config->trie);
  run_round *r = memory_zalloc (mem, sizeof *r);
  r->config = *config;
  r->context = config->context;
  r->mem = mem;
  r->covered.mem = mem;
  arena_init (&r->sources, mem);
  status st = open_counting (r);
  if (!st && r->context->options.seeds)
    st = lead_files_read (r->context, &r->seeds);
  if (!st)
    st = open_harvest (r);
  if (st) {
    run_round_free (r);
    return st;
  }
  open_memo (r);
  open_explorer (r);
  follow_seeds (r);
  open_sharing (r);
  write_report (r);
  r->next_save = clock_now () + SAVE_EVERY;
  *out = r;
  return ST_OK;
}

void run_round_free (run_round *r) {
  if (!r)
    return;
  sharing_free (r->sharing);
  explorer_free (r->explorer);
  leads_free (r->leads);
  lead_files_release (&r->seeds);
  if (r->counting)
    r->context->extension->counting->free (r->counting);
  if (r->friendly.mem)
    friendly_inputs_release (&r->friendly);
  map_release (&r->n_faults);
  harvest_free (r->harvest);
  memo_free (r->memo);
  covered_release (&r->covered);
  vec_release (r->mem, &r->losses, &r->targets);
  arena_release (&r->sources);
  memory_free (r->mem, r, sizeof *r);
}

static bool parse_bound (const char **at, uint32_t *out) {
  *out = 0;
  if (**at < '0' || **at > '9')
    return true;
  char *end;
  unsigned long n = strtoul (*at, &end, 10);
  *at = end;
  *out = (uint32_t) n;
  return n > 0 && n < UINT32_MAX;
}

/* "A..B", "A.." or "..B" */
static bool parse_range (const char *text, uint32_t *from, uint32_t *to) {
  const char *at = text;
  if (!parse_bound (&at, from) || strncmp (at, "..", 2))
    return false;
  at += 2;
  return parse_bound (&at, to) && !*at;
}

status run_round_set_range (run_round *r, const char *text) {
  trouble *why = &r->context->trouble;
  uint32_t from, to;
  if (!parse_range (text, &from, &to))
    return trouble_set (why, ST_USAGE,
                        "--range=%s: write A..B, A.. or ..B, where A and B are "
                        "test numbers of the last run",
                        text);
  if (!r->config.trie)
    return trouble_set (
        why, ST_USAGE,
        "--range needs a store in a directory, which remembers the last run");
  assert (r->memo); /* for there is a trie */
  return memo_set_range (r->memo, from, to, why);
}

status run_round_set_share (run_round *r, uint32_t from, uint32_t to) {
  assert (r->memo); /* there is a trie */
  return memo_set_share (r->memo, from, to, &r->context->trouble);
}

/* Exploring, and after it. */

status run_round_explore (run_round *r, explore_end *end) {
  *end = r->sharing ? sharing_run (r->sharing) : explorer_run (r->explorer);
  return harvest_close (r->harvest);
}

void run_round_keep (run_round *r, bool is_whole) {
  trouble why = {0};
  if (!r->memo || was_shared (r))
    return;
  write_memo (r, is_whole);
  if (cover_write (memo_recorder (r->memo), r->context->options.out, &why))
    log_warning (&r->context->log, "%s", trouble_text (&why));
}

void run_round_report (run_round *r, explore_end end, report *out) {
  const changes *tests = harvest_changes (r->harvest, end != EXPLORE_DONE);
  fill_report (r, true, out);
  out->changes = changes_list (tests);
  out->end = end;
  if (r->counting)
    r->context->extension->counting->report (r->counting, out);
}

bool run_round_is_settled (const run_round *r) {
  return r->memo && !was_shared (r) && memo_is_settled (r->memo);
}

explorer *run_round_explorer (const run_round *r) { return r->explorer; }
