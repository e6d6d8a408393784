/* The report as one JSON object: docs/formats/json.md. */

#include "base/clock.h"
#include "machine/ending_text.h"
#include "report/report.h"
#include "suite/testcase_text.h"

static json_t *number (uint64_t n) { return json_integer ((json_int_t) n); }

static json_t *paths_json (const explored *x) {
  return json_pack ("{s:o, s:o, s:o, s:o, s:o}", "complete",
                    number (x->complete), "error", number (x->error), "cut",
                    number (x->cut), "carried", number (x->carried), "left_out",
                    number (x->left_out));
}

static json_t *errors_json (const report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->n_errors; i++)
    json_array_append_new (list, report_error_json (r->error + i));
  return list;
}

static json_t *share (uint64_t part, uint64_t all) {
  return json_pack ("{s:o, s:o}", "covered", number (part), "total",
                    number (all));
}

static json_t *queries_json (const context *c) {
  const stats *s = &c->stats;
  json_t *by = json_object ();
  for (int k = 0; k < N_RUNGS; k++)
    if (s->rung[k].queries)
      json_object_set_new (by, rung_name (c->extension, (rung_kind) k),
                           number (s->rung[k].queries));
  return json_pack ("{s:o, s:o, s:o}", "asked", number (s->queries), "solved",
                    number (s->rung[RUNG_SOLVER].queries), "by_rung", by);
}

static json_t *cause_json (const cause *c) {
  char_vec text = {0};
  cause_print (c, NULL, &text);
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

static json_t *losses_json (const report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->n_losses; i++) {
    const report_loss *l = r->loss + i;
    json_array_append_new (
        list, json_pack ("{s:o, s:o, s:o, s:o, s:o}", "reason",
                         cause_json (&l->cause), "file",
                         testcase_text_json (l->file), "line", number (l->line),
                         "function", testcase_text_json (l->function), "count",
                         number (l->count)));
  }
  return list;
}

static json_t *rounds_json (const report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->n_rounds; i++) {
    const report_round *d = r->round + i;
    json_array_append_new (
        list,
        json_pack ("{s:o, s:o, s:o, s:o, s:o, s:o, s:f}", "max_depth",
                   number (d->bound), "paths", number (d->paths), "boundary",
                   number (d->boundary), "asked", number (d->asked), "solved",
                   number (d->solved), "instructions", number (d->instructions),
                   "time", clock_seconds (d->time)));
  }
  return list;
}

static json_t *tests_json (const changes *t, uint64_t untested) {
  json_t *o = json_object ();
  for (int k = 0; k < CHANGE_COUNT; k++)
    json_object_set_new (o, change_name ((change_kind) k),
                         number (t->count[k]));
  json_object_set_new (o, "left_out", number (untested));
  return o;
}

static json_t *targets_json (const report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->n_targets; i++) {
    const target_result *t = r->target + i;
    json_array_append_new (list, json_pack ("{s:o, s:s, s:o, s:o}", "place",
                                            testcase_text_json (t->place),
                                            "state", report_target_state (r, t),
                                            "test", number (t->test), "paths",
                                            number (t->paths)));
  }
  return list;
}

json_t *report_brief_json (const report *r) {
  context *c = r->context;
  const explored *x = &r->explored;
  json_t *o = json_object ();
  json_object_set_new (o, "format", json_integer (1));
  json_object_set_new (o, "input", testcase_text_json (r->input));
  json_object_set_new (o, "ended", json_string (explore_end_text (r->end)));
  json_object_set_new (o, "paths", paths_json (x));
  json_object_set_new (o, "errors", errors_json (r));
  json_object_set_new (o, "tests", tests_json (r->changes, r->untested));
  if (r->n_targets)
    json_object_set_new (o, "targets", targets_json (r));
  json_object_set_new (
      o, "coverage",
      json_pack ("{s:o, s:o}", "lines",
                 share (r->coverage.lines_covered, r->coverage.lines),
                 "branches",
                 share (r->coverage.branches_covered, r->coverage.branches)));
  json_object_set_new (o, "queries", queries_json (c));
  json_object_set_new (o, "instructions", number (x->instructions));
  json_object_set_new (
      o, "states",
      json_pack ("{s:o, s:o, s:o, s:o}", "forks", number (x->forks), "peak",
                 number (x->peak), "set_aside", number (x->set_aside),
                 "executed_again", number (x->executed_again)));
  json_object_set_new (o, "time",
                       json_pack ("{s:f, s:o}", "total",
                                  clock_seconds (phases_total (&c->phases)),
                                  "by_phase", phases_json (&c->phases)));
  if (r->n_rounds)
    json_object_set_new (o, "deepening", rounds_json (r));
  json_object_set_new (o, "memory_peak", number (c->memory.peak));
  json_object_set_new (o, "lost", losses_json (r));
  return o;
}

json_t *report_json (const report *r) {
  json_t *o = report_brief_json (r);
  json_object_set_new (o, "changes", changes_json (r->changes));
  return o;
}
