#include "klee/klee.h"

#include "base/clock.h"
#include "context/amount.h"
#include "klee/replays.h"
#include "klee/runstats.h"
#include "klee/testfiles.h"
#include "suite/export_xml.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct klee {
  context *context;
  memory *mem;
  int argc;
  char **argv;
  klee_flags flags;
  outdir dir;
  bool has_dir;
  testfiles files;
  runstats *stats;
  run *run;
  char_vec input; /* FILE or FILE:FUNCTION */
  uint64_t started, next_row, row_every, max_tests;
  const char *searcher;
  replays replays;
  explored total; /* of all runs */
  bool is_over;   /* an error or a limit of tests ends the run */
  bool failed;    /* --exit-on-error */
  volatile int is_interrupted;
};

/* Options. */

static status take_number (klee *k, const char *name, const char *text,
                           int64_t *out) {
  char *end;
  long long v = strtoll (text, &end, 10);
  if (*end || end == text)
    return trouble_set (&k->context->trouble, ST_USAGE,
                        "'%s' is no number for --%s", text, name);
  *out = v > 0 ? v : 0;
  return ST_OK;
}

static status take_span (klee *k, const char *name, const char *text,
                         uint64_t *out) {
  if (span_parse (text, out))
    return ST_OK;
  return trouble_set (&k->context->trouble, ST_USAGE,
                      "'%s' is no time for --%s: use 10, 1.5s, 1h10min", text,
                      name);
}

static search_kind search_of (const char *name) {
  if (!strcmp (name, "dfs"))
    return SEARCH_DFS;
  if (!strcmp (name, "bfs"))
    return SEARCH_BFS;
  if (!strncmp (name, "random", 6))
    return SEARCH_RANDOM_PATH;
  return SEARCH_COVERAGE;
}

static status check_search (klee *k, const char *name) {
  static const char *const known[] = {
      "dfs",         "bfs",         "random-state", "random-path",
      "nurs:covnew", "nurs:md2u",   "nurs:rp",      "nurs:depth",
      "nurs:icnt",   "nurs:cpicnt", "nurs:qc"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (name, known[i]))
      return ST_OK;
  return trouble_set (&k->context->trouble, ST_USAGE,
                      "--search: there is no '%s', use dfs, bfs, random-path, "
                      "random-state or nurs:covnew and the like",
                      name);
}

/* The order matters only for what is found before a limit ends the run, so
 * without one it is the cheapest.
 */
static void choose_search (klee *k) {
  const klee_flags *f = &k->flags;
  options *o = &k->context->options;
  bool is_limited = o->time_budget || o->max_instructions || k->max_tests;
  if (f->search.len == 1)
    o->search = search_of (f->search.data[0]);
  else if (f->search.len || is_limited)
    o->search = SEARCH_INTERLEAVED;
  static const char *const names[SEARCH_COUNT] = {
      [SEARCH_DFS] = "DFSSearcher",
      [SEARCH_BFS] = "BFSSearcher",
      [SEARCH_RANDOM_PATH] = "RandomPathSearcher",
      [SEARCH_COVERAGE] = "WeightedRandomSearcher::CoveringNew",
      [SEARCH_INTERLEAVED] = "<InterleavedSearcher> RandomPathSearcher, "
                             "WeightedRandomSearcher::CoveringNew"};
  k->searcher =
      o->search < SEARCH_COUNT && names[o->search] ? names[o->search] : "other";
}

/* Options of ours, after those of KLEE's: they may say more. What nobody knows
 * is one of another version of KLEE, unless it looks misspelt.
 */
static status take_ours (klee *k) {
  for (size_t i = 0; i < k->flags.ours.len; i++) {
    trouble why = {0};
    char *one = (char *) k->flags.ours.data[i];
    int n = 1;
    if (!options_parse (&k->context->options, &why, COMMAND_RUN, &n, &one))
      continue;
    const char *near = klee_flags_near (k->flags.ours.data[i]);
    if (near)
      return trouble_set (&k->context->trouble, ST_USAGE,
                          "there is no option %s; with '-' for '_', did you "
                          "mean --%s?",
                          k->flags.ours.data[i], near);
    vec_push (k->mem, &k->flags.ignored, k->flags.ours.data[i]);
  }
  return ST_OK;
}

