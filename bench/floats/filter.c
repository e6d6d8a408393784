/* A filter of second order in float, six samples; it does not run away. */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  int16_t sample[6];
  float a = 0, b = 0;
  klee_make_symbolic (sample, sizeof sample, "sample");
  for (int i = 0; i < 6; i++) {
    float x = (float) sample[i] / 32768.0f;
    float now = 0.2f * x + 1.2f * a - 0.45f * b;
    b = a;
    a = now;
    klee_assert (now < 4 && now > -4);
    if (now > 0.75f)
      return i;
  }
  int16_t out = (int16_t) (a * 32767.0f);
  return out < 0 ? 7 : 6;
}
