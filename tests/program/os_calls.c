// Calls of the system that are not there are told by their names.
// lost: memfd_create() failed: there is no such call here
// lost: io_uring_setup() failed: there is no such call here
// lost: syscall(99999) failed: there is no such call here
// expect: complete=4
#include <klee/klee.h>
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
  return 0;
}
