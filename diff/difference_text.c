/* The block of a run that is watched, and the same as JSON. */

#include "diff/difference.h"

#include "base/grouped.h"
#include "report/report_json.h"
#include "suite/testcase_text.h"

#include <time.h>

#define MAX_ERRORS 20
#define MAX_TESTS 5

static void print_more (size_t n, size_t shown) {
  if (n > shown)
    printf ("  ... and %s more\n", GROUPED (n - shown));
}

static size_t count_class (const snapshot *s, const u32_vec *v,
                           error_class class) {
  size_t n = 0;
  for (size_t i = 0; i < v->len; i++)
    n += s->errors.data[v->data[i]].error.class == class;
  return n;
}

/* As a verdict has it: "1 error, 2 possible misuses". */
static void print_classes (const snapshot *s, const u32_vec *v,
                           bool has_errors) {
  size_t errors = count_class (s, v, ERROR_CERTAIN);
  size_t misuses = count_class (s, v, ERROR_MISUSE);
  size_t only_if = count_class (s, v, ERROR_ONLY_IF);
  has_errors |= errors > 0;
  if (has_errors)
    printf ("%s error%s", errors ? GROUPED (errors) : "no", plural (errors));
  if (misuses)
    printf ("%s%s possible misuse%s", has_errors ? ", " : "", GROUPED (misuses),
            plural (misuses));
  if (only_if)
    printf ("%s%s only if called as no caller does",
            has_errors || misuses ? ", " : "", GROUPED (only_if));
}

static void print_list (const char *what, const snapshot *s, const u32_vec *v) {
  if (!v->len)
    return;
  fputs (what, stdout);
  print_classes (s, v, false);
  puts (":");
}

static void print_new (const difference *d) {
  const u32_vec *v = &d->new_errors;
  print_list (d->old ? "new: " : "", d->now, v);
  for (size_t i = 0; i < v->len && i < MAX_ERRORS; i++)
    report_error_print (&d->now->errors.data[v->data[i]].error);
  print_more (v->len, MAX_ERRORS);
}

/* Its test is gone as well, so place and kind are all there is to say. */
static void print_gone (const difference *d) {
  const u32_vec *v = &d->gone_errors;
  assert (d->old || !v->len); /* before the first run there was nothing */
  print_list ("gone: ", d->old, v);
  for (size_t i = 0; i < v->len && i < MAX_ERRORS; i++) {
    const end_record *e = &d->old->errors.data[v->data[i]].error.end;
    printf ("  %s:%u: %s in %s\n", e->at.file, e->at.line,
            fault_name (e->fault), e->at.function);
  }
  print_more (v->len, MAX_ERRORS);
}

static void print_tests (const char *what, const snapshot *s,
                         const u32_vec *v) {
  assert (s || !v->len);
  if (!v->len)
    return;
  printf ("%s: %s test%s\n", what, GROUPED (v->len), plural (v->len));
  for (size_t i = 0; i < v->len && i < MAX_TESTS; i++) {
    const kept_test *t = s->tests.data + v->data[i];
    if (t->line)
      fputs (t->line, stdout);
    else
      printf ("%6u\n", t->number);
  }
  print_more (v->len, MAX_TESTS);
}

static void print_answers (const difference *d) {
  size_t n = d->answered.len;
  assert (n == d->before.len);
  for (size_t i = 0; i < n && i < MAX_TESTS; i++) {
    const kept_test *is = d->now->tests.data + d->answered.data[i];
    const kept_test *was = d->old->tests.data + d->before.data[i];
    if (is->call && was->call)
      printf ("changed: %s%s%s; before: %s\n", is->call, *is->call ? " " : "",
              is->does, was->does);
    else
      printf ("changed: test %u\n", is->number);
  }
  print_more (n, MAX_TESTS);
}

static bool is_empty (const difference *d) {
  return !d->new_errors.len && !d->gone_errors.len && !d->added.len &&
         !d->dropped.len && !d->turned.len && !d->refilled.len &&
         !d->answered.len;
}