static status set_options (klee *k) {
  status st = ST_OK;
  const klee_flags *f = &k->flags;
  options *o = &k->context->options;
  int64_t megabytes = 0, tests = 0;
  for (size_t i = 0; i < f->search.len; i++)
    TRY (check_search (k, f->search.data[i]));
  TRY (take_number (k, "max-depth", f->max_depth, &o->max_depth));
  TRY (take_number (k, "max-forks", f->max_forks, &o->max_forks));
  TRY (take_number (k, "max-instructions", f->max_instructions,
                    &o->max_instructions));
  TRY (take_number (k, "max-memory", f->max_memory, &megabytes));
  TRY (take_number (k, "max-tests", f->max_tests, &tests));
  TRY (
      take_number (k, "max-stack-frames", f->max_stack_frames, &o->max_frames));
  TRY (take_number (k, "rng-initial-seed", f->rng_initial_seed, &o->seed));
  TRY (take_span (k, "max-time", f->max_time, &o->time_budget));
  TRY (take_span (k, "max-solver-time", f->max_solver_time, &o->timeout));
  TRY (take_span (k, "stats-write-interval", f->stats_write_interval,
                  &k->row_every));
  o->memory_limit = (uint64_t) megabytes << 20;
  o->max_frames = o->max_frames ? o->max_frames : INT32_MAX;
  o->all_errors = f->emit_all_errors;
  o->foreign = !strcmp (f->external_calls, "none")          ? FOREIGN_NONE
               : !strcmp (f->external_calls, "over-approx") ? FOREIGN_SYMBOLIC
                                                            : FOREIGN_CONCRETE;
  o->progress = PROGRESS_NONE;
  k->max_tests = (uint64_t) tests;
  /* what a carried path does not have */
  if (f->write_smt2s || f->write_kqueries || f->write_cvcs || f->write_cov ||
      f->only_output_states_covering_new)
    o->incremental = INCREMENTAL_OFF;
  TRY (take_ours (k));
  choose_search (k);
out:
  return st;
}

static void warn_about_ignored (klee *k) {
  const klee_flags *f = &k->flags;
  for (size_t i = 0; i < f->ignored.len; i++)
    klee_warning (&k->dir, "option %s has no effect here", f->ignored.data[i]);
  if (f->write_cvcs)
    klee_warning (&k->dir, "what is in .cvc files is SMT-LIB");
  if (f->seed_file.len || f->seed_dir.len)
    klee_warning (&k->dir,
                  "seeds are not needed: all paths are explored anyway");
}

/* While it runs. */

static void add_row (klee *k, const coverage *c) {
  if (k->stats)
    runstats_add (k->stats,
                  &(runstats_row) {.context = k->context,
                                   .explored = run_counts (k->run),
                                   .coverage = c,
                                   .wall = clock_now () - k->started});
}

static bool on_tick (void *owner) {
  klee *k = owner;
  uint64_t now = clock_now ();
  if (k->run && now >= k->next_row) {
    k->next_row = now + k->row_every;
    add_row (k, NULL);
  }
  return k->is_over || k->is_interrupted;
}

static bool is_wanted_type (const klee_flags *f, fault_kind what) {
  const char *name = fault_name (what);
  for (size_t i = 0; i < f->exit_on_error_type.len; i++) {
    const char *type = f->exit_on_error_type.data[i];
    bool is_pointer =
        !strcasecmp (type, "Ptr") &&
        (what == FAULT_OUT_OF_BOUNDS || what == FAULT_NULL_POINTER ||
         what == FAULT_USE_AFTER_FREE);
    bool is_assertion = !strcasecmp (type, "Assert") && what == FAULT_ASSERTION;
    if (is_pointer || is_assertion || !strcasecmp (type, name))
      return true;
  }
  return false;
}

static void say_error (klee *k, const testcase *t) {
  char_vec text = {0};
  klee_error_text (k->mem, t, &text);
  text_c (k->mem, &text);
  if (t->line)
    klee_message (&k->dir, "ERROR: %s:%u: %s", t->file, t->line, text.data);
  else
    klee_message (&k->dir, "ERROR: (location information missing) %s",
                  text.data);
  if (!k->flags.emit_all_errors)
    klee_message (&k->dir, "NOTE: now ignoring this error at this location");
  vec_release (k->mem, &text);
}

