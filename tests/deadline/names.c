/* A hundred thousand inputs. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  int s = 0;
  for (int i = 0; i < 100000; i++) {
    char n[20];
    int x;
    sprintf (n, "v%d", i);
    klee_make_symbolic (&x, sizeof x, n);
    if (x > i)
      s++;
  }
  return s;
}
