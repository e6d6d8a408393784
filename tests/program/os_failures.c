// options: --fail-calls=1
// expect: complete=4 error=0
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* One of three calls fails, or none. */
int main (void) {
  int fd = open ("new", O_CREAT | O_WRONLY, 0600);
  if (fd < 0) {
    assert (errno == EMFILE);
    return 1;
  }
  if (write (fd, "x", 1) < 0) {
    assert (errno == ENOSPC);
    return 2;
  }
  if (close (fd) < 0) {
    assert (errno == EIO);
    return 3;
  }
  return 0;
}
