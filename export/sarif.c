/* SARIF 2.1.0: errors for code scanning services and editors. */

#include "base/whole_file.h"
#include "export/formats.h"
#include "machine/ending_text.h"
#include "report/report_json.h"
#include "report/verdict.h"
#include "reprise.h"
#include "suite/testcase_text.h"

#include <limits.h>
#include <unistd.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
#define PRINT "repriseError/v3"

/* Rules: one for each kind of fault. */

static json_t *rule_json (fault_kind k) {
  return json_pack ("{s:s, s:s, s:{s:s}, s:{s:s}}", "id", fault_name (k),
                    "name", fault_name (k), "shortDescription", "text",
                    fault_text (k), "defaultConfiguration", "level", "error");
}

static json_t *driver_json (void) {
  json_t *rules = json_array ();
  for (int k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
    json_array_append_new (rules, rule_json ((fault_kind) k));
  return json_pack ("{s:s, s:s, s:o}", "name", "reprise", "version",
                    reprise_version (), "rules", rules);
}

/* Places: relative to the working directory where they are below it. */

/* What a URI may have anywhere in its path; a colon may look like a scheme. */
static bool is_plain (char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c && strchr ("0123456789/-._~!$&'()*+,;=@", c));
}

static json_t *uri_json (const char *path) {
  char here[PATH_MAX], absolute[PATH_MAX];
  char_vec uri = {0};
  size_t n = getcwd (here, sizeof here) ? strlen (here) : 0;
  const char *p = realpath (path, absolute) ? absolute : path;
  bool is_below = n && !strncmp (p, here, n) && p[n] == '/';
  text_puts (NULL, &uri, is_below || *p != '/' ? "" : "file://");
  for (p += is_below ? n + 1 : 0; *p; p++)
    if (is_plain (*p))
      vec_push (NULL, &uri, *p);
    else
      text_printf (NULL, &uri, "%%%02X", (unsigned char) *p);
  json_t *o = json_pack ("{s:s}", "uri", text_c (NULL, &uri));
  if (is_below)
    json_object_set_new (o, "uriBaseId", json_string ("%SRCROOT%"));
  vec_release (NULL, &uri);
  return o;
}

static json_t *place_json (const char *file, json_int_t line,
                           const char *name) {
  json_t *at = json_object ();
  json_t *caller = json_pack ("[{s:o, s:s}]", "name", testcase_text_json (name),
                              "kind", "function");
  if (file[0])
    json_object_set_new (at, "physicalLocation",
                         json_pack ("{s:o, s:{s:I}}", "artifactLocation",
                                    uri_json (file), "region", "startLine",
                                    line ? line : 1));
  json_object_set_new (at, "logicalLocations", caller);
  return at;
}

static json_t *at_json (const source_place *p) {
  return place_json (p->file, p->line, p->function);
}

/* Where the object was allocated and freed. */
static json_t *related_places (const end_record *e) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < e->n_related; i++) {
    json_t *at = at_json (e->related + i);
    json_object_set_new (at, "id", json_integer ((json_int_t) i + 1));
    json_object_set_new (
        at, "message",
        json_pack ("{s:s+}", "text", end_related_what (e, i), " here"));
    json_array_append_new (list, at);
  }
  return list;
}

static json_t *frames_json (const end_record *e) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < e->n_calls; i++)
    json_array_append_new (
        list, json_pack ("{s:o}", "location", at_json (e->call + i)));
  return list;
}

/* Results. */

static json_t *message_json (const report_error *e) {
  char_vec text = {0};
  text_printf (NULL, &text, "%s in %s: ", fault_name (e->end.fault),
               e->end.at.function);
  size_t before = text.len;
  end_print (&e->end, NULL, &text);
  if (text.len == before)
    text.len -= 2; /* the kind says it all */
  if (*e->only_if)
    text_printf (NULL, &text, ", only if called with %s", e->only_if);
  if (e->inputs[0])
    text_printf (NULL, &text, " (test %u: %s)", e->test, e->inputs);
  json_t *o =
      json_pack ("{s:o}", "text", testcase_text_json (text_c (NULL, &text)));
  vec_release (NULL, &text);
  return o;
}

