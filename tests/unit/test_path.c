/* The path against a naive one. */

#include "random.h"
#include "test.h"

#include "lab/query/path.h"
#include "term/leaves.h"

#include <stdio.h>

#define PARTS 40

typedef struct trail {
  memory mem;
  terms *ts;
  path *path;
  uint64_t seed;
  term pool[PARTS];
  term_vec expected, query, sliced;
  u32_vec ends;
} trail;

static term byte (trail *t, unsigned i) {
  term array = term_var (t->ts, i % 3 ? "a" : "b", 1, sort_array (8, 8));
  return term_select (t->ts, array, term_bv (t->ts, 8, i));
}

static term random_operand (trail *t) {
  unsigned i = random_below (&t->seed, 24);
  if (i < 16)
    return byte (t, i);
  if (random_below (&t->seed, 12) == 0) /* touches all bytes */
    return term_select (t->ts, term_var (t->ts, "b", 1, sort_array (8, 8)),
                        byte (t, i));
  char name[8];
  int len = snprintf (name, sizeof name, "x%u", i);
  return term_var (t->ts, name, (size_t) len, sort_bv (8));
}

static void trail_init (trail *t, uint64_t seed) {
  *t = (trail) {.seed = seed};
  t->ts = terms_new (&t->mem);
  t->path = path_new (&t->mem, t->ts);
  for (unsigned i = 0; i < PARTS; i++) { /* constants make all different */
    term x = random_operand (t);
    if (random_below (&t->seed, 3) == 0)
      x = term_binary (t->ts, KIND_BV_ADD, x, random_operand (t));
    t->pool[i] =
        term_binary (t->ts, KIND_BV_ULT, x, term_bv (t->ts, 8, 20 + 2 * i));
    CHECK (!term_is_const (t->ts, t->pool[i]));
  }
}

static void trail_release (trail *t) {
  vec_release (&t->mem, &t->expected);
  vec_release (&t->mem, &t->query);
  vec_release (&t->mem, &t->sliced);
  vec_release (&t->mem, &t->ends);
  path_free (t->path);
  terms_free (t->ts);
  CHECK_EQ (t->mem.live, 0);
}

static bool has (const term_vec *v, term t) {
  for (size_t i = 0; i < v->len; i++)
    if (term_eq (v->data[i], t))
      return true;
  return false;
}

static void shuffle (trail *t, term_vec *v, size_t from) {
  for (size_t i = v->len; i > from + 1; i--) {
    size_t j = from + random_below (&t->seed, (unsigned) (i - from));
    term x = v->data[i - 1];
    v->data[i - 1] = v->data[j];
    v->data[j] = x;
  }
}

/* Mostly a prefix of the path and something new, in some order. */
static void random_query (trail *t) {
  vec_clear (&t->query);
  size_t keep = random_below (&t->seed, (unsigned) t->expected.len + 1);
  for (size_t i = 0; i < keep; i++)
    vec_push (&t->mem, &t->query, t->expected.data[i]);
  for (unsigned n = random_below (&t->seed, 5); n--;) {
    term x = t->pool[random_below (&t->seed, PARTS)];
    if (!has (&t->query, x))
      vec_push (&t->mem, &t->query, x);
  }
  if (random_below (&t->seed, 3) == 0)
    shuffle (t, &t->query, 0);
}

/* The naive move: the longest prefix that stays, then the rest, the first
 * part last when it is new and something stayed.
 */
static size_t expect_move (trail *t) {
  size_t kept = 0;
  while (kept < t->expected.len && has (&t->query, t->expected.data[kept]))
    kept++;
  t->expected.len = kept;
  bool asked_first =
      kept && t->query.len && !has (&t->expected, t->query.data[0]);
  for (size_t i = asked_first; i < t->query.len; i++)
    if (!has (&t->expected, t->query.data[i]))
      vec_push (&t->mem, &t->expected, t->query.data[i]);
  if (asked_first)
    vec_push (&t->mem, &t->expected, t->query.data[0]);
  return kept;
}

static bool leaves_touch (const trail *t, term a, term b) {
  if (term_eq (a, b))
    return true;
  term x = leaf_array (t->ts, a), y = leaf_array (t->ts, b);
  return x.id && term_eq (x, y) && (term_eq (x, a) || term_eq (y, b));
}

