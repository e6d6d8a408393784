/* What is written to a file is part of the answer, though nobody reads it. */
#include <klee/klee.h>
#include <stdio.h>
static void log_it (const char *s) {
  FILE *f = fopen ("log", s[0] == ' ' ? "w" : "a");
  fprintf (f, "starts with %c\n", s[0]);
  fclose (f);
}
static int sum (const char *s) {
  int r = 0;
  for (int i = 2; i < 6; i++)
    if (s[i] > 'm')
      r += i;
  return r;
}
int main (void) {
  char s[6];
  klee_make_symbolic (s, sizeof s, "s");
  log_it (s);
  return sum (s);
}
