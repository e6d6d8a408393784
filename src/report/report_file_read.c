/* What is wrong in the file reads as zero or as no text: it may be damaged, and
 * nothing depends on it.
 */

#include "base/clock.h"
#include "report/report_file.h"
#include "suite/testcase_text.h"

#include <stdlib.h>
#include <string.h>

struct report_file {
  context *context;
  memory *mem;
  const char *dir;
  json_t *object;
  report report;
  arena texts;
  changes changes;
  VEC (report_error) errors;
  report_loss_vec losses;
  VEC (target_result) targets;
  VEC (report_round) rounds;
};

static uint64_t number (const json_t *o, const char *name) {
  json_int_t n = json_integer_value (json_object_get (o, name));
  return n > 0 ? (uint64_t) n : 0;
}

static const char *text (const json_t *o, const char *name) {
  const char *s = json_string_value (json_object_get (o, name));
  return s ? s : "";
}

static uint64_t span (const json_t *o, const char *name) {
  double seconds = json_number_value (json_object_get (o, name));
  return seconds > 0 && seconds < 1e9 ? (uint64_t) (seconds * 1e9) : 0;
}

/* Errors. */

static bool read_errors (report_file *r) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (r->object, "errors"), i, o) {
    report_error e;
    if (!report_error_read (o, &r->texts, &e))
      return false;
    vec_push (r->mem, &r->errors, e);
  }
  return true;
}

static const char *keep (report_file *r, const char *s) {
  return arena_string (&r->texts, s, strlen (s));
}

static const char *keep_inputs (report_file *r, const testcase *t) {
  char *line = NULL;
  size_t n;
  FILE *f = open_memstream (&line, &n);
  if (!f)
    return "";
  testcase_print_inputs (t, f);
  fclose (f);
  const char *kept = keep (r, line);
  free (line);
  return kept;
}

static report_error *find_error (report_file *r, const testcase *t) {
  for (size_t i = 0; i < r->errors.len; i++)
    if (r->errors.data[i].end.identity.error == t->end.identity.error)
      return r->errors.data + i;
  return NULL;
}

static void note_error (report_file *r, const testcase *t) {
  report_error *old = t->is_repeated ? find_error (r, t) : NULL;
  if (old) {
    old->paths++;
    return;
  }
  report_error e = {.end = end_record_copy (&r->texts, &t->end),
                    .inputs = keep_inputs (r, t),
                    .test = t->number,
                    .paths = 1};
  vec_push (r->mem, &r->errors, e);
}

/* Of a run that did not end: what is in its suite. */
static bool read_suite (report_file *r, trouble *why) {
  explored *x = &r->report.explored;
  suite *s = suite_open (r->mem, r->dir, why);
  if (!s)
    return false;
  x->complete = x->error = 0;
  for (uint32_t i = 0; i < suite_count (s); i++) {
    testcase t;
    suite_get (s, i, &t);
    x->complete += t.end.kind == END_EXIT;
    x->error += t.end.kind == END_FAULT;
    if (t.end.kind == END_FAULT)
      note_error (r, &t);
  }
  r->report.tests = suite_count (s);
  suite_free (s);
  return true;
}

/* The other lists. */

static void read_losses (report_file *r) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (r->object, "lost"), i, o) vec_push (
      r->mem, &r->losses,
      (report_loss) {.cause = cause_about (WHY_TEXT, text (o, "reason")),
                     .file = text (o, "file"),
                     .function = text (o, "function"),
                     .line = (uint32_t) number (o, "line"),
                     .count = number (o, "count")});
}

static void read_targets (report_file *r) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (r->object, "targets"), i, o) {
    vec_push (r->mem, &r->targets,
              (target_result) {text (o, "place"), number (o, "test"),
                               number (o, "paths")});
    r->report.is_exhaustive |= !strcmp (text (o, "state"), "unreachable");
  }
}

static void read_rounds (report_file *r) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (r->object, "deepening"), i, o)
      vec_push (r->mem, &r->rounds,
                (report_round) {.bound = number (o, "max_depth"),
                                .paths = number (o, "paths"),
                                .boundary = number (o, "boundary"),
                                .asked = number (o, "asked"),
                                .solved = number (o, "solved"),
                                .instructions = number (o, "instructions"),
                                .time = span (o, "time")});
}

