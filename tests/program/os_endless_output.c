// expect: complete=0 error=0 cut=1
// lost: unsupported: more than 16 MiB of output
#include <unistd.h>

int main (void) {
  static char line[65536];
  for (;;)
    if (write (1, line, sizeof line) < 0)
      return 1;
}
