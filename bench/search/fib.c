/* Recursion on both sides; a bug in a shallow corner. */
#include <assert.h>
#include <klee/klee.h>
static int walk (int depth) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (depth == 2 && c == 42)
    assert (0);
  if (depth > 30 || c < 10)
    return 1;
  return walk (depth + 1) + (c > 100 ? walk (depth + 1) : 0);
}
int main (void) { return walk (0) > 1000; }
