/* A temperature as it is typed, in other units. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main (void) {
  char text[4], *end;
  klee_make_symbolic (text, sizeof text, "text");
  text[3] = 0;
  double celsius = strtod (text, &end);
  if (end == text || *end)
    return 1;
  if (!(celsius >= -273.15 && celsius < 1000))
    return 2;
  double kelvin = celsius + 273.15, fahrenheit = celsius * 9 / 5 + 32;
  klee_assert (kelvin >= 0);
  klee_assert (fahrenheit >= -459.7 && fahrenheit < 1832);
  return printf ("%.1f %.2f\n", fahrenheit, kelvin) > 12;
}
