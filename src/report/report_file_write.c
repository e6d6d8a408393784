#include "report/files.h"
#include "report/report_file.h"
#include "suite/testcase_text.h"

#include <stdlib.h>
#include <string.h>

static json_t *share (size_t part, size_t all) {
  return json_pack ("{s:I, s:I}", "covered", (json_int_t) part, "total",
                    (json_int_t) all);
}

/* Lines, branches and functions of a file follow each other in their lists. */
typedef struct cursor {
  const covered *covered;
  const program *program;
  size_t line, branch, function;
} cursor;

static json_t *lines_json (cursor *c, uint32_t file, json_t *missed) {
  size_t all = 0, part = 0;
  for (; c->line < c->covered->lines.len; c->line++) {
    const covered_line *l = c->covered->lines.data + c->line;
    if (l->file != file)
      break;
    all++;
    part += l->is_covered;
    if (!l->is_covered)
      json_array_append_new (missed, json_integer (l->line));
  }
  return share (part, all);
}

static json_t *branches_json (cursor *c, uint32_t file) {
  size_t all = 0, part = 0;
  for (; c->branch < c->covered->branches.len; c->branch++) {
    const covered_branch *b = c->covered->branches.data + c->branch;
    if (b->file > file)
      break;
    if (b->file == file) {
      all += 2;
      part += (b->ways & 1u) + (b->ways >> 1 & 1u);
    }
  }
  return share (part, all);
}

static json_t *uncalled_json (cursor *c, uint32_t file) {
  json_t *names = json_array ();
  for (; c->function < c->covered->functions.len; c->function++) {
    const covered_function *f = c->covered->functions.data + c->function;
    if (f->file > file)
      break;
    if (f->file == file && !f->is_covered)
      json_array_append_new (
          names, testcase_text_json (
                     program_function (c->program, f->function)->name));
  }
  return names;
}

static json_t *file_json (cursor *c) {
  uint32_t file = c->covered->lines.data[c->line].file;
  json_t *missed = json_array (), *o = json_object ();
  json_object_set_new (o, "file",
                       testcase_text_json (program_file (c->program, file)));
  json_object_set_new (o, "lines", lines_json (c, file, missed));
  json_object_set_new (o, "branches", branches_json (c, file));
  json_object_set_new (o, "uncovered", missed);
  json_object_set_new (o, "not_called", uncalled_json (c, file));
  return o;
}

static json_t *files_json (const report *r) {
  json_t *list = json_array ();
  cursor c = {.covered = r->covered, .program = r->program};
  while (c.line < r->covered->lines.len)
    json_array_append_new (list, file_json (&c));
  return list;
}

/* Of the run whose result this is; its file is there if nobody took it away. */
static json_t *files_kept (const json_t *now, const char *path) {
  json_t *old = json_load_file (path, 0, NULL);
  bool is_same = old &&
                 json_equal (json_object_get (old, "input"),
                             json_object_get (now, "input")) &&
                 json_equal (json_object_get (old, "coverage"),
                             json_object_get (now, "coverage"));
  json_t *files = is_same ? json_object_get (old, "files") : NULL;
  files = files ? json_incref (files) : json_array ();
  json_decref (old);
  return files;
}

static json_t *describe (const report *r, bool is_over, const char *path) {
  json_t *o = report_brief_json (r);
  if (!is_over)
    json_object_set_new (o, "ended", json_string ("running"));
  json_object_set_new (o, "files",
                       r->covered ? files_json (r) : files_kept (o, path));
  return o;
}

status report_file_write (const report *r, bool is_over, trouble *why) {
  char_vec path = {0};
  text_printf (NULL, &path, "%s/" REPORT_FILE_FILE, r->out);
  text_c (NULL, &path);
  json_t *o = describe (r, is_over, path.data);
  char *text = json_dumps (o, JSON_INDENT (1) | JSON_REAL_PRECISION (9));
  status st = text ? whole_file_write (path.data, text, strlen (text), why)
                   : trouble_set (why, ST_NOWRITE, "cannot write %s: no memory",
                                  path.data);
  free (text);
  json_decref (o);
  vec_release (NULL, &path);
  return st;
}
