/* The roots of a x^2 + b x + c. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  float a, b, c;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&c, sizeof c, "c");
  if (!(fabsf (a) <= 100 && fabsf (b) <= 100 && fabsf (c) <= 100))
    return 9;
  if (fabsf (a) < 0.01f)
    return fabsf (b) < 0.01f ? 8 : 1;
  float d = b * b - 4 * a * c;
  klee_assert (d <= 50000);
  if (d <= 0)
    return d < 0 ? 0 : 1;
  float root = sqrtf (d), x = (-b - root) / (2 * a), y = (-b + root) / (2 * a);
  klee_assert (x <= 20000 && y >= -20000);
  return x < y ? 2 : 3;
}
