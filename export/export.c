#include "export/export.h"

#include "export/corpus.h"
#include "export/export_c.h"
#include "export/export_sh.h"
#include "export/export_unit.h"
#include "export/export_xml.h"
#include "export/ktest.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct exporting {
  const export_request *request;
  memory *mem;
  export_counts *counts;
  trouble *trouble;
  char_vec text, path;
} exporting;

/* The text becomes a file. */
static status export_write_file (exporting *e, const char *name) {
  vec_clear (&e->path);
  text_printf (e->mem, &e->path, "%s/%s", e->request->directory, name);
  FILE *f = fopen (text_c (e->mem, &e->path), "w");
  bool is_good = f && fwrite (e->text.data, 1, e->text.len, f) == e->text.len;
  if (f && fclose (f))
    is_good = false;
  vec_clear (&e->text);
  e->counts->files++;
  if (is_good)
    return ST_OK;
  return trouble_set (e->trouble, ST_NOWRITE, "cannot write '%s': %s",
                      e->path.data, strerror (errno));
}

/* With those that it is in. */
static status export_make_directory (memory *mem, const char *path,
                                     trouble *t) {
  char_vec part = {0};
  bool is_made = true;
  for (const char *at = path; *at; at++) {
    vec_push (mem, &part, *at);
    if (at[1] && at[1] != '/')
      continue;
    is_made = !mkdir (text_c (mem, &part), 0777) || errno == EEXIST;
  }
  vec_release (mem, &part);
  if (is_made)
    return ST_OK;
  return trouble_set (t, ST_NOWRITE, "cannot create the directory '%s': %s",
                      path, strerror (errno));
}

/* argv[0] is the program as it was given. */
static void put_ktest (exporting *e, const testcase *t) {
  const suite_facts *f = suite_about (e->request->suite);
  VEC (const char *) args = {0};
  vec_push (e->mem, &args, f->given);
  for (uint32_t i = 0; i < f->n_args; i++)
    vec_push (e->mem, &args, f->args[i]);
  ktest_write (e->mem, t, (uint32_t) args.len, args.data, &e->text);
  vec_release (e->mem, &args);
}

/* Nothing is written if one of them cannot be. */
static status check_corpus (exporting *e) {
  const export_request *q = e->request;
  status st = ST_OK;
  for (uint32_t i = 0; i < q->n && !st; i++) {
    testcase t;
    suite_get (q->suite, q->index[i], &t);
    st = corpus_write (&t, e->mem, &e->text, e->trouble);
    vec_clear (&e->text);
  }
  return st;
}

static status export_each (exporting *e) {
  const export_request *q = e->request;
  assert (!e->text.len); /* write_file emptied it */
  static const char *const endings[] = {[TEST_FORMAT_KTEST] = ".ktest",
                                        [TEST_FORMAT_XML] = ".xml",
                                        [TEST_FORMAT_CORPUS] = ""};
  status st = q->format == TEST_FORMAT_CORPUS ? check_corpus (e) : ST_OK;
  if (st)
    return st;
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    char name[40];
    suite_get (q->suite, q->index[i], &t);
    snprintf (name, sizeof name, "test%06u%s", t.number, endings[q->format]);
    if (q->format == TEST_FORMAT_KTEST)
      put_ktest (e, &t);
    else if (q->format == TEST_FORMAT_XML)
      xml_write_test (e->mem, &t, &e->text);
    else
      st = corpus_write (&t, e->mem, &e->text, e->trouble);
    st = st ? st : export_write_file (e, name);
    if (st)
      return st;
    e->counts->tests++;
  }
  return ST_OK;
}

static status export_xml (exporting *e) {
  xml_write_metadata (e->mem, suite_about (e->request->suite), NULL, &e->text);
  status st = export_write_file (e, "metadata.xml");
  return st ? st : export_each (e);
}

static status export_c (exporting *e) {
  const export_request *q = e->request;
  if (q->format == TEST_FORMAT_SH || q->format == TEST_FORMAT_BATS)
    return sh_export (q, e->counts, e->trouble);
  if (unit_is_for (q))
    return unit_export (q, e->counts, e->trouble);
  if (q->format != TEST_FORMAT_C && q->format != TEST_FORMAT_CMOCKA)
    return trouble_set (e->trouble, ST_UNSUPPORTED,
                        "--format=%s is for the tests of a function, as "
                        "'reprise run FILE.c:FUNCTION' makes them: export c "
                        "or cmocka",
                        test_format_name (q->format));
  status st = c_write (q, &e->text, &e->counts->tests, e->trouble);
  assert (e->counts->tests <= q->n);
  for (uint32_t i = 0; i < q->n; i++) {
    testcase test;
    suite_get (q->suite, q->index[i], &test);
    e->counts->left_out[LEFT_CUT] +=
        test.end.kind != END_EXIT && test.end.kind != END_FAULT;
  }
  uint32_t without = e->counts->tests + e->counts->left_out[LEFT_CUT];
  e->counts->left_out[LEFT_UNSAID] = q->n > without ? q->n - without : 0;
  return st ? st : export_write_file (e, "tests.c");
}

status export_tests (const export_request *q, export_counts *counts,
                     trouble *t) {
  exporting e = {.request = q, .mem = q->mem, .counts = counts, .trouble = t};
  bool was_there = !access (q->directory, F_OK);
  status st = export_make_directory (q->mem, q->directory, t);
  if (!st)
    st = q->format == TEST_FORMAT_XML ? export_xml (&e)
         : q->format == TEST_FORMAT_KTEST || q->format == TEST_FORMAT_CORPUS
             ? export_each (&e)
             : export_c (&e);
  if (st && !was_there)
    rmdir (q->directory); /* if it is empty */
  vec_release (e.mem, &e.text);
  vec_release (e.mem, &e.path);
  return st;
}