static void on_found (void *owner, const testcase *t, const state *s,
                      const pending *p) {
  klee *k = owner;
  const klee_flags *f = &k->flags;
  if (k->is_over)
    return;
  testfiles_add (&k->files, t, s, p);
  if (t->end == END_FAULT && (!t->is_repeated || f->emit_all_errors)) {
    say_error (k, t);
    k->failed = f->exit_on_error || is_wanted_type (f, t->fault);
  }
  k->is_over = k->failed || (k->max_tests && k->files.n >= k->max_tests);
  if (k->is_over && k->run)
    run_interrupt (k->run);
}

/* The life of a session. */

static void set_input (klee *k) {
  const klee_flags *f = &k->flags;
  text_puts (k->mem, &k->input, f->file);
  if (strcmp (f->entry_point, "main"))
    text_printf (k->mem, &k->input, ":%s", f->entry_point);
  text_c (k->mem, &k->input);
}

static status begin (klee *k) {
  status st = ST_OK;
  context *c = k->context;
  const klee_flags *f = &k->flags;
  TRY (set_options (k));
  if (access (f->file, R_OK))
    TRY (trouble_set (&c->trouble, ST_NOFILE, "cannot open '%s'", f->file));
  TRY (outdir_make (&k->dir, k->mem, f->output_dir, f->file, &c->trouble));
  k->has_dir = true;
  outdir_begin (&k->dir, k->argc, k->argv, k->searcher);
  klee_message (&k->dir, "output directory is \"%s\"", k->dir.path.data);
  klee_message (&k->dir, "Using reprise solver backend");
  warn_about_ignored (k);
  if (f->output_stats &&
      !(k->stats = runstats_open (k->mem, k->dir.path.data, &c->trouble)))
    st = c->trouble.code;
  c->options.out = k->dir.path.data;
  set_input (k);
out:
  return st;
}

static status find_replays (klee *k) {
  status st = ST_OK;
  const klee_flags *f = &k->flags;
  options *o = &k->context->options;
  replays *r = &k->replays;
  trouble *why = &k->context->trouble;
  TRY (replays_add (r, &f->replay_ktest_file, &f->replay_ktest_dir, why));
  if (f->only_seed || f->only_replay_seeds)
    TRY (replays_add (r, &f->seed_file, &f->seed_dir, why));
  if (r->path.len) { /* nothing to remember, and nothing to be reminded of */
    o->incremental = INCREMENTAL_OFF;
    o->store = "none";
  }
out:
  return st;
}

static status open_run (klee *k) {
  status st;
  run_request q = {.input = k->input.data,
                   .argc = k->flags.argc,
                   .argv = k->flags.argv,
                   .is_stale = on_tick,
                   .found = on_found,
                   .owner = k};
  if (replays_has_next (&k->replays)) {
    klee_message (&k->dir, "replaying: %s", replays_name (&k->replays));
    TRY (replays_take (&k->replays, &k->context->trouble));
  }
  TRY (run_open (k->context, &q, &k->run));
  k->files.program = run_program (k->run);
  k->files.machine = run_machine (k->run);
  k->files.terms = run_terms (k->run);
  if (k->replays.path.len)
    run_give (k->run, (uint32_t) k->replays.given.len, k->replays.given.data);
out:
  return st;
}

static void write_source (klee *k) {
  char_vec path = {0};
  text_printf (k->mem, &path, "%s/assembly.ll", k->dir.path.data);
  if (k->flags.output_source)
    program_write (run_program (k->run), text_c (k->mem, &path));
  vec_release (k->mem, &path);
}

