#include "klee/settings.h"

#include "context/amount.h"
#include "explore/test_rule.h"
#include "klee/endings.h"
#include "lab/query/input.h"
#include "ladder/presets.h"

#include <strings.h>
#include <unistd.h>

typedef struct setter {
  settings *settings;
  context *context;
  klee_flags *flags;
} setter;

/* Values. */

static status take_number (setter *s, const char *name, const char *text,
                           int64_t *out) {
  char *end;
  long long v = strtoll (text, &end, 10);
  if (*end || end == text)
    return trouble_set (&s->context->trouble, ST_USAGE,
                        "'%s' is not a number for --%s", text, name);
  *out = v > 0 ? v : 0;
  return ST_OK;
}

static status take_span (setter *s, const char *name, const char *text,
                         uint64_t *out) {
  if (span_parse (text, out))
    return ST_OK;
  return trouble_set (&s->context->trouble, ST_USAGE,
                      "'%s' is not a time for --%s: use 10, 1.5s or 1h10min",
                      text, name);
}

static status check_word (setter *s, const char *name, const char *text,
                          const char *const *known) {
  char_vec all = {0};
  status st = ST_OK;
  for (size_t i = 0; known[i]; i++) {
    if (!strcasecmp (text, known[i]))
      goto out;
    text_printf (s->flags->mem, &all, "%s%s", i ? ", " : "", known[i]);
  }
  st = trouble_set (&s->context->trouble, ST_USAGE,
                    "--%s: there is no '%s', use one of %s", name, text,
                    text_c (s->flags->mem, &all));
out:
  vec_release (s->flags->mem, &all);
  return st;
}

static status check_list (setter *s, const char *name, const text_list *texts,
                          const char *const *known) {
  status st = ST_OK;
  for (size_t i = 0; i < texts->len && !st; i++)
    st = check_word (s, name, texts->data[i], known);
  return st;
}

static status check_words (setter *s) {
  static const char *const searchers[] = {
      "dfs",         "bfs",         "random-state", "random-path",
      "nurs:covnew", "nurs:md2u",   "nurs:depth",   "nurs:rp",
      "nurs:icnt",   "nurs:cpicnt", "nurs:qc",      NULL};
  static const char *const libcs[] = {"none", "freestanding", "klee", "uclibc",
                                      NULL};
  static const char *const calls[] = {"none", "concrete", "all", "over-approx",
                                      NULL};
  static const char *const warnings[] = {"none", "once-per-function", "all",
                                         NULL};
  /* the last ones are older names */
  static const char *const types[] = {
#define TYPE(Name, NUMBER) #Name,
#include "klee/endings.def"
      "Exec", "Unhandled", NULL};
  const klee_flags *f = s->flags;
  status st;
  TRY (check_list (s, "search", &f->search, searchers));
  TRY (check_list (s, "exit-on-error-type", &f->exit_on_error_type, types));
  TRY (check_word (s, "libc", f->libc, libcs));
  TRY (check_word (s, "external-calls", f->external_calls, calls));
  TRY (check_word (s, "external-call-warnings", f->external_call_warnings,
                   warnings));
out:
  return st;
}

/* Searching. */

static search_kind search_of (const char *name) {
  if (!strcmp (name, "dfs"))
    return SEARCH_DFS;
  if (!strcmp (name, "bfs"))
    return SEARCH_BFS;
  if (!strncmp (name, "random", 6))
    return SEARCH_RANDOM_PATH;
  assert (!strncmp (name, "nurs:", 5)); /* check_words knows the others */
  return SEARCH_INTERLEAVED;
}

/* The order matters only for what is found before a limit ends the run, so
 * without one it is the cheapest.
 */
static void choose_search (setter *s) {
  const klee_flags *f = s->flags;
  options *o = &s->context->draft;
  bool is_limited =
      o->time_budget || o->max_instructions || s->settings->max_tests;
  if (f->search.len == 1)
    o->search = search_of (f->search.data[0]);
  else if (f->search.len || is_limited)
    o->search = SEARCH_INTERLEAVED;
  static const char *const names[SEARCH_COUNT] = {
      [SEARCH_DFS] = "DFSSearcher",
      [SEARCH_BFS] = "BFSSearcher",
      [SEARCH_RANDOM_PATH] = "RandomPathSearcher",
      [SEARCH_INTERLEAVED] = "<InterleavedSearcher> RandomPathSearcher, "
                             "WeightedRandomSearcher::CoveringNew"};
  s->settings->searcher =
      o->search < SEARCH_COUNT && names[o->search] ? names[o->search] : "other";
}

static status refuse_unknown (setter *s, const char *given) {
  char name[64] = "";
  const char *near = klee_flags_near (given);
  for (size_t i = 0; near && near[i] && i + 1 < sizeof name; i++)
    name[i] = near[i] == '_' ? '-' : near[i];
  return trouble_set (&s->context->trouble, ST_USAGE,
                      "Unknown command line argument '%s'.  Try: 'klee "
                      "--help'%s%s%s",
                      given, near ? "; did you mean '--" : "", name,
                      near ? "'?" : "");
}

/* Options of ours, after those of KLEE's: they may say more. */
static status take_ours (setter *s) {
  klee_flags *f = s->flags;
  for (size_t i = 0; i < f->ours.len; i++) {
    trouble why = {0};
    char *one = (char *) f->ours.data[i];
    int n = 1;
    if (!options_parse (&s->context->draft, &why, COMMAND_RUN, &n, &one))
      continue;
    return refuse_unknown (s, f->ours.data[i]);
  }
  status st = preset_check (s->context);
  return st ? st : incremental_check (s->context);
}

