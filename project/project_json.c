/* One object, docs/formats/json.md: what --json of a run has, of all functions
 * together, and a row for each.
 */

#include "project/project.h"

#include "base/clock.h"
#include "context/exit_status.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "suite/testcase_text.h"

static json_t *error_json (const found_error *x) {
  json_t *o = report_error_json (&x->error);
  json_object_set_new (o, "input", testcase_text_json (x->job->input));
  json_object_set_new (o, "suite", testcase_text_json (x->job->dir));
  json_object_set_new (o, "functions", json_integer (x->jobs));
  if (x->is_excluded)
    json_object_set_new (o, "excluded_by_callers", json_true ());
  return o;
}

static json_t *errors_json (const found *f) {
  json_t *list = json_array ();
  for (size_t i = 0; i < f->error.len; i++)
    json_array_append_new (list, error_json (f->error.data + i));
  return list;
}

static json_t *why_json (const job *j) {
  run_verdict v;
  char_vec text = {0};
  if (!j->message && !j->has_report)
    return json_string (j->state == JOB_WAITING
                            ? "no time was left for it"
                            : "the time was over before it was loaded");
  if (j->message)
    return testcase_text_json (j->message);
  if (j->has_report) {
    verdict_init (&v, &j->report);
    verdict_print_reasons (&v, &text);
    verdict_release (&v);
  }
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

/* What is assumed of its arguments. */
static json_t *premise_json (const job *j) {
  run_verdict v;
  char_vec text = {0};
  if (j->has_report) {
    verdict_init (&v, &j->report);
    verdict_print_premise (&v, &text);
    verdict_release (&v);
  }
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

static json_t *told_json (const told_list *list) {
  json_t *all = json_array ();
  for (size_t i = 0; i < list->len; i++)
    json_array_append_new (all, testcase_text_json (list->data[i].text));
  return all;
}

static const char *job_word (const job *j) {
  return j->state == JOB_FAILED    ? "failed"
         : j->state == JOB_WAITING ? "not_run"
         : job_is_whole (j)        ? "complete"
                                   : "incomplete";
}

static json_t *job_row_json (const job *j) {
  const report *r = &j->report;
  size_t n[ERROR_CLASSES] = {0};
  for (int k = 0; j->has_report && k < ERROR_CLASSES; k++)
    n[k] = report_count (r, (error_class) k, &(uint64_t) {0});
  return json_pack (
      "{s:o, s:o, s:i, s:s, s:s, s:o, s:o, s:b, s:b, s:o, s:I, s:{s:I, s:I, "
      "s:I}, "
      "s:{s:I, s:I, s:I}, s:I, s:f}",
      "file", testcase_text_json (j->what->file), "function",
      testcase_text_json (j->what->name), "line", (int) j->what->line, "kind",
      j->what->is_program ? "program" : "function", "state", job_word (j),
      "reason", why_json (j), "assumed", premise_json (j), "kept",
      (int) j->is_kept, "changed", (int) j->is_changed, "suite",
      testcase_text_json (j->dir), "tests",
      (json_int_t) (j->has_report ? r->tests : 0), "paths", "complete",
      (json_int_t) r->explored.complete, "error",
      (json_int_t) r->explored.error, "cut", (json_int_t) r->explored.cut,
      "errors", "error", (json_int_t) n[ERROR_CERTAIN], "only_if",
      (json_int_t) n[ERROR_ONLY_IF], "misuse", (json_int_t) n[ERROR_MISUSE],
      "lines_covered", (json_int_t) r->coverage.lines_covered, "time",
      clock_seconds (j->spent));
}

static json_t *jobs_json (const project *p) {
  json_t *list = json_array ();
  for (size_t i = 0; i < p->jobs.len; i++)
    json_array_append_new (list, job_row_json (p->jobs.data + i));
  return list;
}

static json_t *left_out_json (const project *p) {
  json_t *list = json_array ();
  for (size_t i = 0; i < p->survey.failed.len; i++)
    json_array_append_new (list, testcase_text_json (p->survey.failed.data[i]));
  return list;
}

json_t *project_json (const project *p) {
  project_counts n = project_count (p);
  const coverage *c = &p->coverage;
  int exit_status = project_status (p);
  bool is_whole = n.whole == p->jobs.len && !p->survey.failed.len;
  return json_pack (
      "{s:i, s:o, s:s, s:i, s:{s:I, s:I, s:I}, s:o, s:o, s:o, s:o, s:o, "
      "s:{s:I}, "
      "s:{s:{s:I, s:I}, s:{s:I, s:I}}, s:{s:I, s:I}, s:I, s:{s:f}}",
      "format", 1, "input", testcase_text_json (p->folder), "verdict",
      verdict_name (exit_status == CLI_FOUND ? RUN_ERRORS
                    : is_whole               ? RUN_SAFE
                                             : RUN_INCOMPLETE),
      "status", exit_status, "paths", "complete", (json_int_t) n.complete,
      "error", (json_int_t) n.error, "cut", (json_int_t) n.cut, "errors",
      errors_json (&p->found), "functions", jobs_json (p), "left_out",
      left_out_json (p), "bounds", told_json (&p->bounds), "warnings",
      told_json (&p->warnings), "tests", "written", (json_int_t) n.tests,
      "coverage", "lines", "covered", (json_int_t) c->lines_covered, "total",
      (json_int_t) c->lines, "branches", "covered",
      (json_int_t) c->branches_covered, "total", (json_int_t) c->branches,
      "queries", "asked", (json_int_t) n.queries, "solved",
      (json_int_t) n.solved, "instructions", (json_int_t) n.instructions,
      "time", "total", clock_seconds (p->time));
}
