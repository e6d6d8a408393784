/* A diff as JSON: docs/formats/diff-json.md. */

#include "diff/diffing.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "suite/testcase_text.h"

static json_t *class_json (const diff_class *x) {
  return json_pack (
      "{s:o, s:o, s:o, s:s, s:{s:o, s:i, s:o}}", "input",
      testcase_text_json (x->inputs), "old", testcase_text_json (x->before),
      "new", testcase_text_json (x->now), "what", x->what, "change", "file",
      testcase_text_json (x->changed.file), "line", (int) x->changed.line,
      "function", testcase_text_json (x->changed.function));
}

static json_t *told_json (const run_verdict *v, size_t from, size_t to) {
  json_t *list = json_array ();
  for (size_t i = from; i < to; i++) {
    char_vec text = {0};
    verdict_reason_print (v->told.data + i, &text);
    json_array_append_new (list, testcase_text_json (text_c (NULL, &text)));
    vec_release (NULL, &text);
  }
  return list;
}

json_t *diff_json (const diff_result *r, const diff_request *q) {
  json_t *list = json_array ();
  run_verdict v;
  for (size_t i = 0; i < r->classes.len; i++)
    json_array_append_new (list, class_json (r->classes.data + i));
  verdict_init (&v, r->report);
  json_t *res = json_pack (
      "{s:i, s:o, s:o, s:s, s:o, s:{s:I, s:I, s:I, s:I}, s:i, s:I, s:o, s:o}",
      "format", 1, "old", testcase_text_json (q->title ? q->title : q->before),
      "new", testcase_text_json (q->title ? q->title : q->now), "verdict",
      diff_answer_name (r->answer), "differences", list, "paths", "different",
      (json_int_t) r->classes.len, "same", (json_int_t) r->same, "unaffected",
      (json_int_t) r->unaffected, "cut", (json_int_t) r->report->explored.cut,
      "changed_functions", (int) r->n_changed, "instructions",
      (json_int_t) r->report->explored.instructions, "reasons",
      told_json (&v, 0, v.n_reasons), "assumed",
      told_json (&v, v.n_reasons, v.told.len));
  verdict_release (&v);
  return res;
}
