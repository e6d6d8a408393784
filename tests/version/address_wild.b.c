#include <klee/klee.h>
#include <stdint.h>

int far = 2, near = 1;
int further (void) { return far; }

/* What is so many bytes further on depends on what else there is. */
int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  uintptr_t n = (uintptr_t) &near;
  if (c == 1)
    return *(int *) (n + ((uintptr_t) 1 << 36));
  if (c == 2)
    return ((int (*) (void)) (n - ((uintptr_t) 1 << 40))) ();
  return c > 5;
}
