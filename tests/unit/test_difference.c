#include "diff/difference.h"

#include "test.h"

static snapshot *blank (memory *mem) {
  snapshot *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  arena_init (&s->texts, mem);
  return s;
}

static void add_error (snapshot *s, uint64_t identity, uint64_t by_line) {
  report_error e = {.end = {.at = {"", "", 0}}, .only_if = "", .inputs = ""};
  vec_push (s->mem, &s->errors, (kept_error) {e, identity, by_line});
}

static void add_test (snapshot *s, uint64_t by_path, uint64_t by_inputs,
                      uint64_t end) {
  kept_test t = {.number = (uint32_t) s->tests.len + 1,
                 .by_path = by_path,
                 .by_inputs = by_inputs,
                 .end = end};
  vec_push (s->mem, &s->tests, t);
}

/* The indices as a number, 1-based digits: {0, 2} is 13. */
static uint32_t digits (const u32_vec *v) {
  uint32_t n = 0;
  for (size_t i = 0; i < v->len; i++)
    n = 10 * n + v->data[i] + 1;
  return n;
}

TEST (difference_of_first) {
  memory mem = {0};
  snapshot *now = blank (&mem);
  difference d;
  add_error (now, 5, 6);
  add_test (now, 1, 2, 3);
  difference_init (&d, &mem, NULL, now);
  CHECK_EQ (digits (&d.new_errors), 1);
  CHECK_EQ (digits (&d.added), 1);
  CHECK_EQ (d.gone_errors.len + d.dropped.len + d.turned.len, 0);
  json_t *o = difference_json (&d, &(difference_title) {.input = "a.c"});
  CHECK (o != NULL);
  json_decref (o);
  difference_release (&d);
  snapshot_free (now);
  CHECK_EQ (mem.live, 0);
}

/* Identity goes before number, and what looks alike is paired in order. */
TEST (difference_of_errors) {
  memory mem = {0};
  snapshot *old = blank (&mem), *now = blank (&mem);
  difference d;
  add_error (old, 7, 10); /* moved to line 11, where another one was */
  add_error (old, 8, 11); /* gone */
  add_error (old, 9, 12); /* edited in place */
  add_error (old, 4, 20); /* twice the same text, one is left */
  add_error (old, 4, 21);
  add_error (now, 4, 22);
  add_error (now, 3, 12);
  add_error (now, 7, 11);
  add_error (now, 2, 30); /* new */
  difference_init (&d, &mem, old, now);
  CHECK_EQ (digits (&d.new_errors), 4);
  CHECK_EQ (digits (&d.gone_errors), 25);
  difference_release (&d);
  snapshot_free (old);
  snapshot_free (now);
  CHECK_EQ (mem.live, 0);
}

/* Paths go before inputs. */
TEST (difference_of_tests) {
  memory mem = {0};
  snapshot *old = blank (&mem), *now = blank (&mem);
  difference d;
  add_test (old, 1, 11, 0);
  add_test (old, 2, 12, 0);
  add_test (old, 3, 13, 0);
  add_test (old, 4, 14, 0); /* dropped */
  add_test (now, 5, 15, 0); /* added */
  add_test (now, 6, 13, 0); /* another path, the same inputs */
  add_test (now, 2, 11, 9); /* the same path ends otherwise */
  add_test (now, 1, 12, 0);
  difference_init (&d, &mem, old, now);
  CHECK_EQ (digits (&d.added), 1);
  CHECK_EQ (digits (&d.dropped), 4);
  CHECK_EQ (digits (&d.turned), 3);
  CHECK_EQ (digits (&d.refilled), 4);
  difference_release (&d);
  snapshot_free (old);
  snapshot_free (now);
  CHECK_EQ (mem.live, 0);
}
