// expect: complete=1 error=0
// lost: write() failed: a file grew beyond 16 MiB
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main (void) {
  static char line[1 << 20];
  int fd = open ("f", O_CREAT | O_WRONLY, 0600);
  while (write (fd, line, sizeof line) > 0)
    ;
  assert (errno == ENOSPC);
  return 0;
}
