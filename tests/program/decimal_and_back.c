// expect: complete=7 error=0
// Numbers to text and back: no value is lost on the way. One path for each length
// of the digits and power of ten, and the values above 60.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main (void) {
  unsigned char tenths;
  char text[40];
  klee_make_symbolic (&tenths, sizeof tenths, "tenths");
  if (tenths > 60)
    return 0;
  sprintf (text, "%.17g", tenths / 10.0);
  assert (strtod (text, NULL) == tenths / 10.0);
}