/* With --all-errors an error has several: told apart by their order. */
static json_t *sarif_print_json (const report *r, size_t i) {
  char text[64];
  uint64_t print = r->errors[i].end.identity.error;
  unsigned order = 0;
  for (size_t k = 0; k < i; k++)
    order += r->errors[k].end.identity.error == print;
  snprintf (text, sizeof text, "%016llx:%u", (unsigned long long) print, order);
  return json_pack ("{s:s}", PRINT, text);
}

static json_t *stack_json (const end_record *e) {
  char_vec text = {0};
  calls_print (e->n_calls, e->call, NULL, &text);
  json_t *o = testcase_text_json (text_c (NULL, &text));
  vec_release (NULL, &text);
  return o;
}

static void set_unless_empty (json_t *o, const char *name, json_t *list) {
  if (json_array_size (list))
    json_object_set (o, name, list);
  json_decref (list);
}

static json_t *stacks_json (const report_error *e) {
  json_t *frames = frames_json (&e->end);
  if (!json_array_size (frames)) {
    json_decref (frames);
    return json_array ();
  }
  return json_pack ("[{s:{s:s}, s:o}]", "message", "text",
                    "calls, the innermost first", "frames", frames);
}

static json_t *result_json (const report *r, size_t i) {
  const report_error *e = r->errors + i;
  json_t *o =
      json_pack ("{s:s, s:i, s:s, s:o, s:[o], s:o, s:{s:o, s:I, s:I}}",
                 "ruleId", fault_name (e->end.fault), "ruleIndex",
                 (int) e->end.fault - FAULT_NONE - 1, "level",
                 e->class == ERROR_CERTAIN  ? "error"
                 : e->class == ERROR_MISUSE ? "warning"
                                            : "note",
                 "message", message_json (e), "locations", at_json (&e->end.at),
                 "partialFingerprints", sarif_print_json (r, i), "properties",
                 "stack", stack_json (&e->end), "test", (json_int_t) e->test,
                 "paths", (json_int_t) e->paths);
  if (e->native && e->native != NATIVE_UNSEEN)
    json_object_set_new (json_object_get (o, "properties"), "confirmed",
                         json_boolean (e->native == NATIVE_AGREES));
  set_unless_empty (o, "relatedLocations", related_places (&e->end));
  set_unless_empty (o, "stacks", stacks_json (e));
  return o;
}

/* The baseline: results of an earlier run by their fingerprints. */

static const char *print_of (const json_t *result) {
  const json_t *prints = json_object_get (result, "partialFingerprints");
  return json_string_value (json_object_get (prints, PRINT));
}

/* Takes the result with this fingerprint out of the list. */
static bool sarif_take (json_t *list, const char *print) {
  size_t i;
  json_t *o;
  json_array_foreach (list, i, o) {
    const char *other = print_of (o);
    if (!other || strcmp (other, print))
      continue;
    json_array_remove (list, i);
    return true;
  }
  return false;
}

static void set_state (json_t *result, const char *told) {
  json_object_set_new (result, "baselineState", json_string (told));
}

/* What was there and is not any more is listed as absent, if this run would
 * have found it: it came to its end.
 */
static void sarif_compare (json_t *results, json_t *old, bool is_whole) {
  size_t i;
  json_t *o;
  json_array_foreach (results, i, o)
      set_state (o, sarif_take (old, print_of (o)) ? "unchanged" : "new");
  json_array_foreach (old, i, o) {
    if (!json_is_object (o) || !print_of (o))
      continue;
    set_state (o, is_whole ? "absent" : "unchanged");
    json_array_append (results, o);
  }
}

static json_t *results_json (const report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->n_errors; i++)
    json_array_append_new (list, result_json (r, i));
  return list;
}