static bool parts_touch (trail *t, term a, term b) {
  const leaf_set *p = term_leaves (t->ts, a), *q = term_leaves (t->ts, b);
  for (uint32_t i = 0; i < p->n; i++)
    for (uint32_t j = 0; j < q->n; j++)
      if (leaves_touch (t, p->leaf[i], q->leaf[j]))
        return true;
  return false;
}

/* Component of each part of the path: its smallest member. */
static void components (trail *t, size_t *of) {
  const term_vec *v = &t->expected;
  for (size_t i = 0; i < v->len; i++)
    of[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < v->len; i++)
      for (size_t j = 0; j < v->len; j++)
        if (of[j] < of[i] && parts_touch (t, v->data[i], v->data[j])) {
          of[i] = of[j];
          changed = true;
        }
  }
}

static size_t position (const trail *t, term x) {
  size_t i = 0;
  while (!term_eq (t->expected.data[i], x))
    i++;
  return i;
}

static void check_slices (trail *t, size_t from) {
  size_t of[PARTS], in_slice[PARTS] = {0}, start = 0;
  CHECK (t->expected.len <= PARTS);
  components (t, of);
  path_slices (t->path, from, &t->sliced, &t->ends);
  for (size_t k = 0; k < t->ends.len; start = t->ends.data[k++]) {
    CHECK (start < t->ends.data[k]);
    size_t c = of[position (t, t->sliced.data[start])];
    for (size_t i = start; i < t->ends.data[k]; i++) {
      size_t at = position (t, t->sliced.data[i]);
      CHECK_EQ (of[at], c);
      CHECK_EQ (in_slice[at]++, 0);
    }
  }
  CHECK_EQ (start, t->sliced.len);
  for (size_t i = 0; i < t->expected.len; i++) {
    bool wanted = false;
    for (size_t j = from; j < t->expected.len; j++)
      wanted |= of[j] == of[i];
    CHECK_EQ (in_slice[i], wanted);
  }
}

static void check_move (trail *t) {
  size_t kept = expect_move (t);
  CHECK_EQ (path_move (t->path, t->query.len, t->query.data), kept);
  const term_vec *parts = path_parts (t->path);
  CHECK_EQ (parts->len, t->expected.len);
  for (size_t i = 0; i < parts->len; i++)
    CHECK (term_eq (parts->data[i], t->expected.data[i]));
}

static void check_all_slices (trail *t) {
  check_slices (t, 0);
  check_slices (t, t->expected.len);
  check_slices (t, random_below (&t->seed, (unsigned) t->expected.len + 1));
}

TEST (random_moves) {
  for (uint64_t seed = 1; seed <= 5; seed++) {
    trail t;
    trail_init (&t, seed);
    for (unsigned n = test_is_long () ? 20000 : 300; n--;) {
      random_query (&t);
      check_move (&t);
      check_all_slices (&t);
    }
    trail_release (&t);
  }
}

TEST (empty_and_repeated) {
  trail t;
  trail_init (&t, 9);
  check_move (&t);
  check_all_slices (&t);
  for (unsigned i = 0; i < 10; i++)
    vec_push (&t.mem, &t.query, t.pool[i]);
  check_move (&t);
  shuffle (&t, &t.query, 0);
  CHECK_EQ (path_move (t.path, 10, t.query.data), 10);
  check_move (&t);
  check_all_slices (&t);
  vec_clear (&t.query);
  check_move (&t);
  check_all_slices (&t);
  trail_release (&t);
}

/* Old versions are forgotten after so many that this needs many moves, which
 * keep a prefix.
 */
TEST (many_versions) {
  trail t;
  trail_init (&t, 11);
  size_t most = 0, least = SIZE_MAX;
  for (unsigned n = 0; n < 9000; n++) {
    vec_clear (&t.query);
    for (unsigned i = 0; i < 30; i++)
      vec_push (&t.mem, &t.query, t.pool[i < 8 ? i : (i + n) % 32 + 8]);
    check_move (&t);
    if (t.mem.live < most)
      least = t.mem.live < least ? t.mem.live : least;
    most = t.mem.live > most ? t.mem.live : most;
    if (n % 500 == 0)
      check_all_slices (&t);
  }
  check_all_slices (&t);
  CHECK (least < most / 2); /* it did happen */
  trail_release (&t);
}
