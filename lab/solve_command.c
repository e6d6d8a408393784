/* reprise solve: SMT-LIB 2 in, answers out. */

#include "lab/lab_main.h"

#include "base/clock.h"
#include "lab/query/input.h"
#include "lab/query/query_log.h"
#include "lab/query/session.h"
#include "lab/solve_json.h"
#include "ladder/presets.h"
#include "suite/testcase_text.h"

#include <unistd.h>

/* Output of one run. */
typedef struct solve {
  context *context;
  terms *ts;
  smt_reader *reader;
  store *store; /* NULL without --store */
  session *session;
  char_vec out;
} solve;

/* The query that an interrupt shall end, while there is one; a signal handler
 * has no other way to know. A second interrupt ends the program.
 */
static session *volatile asked;

static void on_interrupt (int signal_number) {
  session *s = asked;
  asked = NULL;
  if (!s)
    _exit (128 + signal_number);
  session_interrupt (s);
}

/* Set by SIGTERM: end after this query, keep everything. */
static volatile sig_atomic_t is_terminated;

static void on_terminate (int signal_number) {
  session *s = asked;
  if (is_terminated)
    _exit (128 + signal_number);
  is_terminated = 1;
  if (s)
    session_interrupt (s);
}

static void solve_init (solve *s, context *c, store *st, smt_source source) {
  assert (!asked); /* one at a time */
  *s = (solve) {.context = c, .store = st, .ts = terms_new (&c->memory)};
  s->reader = smt_reader_new (&c->memory, s->ts, source);
  s->session = session_new (c, s->ts, st);
}

static void solve_release (solve *s) {
  assert (!asked); /* an interrupt must not find what is freed */
  s->context->stats.terms = terms_count (s->ts);
  s->context->stats.rewrites = s->ts->n_rewrites;
  vec_release (&s->context->memory, &s->out);
  session_free (s->session);
  store_close (s->store);
  smt_reader_free (s->reader);
  terms_free (s->ts);
}

static void flush_output (solve *s) {
  fwrite (s->out.data, 1, s->out.len, stdout);
  vec_clear (&s->out);
}

/* Reading is the phase around everything; asking has phases of its own. */
static session_step solve_step (solve *s, smt_command *c) {
  assert (!asked);
  smt_next (s->reader, c);
  asked = s->session;
  session_step res = session_obey (s->session, c, &s->out);
  asked = NULL;
  return res;
}

/* Reports at the end. */

static json_t *report_json (context *c, const char *file) {
  json_t *o = json_object ();
  json_object_set_new (o, "format", json_integer (1));
  json_object_set_new (o, "file", testcase_text_json (file));
  solve_json (c, o);
  return o;
}

/* A script from a file: all of it, or up to the first error. */

static json_t *verdicts_json (const session *s) {
  json_t *list = json_array ();
  const verdict_vec *v = session_verdicts (s);
  for (size_t i = 0; i < v->len; i++)
    json_array_append_new (list, json_string (verdict_text (v->data[i])));
  return list;
}

static void report_script (solve *s, const char *file,
                           const smt_command *wrong) {
  context *c = s->context;
  json_t *verdicts = verdicts_json (s->session);
  solve_release (s);
  if (c->options.json) {
    json_t *o = report_json (c, file);
    json_object_set (o, "answers", verdicts);
    if (wrong)
      json_object_set_new (
          o, "error",
          json_pack ("{s:i, s:i, s:o}", "line", (int) wrong->place.line,
                     "column", (int) wrong->place.column, "text",
                     testcase_text_json (trouble_text (&c->trouble))));
    cli_print_json (o);
  }
  json_decref (verdicts);
  cli_print_stats (c);
}

static status open_both (context *c, const char *path, script_input *in,
                         store **st) {
  status res = store_open_chosen (c, &c->trouble, st);
  if (res)
    return res;
  res = input_load (in, &c->memory, &c->trouble, path);
  if (res)
    store_close (*st);
  return res;
}

static int run_script (context *c, const char *path) {
  script_input in;
  store *st;
  if (open_both (c, path, &in, &st))
    return cli_trouble (c);
  if (in.is_cut) {
    trouble_set (&c->trouble, ST_BADINPUT,
                 "'%s' is truncated: the end of the compressed file is missing",
                 path);
    input_release (&in);
    store_close (st);
    return cli_trouble (c);
  }
  solve s;
  solve_init (&s, c, st, smt_source_memory (in.data, in.len));
  smt_command command;
  session_step last = SESSION_GO;
  phase_start (&c->phases, PHASE_PARSE);
  while (last == SESSION_GO && !is_terminated) {
    last = solve_step (&s, &command);
    if (c->options.json)
      vec_clear (&s.out);
    else if (s.out.len)
      flush_output (&s);
  }
  phase_stop (&c->phases, PHASE_PARSE);
  report_script (&s, path, last == SESSION_ERROR ? &command : NULL);
  input_release (&in);
  if (is_terminated)
    return CLI_INCOMPLETE;
  return last == SESSION_ERROR || cli_is_incomplete (c) ? CLI_TROUBLE : CLI_OK;
}

/* Commands from standard input, each answered before the next is read. */