static void read_changes (report_file *r) {
  uint64_t before;
  json_t *o = json_object_get (r->object, "tests");
  if (!r->report.state && changes_read (&r->changes, r->dir, &before))
    changes_take_ends (&r->changes, r->dir);
  for (int k = 0; k < CHANGE_COUNT; k++)
    r->changes.count[k] = number (o, change_name ((change_kind) k));
  const uint64_t *n = r->changes.count;
  r->report.tests = n[CHANGE_KEPT] + n[CHANGE_CHANGED] + n[CHANGE_ADDED];
  r->report.untested = number (o, "left_out");
}

/* Numbers. */

static void read_counts (report_file *r) {
  const json_t *paths = json_object_get (r->object, "paths");
  const json_t *states = json_object_get (r->object, "states");
  r->report.explored =
      (explored) {.complete = number (paths, "complete"),
                  .error = number (paths, "error"),
                  .cut = number (paths, "cut"),
                  .carried = number (paths, "carried"),
                  .left_out = number (paths, "left_out"),
                  .forks = number (states, "forks"),
                  .peak = number (states, "peak"),
                  .set_aside = number (states, "set_aside"),
                  .executed_again = number (states, "executed_again"),
                  .instructions = number (r->object, "instructions")};
}

static void read_coverage (report_file *r) {
  const json_t *all = json_object_get (r->object, "coverage");
  const json_t *lines = json_object_get (all, "lines");
  const json_t *branches = json_object_get (all, "branches");
  r->report.coverage =
      (coverage) {.lines = number (lines, "total"),
                  .lines_covered = number (lines, "covered"),
                  .branches = number (branches, "total"),
                  .branches_covered = number (branches, "covered")};
}

static void read_work (report_file *r) {
  context *c = r->context;
  const json_t *queries = json_object_get (r->object, "queries");
  const json_t *by = json_object_get (queries, "by_rung");
  const json_t *time =
      json_object_get (json_object_get (r->object, "time"), "by_phase");
  c->stats.queries = number (queries, "asked");
  for (int k = 0; k < N_RUNGS; k++)
    c->stats.rung[k].queries =
        number (by, rung_name (c->extension, (rung_kind) k));
  c->stats.rung[RUNG_SOLVER].queries = number (queries, "solved");
  phases_init (&c->phases);
  for (int k = 0; k < N_PHASES; k++)
    c->phases.time[k] = span (time, phase_name ((phase) k));
}

static bool read_end (report_file *r) {
  const char *ended = text (r->object, "ended");
  if (!strcmp (ended, "running")) {
    r->report.state = suite_is_growing (r->dir) ? "running" : "killed";
    return true;
  }
  for (int k = 0; k <= EXPLORE_INTERRUPTED; k++)
    if (!strcmp (explore_end_text ((explore_end) k), ended)) {
      r->report.end = (explore_end) k;
      return true;
    }
  return false;
}

static bool read_all (report_file *r, trouble *why) {
  report *out = &r->report;
  *out = (report) {.input = text (r->object, "input"),
                   .out = r->dir,
                   .context = r->context,
                   .changes = &r->changes};
  if (number (r->object, "format") != 1 || !read_end (r))
    return false;
  read_counts (r);
  read_coverage (r);
  read_work (r);
  read_changes (r);
  read_losses (r);
  read_targets (r);
  read_rounds (r);
  if (out->state ? !read_suite (r, why) : !read_errors (r))
    return false;
  out->n_errors = r->errors.len;
  out->error = r->errors.data;
  out->n_losses = r->losses.len;
  out->loss = r->losses.data;
  out->n_targets = r->targets.len;
  out->target = r->targets.data;
  out->n_rounds = r->rounds.len;
  out->round = r->rounds.data;
  return true;
}

