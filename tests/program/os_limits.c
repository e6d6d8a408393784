// expect: complete=4 error=0
// lost: setrlimit() had no effect
// lost: prctl() failed
// Calls that change what the program may see later.
#include <klee/klee.h>

#include <assert.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int main (void) {
  struct rlimit none = {0, 0}, few = {3, 3};
  static char room[10000];
  stack_t s = {.ss_sp = room, .ss_size = sizeof room}, old;
  int x = klee_range (0, 4, "x");
  if (x == 1)
    return setrlimit (RLIMIT_NOFILE, &few) + 1;
  if (x == 2)
    return prctl (PR_GET_NAME, room) ? 2 : 0;
  assert (!setrlimit (RLIMIT_CORE, &none));
  assert (!prctl (PR_SET_NAME, "test"));
  assert (ioctl (0, TIOCEXCL) <= 0); // without a third argument
  assert (!sigaltstack (&s, &old) && old.ss_flags == SS_DISABLE);
  assert (!sigaltstack (0, &old) && old.ss_sp == room);
  char *p = mmap (0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                  -1, 0);
  p[1] = p[5000] = (char) x;
  if (x == 3)
    assert (!madvise (p + 4096, 4096, MADV_DONTNEED));
  assert (p[1] == x && p[5000] == 0);
  return 0;
}