/* What would change the result, and cannot be had. */
static status refuse_missing (setter *s) {
  trouble *why = &s->context->trouble;
  if (s->flags->libcxx)
    return trouble_set (why, ST_USAGE,
                        "--libcxx: there is no C++ library; use C, or C++ that "
                        "needs no library");
  return ST_OK;
}

static status take_limits (setter *s) {
  const klee_flags *f = s->flags;
  options *o = &s->context->draft;
  settings *to = s->settings;
  int64_t megabytes = 0, tests = 0;
  status st;
  TRY (take_number (s, "max-depth", f->max_depth, &o->max_depth));
  TRY (take_number (s, "max-forks", f->max_forks, &o->max_forks));
  if (!o->max_forks && f->max_forks[0] != '-')
    o->max_forks = -1; /* 0 is a limit of KLEE's, and none of ours */
  TRY (take_number (s, "max-instructions", f->max_instructions,
                    &o->max_instructions));
  TRY (take_number (s, "max-memory", f->max_memory, &megabytes));
  TRY (take_number (s, "max-tests", f->max_tests, &tests));
  TRY (
      take_number (s, "max-stack-frames", f->max_stack_frames, &o->max_frames));
  TRY (take_number (s, "rng-initial-seed", f->rng_initial_seed, &o->seed));
  TRY (take_span (s, "max-time", f->max_time, &o->time_budget));
  TRY (take_span (s, "max-solver-time", f->max_solver_time, &o->timeout));
  TRY (take_span (s, "stats-write-interval", f->stats_write_interval,
                  &to->row_every));
  TRY (take_span (s, "istats-write-interval", f->istats_write_interval,
                  &to->istats_every));
  TRY (take_span (s, "min-query-time-to-log", f->min_query_time_to_log,
                  &to->least_logged));
  o->memory_limit = (uint64_t) megabytes << 20;
  o->max_frames = o->max_frames ? o->max_frames : INT32_MAX;
  to->max_tests = (uint64_t) tests;
out:
  return st;
}

/* The program's arguments. */

static void add_text (setter *s, argument_vec *to, const char *text, size_t n) {
  vec_push (s->settings->mem, to, arena_string (&s->settings->texts, text, n));
}

/* A line for each variable, as env prints them. */
static status read_environment (setter *s, const char *path) {
  script_input file;
  status st = input_load (&file, s->settings->mem, &s->context->trouble, path);
  for (size_t at = 0; !st && at < file.len;) {
    const char *line = file.data + at;
    const char *end = memchr (line, '\n', file.len - at);
    size_t n = end ? (size_t) (end - line) : file.len - at;
    if (memchr (line, '=', n))
      add_text (s, &s->settings->environment, line, n);
    at += n + 1;
  }
  if (!st)
    input_release (&file);
  return st;
}

static status take_environment (setter *s) {
  status st = ST_OK;
  if (s->flags->env_file)
    st = read_environment (s, s->flags->env_file);
  else
    for (char **v = environ; *v; v++)
      add_text (s, &s->settings->environment, *v, strlen (*v));
  vec_push (s->settings->mem, &s->settings->environment, NULL);
  return st;
}

/* What a path that is carried over does not have. */
static bool needs_every_path (const klee_flags *f) {
  return f->write_smt2s || f->write_kqueries || f->write_cvcs || f->write_cov ||
         f->write_paths || f->write_sym_paths || f->write_exec_tree ||
         f->use_query_log.len || f->only_output_states_covering_new;
}

/* By the older names. */
static void take_older (klee_flags *f) {
  if (f->all_external_warnings)
    f->external_call_warnings = "all";
  if (f->suppress_external_warnings)
    f->external_call_warnings = "none";
}

static klee_way klee_way_of (const klee_flags *f) {
  if (!strcasecmp (f->libc, "uclibc"))
    return KLEE_UCLIBC;
  if (!strcasecmp (f->external_calls, "none"))
    return KLEE_CLOSED;
  return strcasecmp (f->libc, "klee") ? KLEE_NONE : KLEE_SMALL;
}

status settings_take (settings *to, context *c, klee_flags *f) {
  setter s = {to, c, f};
  options *o = &c->draft;
  status st;
  *to = (settings) {.mem = &c->memory};
  arena_init (&to->texts, to->mem);
  take_older (f);
  TRY (refuse_missing (&s));
  if (!*f->entry_point)
    TRY (trouble_set (&c->trouble, ST_USAGE, "entry-point cannot be empty"));
  TRY (check_words (&s));
  TRY (take_limits (&s));
  o->all_errors = f->emit_all_errors;
  o->check_uninitialized = false; /* KLEE's bytes have a value */
  o->undefined = !strcasecmp (f->external_calls, "over-approx")
                     ? UNDEFINED_FRESH
                     : UNDEFINED_STOP;
  o->klee = klee_way_of (f);
  o->progress = PROGRESS_NONE;
  o->check_native = false; /* its counts of paths */
  o->stack_size = 0;
  if (needs_every_path (f) || f->use_merge)
    o->incremental = "off";
  if (f->replay_path) {
    o->incremental = "off";
    o->store = "none";
  }
  if (f->use_merge) { /* a joined path is none of those that are remembered */
    o->store = "none";
    o->jobs = 1;
  }
  TRY (take_ours (&s));
  choose_search (&s);
  TRY (take_environment (&s));
  if (f->posix_runtime && f->argc)
    add_text (&s, &to->arguments, "--klee-stat", strlen ("--klee-stat"));
  for (int i = 0; i < f->argc; i++)
    add_text (&s, &to->arguments, f->argv[i], strlen (f->argv[i]));
  context_apply_options (c); /* those of KLEE's were not known before */
out:
  return st;
}

void settings_release (settings *s) {
  if (!s->mem)
    return;
  vec_release (s->mem, &s->arguments, &s->environment);
  arena_release (&s->texts);
}
