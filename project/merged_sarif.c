#include "project/merged.h"

#include "base/whole_file.h"
#include "context/exit_status.h"
#include "export/formats.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The only run of a log; borrowed. */
static json_t *run_of (json_t *log) {
  return json_array_get (json_object_get (log, "runs"), 0);
}

/* The result that shows an error, from the file of the function; a new
 * reference, or NULL.
 */
static json_t *result_of (memory *mem, const found_error *x) {
  char_vec path = {0};
  size_t i;
  json_t *o, *hit = NULL;
  text_printf (mem, &path, "%s/" OWN_SARIF, x->job->dir);
  json_t *log = json_load_file (text_c (mem, &path), 0, NULL);
  vec_release (mem, &path);
  json_array_foreach (json_object_get (run_of (log), "results"), i, o) {
    json_t *test = json_object_get (json_object_get (o, "properties"), "test");
    if (!hit && json_integer_value (test) == (json_int_t) x->error.test)
      hit = json_incref (o);
  }
  json_decref (log);
  return hit;
}

static void put_result (memory *mem, const found_error *x, json_t *results) {
  json_t *o = result_of (mem, x);
  if (!o)
    return;
  json_t *properties = json_object_get (o, "properties");
  json_object_set_new (properties, "input", json_string (x->job->input));
  json_object_set_new (properties, "suite", json_string (x->job->dir));
  if (x->is_excluded)
    json_object_set_new (o, "level", json_string ("note"));
  json_array_append_new (results, o);
}

/* One without results is the frame. */
status merged_sarif (context *c, const found *f, int exit_status,
                     const char *path, trouble *why) {
  report nothing = {.context = c};
  status st = sarif_write (&nothing, &(sarif_request) {.path = path}, why);
  json_t *log = st ? NULL : json_load_file (path, 0, NULL);
  if (!log)
    return st;
  json_t *results = json_array ();
  for (size_t i = 0; i < f->error.len; i++)
    put_result (&c->memory, f->error.data + i, results);
  json_object_set_new (run_of (log), "results", results);
  json_t *call =
      json_array_get (json_object_get (run_of (log), "invocations"), 0);
  json_object_set_new (call, "exitCode", json_integer (exit_status));
  json_object_set_new (call, "executionSuccessful",
                       json_boolean (exit_status != CLI_INCOMPLETE));
  char *text = json_dumps (log, JSON_INDENT (2));
  st = whole_file_write (path, text, strlen (text), why);
  free (text);
  json_decref (log);
  return st;
}
