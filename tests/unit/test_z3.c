#include "solver/backend.h"

#include "base/clock.h"
#include "test.h"
#include "universe.h"

#include <pthread.h>
#include <unistd.h>

static backend *new_z3 (memory *mem, terms *ts, bool share) {
  return backend_new_z3 (
      &(backend_config) {.mem = mem, .terms = ts, .share = share});
}

/* What was asked: all terms asserted and the assumptions. */
static void check_answer (universe *u, backend *b, verdict v, size_t n,
                          const term *asked) {
  CHECK (v != VERDICT_UNKNOWN);
  CHECK_EQ (v == VERDICT_SAT, universe_terms_sat (u, n, asked));
  if (v == VERDICT_SAT) {
    model *m = model_new (&u->mem, u->ts);
    b->class->get_model (b, m);
    CHECK (evaluator_satisfies (u->ev, m, n, asked));
    model_free (m);
    return;
  }
  term_vec core = {0};
  b->class->get_core (b, &u->mem, &core);
  CHECK (core.len && core.len <= n);
  CHECK (!universe_terms_sat (u, core.len, core.data));
  for (size_t i = 0; i < core.len; i++) {
    bool found = false;
    for (size_t j = 0; j < n; j++)
      found |= term_eq (core.data[i], asked[j]);
    CHECK (found);
  }
  vec_release (&u->mem, &core);
}

/* Random walks over the stack, with and without assumptions. */
static void walk (uint64_t seed, bool is_int, bool share, unsigned steps) {
  universe *u = universe_new (seed, 60, is_int);
  backend *b = new_z3 (&u->mem, u->ts, share);
  term asked[UNIVERSE_MAX];
  size_t n = 0, levels[UNIVERSE_MAX], n_levels = 0;
  for (; is_int && n < 4; n++)
    b->class->assert_term (b, asked[n] = u->constraint[n]);
  for (unsigned s = 0; s < steps; s++) {
    unsigned what = universe_random (u, 8);
    if (what < 3 && n < 12) {
      levels[n_levels++] = n;
      b->class->push (b);
    }
    if (what < 4 && n < 12)
      b->class->assert_term (b, asked[n++] =
                                    u->constraint[universe_random (u, u->n)]);
    else if (what < 6 && n_levels) {
      unsigned by = 1 + universe_random (u, (uint32_t) n_levels);
      b->class->pop (b, by);
      n_levels -= by;
      n = levels[n_levels];
    } else {
      size_t extra = universe_random (u, 4);
      for (size_t i = 0; i < extra; i++)
        asked[n + i] = u->constraint[universe_random (u, u->n)];
      verdict v = b->class->check (b, extra, asked + n, 0);
      check_answer (u, b, v, n + extra, asked);
    }
  }
  backend_free (b);
  universe_free (u);
}

static uint64_t seeds (void) {
  return test_is_long () ? 40 : test_is_sanitized () ? 2 : 4;
}

TEST (bits_and_arrays) {
  for (uint64_t seed = 1; seed <= seeds (); seed++)
    walk (seed, false, false, 200);
}

TEST (bits_and_arrays_shared) {
  for (uint64_t seed = 1; seed <= seeds (); seed++)
    walk (100 + seed, false, true, 200);
}

TEST (integers) {
  for (uint64_t seed = 1; seed <= seeds (); seed++)
    walk (200 + seed, true, seed % 2, 200);
}

TEST (wide_values) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = new_z3 (&mem, ts, false);
  arena limbs;
  arena_init (&limbs, &mem);
  term x = term_var (ts, "x", 1, sort_bv (200));
  term i = term_var (ts, "i", 1, SORT_INT);
  num big = num_add (&limbs, num_pow2 (&limbs, 150), NUM_ONE);
  term low = term_int (ts, num_neg (&limbs, num_pow2 (&limbs, 100)));
  term asked[] = {
      term_equal (ts, term_bv_num (ts, 200, big),
                  term_binary (ts, KIND_BV_MUL, x, term_bv (ts, 200, 3))),
      term_binary (ts, KIND_INT_LE, i, low)};
  CHECK_EQ (b->class->check (b, 2, asked, 0), VERDICT_SAT);
  model *m = model_new (&mem, ts);
  evaluator *ev = evaluator_new (&mem, ts);
  b->class->get_model (b, m);
  CHECK (evaluator_satisfies (ev, m, 2, asked));
  evaluator_free (ev);
  model_free (m);
  arena_release (&limbs);
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

