/* Time of one canonical form, for slices of typical and of symmetric shapes.
 *
 *     build/bench/micro_form [MILLISECONDS]
 */

#include "base/clock.h"
#include "logic/form.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct bench {
  memory mem;
  terms *ts;
  former *f;
  arena arena, out;
  atom_vec atoms;
} bench;

static term byte_at (bench *b, unsigned i) {
  term input = term_var (b->ts, "input", 5, sort_array (32, 8));
  return term_select (b->ts, input, term_bv (b->ts, 32, i));
}

static term less (bench *b, term x, term y) {
  return term_binary (b->ts, KIND_BV_ULT, x, y);
}

static term below (bench *b, term x, uint64_t c) {
  return less (b, x, term_bv (b->ts, term_width (b->ts, x), c));
}

static void assume (bench *b, term t) {
  vec_push (&b->mem, &b->atoms, atom_of (b->ts, &b->arena, t));
}

/* Bytes in ranges, words made of bytes, sums, one comparison of words. */
static void typical (bench *b) {
  term x[8];
  for (unsigned i = 0; i < 8; i++)
    x[i] = byte_at (b, i);
  for (unsigned i = 0; i < 5; i++)
    assume (b, below (b, x[i], 'a' + i % 2));
  term low = term_concat (b->ts, x[1], x[0]);
  term high = term_concat (b->ts, x[3], x[2]);
  term word = term_concat (b->ts, high, low);
  assume (b, below (b, word, 100000));
  term sum = term_zext (b->ts, 24, x[4]);
  for (unsigned i = 5; i < 8; i++)
    sum = term_binary (b->ts, KIND_BV_ADD, sum, term_zext (b->ts, 24, x[i]));
  assume (b, below (b, sum, 300));
  assume (b, less (b, term_concat (b->ts, x[5], x[4]), low));
  assume (b, term_not (b->ts, term_equal (b->ts, x[6], x[0])));
  assume (b, term_not (b->ts, below (b, x[7], 10)));
}

/* All bytes in one range, all different: any two may change places. */
static void interchangeable (bench *b) {
  for (unsigned i = 0; i < 5; i++)
    for (unsigned j = 0; j < i; j++)
      assume (b, term_not (b->ts,
                           term_equal (b->ts, byte_at (b, i), byte_at (b, j))));
}

static void cycle (bench *b) {
  for (unsigned i = 0; i < 10; i++)
    assume (b, less (b, byte_at (b, i), byte_at (b, (i + 1) % 10)));
}

static void chain (bench *b, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    assume (b, less (b, byte_at (b, i), byte_at (b, i + 1)));
}

static void short_chain (bench *b) { chain (b, 40); }
static void long_chain (bench *b) { chain (b, 2000); }

static void measure (const char *name, void (*fill) (bench *), double seconds) {
  bench b = {.ts = NULL};
  b.ts = terms_new (&b.mem);
  b.f = former_new (&b.mem, b.ts);
  arena_init (&b.arena, &b.mem);
  arena_init (&b.out, &b.mem);
  fill (&b);
  form f;
  uint64_t start = clock_cpu (), now = start, n = 0;
  for (; (double) (now - start) < seconds * 1e9; now = clock_cpu ())
    for (unsigned i = 0; i < 10; i++, n++) {
      arena_reset (&b.out);
      form_of (b.f, &b.out, b.atoms.len, b.atoms.data, &f);
    }
  printf ("%-16s %4zu atoms %4zu leaves %5zu words %9.2f us%s%s\n", name,
          b.atoms.len, f.n_leaves, f.n_words,
          (double) (now - start) / 1e3 / (double) n,
          f.used_labelling ? ", labelled" : "",
          f.is_canonical ? "" : ", not canonical");
  vec_release (&b.mem, &b.atoms);
  arena_release (&b.arena);
  arena_release (&b.out);
  former_free (b.f);
  terms_free (b.ts);
}

int main (int argc, char **argv) {
  double seconds = (argc > 1 ? atof (argv[1]) : 300) / 1e3;
  measure ("typical", typical, seconds);
  measure ("interchangeable", interchangeable, seconds);
  measure ("cycle", cycle, seconds);
  measure ("chain", short_chain, seconds);
  measure ("long chain", long_chain, seconds);
  return 0;
}
