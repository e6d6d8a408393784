// Null is no text to scan and no place to write to, where something is written;
// "%*d" writes nothing.
// expect: complete=3 error=5
// error: null_pointer 14
// error: null_pointer 16
// error: null_pointer 18
// error: null_pointer 20
// error: null_pointer 22
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  char text[8];
  switch (klee_range (0, 8, "which")) {
  case 0: return sscanf (NULL, "%d", (int *) text);
  case 1:
    return sscanf ("7", "%d", (int *) NULL);
  case 2:
    return sscanf ("7", "%lf", (double *) NULL);
  case 3:
    return sscanf ("7", "%s", (char *) NULL);
  case 4:
    return sscanf ("7", "7%n", (int *) NULL);
  case 5: return sscanf ("x", "%d", (int *) NULL);
  case 6: return sscanf ("7 a", "%*d%7s", text) != 1;
  default: return 0;
  }
}
