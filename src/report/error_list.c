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
  char_vec only_if = {0};
  error_class class = choices_class (t, &only_if);
  report_error *known = is_known ? l->errors.data + *at - 1 : NULL;
  if (known && l->per != ERRORS_PER_PATH && known->class <= class) {
    known->paths++;
    vec_release (NULL, &only_if);
    return true;
  }
  report_error e = {.end = end_record_copy (l->texts, &t->end),
                    .class = class,
                    .only_if =
                        arena_string (l->texts, only_if.data, only_if.len),
                    .inputs = keep_inputs (l, t),
                    .test = t->number,
                    .paths = 1};
  vec_release (NULL, &only_if);
  if (known && l->per != ERRORS_PER_PATH) { /* takes less than we thought */
    e.paths += known->paths;
    *known = e;
    return true;
  }
  vec_push (l->mem, &l->errors, e);
  if (!is_known)
    *at = l->errors.len;
  return is_known;
}

static int compare_errors (const void *a, const void *b) {
  const report_error *x = a, *y = b;
  const source_place *p = &x->end.at, *q = &y->end.at;
  if (x->class != y->class)
    return x->class < y->class ? -1 : 1;
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

size_t report_count (const report *r, error_class class, uint64_t *paths) {
  size_t n = 0;
  *paths = 0;
  for (size_t i = 0; i < r->n_errors; i++)
    if (r->errors[i].class == class) {
      n++;
      *paths += r->errors[i].paths;
    }
  return n;
}

void report_count_misuse (report *r) {
  uint64_t misused, excluded;
  report_count (r, ERROR_MISUSE, &misused);
  report_count (r, ERROR_ONLY_IF, &excluded);
  r->explored.misuse = misused + excluded;
}
