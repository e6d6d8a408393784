/* An error as a JSON object (docs/formats/json.md), and back.
 *
 * 'message' and 'stack' are for people. Programs, and we when we read a report
 * again, use 'kind', 'related', 'calls' and 'identity'.
 */

#include "machine/ending_text.h"
#include "report/report.h"
#include "suite/testcase_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Writing. */

static json_t *text_json (char_vec *text) {
  json_t *o = testcase_text_json (text_c (NULL, text));
  vec_release (NULL, text);
  return o;
}

static json_t *message_json (const end_record *e) {
  char_vec text = {0};
  end_print (e, NULL, &text);
  return text_json (&text);
}

static json_t *stack_json (const end_record *e) {
  char_vec text = {0};
  calls_print (e->n_calls, e->call, NULL, &text);
  return text_json (&text);
}

/* Appends it to what the object has. */
static json_t *add_place (json_t *o, const source_place *p) {
  json_object_set_new (o, "file", testcase_text_json (p->file));
  json_object_set_new (o, "line", json_integer ((json_int_t) p->line));
  json_object_set_new (o, "function", testcase_text_json (p->function));
  return o;
}

static json_t *related_json (const end_record *e) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < e->n_related; i++) {
    json_t *o = json_pack ("{s:s}", "what", end_related_what (e, i));
    json_array_append_new (list, add_place (o, e->related + i));
  }
  return list;
}

static json_t *calls_json (const end_record *e) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < e->n_calls; i++)
    json_array_append_new (list, add_place (json_object (), e->call + i));
  return list;
}

static json_t *identity_json (const end_record *e) {
  char text[40];
  snprintf (text, sizeof text, "%016" PRIx64 ":%016" PRIx64, e->identity.place,
            e->identity.error);
  return json_string (text);
}

json_t *report_error_json (const report_error *e) {
  json_t *o = json_pack ("{s:s}", "kind", fault_name (e->end.fault));
  add_place (o, &e->end.at);
  json_object_set_new (o, "test", json_integer ((json_int_t) e->test));
  json_object_set_new (o, "paths", json_integer ((json_int_t) e->paths));
  json_object_set_new (o, "message", message_json (&e->end));
  json_object_set_new (o, "related", related_json (&e->end));
  json_object_set_new (o, "stack", stack_json (&e->end));
  json_object_set_new (o, "calls", calls_json (&e->end));
  json_object_set_new (o, "identity", identity_json (&e->end));
  json_object_set_new (o, "inputs", testcase_text_json (e->inputs));
  return o;
}

/* Reading. */

static const char *text_of (const json_t *o, const char *name) {
  const char *text = json_string_value (json_object_get (o, name));
  return text ? text : "";
}

static uint64_t number_of (const json_t *o, const char *name) {
  json_int_t n = json_integer_value (json_object_get (o, name));
  return n > 0 ? (uint64_t) n : 0;
}

static source_place place_of (const json_t *o) {
  return (source_place) {text_of (o, "function"), text_of (o, "file"),
                         (uint32_t) number_of (o, "line")};
}

static bool find_kind (const char *name, fault_kind *out) {
  for (int k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
    if (!strcmp (fault_name ((fault_kind) k), name)) {
      *out = (fault_kind) k;
      return true;
    }
  return false;
}

static void read_related (const json_t *list, end_record *e) {
  size_t n = json_array_size (list);
  e->n_related = n < ENDING_RELATED ? (uint32_t) n : ENDING_RELATED;
  for (uint32_t i = 0; i < e->n_related; i++) {
    const json_t *o = json_array_get (list, i);
    e->related[i] = place_of (o);
    if (!i)
      e->object.origin =
          strcmp (text_of (o, "what"), "declared") ? ORIGIN_MADE : ORIGIN_LOCAL;
  }
}

static void read_calls (const json_t *list, arena *to, end_record *e) {
  size_t n = json_array_size (list);
  source_place *call = arena_alloc (to, n * sizeof *call);
  for (size_t i = 0; i < n; i++)
    call[i] = place_of (json_array_get (list, i));
  e->n_calls = (uint32_t) n;
  e->call = call;
}

bool report_error_read (const json_t *o, arena *to, report_error *out) {
  end_record e = {.kind = END_FAULT, .at = place_of (o)};
  if (!find_kind (text_of (o, "kind"), &e.fault))
    return false;
  e.cause = cause_about (WHY_TEXT, text_of (o, "message"));
  read_related (json_object_get (o, "related"), &e);
  read_calls (json_object_get (o, "calls"), to, &e);
  char *end = NULL;
  e.identity.place = strtoull (text_of (o, "identity"), &end, 16);
  e.identity.error = *end == ':' ? strtoull (end + 1, NULL, 16) : 0;
  *out = (report_error) {.end = e,
                         .inputs = text_of (o, "inputs"),
                         .test = (uint32_t) number_of (o, "test"),
                         .paths = number_of (o, "paths")};
  return true;
}