klee *klee_open (context *c, int argc, char **argv) {
  status st = ST_OK;
  klee *k = memory_zalloc (&c->memory, sizeof *k);
  k->context = c;
  k->mem = &c->memory;
  k->argc = argc;
  k->argv = argv;
  replays_init (&k->replays, k->mem);
  k->started = clock_now ();
  k->files = (testfiles) {
      .mem = k->mem, .flags = &k->flags, .dir = &k->dir, .started = k->started};
  TRY (klee_flags_parse (&k->flags, k->mem, argc, argv, &c->trouble));
  TRY (begin (k));
  TRY (find_replays (k));
  TRY (open_run (k));
  write_source (k);
  return k;
out:
  klee_free (k);
  return NULL;
}

static void put_done (FILE *f, const char *what, uint64_t n) {
  fprintf (f, "KLEE: done: %s = %llu\n", what, (unsigned long long) n);
}

/* To the info file, and in short to standard error. */
static void say_done (klee *k) {
  const explored *x = &k->total;
  const stats *s = &k->context->stats;
  FILE *info = k->dir.info;
  outdir_end (&k->dir);
  put_done (info, "explored paths", x->forks + 1);
  put_done (info, "total queries", s->queries);
  put_done (info, "valid queries", s->answers_unsat);
  put_done (info, "invalid queries", s->answers_sat);
  put_done (info, "query cex", s->answers_sat);
  fputc ('\n', stderr);
  FILE *const both[] = {info, stderr, k->dir.messages};
  for (int i = 0; i < 3; i++) {
    put_done (both[i], "total instructions", x->instructions);
    put_done (both[i], "completed paths", x->complete);
    put_done (both[i], "partially completed paths", x->error + x->cut);
    put_done (both[i], "generated tests", k->files.n);
  }
}

static void say_losses (klee *k, const report *r) {
  for (size_t i = 0; i < r->n_losses; i++) {
    const report_loss *l = r->loss + i;
    if (l->line)
      klee_warning (&k->dir, "%s:%u: %s", l->file, l->line, l->what);
    else
      klee_warning (&k->dir, "%s", l->what);
  }
}

static void write_metadata (klee *k) {
  const suite_facts facts = {.input = k->flags.file,
                             .given = k->flags.file,
                             .directory = "",
                             .entry = k->flags.entry_point,
                             .cflags = "",
                             .compile_commands = "",
                             .options = ""};
  char_vec text = {0};
  xml_write_metadata (k->mem, &facts, &text);
  FILE *f = outdir_open (&k->dir, "metadata.xml", &k->context->trouble);
  if (f) {
    fwrite (text.data, 1, text.len, f);
    fclose (f);
  }
  vec_release (k->mem, &text);
}

static void add_counts (explored *sum, const explored *x) {
  sum->complete += x->complete;
  sum->error += x->error;
  sum->cut += x->cut;
  sum->forks += x->forks;
  sum->instructions += x->instructions;
}

static status explore_one (klee *k) {
  report rep;
  status st = run_explore (k->run, &rep);
  add_row (k, &rep.coverage);
  say_losses (k, &rep);
  add_counts (&k->total, &rep.explored);
  return st;
}

static status explore_all (klee *k) {
  status st = ST_OK;
  TRY (explore_one (k));
  while (replays_has_next (&k->replays) && !k->is_over) {
    run_free (k->run);
    k->run = NULL;
    TRY (open_run (k));
    TRY (explore_one (k));
  }
out:
  return st;
}

int klee_explore (klee *k) {
  context *c = k->context;
  status st = explore_all (k);
  if (k->flags.write_xml_tests)
    write_metadata (k);
  say_done (k);
  if (!st && k->files.trouble.code)
    st = trouble_set (&c->trouble, k->files.trouble.code, "%s",
                      trouble_text (&k->files.trouble));
  if (st)
    fprintf (stderr, "KLEE: ERROR: %s\n", trouble_text (&c->trouble));
  return st || k->failed;
}

void klee_interrupt (klee *k) {
  k->is_interrupted = 1;
  if (k->run)
    run_interrupt (k->run);
}

void klee_free (klee *k) {
  if (!k)
    return;
  run_free (k->run);
  runstats_close (k->stats);
  testfiles_release (&k->files);
  if (k->has_dir)
    outdir_close (&k->dir);
  replays_release (&k->replays);
  klee_flags_release (&k->flags);
  vec_release (k->mem, &k->input);
  memory_free (k->mem, k, sizeof *k);
}