static void print_title (const difference *d, const difference_title *t) {
  char clock[16] = "";
  time_t now = time (NULL);
  struct tm tm;
  if (localtime_r (&now, &tm))
    strftime (clock, sizeof clock, "%H:%M:%S", &tm);
  const snapshot *s = d->now;
  u32_vec all = {0};
  for (uint32_t i = 0; i < s->errors.len; i++)
    vec_push (d->mem, &all, i);
  printf ("[%s] %s: %s", clock, t->input,
          d->old && is_empty (d) ? "nothing changed: " : "");
  print_classes (s, &all, true);
  vec_release (d->mem, &all);
  printf (", %s test%s", GROUPED (s->tests.len), plural (s->tests.len));
  if (s->missing[0])
    printf (", incomplete: %s", s->missing);
  printf ("; %.2f s\n", t->seconds);
}

/* All tests of the first run are new: nothing to be told. */
void difference_print (const difference *d, const difference_title *t) {
  if (t->is_quiet && !d->new_errors.len && !d->gone_errors.len)
    return;
  print_title (d, t);
  print_new (d);
  print_gone (d);
  if (!d->old || t->is_quiet)
    return;
  print_answers (d);
  print_tests ("end differently", d->now, &d->turned);
  print_tests ("have another input", d->now, &d->refilled);
  print_tests ("added", d->now, &d->added);
  print_tests ("dropped", d->old, &d->dropped);
}

/* JSON. */

static json_t *list_errors (const snapshot *s, const u32_vec *v) {
  assert (s || !v->len); /* the first run has no old one */
  json_t *list = json_array ();
  for (size_t i = 0; i < v->len; i++)
    json_array_append_new (
        list, report_error_json (&s->errors.data[v->data[i]].error));
  return list;
}

static json_t *list_tests (const snapshot *s, const u32_vec *v) {
  assert (s || !v->len);
  json_t *list = json_array ();
  for (size_t i = 0; i < v->len; i++)
    json_array_append_new (list,
                           json_integer (s->tests.data[v->data[i]].number));
  return list;
}

static json_t *list_answers (const difference *d) {
  json_t *list = json_array ();
  for (size_t i = 0; i < d->answered.len; i++) {
    const kept_test *is = d->now->tests.data + d->answered.data[i];
    const kept_test *was = d->old->tests.data + d->before.data[i];
    json_array_append_new (
        list,
        json_pack ("{s:I, s:o, s:o, s:o}", "number", (json_int_t) is->number,
                   "input", testcase_text_json (is->call ? is->call : ""),
                   "does", testcase_text_json (is->does ? is->does : ""), "did",
                   testcase_text_json (was->does ? was->does : "")));
  }
  return list;
}

json_t *difference_json (const difference *d, const difference_title *t) {
  const snapshot *s = d->now;
  json_t *errors =
      json_pack ("{s:I, s:o, s:o}", "total", (json_int_t) s->errors.len, "new",
                 list_errors (s, &d->new_errors), "gone",
                 list_errors (d->old, &d->gone_errors));
  json_t *tests = json_pack (
      "{s:I, s:o, s:o, s:o, s:o, s:o}", "total", (json_int_t) s->tests.len,
      "changed", list_answers (d), "turned", list_tests (s, &d->turned),
      "other_input", list_tests (s, &d->refilled), "added",
      list_tests (s, &d->added), "dropped", list_tests (d->old, &d->dropped));
  return json_pack ("{s:i, s:o, s:s, s:s, s:o, s:o, s:I, s:f}", "format", 1,
                    "input", testcase_text_json (t->input), "verdict",
                    verdict_name (s->answer), "ended",
                    explore_end_text (s->ended), "errors", errors, "tests",
                    tests, "cut", (json_int_t) s->cut, "seconds", t->seconds);
}
