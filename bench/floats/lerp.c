/* Between two colours, by a smooth step. */
#include <klee/klee.h>

int main (void) {
  float t;
  unsigned char from, to;
  klee_make_symbolic (&t, sizeof t, "t");
  klee_make_symbolic (&from, sizeof from, "from");
  klee_make_symbolic (&to, sizeof to, "to");
  if (t != t || from > to)
    return 9;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  t = t * t * (3 - 2 * t);
  klee_assert (t >= 0 && t < 1.000001f);
  float mixed = (float) from + t * (float) (to - from);
  klee_assert (mixed >= 0 && mixed < 255.01f);
  unsigned char pixel = (unsigned char) (mixed + 0.5f);
  if (pixel == 128)
    return 1;
  return pixel < from ? 2 : 3;
}
