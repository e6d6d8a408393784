#include "report/report_file.h"

#include "base/whole_file.h"
#include "report/report_json.h"
#include "suite/testcase_text.h"

#include <stdlib.h>
#include <string.h>

static const char *path_in (const char *dir, char_vec *out) {
  text_printf (NULL, out, "%s/" REPORT_FILE, dir);
  return text_c (NULL, out);
}

status report_file_write (const report *r, trouble *why) {
  char_vec path = {0};
  path_in (r->out, &path);
  json_t *o = report_json (r, NULL);
  char *text = json_dumps (o, JSON_INDENT (1) | JSON_REAL_PRECISION (9));
  status st = text ? whole_file_write (path.data, text, strlen (text), why)
                   : trouble_set (why, ST_NOWRITE, "cannot write %s: no memory",
                                  path.data);
  free (text);
  json_decref (o);
  vec_release (NULL, &path);
  return st;
}

/* Of a run that did not end: what is in its suite. */

typedef struct unfinished {
  arena *texts;
  VEC (report_error) errors;
} unfinished;

static const char *keep (unfinished *u, const char *s) {
  return arena_string (u->texts, s, strlen (s));
}

static const char *keep_inputs (unfinished *u, const testcase *t) {
  char *line = NULL;
  size_t n;
  FILE *f = open_memstream (&line, &n);
  if (!f)
    return "";
  testcase_print_inputs (t, f);
  fclose (f);
  const char *kept = keep (u, line);
  free (line);
  return kept;
}

static report_error *find_error (unfinished *u, const testcase *t) {
  for (size_t i = 0; i < u->errors.len; i++) {
    report_error *e = u->errors.data + i;
    if (e->kind == t->fault && e->line == t->line &&
        !strcmp (e->file, t->file) && !strcmp (e->function, t->function) &&
        !strcmp (fault_cause (e->text), fault_cause (t->text)))
      return e;
  }
  return NULL;
}

static void note_error (unfinished *u, const testcase *t) {
  report_error *old = t->is_repeated ? find_error (u, t) : NULL;
  if (old) {
    old->paths++;
    return;
  }
  report_error e = {.kind = t->fault,
                    .file = keep (u, t->file),
                    .function = keep (u, t->function),
                    .line = t->line,
                    .text = keep (u, t->text),
                    .stack = keep (u, t->stack),
                    .inputs = keep_inputs (u, t),
                    .test = t->number,
                    .paths = 1};
  vec_push (NULL, &u->errors, e);
}

static status read_suite (report *r, arena *texts, trouble *why) {
  unfinished u = {.texts = texts};
  explored *x = &r->explored;
  suite *s = suite_open (&r->context->memory, r->out, why);
  if (!s)
    return why->code;
  x->complete = x->error = 0;
  for (uint32_t i = 0; i < suite_count (s); i++) {
    testcase t;
    suite_get (s, i, &t);
    x->complete += t.end == END_EXIT;
    x->error += t.end == END_FAULT;
    if (t.end == END_FAULT)
      note_error (&u, &t);
  }
  r->tests = suite_count (s);
  r->n_errors = u.errors.len;
  r->errors =
      arena_copy (texts, u.errors.data, u.errors.len * sizeof *u.errors.data);
  vec_release (NULL, &u.errors);
  suite_free (s);
  return ST_OK;
}

/* Reading. */

static json_t *load (const char *path, const char *dir, trouble *why) {
  json_error_t wrong;
  json_t *o = json_load_file (path, 0, &wrong);
  if (o)
    return o;
  if (json_error_code (&wrong) == json_error_cannot_open_file)
    trouble_set (why, ST_NOFILE,
                 "there is no report of a run in '%s': say where its output "
                 "is, 'reprise report DIR'",
                 dir);
  else
    trouble_set (why, ST_CORRUPT,
                 "'%s' is damaged: run 'reprise run' again to replace it",
                 path);
  return NULL;
}

static status read_object (const char *dir, arena *texts, report *out,
                           trouble *why) {
  char_vec path = {0}, name = {0};
  json_t *o = load (path_in (dir, &path), dir, why);
  text_printf (NULL, &name, "'%s'", path.data);
  status st =
      o ? report_of_json (out, o, text_c (NULL, &name), texts, why) : why->code;
  json_decref (o);
  vec_release (NULL, &path);
  vec_release (NULL, &name);
  return st;
}

status report_file_read (context *c, const char *dir, arena *texts, report *out,
                         trouble *why) {
  status st = read_object (dir, texts, out, why);
  if (st)
    return st;
  const uint64_t *n = out->changes.count;
  out->out = dir;
  out->context = c;
  out->tests = n[CHANGE_KEPT] + n[CHANGE_CHANGED] + n[CHANGE_ADDED];
  if (!out->state)
    return ST_OK;
  out->state = suite_is_growing (dir) ? "running" : "killed";
  return read_suite (out, texts, why);
}