static void check_easy (backend *b, terms *ts) {
  term x = term_var (ts, "x", 1, sort_bv (100));
  term t = term_binary (ts, KIND_BV_ULT, x, term_bv (ts, 100, 5));
  term s = term_binary (ts, KIND_BV_ULT, term_bv (ts, 100, 6), x);
  term both[] = {t, s};
  CHECK_EQ (b->class->check (b, 1, &t, 0), VERDICT_SAT);
  CHECK_EQ (b->class->check (b, 2, both, 0), VERDICT_UNSAT);
}

TEST (timeout_then_easy) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  for (int share = 0; share < 2; share++) {
    backend *b = new_z3 (&mem, ts, share);
    b->class->push (b);
    b->class->assert_term (b, universe_hard (ts));
    uint64_t deadline = clock_now () + CLOCK_SECOND / 5;
    CHECK_EQ (b->class->check (b, 0, NULL, deadline), VERDICT_UNKNOWN);
    CHECK_EQ (b->class->why (b), REASON_TIMEOUT);
    CHECK_EQ (b->class->check (b, 0, NULL, 1), VERDICT_UNKNOWN);
    CHECK_EQ (b->class->why (b), REASON_TIMEOUT);
    b->class->pop (b, 1);
    check_easy (b, ts);
    backend_free (b);
  }
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Circuits of divisions: Z3 is not interrupted while it makes them. What is
 * left behind does not disturb the next check, nor the end.
 */
TEST (timeout_of_floats) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = new_z3 (&mem, ts, false);
  term x = term_var (ts, "x", 1, sort_bv (64)), t = x;
  for (int i = 0; i < 4; i++)
    t = term_binary (ts, KIND_FP_DIV, x,
                     term_binary (ts, KIND_FP_ADD, t, term_bv (ts, 64, 3)));
  t = term_equal (ts, t, term_bv (ts, 64, 77));
  for (int i = 0; i < 2; i++) {
    uint64_t deadline = clock_now () + CLOCK_SECOND / 50;
    CHECK_EQ (b->class->check (b, 1, &t, deadline), VERDICT_UNKNOWN);
    CHECK_EQ (b->class->why (b), REASON_TIMEOUT);
    check_easy (b, ts);
  }
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

static void *interrupt_often (void *b) {
  for (int i = 0; i < 100; i++) {
    usleep (20000);
    ((backend *) b)->class->interrupt (b);
  }
  return NULL;
}

TEST (interrupt) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = new_z3 (&mem, ts, false);
  term t = universe_hard (ts);
  pthread_t thread;
  CHECK (!pthread_create (&thread, NULL, interrupt_often, b));
  CHECK_EQ (b->class->check (b, 1, &t, 0), VERDICT_UNKNOWN);
  CHECK_EQ (b->class->why (b), REASON_INTERRUPTED);
  pthread_join (thread, NULL);
  /* One came when nothing was running. */
  CHECK_EQ (b->class->check (b, 1, &t, 0), VERDICT_UNKNOWN);
  CHECK_EQ (b->class->why (b), REASON_INTERRUPTED);
  check_easy (b, ts);
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (memory_limit) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = backend_new_z3 (
      &(backend_config) {.mem = &mem, .terms = ts, .memory_limit = 1 << 20});
  term t = universe_hard (ts);
  uint64_t deadline = clock_now () + 600 * CLOCK_SECOND;
  CHECK_EQ (b->class->check (b, 1, &t, deadline), VERDICT_UNKNOWN);
  CHECK_EQ (b->class->why (b), REASON_MEMORY);
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (deep_terms) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = new_z3 (&mem, ts, false);
  term x = term_var (ts, "x", 1, sort_bv (8)), t = x;
  term y = term_var (ts, "y", 1, sort_bv (8));
  for (int i = 0; i < 100000; i++)
    t = term_binary (ts, i % 2 ? KIND_BV_XOR : KIND_BV_ADD, t, y);
  t = term_equal (ts, t, term_bv (ts, 8, 3));
  b->class->assert_term (b, t);
  verdict v = b->class->check (b, 0, NULL, clock_now () + CLOCK_SECOND / 10);
  CHECK (v != VERDICT_UNSAT);
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Problems that are sets of assumptions, one after the other: a solver that
 * keeps what they share.
 */
TEST (integers_behind_literals) {
  universe *u = universe_new (7, 60, true);
  backend *b = new_z3 (&u->mem, u->ts, true);
  term asked[10];
  for (unsigned s = 0; s < 300; s++) {
    size_t n = 0;
    for (; n < 4; n++)
      asked[n] = u->constraint[n];
    for (unsigned more = 1 + universe_random (u, 6); more--; n++)
      asked[n] = u->constraint[universe_random (u, u->n)];
    verdict v = b->class->check (b, n, asked, 0);
    check_answer (u, b, v, n, asked);
    if (s % 50 == 49)
      b->class->reset (b);
  }
  backend_free (b);
  universe_free (u);
}
