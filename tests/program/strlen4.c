// expect: complete=5 error=0
#include <klee/klee.h>

#include <string.h>

int main (void) {
  char s[5];
  klee_make_symbolic (s, sizeof s, "s");
  s[4] = 0;
  return (int) strlen (s);
}
