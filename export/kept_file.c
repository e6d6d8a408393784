#include "export/kept_file.h"

#include "base/clock.h"
#include "base/whole_file.h"
#include "export/c_source.h"

#include <stdlib.h>

/* All tests that are asked for, followed: which paths there are. */
static status follow_tests (kept_file *k) {
  const export_request *q = k->request;
  uint32_t outdated = 0;
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    retraced now = {0};
    suite_get (q->suite, q->index[i], &t);
    bool is_cut = t.end.kind != END_EXIT && t.end.kind != END_FAULT;
    if (!is_cut)
      retrace_follow (k->retrace, &t, clock_now () + RETRACE_TIME, &now);
    if (now.is_same) {
      behaviour_add (&k->paths, q->index[i], k->retrace, &now);
      map_put (&k->holds, behaviour_key (now.path, now.answer), 1);
    } else
      k->counts->left_out[LEFT_CUT]++;
    outdated += !is_cut && !now.is_lost && !now.answers_so;
  }
  behaviour_written (&k->paths, &k->written);
  if (!outdated)
    return ST_OK;
  return trouble_set (k->trouble, ST_BADINPUT,
                      "%u of the tests end%s or answer%s otherwise now, since "
                      "the program changed: run it again, then export",
                      outdated, outdated == 1 ? "s" : "",
                      outdated == 1 ? "s" : "");
}

uint64_t kept_file_key (const kept_file *k, uint32_t index) {
  for (size_t i = 0; i < k->paths.index.len; i++)
    if (k->paths.index.data[i] == index)
      return k->paths.keys.data[i];
  return 0;
}

void kept_file_choose (kept_file *k) {
  u32_vec all = {0};
  const export_request *q = k->request;
  if (!q->is_whole)
    behaviour_choose (&k->paths, q->suite, &k->filed, &all);
  else
    for (size_t i = 0; i < k->paths.index.len; i++)
      vec_push (k->mem, &all, k->paths.index.data[i]);
  for (size_t i = 0; i < all.len; i++)
    if (!map_get (&k->filed, kept_file_key (k, all.data[i]), 0))
      vec_push (k->mem, &k->chosen, all.data[i]);
  vec_release (k->mem, &all);
}

static void read_filed (kept_file *k) {
  maintained_read (k->mem, k->format, k->entry, &k->old, &k->in_file);
  for (size_t i = 0; i < k->in_file.len; i++)
    if (filed_key (k->in_file.data + i))
      map_put (&k->filed, filed_key (k->in_file.data + i), 1);
}

status kept_file_open (kept_file *k, const export_request *q, const char *entry,
                       export_counts *counts, trouble *t) {
  *k = (kept_file) {.request = q,
                    .mem = q->mem,
                    .facts = suite_about (q->suite),
                    .format = unit_format_of (q->format),
                    .entry = entry,
                    .counts = counts,
                    .trouble = t,
                    .tested.mem = q->mem};
  behaviour_init (&k->paths, k->mem);
  map_init (&k->filed, k->mem);
  map_init (&k->holds, k->mem);
  map_init (&k->written, k->mem);
  if (!realpath (q->directory, k->directory))
    return trouble_set (t, ST_NOFILE, "cannot find '%s'", q->directory);
  text_printf (k->mem, &k->name, "test_%s%s", entry, k->format->suffix);
  text_printf (k->mem, &k->path, "%s/%s", k->directory,
               text_c (k->mem, &k->name));
  c_source_read_file (k->mem, text_c (k->mem, &k->path), &k->old);
  text_c (k->mem, &k->old);
  read_filed (k);
  status st = tested_load (&k->tested, q->context, k->facts);
  if (st)
    return st;
  k->retrace = retrace_new (q->context, k->tested.program,
                            (int) k->tested.arg.len, k->tested.arg.data);
  return follow_tests (k);
}

status kept_file_write (kept_file *k) {
  char_vec text = {0};
  maintained *m = &k->counts->maintained;
  status st =
      maintain (k->mem, k->format, k->entry, text_c (k->mem, &k->head),
                k->old.data, &k->in_file, &k->holds, &k->tests, &text, m);
  k->counts->tests = m->kept + m->changed + m->added + m->edited;
  k->counts->files = 1;
  if (st)
    st = trouble_set (k->trouble, st,
                      "'%s' exists, and 'tests export' did not write it in "
                      "this format: give another directory with -o",
                      k->path.data);
  else
    st = whole_file_write (k->path.data, text.data, text.len, k->trouble);
  vec_release (k->mem, &text);
  return st;
}

void kept_file_release (kept_file *k) {
  retrace_free (k->retrace);
  behaviour_release (&k->paths);
  map_release (&k->filed);
  map_release (&k->holds);
  map_release (&k->written);
  maintained_release (k->mem, &k->in_file);
  for (size_t i = 0; i < k->tests.len; i++)
    unit_test_release (k->tests.data + i, k->mem);
  vec_release (k->mem, &k->tests, &k->chosen, &k->name, &k->path, &k->head,
               &k->old);
  tested_release (&k->tested);
}
