#include "report/report_json.h"

#include "report/end_members.h"
#include "report/verdict.h"

#define LIST(T, N, DATA) \
  .at = offsetof (T, DATA), .n = offsetof (T, N), \
  .size = sizeof *((T *) 0)->DATA

json_t *report_error_json (const report_error *e) {
  return json_members_write (error_members, e, NULL);
}

/* Paths. */

#define AT(M) offsetof (explored, M)
_Static_assert (sizeof (size_t) == sizeof (uint64_t), "'peak' is a number");

static const json_member path_members[] = {
    MEMBER ("complete", NUMBER, .at = AT (complete)),
    MEMBER ("error", NUMBER, .at = AT (error)),
    MEMBER ("misuse", NUMBER, .at = AT (misuse)),
    MEMBER ("cut", NUMBER, .at = AT (cut)),
    MEMBER ("carried", NUMBER, .at = AT (carried)),
    MEMBER ("left_out", NUMBER, .at = AT (left_out)),
    {0}};

static const json_member state_members[] = {
    MEMBER ("forks", NUMBER, .at = AT (forks)),
    MEMBER ("peak", NUMBER, .at = AT (peak)),
    MEMBER ("set_aside", NUMBER, .at = AT (set_aside)),
    MEMBER ("executed_again", NUMBER, .at = AT (executed_again)),
    {0}};
#undef AT

/* Tests. */

#define AT(M) offsetof (report, M)
static const json_member test_members[] = {
    MEMBER ("kept", NUMBER, .at = AT (changes.count[CHANGE_KEPT])),
    MEMBER ("changed", NUMBER, .at = AT (changes.count[CHANGE_CHANGED])),
    MEMBER ("added", NUMBER, .at = AT (changes.count[CHANGE_ADDED])),
    MEMBER ("dropped", NUMBER, .at = AT (changes.count[CHANGE_DROPPED])),
    MEMBER ("written", NUMBER, .at = AT (tests)),
    {0}};
#undef AT

/* Targets. */

static const char *target_by (int k) {
  return target_state_name ((target_state) k);
}

#define AT(M) offsetof (report_target, M)
static const json_member target_members[] = {
    MEMBER ("place", TEXT, .at = AT (place)),
    MEMBER ("state", NAME, .at = AT (state), .n = TARGET_STATES,
            .name_of = target_by),
    MEMBER ("test", NUMBER, .at = AT (test)),
    MEMBER ("paths", NUMBER, .at = AT (paths)),
    {0}};
#undef AT

/* Coverage. */

#define AT(M) offsetof (coverage, M)
static const json_member line_members[] = {
    MEMBER ("covered", NUMBER, .at = AT (lines_covered)),
    MEMBER ("total", NUMBER, .at = AT (lines)),
    {0}};

static const json_member branch_members[] = {
    MEMBER ("covered", NUMBER, .at = AT (branches_covered)),
    MEMBER ("total", NUMBER, .at = AT (branches)),
    MEMBER ("folded", NUMBER, .at = AT (folded)),
    MEMBER ("least", FLAG, .at = AT (is_least)),
    {0}};
#undef AT

static const json_member coverage_members[] = {
    MEMBER ("lines", PART, .inner = line_members),
    MEMBER ("branches", PART, .inner = branch_members),
    {0}};

static const json_member one_number[] = {MEMBER ("", SMALL, .at = 0)};

#define AT(M) offsetof (report_function, M)
static const json_member function_members[] = {
    MEMBER ("name", TEXT, .at = AT (name)),
    MEMBER ("line", SMALL, .at = AT (line)),
    MEMBER ("called", FLAG, .at = AT (is_called)),
    {0}};
#undef AT

#define AT(M) offsetof (report_branch, M)
static const json_member decision_members[] = {
    MEMBER ("line", SMALL, .at = AT (line)),
    MEMBER ("reached", FLAG, .at = AT (is_reached)),
    MEMBER ("was_true", FLAG, .at = AT (was_true)),
    MEMBER ("was_false", FLAG, .at = AT (was_false)),
    {0}};
#undef AT

static json_t *uncalled_json (const void *owner) {
  const report_source *s = owner;
  json_t *list = json_array ();
  for (size_t i = 0; i < s->n_functions; i++)
    if (!s->function[i].is_called)
      json_array_append_new (list, json_text (s->function[i].name, NULL));
  return list;
}

