/* A diff as JSON: docs/formats/diff-json.md. */

#include "diff/diffing.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "suite/testcase_text.h"

static json_t *class_json (const diff_class *x) {
  return json_pack ("{s:o, s:o, s:o, s:s, s:{s:o, s:i, s:o}}", "input",
                    testcase_text_json (x->inputs), "old",
                    testcase_text_json (x->before), "new",
                    testcase_text_json (x->now), "what", x->what, "change",
                    "file", testcase_text_json (x->changed.file), "line",
                    (int) x->changed.line, "function",
                    testcase_text_json (x->changed.function));
}

static json_t *reasons_json (const diff_result *r) {
  json_t *list = json_array ();
  run_verdict v;
  verdict_init (&v, r->report);
  for (size_t i = 0; i < v.told.len; i++) {
    char_vec text = {0};
    verdict_reason_print (v.told.data + i, &text);
    json_t *said = testcase_text_json (text_c (NULL, &text));
    json_array_append_new (i < v.n_reasons ? list : list, said);
    vec_release (NULL, &text);
  }
  verdict_release (&v);
  return list;
}

json_t *diff_json (const diff_result *r, const diff_request *q) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->classes.len; i++)
    json_array_append_new (list, class_json (r->classes.data + i));
  return json_pack (
      "{s:i, s:o, s:o, s:s, s:o, s:{s:I, s:I, s:I}, s:i, s:o}", "format", 1,
      "old", testcase_text_json (q->before), "new", testcase_text_json (q->now),
      "verdict", diff_answer_name (r->answer), "differences", list, "paths",
      "different", (json_int_t) r->classes.len, "same", (json_int_t) r->same,
      "unaffected", (json_int_t) r->unaffected, "changed_functions",
      (int) r->n_changed, "reasons", reasons_json (r));
}
