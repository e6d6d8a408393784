// Calls of the system by number: they get their arguments, and those that are
// not there are told by their names.
// lost: memfd_create() failed: there is no such call here
// lost: io_uring_setup() failed: there is no such call here
// lost: syscall(99999) failed: there is no such call here
// expect: complete=5
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main (void) {
  int which;
  klee_make_symbolic (&which, sizeof which, "which");
  if (which == 1)
    syscall (SYS_memfd_create, "a", 0);
  else if (which == 2)
    syscall (SYS_io_uring_setup, 1, 0);
  else if (which == 3)
    syscall (99999);
  else if (which == 4) {
    char name[9];
    assert (syscall (SYS_write, 1, "text", 4) == 4);
    assert (syscall (SYS_symlink, "to here", "link") == 0);
    assert (syscall (SYS_readlinkat, AT_FDCWD, "link", name, sizeof name) == 7);
    assert (syscall (SYS_pread64, -1, name, 1, 0) == -1 && errno == EBADF);
    assert (ioctl (1, TCGETS, name) == -1 && errno == ENOTTY);
  }
  return 0;
}
