#include "lab/query/query_log.h"

#include "base/clock.h"
#include "lab/query/query_ladder.h"
#include "lab/query/smt_read.h"

typedef struct runner {
  context *context;
  memory *mem;
  terms *ts;
  smt_reader *reader;
  query_ladder *ladder;
  term_vec assertions;
  log_result *result;
  const volatile sig_atomic_t *stop;

  /* The query whose comments are being read. */
  uint64_t number;
  uint32_t line;
  bool is_answered; /* there was a check-sat, not yet compared */
  verdict answered;
} runner;

/* Comments. */

static bool skip_prefix (const char **text, const char *prefix) {
  size_t n = strlen (prefix);
  if (strncmp (*text, prefix, n))
    return false;
  *text += n;
  return true;
}

/* What a result line says; VERDICT_UNKNOWN when it is not one. */
static verdict recorded_verdict (const char *text) {
  if (skip_prefix (&text, "Is Valid: "))
    return *text == 't' ? VERDICT_UNSAT : VERDICT_SAT;
  if (skip_prefix (&text, "Validity: "))
    return *text == '1' ? VERDICT_UNSAT : VERDICT_SAT;
  if (skip_prefix (&text, "Solvable: "))
    return *text == 't' ? VERDICT_SAT : VERDICT_UNSAT;
  return skip_prefix (&text, "Result: ") ? VERDICT_SAT : VERDICT_UNKNOWN;
}

static void query_log_compare (runner *r, verdict recorded) {
  log_result *res = r->result;
  if (!r->is_answered)
    return;
  r->is_answered = false;
  if (recorded == VERDICT_UNKNOWN || r->answered == VERDICT_UNKNOWN)
    res->unrecorded += recorded == VERDICT_UNKNOWN;
  else if (recorded == r->answered)
    res->agree++;
  else {
    if (res->disagree < MAX_LISTED)
      res->listed[res->disagree] =
          (disagreement) {r->number, r->line, recorded, r->answered};
    res->disagree++;
  }
}

static void read_elapsed (runner *r, const char *text) {
  const char *at = strstr (text, "Elapsed: ");
  double seconds = at ? strtod (at + 9, NULL) : 0;
  if (seconds > 0 && seconds < 1e9)
    r->result->recorded_time += (uint64_t) (seconds * 1e9);
}

static void on_comment (void *state, smt_place place, const char *text,
                        size_t len) {
  runner *r = state;
  char line[256];
  (void) place;
  len = len < sizeof line ? len : sizeof line - 1;
  memcpy (line, text, len);
  line[len] = 0;
  const char *at = line + strspn (line, "; ");
  if (skip_prefix (&at, "Query ")) {
    query_log_compare (r, VERDICT_UNKNOWN); /* the one before had no result */
    r->number = strtoull (at, NULL, 10);
  } else if (skip_prefix (&at, "OK -- "))
    read_elapsed (r, at);
  else if (recorded_verdict (at) != VERDICT_UNKNOWN)
    query_log_compare (r, recorded_verdict (at));
}

/* Commands. */

static void query_log_ask (runner *r, uint32_t line) {
  uint64_t start = clock_now ();
  verdict v =
      query_ladder_ask (r->ladder, r->assertions.len, r->assertions.data,
                        r->context->options.timeout);
  r->result->ask_time += clock_now () - start;
  r->result->queries++;
  r->result->sat += v == VERDICT_SAT;
  r->result->unsat += v == VERDICT_UNSAT;
  r->result->unknown += v == VERDICT_UNKNOWN;
  r->is_answered = true;
  r->answered = v;
  r->line = line;
}

static void next_script (runner *r) {
  vec_clear (&r->assertions);
  smt_reader_reset (r->reader);
}

static status query_log_refuse (runner *r, const smt_command *c) {
  return trouble_set (&r->context->trouble, c->status, "%u:%u: %s",
                      c->place.line, c->place.column, c->text);
}

static status obey (runner *r, const smt_command *c) {
  switch (c->kind) {
  case SMT_ASSERT:
    vec_push (r->mem, &r->assertions, c->terms[0]);
    return ST_OK;
  case SMT_CHECK_SAT:
    query_log_ask (r, c->place.line);
    return ST_OK;
  case SMT_EXIT:
    next_script (r);
    return ST_OK;
  case SMT_ERROR:
    return query_log_refuse (r, c);
  case SMT_PUSH:
  case SMT_POP:
    return trouble_set (&r->context->trouble, ST_BADINPUT,
                        "%u:%u: push and pop do not occur in a query log; "
                        "use 'reprise solve FILE' for scripts",
                        c->place.line, c->place.column);
  default:
    return ST_OK;
  }
}

/* The last command is broken and nothing follows: the log was cut off. */
static bool is_cut (runner *r, const smt_command *broken) {
  smt_command c;
  return broken->status == ST_BADINPUT && r->result->queries &&
         smt_next (r->reader, &c) == SMT_END;
}

static status run_query_log (runner *r) {
  smt_command c;
  while (!*r->stop && smt_next (r->reader, &c) != SMT_END) {
    smt_command copy = c;
    if (c.kind == SMT_ERROR && is_cut (r, &copy)) {
      r->result->is_cut = true;
      break;
    }
    status st = obey (r, &copy);
    if (st != ST_OK)
      return st;
  }
  query_log_compare (r, VERDICT_UNKNOWN);
  if (!r->result->queries)
    return trouble_set (&r->context->trouble, ST_BADINPUT,
                        "there is no query in this log");
  return ST_OK;
}

status query_log_run (context *c, store *st, const char *text, size_t len,
                      const volatile sig_atomic_t *stop, log_result *result) {
  *result = (log_result) {0};
  runner r = {.context = c, .mem = &c->memory, .stop = stop, .result = result};
  r.ts = terms_new (r.mem);
  r.reader = smt_reader_new (r.mem, r.ts, smt_source_memory (text, len));
  r.ladder = query_ladder_new (c, r.ts, st);
  smt_reader_on_comment (r.reader, on_comment, &r);
  /* One phase around all: what is asked inside has phases of its own. */
  uint64_t before = c->phases.time[PHASE_PARSE];
  phase_start (&c->phases, PHASE_PARSE);
  status res = run_query_log (&r);
  phase_stop (&c->phases, PHASE_PARSE);
  result->parse_time = c->phases.time[PHASE_PARSE] - before;
  c->stats.terms = terms_count (r.ts);
  c->stats.rewrites = r.ts->n_rewrites;
  vec_release (r.mem, &r.assertions);
  query_ladder_free (r.ladder);
  smt_reader_free (r.reader);
  terms_free (r.ts);
  return res;
}
