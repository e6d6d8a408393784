/* Time per check of backend bits on a stream that looks like the paths of a
 * program: bytes, words made of them, comparisons with constants. The path
 * grows, both sides of a branch are asked, and the search goes back depth
 * first.
 *
 *     micro_bits [checks] [share 0|1] [bytes] [max depth]
 */

#include "context/stats.h"
#include "solver/backend.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct stream {
  terms *ts;
  term array;
  unsigned n_bytes;
  uint64_t random;
} stream;

static uint32_t draw (stream *s, uint32_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((s->random >> 33) % n);
}

static term byte (stream *s, unsigned i) {
  return term_select (s->ts, s->array, term_bv (s->ts, 32, i));
}

static term word (stream *s) {
  unsigned at = draw (s, s->n_bytes / 4) * 4;
  term t = byte (s, at);
  for (unsigned i = 1; i < 4; i++)
    t = term_concat (s->ts, byte (s, at + i), t);
  return t;
}

static term condition (stream *s) {
  terms *ts = s->ts;
  term b = byte (s, draw (s, s->n_bytes));
  switch (draw (s, 6)) {
  case 0:
    return term_equal (ts, b, term_bv (ts, 8, draw (s, 256)));
  case 1:
    return term_binary (ts, KIND_BV_ULT, b, term_bv (ts, 8, draw (s, 256)));
  case 2:
    return term_binary (ts, KIND_BV_SLT, word (s),
                        term_bv (ts, 32, draw (s, 1u << 31)));
  case 3:
    return term_binary (ts, KIND_BV_ULT,
                        term_binary (ts, KIND_BV_ADD, word (s), word (s)),
                        term_bv (ts, 32, draw (s, 1u << 31)));
  case 4:
    return term_equal (
        ts, term_binary (ts, KIND_BV_MUL, word (s), term_bv (ts, 32, 10)),
        term_binary (ts, KIND_BV_ADD, word (s), term_zext (ts, 24, b)));
  default:
    return term_binary (
        ts, KIND_BV_ULE,
        term_binary (ts, KIND_BV_ADD, term_zext (ts, 24, b),
                     term_bv (ts, 32, (uint64_t) -(int64_t) draw (s, 64))),
        term_bv (ts, 32, draw (s, 64)));
  }
}

int main (int argc, char **argv) {
  unsigned checks = argc > 1 ? (unsigned) atoi (argv[1]) : 5000;
  memory mem = {0};
  stats st = {0};
  stream s = {.ts = terms_new (&mem), .random = 42};
  s.n_bytes = argc > 3 ? (unsigned) atoi (argv[3]) : 64;
  unsigned max_depth = argc > 4 ? (unsigned) atoi (argv[4]) : 100;
  s.array = term_var (s.ts, "input", 5, sort_array (32, 8));
  backend *b = backend_new_bits (
      &(backend_config) {.mem = &mem,
                         .terms = s.ts,
                         .stats = &st,
                         .share = argc > 2 ? atoi (argv[2]) != 0 : true});
  const backend_class *c = b->class;
  unsigned n[3] = {0}, depth = 0;
  uint64_t slowest = 0, sum_depth = 0;
  uint64_t began = clock_now ();
  for (unsigned i = 0; i < checks; i++) {
    term t = condition (&s);
    if (draw (&s, 2))
      t = term_not (s.ts, t);
    uint64_t before = clock_now ();
    verdict v = c->check (b, 1, &t, 0);
    uint64_t took = clock_now () - before;
    slowest = took > slowest ? took : slowest;
    n[v]++;
    sum_depth += depth;
    if (v == VERDICT_SAT && depth < max_depth) {
      c->push (b);
      c->assert_term (b, t);
      depth++;
    }
    if (depth == max_depth || (depth && !draw (&s, 12))) {
      unsigned by = 1 + draw (&s, depth < 20 ? depth : 20);
      c->pop (b, by);
      depth -= by;
    }
  }
  double total = clock_seconds (clock_now () - began);
  printf ("%u checks %.3f s, %.1f us each, slowest %.2f ms; sat %u unsat %u; "
          "mean depth %.1f; gates %llu clauses %llu conflicts %llu fresh %llu; "
          "peak %.1f MB\n",
          checks, total, total / checks * 1e6, (double) slowest * 1e-6,
          n[VERDICT_SAT], n[VERDICT_UNSAT], (double) sum_depth / checks,
          (unsigned long long) st.encoded_gates,
          (unsigned long long) st.encoded_clauses,
          (unsigned long long) st.sat_conflicts,
          (unsigned long long) st.fresh_solvers, (double) mem.peak * 1e-6);
  backend_free (b);
  terms_free (s.ts);
  return mem.live != 0;
}
