// options: --sym-args=2 --sym-files=1:1
// expect: complete=13 error=0
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* A symbolic path is the file, nothing, special, or not there. */
int main (int argc, char **argv) {
  int fd = open (argv[1], O_RDONLY | O_NOFOLLOW);
  if (fd >= 0) {
    char c;
    if (read (fd, &c, 1) >= 0)
      return 1;
    assert (errno == EISDIR);
    return 2;
  }
  assert (errno == ENOENT || errno == ENOTDIR);
  return 3;
}
