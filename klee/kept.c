#include "klee/kept.h"

#include "report/report_file.h"

#include <errno.h>
#include <unistd.h>

void kept_init (kept *k, memory *mem, const outdir *dir) {
  *k = (kept) {.mem = mem, .dir = dir};
  map_init (&k->number, mem);
  map_init (&k->like, mem);
}

void kept_release (kept *k) {
  if (k->writer)
    suite_abandon (k->writer);
  map_release (&k->number);
  map_release (&k->like);
}

void kept_note (kept *k, uint32_t test, uint32_t files) {
  assert (test && files <= k->n + 1); /* files are counted up */
  k->is_different |= test != files || files != k->n + 1;
  if (files > k->n)
    k->n = files;
  if (files)
    map_put (&k->number, test, files);
}

void kept_note_like (kept *k, uint32_t test, uint32_t files) {
  assert (files <= k->n); /* 0: nobody of its kind has files */
  k->is_different = true;
  map_put (&k->like, test, files);
}

/* Paths: the new suite grows in a directory of its own. */

static const char *kept_path_of (const kept *k, const char *name,
                                 char_vec *out) {
  vec_clear (out);
  text_printf (k->mem, out, "%s/%s", k->dir->path.data, name);
  return text_c (k->mem, out);
}

/* Tests. */

typedef struct numbered_file {
  uint32_t files, index; /* in the suite */
} numbered_file;

typedef VEC (numbered_file) numbered_vec;

static int by_files (const void *a, const void *b) {
  uint32_t x = ((const numbered_file *) a)->files,
           y = ((const numbered_file *) b)->files;
  return x < y ? -1 : x > y;
}

static void list_tests (kept *k, suite *s, numbered_vec *out) {
  testcase t;
  for (uint32_t i = 0; i < suite_count (s); i++) {
    suite_get (s, i, &t);
    uint64_t files = map_get (&k->number, t.number, 0);
    if (files)
      vec_push (k->mem, out, (numbered_file) {(uint32_t) files, i});
  }
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, by_files);
}

static status add_tests (kept *k, suite *s, trouble *why) {
  numbered_vec all = {0};
  status st = ST_OK;
  testcase t;
  list_tests (k, s, &all);
  for (size_t i = 0; i < all.len; i++) {
    suite_get (s, all.data[i].index, &t);
    assert (!i || all.data[i - 1].files < all.data[i].files);
    t.number = all.data[i].files;
    t.is_repeated = false;
    TRY (suite_add (k->writer, &t, why));
  }
out:
  vec_release (k->mem, &all);
  return st;
}

static status copy_tests (kept *k, const char *dir, trouble *why) {
  status st = ST_OK;
  suite *s = suite_open (k->mem, k->dir->path.data, why);
  if (!s)
    return why->code;
  if (!k->writer)
    k->writer = suite_create (k->mem, dir, suite_about (s), why);
  st = k->writer ? add_tests (k, s, why) : why->code;
  suite_free (s);
  return st;
}

static status replace_suite (kept *k, const char *dir, trouble *why) {
  assert (k->writer);
  status st = suite_close (k->writer, why);
  char_vec from = {0}, to = {0};
  k->writer = NULL;
  text_printf (k->mem, &from, "%s/" SUITE_FILE, dir);
  if (!st && rename (text_c (k->mem, &from), kept_path_of (k, SUITE_FILE, &to)))
    st = trouble_set (why, ST_NOWRITE, "cannot replace %s: %s", to.data,
                      strerror (errno));
  rmdir (dir);
  unlink (kept_path_of (k, SUITE_BEFORE, &to));
  unlink (kept_path_of (k, CHANGES_FILE, &to));
  vec_release (k->mem, &from, &to);
  return st;
}

/* The report. */

static status rewrite_report (kept *k, const report *r, trouble *why) {
  report now = *r;
  VEC (report_error) errors = {0};
  for (size_t i = 0; i < r->n_errors; i++) {
    report_error e = r->errors[i];
    uint64_t like = map_get (&k->like, e.test, 0);
    e.test = (uint32_t) map_get (&k->number, e.test, like);
    vec_push (k->mem, &errors, e);
  }
  now.changes = (change_list) {.count[CHANGE_ADDED] = k->n};
  now.tests = k->n;
  now.errors = errors.data;
  status st = report_file_write (&now, why);
  vec_release (k->mem, &errors);
  return st;
}

status kept_take (kept *k, const report *r, bool is_last, trouble *why) {
  status st = ST_OK;
  char_vec dir = {0};
  k->is_different |= !is_last;
  kept_path_of (k, "kept", &dir);
  if (k->is_different && r->context) {
    TRY (copy_tests (k, dir.data, why));
    TRY (rewrite_report (k, r, why));
  }
  if (is_last && k->writer)
    TRY (replace_suite (k, dir.data, why));
out:
  map_clear (&k->number);
  map_clear (&k->like);
  vec_release (k->mem, &dir);
  return st;
}
