/* A diff as JSON: docs/formats/diff-json.md. */

#include "diff/diffing.h"
#include "report/end_members.h"
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

#define AT(M) offsetof (diff_class, M)
static const json_member class_members[] = {
    MEMBER ("inputs", TEXT, .at = AT (inputs)),
    MEMBER ("is_call", FLAG, .at = AT (is_call)),
    MEMBER ("now", TEXT, .at = AT (now)),
    MEMBER ("before", TEXT, .at = AT (before)),
    MEMBER ("text", TEXT, .at = AT (text)),
    MEMBER ("what", TEXT, .at = AT (what)),
    MEMBER ("is_outside", FLAG, .at = AT (is_outside)),
    MEMBER ("changed", PART, .at = AT (changed), .inner = place_members),
    MEMBER ("weight", WORD, .at = AT (weight)),
    {0}};
#undef AT

static const char *name_of_answer (int i) {
  return diff_answer_name ((diff_answer) i);
}

#define AT(M) offsetof (diff_result, M)
const json_member diff_result_members[] = {
    MEMBER ("answer", NAME, .at = AT (answer), .n = DIFF_UNKNOWN + 1,
            .size = sizeof (diff_answer), .name_of = name_of_answer),
    MEMBER ("same", NUMBER, .at = AT (same)),
    MEMBER ("unaffected", NUMBER, .at = AT (unaffected)),
    MEMBER ("failing", COUNTS, .at = AT (failing), .n = AT (n_failing),
            .size = FAULT_COUNT),
    MEMBER ("unconfirmed", NUMBER, .at = AT (unconfirmed)),
    MEMBER ("is_first_call", FLAG, .at = AT (is_first_call)),
    MEMBER ("flags", TEXT, .at = AT (flags)),
    MEMBER ("n_changed", NUMBER, .at = AT (n_changed)),
    MEMBER ("classes", LIST, .at = AT (classes.data), .n = AT (classes.len),
            .size = sizeof (diff_class), .inner = class_members),
    {0}};
#undef AT

static json_t *told_json (const run_verdict *v, size_t from, size_t to) {
  json_t *list = json_array ();
  for (size_t i = from; i < to; i++) {
    char_vec text = {0};
    diff_print_reason (v->told.data + i, &text);
    json_array_append_new (list, testcase_text_json (text_c (NULL, &text)));
    vec_release (NULL, &text);
  }
  return list;
}

static json_t *assumed_json (const diff_result *r, const run_verdict *v) {
  json_t *list = told_json (v, v->n_reasons, v->told.len);
  char_vec text = {0};
  diff_print_flags (r, &text);
  if (text.len)
    json_array_append_new (list, testcase_text_json (text_c (NULL, &text)));
  vec_release (NULL, &text);
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
      "format", 1, "old",
      testcase_text_json (q->shown[0] ? q->shown[0] : q->before), "new",
      testcase_text_json (q->shown[1] ? q->shown[1] : q->now), "verdict",
      diff_answer_name (r->answer), "differences", list, "paths", "different",
      (json_int_t) r->classes.len, "same", (json_int_t) r->same, "unaffected",
      (json_int_t) r->unaffected, "cut", (json_int_t) r->report->explored.cut,
      "changed_functions", (int) r->n_changed, "instructions",
      (json_int_t) r->report->explored.instructions, "reasons",
      told_json (&v, 0, v.n_reasons), "assumed", assumed_json (r, &v));
  verdict_release (&v);
  return res;
}
