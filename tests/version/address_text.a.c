#include <klee/klee.h>
#include <stdint.h>

static const char *words[] = {"alpha", "beta"};
static const char *const *volatile list = words;

static int bit (const void *p, unsigned n) {
  return ((uintptr_t) p >> (36 + n)) & 1;
}

/* A branch only for some numbers. */
static int pick (const char *text, unsigned char c) {
  for (unsigned n = 0; n < 3; n++)
    if (bit (text, n) && (c >> n & 1))
      return 1;
  return 2;
}

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c < 8)
    return pick ("gamma", c);
  if (c < 16)
    return pick (list[1], c);
  if (c < 24)
    return pick ("delta", c);
  return 0;
}