static int run_interactive (context *c) {
  static const int fd = STDIN_FILENO;
  store *st;
  if (store_open_chosen (c, &c->trouble, &st))
    return cli_trouble (c);
  solve s;
  solve_init (&s, c, st, smt_source_descriptor (&fd));
  smt_command command;
  phase_start (&c->phases, PHASE_PARSE);
  while (solve_step (&s, &command) != SESSION_EXIT) {
    flush_output (&s);
    fflush (stdout);
  }
  phase_stop (&c->phases, PHASE_PARSE);
  solve_release (&s);
  cli_print_stats (c);
  return CLI_OK;
}

/* A query log. */

static double per_query (uint64_t ns, uint64_t n) {
  return n ? (double) ns / (double) n / 1000 : 0;
}

static void print_log_text (const context *c, const char *path,
                            const log_result *r) {
  for (uint64_t i = 0; i < r->disagree && i < MAX_LISTED; i++)
    printf ("query %llu at line %u: recorded %s, answered %s\n",
            (unsigned long long) r->listed[i].query, r->listed[i].line,
            verdict_text (r->listed[i].recorded),
            verdict_text (r->listed[i].answered));
  printf ("%s: %llu queries, %llu sat, %llu unsat, %llu unknown\n", path,
          (unsigned long long) r->queries, (unsigned long long) r->sat,
          (unsigned long long) r->unsat, (unsigned long long) r->unknown);
  printf ("recorded results: %llu agree, %llu disagree, %llu without result\n",
          (unsigned long long) r->agree, (unsigned long long) r->disagree,
          (unsigned long long) r->unrecorded);
  if (c->options.quiet)
    return;
  printf ("answering %.3f s (%.1f us a query), reading %.3f s; "
          "recorded time %.3f s\n",
          clock_seconds (r->ask_time), per_query (r->ask_time, r->queries),
          clock_seconds (r->parse_time), clock_seconds (r->recorded_time));
  if (r->is_cut)
    log_warning (&c->log, "'%s' ends in the middle of a query", path);
}

static json_t *log_json (const log_result *r) {
  json_t *o = json_pack (
      "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:f, s:f, s:f}", "queries",
      (json_int_t) r->queries, "sat", (json_int_t) r->sat, "unsat",
      (json_int_t) r->unsat, "unknown", (json_int_t) r->unknown, "agree",
      (json_int_t) r->agree, "disagree", (json_int_t) r->disagree, "unrecorded",
      (json_int_t) r->unrecorded, "is_cut", (int) r->is_cut, "answering",
      clock_seconds (r->ask_time), "reading", clock_seconds (r->parse_time),
      "recorded_time", clock_seconds (r->recorded_time));
  json_t *list = json_array ();
  for (uint64_t i = 0; i < r->disagree && i < MAX_LISTED; i++)
    json_array_append_new (
        list, json_pack ("{s:I, s:i, s:s, s:s}", "query",
                         (json_int_t) r->listed[i].query, "line",
                         (int) r->listed[i].line, "recorded",
                         verdict_text (r->listed[i].recorded), "answered",
                         verdict_text (r->listed[i].answered)));
  json_object_set_new (o, "disagreements", list);
  return o;
}

static int run_log (context *c, const char *path) {
  script_input in;
  store *st;
  if (open_both (c, path, &in, &st))
    return cli_trouble (c);
  log_result result;
  status res = query_log_run (c, st, in.data, in.len, &is_terminated, &result);
  input_release (&in);
  store_close (st);
  if (res != ST_OK)
    return cli_trouble (c);
  if (c->options.json) {
    json_t *o = report_json (c, path);
    json_object_set_new (o, "log", log_json (&result));
    cli_print_json (o);
  } else
    print_log_text (c, path, &result);
  cli_print_stats (c);
  if (cli_is_incomplete (c))
    return CLI_TROUBLE;
  if (is_terminated)
    return CLI_INCOMPLETE;
  return result.disagree ? CLI_FOUND : CLI_OK;
}

static int usage (context *c, const char *text) {
  trouble_set (&c->trouble, ST_USAGE, "%s", text);
  return cli_trouble (c);
}

/* Options that contradict each other; NULL if none do. */
static const char *contradiction (const context *c) {
  const options *o = &c->options;
  preset p = preset_of (c);
  bool has_store = o->store && strcmp (o->store, "none");
  if (has_store && !preset_has (&p, RUNG_STORED))
    return "--store works only with --preset=hybrid and --rung-stored: other "
           "presets keep nothing between runs";
  if (!has_store && o->store_mode != STORE_RW)
    return "--store-mode needs a --store";
  if (o->interactive && o->json)
    return "--json and -i cannot be combined";
  return NULL;
}

int lab_solve (context *c, int argc, char **argv) {
  const options *opts = &c->options;
  int ways = (opts->log != NULL) + opts->interactive + (argc > 0);
  if (argc > 1)
    return usage (c, "solve takes one file at a time");
  if (ways != 1)
    return usage (c, "solve needs FILE.smt2, -i or --log FILE");
  if (contradiction (c))
    return usage (c, contradiction (c));
  log_debug (&c->log, "preset %s, backend %s, store %s", opts->preset,
             backend_kind_name (opts->backend),
             opts->store ? opts->store : "none");
  signal (SIGTERM, on_terminate);
  if (opts->log)
    return run_log (c, opts->log);
  signal (SIGINT, on_interrupt);
  return opts->interactive ? run_interactive (c) : run_script (c, argv[0]);
}
