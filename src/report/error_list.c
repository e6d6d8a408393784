#include "report/error_list.h"

#include "suite/testcase_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
  char *line = NULL;
  size_t n;
  FILE *f = open_memstream (&line, &n);
  if (!f)
    return "";
  testcase_print_inputs (t, f);
  fclose (f);
  const char *kept = arena_string (l->texts, line, n);
  free (line);
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
