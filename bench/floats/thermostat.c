/* A thermostat with some tolerance, and how long it heats. */
#include <klee/klee.h>

int main (void) {
  float t[3];
  int is_on = 0, switches = 0;
  klee_make_symbolic (t, sizeof t, "t");
  for (int i = 0; i < 3; i++) {
    if (!(t[i] > -40 && t[i] < 60))
      return 9;
    int was = is_on;
    is_on = t[i] < 20.5f ? 1 : t[i] > 21.5f ? 0 : is_on;
    switches += was != is_on;
    float duty = (21.0f - t[i]) * 0.1f;
    duty = duty < 0 ? 0 : duty > 1 ? 1 : duty;
    klee_assert ((unsigned char) (duty * 255) >= 12 || t[i] > 20.5f);
  }
  return switches;
}
