// options: --max-path-instructions=300000
// lost: --max-path-instructions cut a path short
// expect: complete=0 error=0 cut=1
// replay: no
#include <fcntl.h>
#include <unistd.h>

int main (void) {
  char byte;
  long n = 0;
  int fd = open ("/dev/random", O_RDONLY);
  while (read (fd, &byte, 1) == 1)
    n += byte;
  return n == 0;
}
