/* Speed of terms: how many are built a second, with and without rules, and
 * how many constraints are evaluated a second.
 *
 *   make && gcc -O2 -D_GNU_SOURCE -Isrc -o build/micro_term bench/micro_term.c
 * \ build/libreprise.a -lgmp -lxxhash && build/micro_term
 */

#include "base/clock.h"
#include "term/eval.h"

#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 64, ROUNDS = 2000 };

typedef struct bench {
  memory mem;
  terms *ts;
  term byte[BYTES];
  term_vec constraints;
  uint64_t seed;
} bench;

static unsigned below (bench *b, unsigned n) {
  b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (b->seed >> 33) % n;
}

static term word (bench *b) {
  unsigned at = below (b, BYTES / 4) * 4;
  term t = b->byte[at];
  for (unsigned i = 1; i < 4; i++)
    t = term_concat (b->ts, b->byte[at + i], t);
  return t;
}

/* A comparison such as a C program makes of its input. */
static term constraint (bench *b) {
  terms *ts = b->ts;
  term c = term_bv (ts, 32, below (b, 1000));
  term x = below (b, 2) ? word (b) : term_zext (ts, 24, b->byte[below (b, 64)]);
  switch (below (b, 6)) {
  case 0:
    return term_binary (ts, KIND_BV_SLT, x, c);
  case 1:
    return term_not (ts, term_binary (ts, KIND_BV_ULT, c, x));
  case 2:
    return term_equal (ts, term_binary (ts, KIND_BV_AND, x, c), c);
  case 3:
    return term_binary (
        ts, KIND_BV_ULE,
        term_binary (ts, KIND_BV_ADD, x,
                     term_binary (ts, KIND_BV_MUL, word (b), c)),
        word (b));
  case 4:
    return term_equal (ts, term_bool (ts, false), term_equal (ts, x, c));
  default:
    return term_binary (ts, KIND_BV_SLE,
                        term_binary (ts, KIND_BV_UDIV,
                                     term_binary (ts, KIND_BV_XOR, x, word (b)),
                                     c),
                        word (b));
  }
}

static void start (bench *b, bool simplify) {
  *b = (bench) {.seed = 1};
  b->ts = terms_new (&b->mem);
  b->ts->simplify = simplify;
  term a = term_var (b->ts, "input", 5, sort_array (32, 8));
  for (unsigned i = 0; i < BYTES; i++)
    b->byte[i] = term_select (b->ts, a, term_bv (b->ts, 32, i));
}

static void finish (bench *b) {
  vec_release (&b->mem, &b->constraints);
  terms_free (b->ts);
}

static double rate (uint64_t n, uint64_t ns) {
  return ns ? (double) n * 1e3 / (double) ns : 0;
}

static void measure_build (const char *what, bool simplify) {
  bench b;
  start (&b, simplify);
  uint64_t begin = clock_cpu ();
  for (unsigned i = 0; i < 200 * ROUNDS; i++)
    constraint (&b);
  uint64_t ns = clock_cpu () - begin;
  printf ("%-24s %8.1f million/s  (%u terms)\n", what, rate (b.ts->n_built, ns),
          terms_count (b.ts));
  finish (&b);
}

static void measure_eval (void) {
  bench b;
  start (&b, true);
  for (unsigned i = 0; i < 400; i++)
    vec_push (&b.mem, &b.constraints, constraint (&b));
  model *m = model_new (&b.mem, b.ts);
  for (unsigned i = 0; i < BYTES; i++)
    model_set (m, b.byte[i], below (&b, 256));
  size_t n = b.constraints.len;
  evaluator *ev = evaluator_new (&b.mem, b.ts);
  uint64_t sum = 0, begin = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS; i++) {
    evaluator_start (ev, m);
    for (size_t j = 0; j < n; j++)
      sum += evaluator_value (ev, b.constraints.data[j]);
  }
  printf ("%-24s %8.1f million/s  (check %llu)\n", "evaluates",
          rate ((uint64_t) ROUNDS * n, clock_cpu () - begin),
          (unsigned long long) sum);
  evaluator_free (ev);
  model_free (m);
  finish (&b);
}

int main (void) {
  measure_build ("builds without rules", false);
  measure_build ("builds with rules", true);
  measure_eval ();
  return 0;
}
