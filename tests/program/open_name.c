// expect: complete=9 error=0
// lost: 5 symbolic C library values were reduced to one value each
// A name is read up to its end; what follows in its buffer was never written.
#include <fcntl.h>
#include <klee/klee.h>
#include <string.h>

int main (void) {
  char in[4], name[8];
  klee_make_symbolic (in, sizeof in, "in");
  klee_assume (in[3] == 0);
  strcpy (name, in);
  return open (name, O_RDONLY) >= 0;
}
