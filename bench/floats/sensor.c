/* Volts, degrees and an average of four samples, in float. */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  uint16_t adc[4];
  float mean = 0;
  klee_make_symbolic (adc, sizeof adc, "adc");
  for (int i = 0; i < 4; i++) {
    if (adc[i] > 4095)
      return 9;
    float volts = (float) adc[i] * (3.3f / 4095.0f);
    float degrees = (volts - 0.5f) * 100.0f;
    klee_assert (degrees >= -50.001f && degrees <= 280.001f);
    mean += 0.25f * (degrees - mean);
  }
  klee_assert (mean >= -50.001f && mean <= 280.001f);
  int16_t tenths = (int16_t) (mean * 10);
  if (tenths == 215)
    return 1;
  return mean > 100 ? 2 : 3;
}