#define AT(M) offsetof (report_source, M)
static const json_member source_members[] = {
    MEMBER ("file", TEXT, .at = AT (file)),
    MEMBER ("lines", PART, .at = AT (coverage), .inner = line_members),
    MEMBER ("branches", PART, .at = AT (coverage), .inner = branch_members),
    MEMBER ("executed", LIST, LIST (report_source, n_covered, covered),
            .inner = one_number),
    MEMBER ("uncovered", LIST, LIST (report_source, n_uncovered, uncovered),
            .inner = one_number),
    MEMBER ("not_called", MADE, .make = uncalled_json),
    MEMBER ("functions", LIST, LIST (report_source, n_functions, function),
            .inner = function_members),
    MEMBER ("decisions", LIST, LIST (report_source, n_branches, branch),
            .inner = decision_members),
    {0}};
#undef AT

/* Natively. */

#define AT(M) offsetof (report_confirmed, M)
static const json_member confirmed_members[] = {
    MEMBER ("tests", NUMBER, .at = AT (tests)),
    MEMBER ("agree", NUMBER, .at = AT (agree)),
    MEMBER ("unseen", NUMBER, .at = AT (unseen)),
    MEMBER ("differ", NUMBER, .at = AT (differ)),
    MEMBER ("differences", LIST,
            LIST (report_confirmed, n_differences, differences),
            .inner = native_members),
    {0}};
#undef AT

/* Counted. */

#define AT(M) offsetof (test_share, M)
static const json_member share_members[] = {
    MEMBER ("test", SMALL, .at = AT (test)),
    MEMBER ("likelihood", TEXT, .at = AT (share.words)),
    MEMBER ("low", TEXT, .at = AT (share.low)),
    MEMBER ("high", TEXT, .at = AT (share.high)),
    MEMBER ("count", TEXT, .at = AT (count), .is_optional = true),
    {0}};
#undef AT

/* Work. */

static const char *phase_by (int k) { return phase_name ((phase) k); }

#define AT(M) offsetof (report_work, M)
static const json_member query_members[] = {
    MEMBER ("asked", NUMBER, .at = AT (queries)),
    MEMBER ("solved", NUMBER, .at = AT (solved)),
    MEMBER ("by_rung", COUNTS, .at = AT (rung), .n = AT (n_rungs),
            .size = N_RUNGS),
    {0}};

static const json_member time_members[] = {
    MEMBER ("total", SPAN, .at = AT (total)),
    MEMBER ("by_phase", SPANS, .at = AT (time), .n = N_PHASES,
            .name_of = phase_by),
    {0}};
#undef AT

/* All of it. */

static const char *per_by (int k) {
  static const char *const name[] = {"cause", "place", "path"};
  return name[k];
}

static json_t *format_json (const void *r) {
  (void) r;
  return json_integer (REPORT_FORMAT);
}

static json_t *ended_json (const void *owner) {
  const report *r = owner;
  return json_string (r->state ? r->state : explore_end_text (r->end));
}

/* The verdict: made of the rest, and never read back. */

static json_t *verdict_json (const void *owner) {
  run_verdict v;
  verdict_init (&v, owner);
  json_t *o = json_string (verdict_name (v.answer));
  verdict_release (&v);
  return o;
}

static json_t *one_reason_json (const verdict_reason *w) {
  const report_loss *l = w->first;
  char_vec text = {0};
  verdict_reason_print (w, &text);
  json_t *o = json_pack (
      "{s:s, s:s, s:o, s:I, s:o, s:i, s:o, s:I, s:b}", "class",
      class_name (w->class), "reason", reason_name (l->cause.reason), "text",
      json_text (text_c (NULL, &text), NULL), "count", (json_int_t) w->count,
      "file", json_text (l->file, NULL), "line", (int) l->line, "function",
      json_text (l->function, NULL), "more_places", (json_int_t) w->others,
      "allowed", (int) w->is_allowed);
  vec_release (NULL, &text);
  return o;
}

static json_t *reasons_json (const void *owner) {
  run_verdict v;
  json_t *list = json_array ();
  verdict_init (&v, owner);
  for (size_t i = 0; i < v.n_reasons; i++)
    json_array_append_new (list, one_reason_json (v.told.data + i));
  verdict_release (&v);
  return list;
}

