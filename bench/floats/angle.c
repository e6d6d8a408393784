/* An angle into a circle, and its place on it. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  float degrees;
  klee_make_symbolic (&degrees, sizeof degrees, "degrees");
  if (!(degrees >= -1000 && degrees <= 1000))
    return 0;
  float rest = fmodf (degrees, 360.0f);
  if (rest < 0)
    rest += 360.0f;
  klee_assert (rest >= 0 && rest <= 360);
  float y = sinf (rest * 0.0174532925f);
  klee_assert (y <= 1 && y >= -1);
  return y > 0.5f;
}
