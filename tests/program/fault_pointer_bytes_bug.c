// options: --all-errors --cflags -mavx
// expect: complete=1 error=8
// error: bad_function 27
// error: bad_function 33
// error: out_of_bounds 43
// error: out_of_bounds 43
// error: out_of_bounds 43
// error: out_of_bounds 43
// error: out_of_bounds 43
// error: misaligned 49
#include <immintrin.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct { char text[8]; int (*f) (int, int); } record;
static struct { char text[8]; char *p; } named;
static char table[4] = "abc";

static int add (int a, int b) { return a + b; }

/* A text of eight characters ends in the pointer behind it. */
static int call (void) {
  record.f = add;
  strcpy (record.text, "12345678");
  return record.f (1, 2);
}

static int jump (int k) {
  void *to[2] = {&&one, &&two}, *v = to[k & 1];
  ((char *) &v)[0] = 0;
  goto *v;
one:
  return 1;
two:
  return 2;
}

static int byte (char *p, int k) {
  named.p = p;
  ((char *) &named)[8 + k] = 0;
  return *named.p;
}

/* malloc aligns to 16, and promises no more. */
static int wide (void) {
  __m256i *p = malloc (64);
  *p = _mm256_setzero_si256 ();
  return 0;
}

static int aligned (void) {
  static __attribute__ ((aligned (128))) char a[3];
  __attribute__ ((aligned (64))) char b[3];
  void *c, *d = aligned_alloc (4096, 10), *e = malloc (10);
  klee_assert (!posix_memalign (&c, 32, 10) && d && e);
  klee_assert (!((uintptr_t) a % 128) && !((uintptr_t) b % 64));
  klee_assert (!((uintptr_t) c % 32) && !((uintptr_t) d % 4096));
  klee_assert (!((uintptr_t) e % 16));
  free (c);
  free (d);
  free (e);
  return 0;
}

int main (void) {
  int k = klee_range (0, 10, "k");
  char local[4] = "abc";
  switch (k) {
  case 0:
    return call ();
  case 1:
    return jump (k);
  case 2:
    return wide ();
  case 3:
    return aligned ();
  case 4:
    return byte ("abc", 0);
  case 5:
    return byte (table, 0);
  case 6:
    return byte (local, 0);
  case 7:
    return byte (calloc (4, 1), 0);
  default: /* the next byte, and one above */
    return byte (calloc (4, 1), k - 7);
  }
}