static status write_json (const char *path, const json_t *o, trouble *why) {
  char *text = json_dumps (o, JSON_INDENT (2));
  if (!text)
    return trouble_set (why, ST_NOWRITE, "cannot write %s: out of memory",
                        path);
  status st = whole_file_write (path, text, strlen (text), why);
  free (text);
  return st;
}

/* What kept the run from being complete: one notification each. */
static json_t *notifications_json (const run_verdict *v) {
  json_t *list = json_array ();
  for (size_t i = 0; i < v->n_reasons; i++) {
    const verdict_reason *w = v->told.data + i;
    const report_loss *l = w->first;
    char_vec text = {0};
    verdict_reason_print (w, &text);
    json_t *o = json_pack ("{s:s, s:{s:o}, s:{s:s}}", "level",
                           w->is_allowed ? "note" : "warning", "message",
                           "text", testcase_text_json (text_c (NULL, &text)),
                           "descriptor", "id", class_name (w->class));
    vec_release (NULL, &text);
    if (l->line || l->function[0])
      json_object_set_new (
          o, "locations",
          json_pack ("[o]", place_json (l->file, l->line, l->function)));
    json_array_append_new (list, o);
  }
  return list;
}

#define MOST_NOTES 100

/* Inputs that the program answers otherwise, for --sarif-changes. */
static void add_changes (const report *r, json_t *list) {
  size_t n = 0;
  for (size_t i = 0; i < r->changes.n && n < MOST_NOTES; i++) {
    const test_change *c = r->changes.row + i;
    char_vec text = {0};
    if (!*c->does)
      continue;
    text_printf (NULL, &text, "%s%s%s", c->input, *c->input ? " " : "",
                 c->reason);
    json_array_append_new (
        list, json_pack ("{s:s, s:{s:o}, s:{s:s}}", "level", "note", "message",
                         "text", testcase_text_json (text_c (NULL, &text)),
                         "descriptor", "id", "changed"));
    vec_release (NULL, &text);
    n++;
  }
}

/* Successful: what it tells is all there is, or all that is wanted. */
static json_t *invocation_json (const report *r, const run_verdict *v) {
  json_t *notes = notifications_json (v);
  if (r->context->options.sarif_changes)
    add_changes (r, notes);
  return json_pack ("{s:b, s:i, s:o}", "executionSuccessful",
                    (int) v->is_accepted, "exitCode", v->status,
                    "toolExecutionNotifications", notes);
}

static json_t *log_json (const report *r, const run_verdict *v,
                         json_t *results) {
  return json_pack ("{s:s, s:s, s:[{s:{s:o}, s:[o], s:o, s:s}]}", "$schema",
                    SCHEMA, "version", "2.1.0", "runs", "tool", "driver",
                    driver_json (), "invocations", invocation_json (r, v),
                    "results", results, "columnKind", "unicodeCodePoints");
}

/* Results that stay in the baseline: what is absent has been told once. */
static json_t *kept_json (const json_t *results) {
  json_t *list = json_array ();
  size_t i;
  json_t *o;
  json_array_foreach (results, i, o) {
    const char *told = json_string_value (json_object_get (o, "baselineState"));
    if (!told || strcmp (told, "absent"))
      json_array_append (list, o);
  }
  return list;
}

status sarif_write (const report *r, const sarif_request *q, trouble *why) {
  status st = ST_OK;
  json_t *results = results_json (r);
  json_t *old = q->baseline ? json_load_file (q->baseline, 0, NULL) : NULL;
  run_verdict v;
  verdict_init (&v, r);
  if (json_is_array (old))
    sarif_compare (results, old, !v.n_reasons);
  if (q->baseline && q->is_kept) {
    json_t *kept = kept_json (results);
    st = write_json (q->baseline, kept, why);
    json_decref (kept);
  }
  json_decref (old);
  json_t *log = log_json (r, &v, results);
  verdict_release (&v);
  if (!st)
    st = write_json (q->path, log, why);
  json_decref (log);
  return st;
}
