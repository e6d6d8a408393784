// options: --fail-malloc=2
// arguments: --sym-stdin 1 --sym-arg 1
// expect: complete=2 error=1
// error: null_pointer 14
// Inputs are made with memory that the program did not ask for.
#include <stdio.h>
#include <stdlib.h>

int main (int argc, char **argv) {
  int c = getchar ();
  if (c != 'x' || argc < 2)
    return 0;
  char *p = malloc (2);
  *p = argv[1][0];
  free (p);
  return 0;
}
