/* Cost of the logic layer on a slice of ten atoms: CPU nanoseconds per slice
 * for taking the conjuncts apart, merging them, putting known values in.
 */

#include "base/clock.h"
#include "logic/reduce.h"

#include <stdio.h>

#define N 10
#define ROUNDS 20000

typedef struct bench {
  memory mem;
  terms *terms;
  arena arena;
  term conjunct[N];
  atom atom[N];
  reduction reduced;
} bench;

static term bv_compare (terms *ts, kind k, term x, uint64_t c) {
  return term_binary (ts, k, x, term_bv (ts, term_width (ts, x), c));
}

/* Bytes as a scanner sees them: ranges, a difference, a checksum. */
static void make_bytes (bench *b) {
  terms *ts = b->terms;
  term *c = b->conjunct, byte[4], sum = term_bv (ts, 32, 1);
  for (unsigned i = 0; i < 4; i++) {
    byte[i] = term_var (ts, (char[]) {(char) ('a' + i), 0}, 1, sort_bv (8));
    term wide = term_zext (ts, 24, byte[i]);
    sum = term_binary (ts, KIND_BV_ADD, sum, wide);
    *c++ = bv_compare (ts, KIND_BV_SLE, wide, '9');
    *c++ = term_not (ts, bv_compare (ts, KIND_BV_SLT, wide, '0'));
  }
  *c++ = term_not (ts, term_equal (ts, byte[0], byte[1]));
  *c++ = bv_compare (ts, KIND_BV_ULT, sum, 220);
}

static void make_ints (bench *b) {
  terms *ts = b->terms;
  term var[4];
  for (unsigned i = 0; i < 4; i++)
    var[i] = term_var (ts, (char[]) {(char) ('p' + i), 0}, 1, SORT_INT);
  for (unsigned i = 0; i < N; i++) {
    term k = term_int (ts, num_of_i64 (&b->arena, 3 * i - 9));
    term x = term_int_sub (ts, var[i % 4], var[(i + 1 + i / 4) % 4]);
    b->conjunct[i] = i % 5 == 4 ? term_not (ts, term_equal (ts, x, k))
                                : term_binary (ts, KIND_INT_LE, x, k);
  }
}

static void take_apart (bench *b) {
  for (unsigned i = 0; i < N; i++)
    b->atom[i] = atom_of (b->terms, &b->arena, b->conjunct[i]);
}

static void merge (bench *b) {
  reduce_atoms (b->terms, &b->arena, N, b->atom, &b->reduced);
}

static void substitute (bench *b) {
  reduction r = b->reduced;
  reduce_substitute (b->terms, &b->arena, &b->mem, &r);
}

static void measure (bench *b, const char *name, void (*work) (bench *)) {
  mark m = arena_mark (&b->arena);
  uint64_t start = clock_cpu ();
  for (int i = 0; i < ROUNDS; i++) {
    work (b);
    if (i + 1 < ROUNDS)
      arena_return (&b->arena, m);
  }
  double ns = (double) (clock_cpu () - start) / ROUNDS;
  printf ("  %-22s %8.0f ns\n", name, ns);
}

static void run (const char *title, void (*make) (bench *)) {
  bench b = {0};
  b.terms = terms_new (&b.mem);
  arena_init (&b.arena, &b.mem);
  make (&b);
  printf ("%s, %d conjuncts\n", title, N);
  measure (&b, "atom_of", take_apart);
  measure (&b, "reduce_atoms", merge);
  measure (&b, "reduce_substitute", substitute);
  arena_release (&b.arena);
  terms_free (b.terms);
}

int main (void) {
  run ("bytes of a scanner", make_bytes);
  run ("integer differences", make_ints);
  return 0;
}
