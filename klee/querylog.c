#include "klee/querylog.h"

#include "base/clock.h"
#include "klee/kquery.h"
#include "term/smt_write.h"

static const char *const whose[2] = {"all", "solver"};
static const char *const format[QUERIES_FORMATS] = {"smt2", "kquery"};

/* A file that gzip writes. */
static FILE *open_compressed (querylog *q, outdir *dir, const char *name,
                              trouble *why) {
  char_vec path = {0};
  text_printf (q->mem, &path, "%s/%s.gz", dir->path.data, name);
  setenv ("REPRISE_GZIP", text_c (q->mem, &path), true);
  FILE *f = popen ("exec gzip >\"$REPRISE_GZIP\"", "w");
  unsetenv ("REPRISE_GZIP");
  vec_release (q->mem, &path);
  if (!f)
    trouble_set (why, ST_NOWRITE, "cannot start gzip for '%s'", name);
  return f;
}

static status open_file (querylog *q, outdir *dir, int who, int how,
                         trouble *why) {
  char name[64];
  if (q->file[who][how])
    return ST_OK;
  snprintf (name, sizeof name, "%s-queries.%s", whose[who], format[how]);
  q->file[who][how] = q->is_compressed ? open_compressed (q, dir, name, why)
                                       : outdir_open (dir, name, why);
  return q->file[who][how] ? ST_OK : why->code;
}

static status open_one (querylog *q, outdir *dir, const char *given, size_t n,
                        trouble *why) {
  char name[64];
  for (int who = 0; who < 2; who++)
    for (int how = 0; how < QUERIES_FORMATS; how++) {
      snprintf (name, sizeof name, "%s:%s", whose[who], format[how]);
      if (strlen (name) == n && !strncmp (given, name, n))
        return open_file (q, dir, who, how, why);
    }
  return trouble_set (why, ST_USAGE,
                      "--use-query-log: there is no '%.*s', use one of "
                      "all:smt2, all:kquery, solver:smt2, solver:kquery",
                      (int) n, given);
}

status querylog_open (querylog *q, memory *mem, outdir *dir, const char *which,
                      trouble *why) {
  status st = ST_OK;
  q->mem = mem;
  while (*which && !st) {
    size_t n = strcspn (which, ",");
    st = open_one (q, dir, which, n, why);
    which += n + (which[n] == ',');
  }
  return st;
}

bool querylog_is_open (const querylog *q) { return q->mem; }

void querylog_close (querylog *q) {
  for (int who = 0; who < 2; who++)
    for (int how = 0; how < QUERIES_FORMATS; how++)
      if (q->file[who][how])
        (q->is_compressed ? pclose : fclose) (q->file[who][how]);
}

/* Questions. */

static void put_result (const querylog *q, const char *sign,
                        const asked_question *a, char_vec *out) {
  bool is_known = a->verdict != VERDICT_UNKNOWN;
  text_printf (q->mem, out, "%s   %s -- Elapsed: %.6es\n", sign,
               is_known ? "OK" : "FAIL", clock_seconds (a->time));
  if (is_known)
    text_printf (q->mem, out, "%s   Is Valid: %s\n\n", sign,
                 a->verdict == VERDICT_UNSAT ? "true" : "false");
  else
    text_printf (q->mem, out, "%s   Failure reason: %s\n\n", sign,
                 reason_text (a->why));
}

static bool put_body (const querylog *q, const terms *ts, query_format how,
                      const asked_question *a, const term_vec *all,
                      char_vec *out) {
  const state *s = a->state;
  if (how == QUERIES_KQUERY)
    return kquery_write (q->mem, out, ts, s->symbolics.len, s->symbolics.data,
                         all->len, all->data);
  smt_write_script (q->mem, out, ts, all->len, all->data);
  text_puts (q->mem, out, "(exit)\n");
  return true;
}

static void add_to (querylog *q, const terms *ts, int who, query_format how,
                    const asked_question *a, const term_vec *all) {
  const char *sign = how == QUERIES_KQUERY ? "#" : ";";
  char_vec text = {0};
  text_printf (
      q->mem, &text, "%s Query %llu -- Type: Truth, Instructions: %llu\n", sign,
      (unsigned long long) q->n[who], (unsigned long long) a->instructions);
  if (put_body (q, ts, how, a, all, &text)) {
    put_result (q, sign, a, &text);
    fwrite (text.data, 1, text.len, q->file[who][how]);
  }
  vec_release (q->mem, &text);
}

void querylog_add (querylog *q, const terms *ts, const asked_question *a) {
  term_vec all = {0};
  assert (querylog_is_open (q));
  if (a->time < q->least)
    return;
  for (size_t i = 0; i < a->n; i++)
    vec_push (q->mem, &all, a->slice[i]);
  vec_push (q->mem, &all, a->condition);
  for (int who = 0; who < 2; who++) {
    if (who && !a->is_solved)
      continue;
    for (int how = 0; how < QUERIES_FORMATS; how++)
      if (q->file[who][how])
        add_to (q, ts, who, (query_format) how, a, &all);
    q->n[who]++;
  }
  vec_release (q->mem, &all);
}