/* What was not in the file. */
static void complete_object (report_file *r) {
  const explored *x = &r->report.explored;
  json_object_set_new (r->object, "changes", changes_json (&r->changes));
  if (!r->report.state)
    return;
  json_t *errors = json_array (), *paths = json_object_get (r->object, "paths");
  for (size_t i = 0; i < r->errors.len; i++)
    json_array_append_new (errors, report_error_json (r->errors.data + i));
  json_object_set_new (r->object, "errors", errors);
  json_object_set_new (r->object, "ended", json_string (r->report.state));
  json_object_set_new (paths, "complete",
                       json_integer ((json_int_t) x->complete));
  json_object_set_new (paths, "error", json_integer ((json_int_t) x->error));
}

static json_t *load (const char *dir, trouble *why) {
  char_vec path = {0};
  json_error_t wrong;
  text_printf (NULL, &path, "%s/" REPORT_FILE_FILE, dir);
  json_t *o = json_load_file (text_c (NULL, &path), 0, &wrong);
  if (!o && json_error_code (&wrong) == json_error_cannot_open_file)
    trouble_set (why, ST_NOFILE,
                 "there is no report of a run in '%s': say where its output "
                 "is, 'reprise report DIR'",
                 dir);
  else if (!json_is_object (o)) {
    trouble_set (why, ST_CORRUPT,
                 "'%s' is damaged: run 'reprise run' again to replace it",
                 path.data);
    json_decref (o);
    o = NULL;
  }
  vec_release (NULL, &path);
  return o;
}

report_file *report_file_open (context *c, const char *dir, trouble *why) {
  json_t *o = load (dir, why);
  if (!o)
    return NULL;
  report_file *r = memory_zalloc (&c->memory, sizeof *r);
  r->context = c;
  r->mem = &c->memory;
  r->dir = dir;
  r->object = o;
  arena_init (&r->texts, r->mem);
  changes_init (&r->changes, r->mem);
  if (read_all (r, why)) {
    complete_object (r);
    return r;
  }
  if (!why->code)
    trouble_set (why, ST_CORRUPT,
                 "'%s/" REPORT_FILE_FILE
                 "' is damaged, or of another version: run "
                 "'reprise run' again to replace it",
                 dir);
  report_file_free (r);
  return NULL;
}

void report_file_free (report_file *r) {
  if (!r)
    return;
  json_decref (r->object);
  changes_release (&r->changes);
  arena_release (&r->texts);
  vec_release (r->mem, &r->errors);
  vec_release (r->mem, &r->losses);
  vec_release (r->mem, &r->targets);
  vec_release (r->mem, &r->rounds);
  memory_free (r->mem, r, sizeof *r);
}

const report *report_file_report (const report_file *r) { return &r->report; }
json_t *report_file_json (const report_file *r) { return r->object; }

/* Lines. */

/* "3, 7-9": neighbours are one span. */
static void print_numbers (const json_t *list) {
  size_t n = json_array_size (list);
  for (size_t i = 0; i < n;) {
    json_int_t first = json_integer_value (json_array_get (list, i)),
               last = first;
    const char *comma = i ? "," : "";
    while (++i < n && json_integer_value (json_array_get (list, i)) == last + 1)
      last++;
    printf (last > first ? "%s %lld-%lld" : "%s %lld", comma, (long long) first,
            (long long) last);
  }
}

static void print_names (const json_t *list) {
  size_t i;
  json_t *name;
  json_array_foreach (list, i, name)
      printf ("%s %s", i ? "," : "", json_string_value (name));
}

static void print_file (const json_t *o) {
  const json_t *lines = json_object_get (o, "lines");
  const json_t *missed = json_object_get (o, "uncovered");
  const json_t *uncalled = json_object_get (o, "not_called");
  printf ("%s: %llu of %llu lines\n", text (o, "file"),
          (unsigned long long) number (lines, "covered"),
          (unsigned long long) number (lines, "total"));
  if (json_array_size (missed)) {
    printf ("  not executed:");
    print_numbers (missed);
    putchar ('\n');
  }
  if (json_array_size (uncalled)) {
    printf ("  not called:");
    print_names (uncalled);
    putchar ('\n');
  }
}

void report_file_print_lines (const report_file *r) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (r->object, "files"), i, o)
      print_file (o);
}
