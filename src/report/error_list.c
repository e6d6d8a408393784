#include "report/error_list.h"

#include "suite/testcase_text.h"

void error_list_init (error_list *l, memory *mem, arena *texts,
                      errors_per per) {
  *l = (error_list) {.mem = mem, .per = per, .texts = texts};
  map_init (&l->at, mem);
}

void error_list_clear (error_list *l) {
  vec_clear (&l->errors);
  map_clear (&l->at);
}

void error_list_release (error_list *l) {
  vec_release (l->mem, &l->errors);
  map_release (&l->at);
}

static const char *keep_inputs (error_list *l, const testcase *t) {
  char_vec line = {0};
  testcase_inputs (t, &line);
  const char *kept = arena_string (l->texts, line.data, line.len);
  vec_release (NULL, &line);
  return kept;
}

bool error_list_add (error_list *l, const testcase *t) {
  assert (t->end.kind == END_FAULT && t->end.identity.error && t->number);
  uint64_t *at =
      map_at (&l->at, l->per == ERRORS_PER_PLACE ? t->end.identity.place
                                                 : t->end.identity.error);
  assert (*at <= l->errors.len); /* positions + 1 */
  bool is_known = *at != 0;
  if (is_known && l->per != ERRORS_PER_PATH) {
    l->errors.data[*at - 1].paths++;
    return true;
  }
  report_error e = {.end = end_record_copy (l->texts, &t->end),
                    .inputs = keep_inputs (l, t),
                    .test = t->number,
                    .paths = 1};
  vec_push (l->mem, &l->errors, e);
  if (!is_known)
    *at = l->errors.len;
  return is_known;
}

static int compare_errors (const void *a, const void *b) {
  const report_error *x = a, *y = b;
  const source_place *p = &x->end.at, *q = &y->end.at;
  int by_file = strcmp (p->file, q->file);
  if (by_file)
    return by_file;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  if (x->end.fault != y->end.fault)
    return x->end.fault < y->end.fault ? -1 : 1;
  uint64_t i = x->end.identity.error, k = y->end.identity.error;
  if (i != k)
    return i < k ? -1 : 1;
  return x->test < y->test ? -1 : x->test > y->test;
}

const report_error *error_list_sorted (const error_list *l, arena *to) {
  size_t n = l->errors.len;
  if (!n)
    return NULL;
  report_error *all = arena_copy (to, l->errors.data, n * sizeof *all);
  qsort (all, n, sizeof *all, compare_errors);
  return all;
}
