#include <klee/klee.h>
#include <stdint.h>

static int one, two;
int three[4];

static int first (void) { return 1; }
static int second (void) { return 2; }

/* A branch only for some numbers. */
static int side (int is_taken, unsigned char c) {
  if (is_taken && c % 2)
    return 1;
  return 2;
}

static int bit (const volatile void *p, unsigned n) {
  return ((uintptr_t) p >> (36 + n)) & 1;
}

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c < 10)
    return side (&one < &two, c);
  if (c < 20)
    return side (bit (&two, 0), c) + side (bit (three, 1), c / 2);
  if (c < 30)
    return side ((uintptr_t) first < (uintptr_t) second, c);
  if (c < 40)
    return side (bit ("a text", 0), c) + side (bit ("a text", 1), c / 2);
  return 0;
}
