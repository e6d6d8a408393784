// options: --keep-branches
// expect: complete=1 error=0
// lost: a processor without extensions
#include <cpuid.h>
#include <klee/klee.h>

/* The processor has no extensions, so the way in plain C is taken. */
static int has_extension (void) {
  unsigned a, b, c = 0, d;
  return __get_cpuid (1, &a, &b, &c, &d) && c & bit_PCLMUL;
}

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  if (has_extension ())
    return 2;
  return n == 4;
}