static json_t *bounds_json (const void *owner) {
  run_verdict v;
  json_t *list = json_array ();
  verdict_init (&v, owner);
  for (size_t i = v.n_reasons; i < v.told.len; i++)
    if (v.told.data[i].class == CLASS_BOUND)
      json_array_append_new (
          list, json_text (v.told.data[i].first->cause.text[0], NULL));
  verdict_release (&v);
  return list;
}

#define AT(M) offsetof (report, M)
static const json_member report_members[] = {
    MEMBER ("format", MADE, .make = format_json),
    MEMBER ("input", TEXT, .at = AT (input)),
    MEMBER ("verdict", MADE, .make = verdict_json),
    MEMBER ("reasons", MADE, .make = reasons_json),
    MEMBER ("bounds", MADE, .make = bounds_json),
    MEMBER ("ended", MADE, .make = ended_json),
    MEMBER ("paths", PART, .at = AT (explored), .inner = path_members),
    MEMBER ("errors_per", NAME, .at = AT (per), .n = ERRORS_PER_COUNT,
            .name_of = per_by),
    MEMBER ("errors", LIST, LIST (report, n_errors, errors),
            .inner = error_members),
    MEMBER ("tests", PART, .inner = test_members),
    MEMBER ("targets", LIST, LIST (report, n_targets, targets),
            .inner = target_members, .is_optional = true),
    MEMBER ("confirmed", PART, .at = AT (confirmed), .inner = confirmed_members,
            .is_optional = true),
    MEMBER ("counted", TEXT, .at = AT (counted), .is_optional = true),
    MEMBER ("shares", LIST, LIST (report, n_shares, shares),
            .inner = share_members, .is_optional = true),
    MEMBER ("coverage", PART, .at = AT (coverage), .inner = coverage_members),
    MEMBER ("queries", PART, .at = AT (work), .inner = query_members),
    MEMBER ("instructions", NUMBER, .at = AT (explored.instructions)),
    MEMBER ("states", PART, .at = AT (explored), .inner = state_members),
    MEMBER ("time", PART, .at = AT (work), .inner = time_members),
    MEMBER ("memory_peak", NUMBER, .at = AT (work.memory_peak)),
    MEMBER ("lost", LIST, LIST (report, n_losses, losses),
            .inner = loss_members),
    MEMBER ("changes", LIST, LIST (report, changes.n, changes.row),
            .inner = change_members),
    MEMBER ("files", LIST, LIST (report, n_sources, sources),
            .inner = source_members),
    MEMBER ("error", TEXT, .at = AT (error), .is_optional = true),
    {0}};
#undef AT

json_t *report_json (const report *r, bool *is_exact) {
  return json_members_write (report_members, r, is_exact);
}

static bool read_end (const json_t *o, report *out) {
  const char *ended = json_string_value (json_object_get (o, "ended"));
  if (!ended)
    return false;
  if (!strcmp (ended, "running")) {
    out->state = "running";
    return true;
  }
  for (int k = 0; k <= EXPLORE_INTERRUPTED; k++)
    if (!strcmp (explore_end_text ((explore_end) k), ended)) {
      out->end = (explore_end) k;
      return true;
    }
  return false;
}

status report_of_json (report *r, const json_t *o, const char *what,
                       arena *texts, trouble *why) {
  char_vec wrong = {0};
  *r = (report) {0};
  const json_t *format = json_object_get (o, "format");
  if (json_is_integer (format) && json_integer_value (format) != REPORT_FORMAT)
    return trouble_set (why, ST_VERSION,
                        "%s has format %lld, and this version of reprise reads "
                        "format %d: run 'reprise run' again to replace it",
                        what, (long long) json_integer_value (format),
                        REPORT_FORMAT);
  if (!json_is_integer (format))
    text_puts (NULL, &wrong, "format");
  else if (!read_end (o, r))
    text_puts (NULL, &wrong, "ended");
  else if (json_members_read (report_members, o, r, texts, &wrong))
    return ST_OK;
  status st = trouble_set (why, ST_CORRUPT,
                           "%s is damaged, its field '%s' is missing or wrong: "
                           "run 'reprise run' again to replace it",
                           what, text_c (NULL, &wrong));
  vec_release (NULL, &wrong);
  return st;
}
