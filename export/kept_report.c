#include "export/kept_report.h"

#include "report/error_list.h"
#include "report/report_file.h"
#include "report/report_json.h"
#include "suite/suite.h"

#include <unistd.h>

/* Of a run that did not end: what is in its suite. */

static void take_errors (report *r, suite *s, arena *texts) {
  error_list l;
  explored *x = &r->explored;
  error_list_init (&l, &r->context->memory, texts, r->per);
  x->complete = x->error = 0;
  for (uint32_t i = 0; i < suite_count (s); i++) {
    testcase t;
    suite_get (s, i, &t);
    x->complete += t.end.kind == END_EXIT;
    x->error += t.end.kind == END_FAULT;
    if (t.end.kind == END_FAULT && t.end.identity.error)
      error_list_add (&l, &t);
  }
  r->n_errors = l.errors.len;
  r->errors = error_list_sorted (&l, texts);
  report_count_misuse (r);
  error_list_release (&l);
}

static status read_suite (report *r, arena *texts, trouble *why) {
  suite *s = suite_open (&r->context->memory, r->out, why);
  if (!s)
    return why->code;
  take_errors (r, s, texts);
  r->tests = suite_count (s);
  suite_free (s);
  return ST_OK;
}

/* One with tests, if any has some. */
static const char *first_suite (const json_t *all) {
  const char *key, *found = NULL;
  json_t *one;
  json_object_foreach ((json_t *) all, key, one) {
    const char *at = json_string_value (json_object_get (one, "suite"));
    char_vec path = {0};
    text_printf (NULL, &path, "%s/" SUITE_FILE, at ? at : "");
    bool is_there = at && !access (text_c (NULL, &path), R_OK);
    vec_release (NULL, &path);
    if (is_there)
      return at;
    found = found ? found : at;
  }
  return found;
}

void kept_report_point (const char *dir, const char *command, trouble *why) {
  char_vec path = {0};
  text_printf (NULL, &path, "%s/" SUITE_OF_ALL, dir);
  json_t *o = json_load_file (text_c (NULL, &path), 0, NULL);
  json_t *all = json_object_get (o, "functions");
  const char *first = first_suite (all);
  if (first) {
    trouble_clear (why);
    trouble_set (why, ST_NOFILE,
                 "'%s' has the results of 'reprise test', one for each of %zu "
                 "functions: name one of them, as in 'reprise %s %s'",
                 dir, json_object_size (all), command, first);
  }
  json_decref (o);
  vec_release (NULL, &path);
}

static const char *path_of_report (const char *dir, char_vec *out) {
  text_printf (NULL, out, "%s/" REPORT_FILE, dir);
  return text_c (NULL, out);
}

static json_t *report_load (const char *path, const char *dir, trouble *why) {
  json_error_t wrong;
  json_t *o = json_load_file (path, 0, &wrong);
  if (o)
    return o;
  if (json_error_code (&wrong) == json_error_cannot_open_file) {
    trouble_set (why, ST_NOFILE,
                 "there is no report of a run in '%s': say where its output "
                 "is, 'reprise report DIR'",
                 dir);
    kept_report_point (dir, "report", why);
  } else
    trouble_set (why, ST_CORRUPT,
                 "'%s' is damaged: run 'reprise run' again to replace it",
                 path);
  return NULL;
}

static status read_object (const char *dir, arena *texts, report *out,
                           trouble *why) {
  char_vec path = {0}, name = {0};
  json_t *o = report_load (path_of_report (dir, &path), dir, why);
  text_printf (NULL, &name, "'%s'", path.data);
  status st =
      o ? report_of_json (out, o, text_c (NULL, &name), texts, why) : why->code;
  json_decref (o);
  vec_release (NULL, &path, &name);
  return st;
}

status kept_report_read (context *c, const char *dir, arena *texts, report *out,
                         trouble *why) {
  status st = read_object (dir, texts, out, why);
  if (st)
    return st;
  out->out = dir;
  out->context = c;
  if (!out->state)
    return ST_OK;
  out->state = suite_is_growing (dir) ? "running" : "killed";
  return read_suite (out, texts, why);
}
