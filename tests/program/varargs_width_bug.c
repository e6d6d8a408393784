// options: --all-errors
// expect: complete=5 error=5
// error: uninitialized 25
// error: uninitialized 25
// error: uninitialized 25
// error: uninitialized 60
// error: uninitialized 66
// replay: no
#include <fcntl.h>
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Arguments of 4 bytes that are read with 8: what is above them is anything. */

static long longs (int n, ...) {
  va_list ap;
  long sum = 0;
  va_start (ap, n);
  while (n--)
    sum += va_arg (ap, long);
  va_end (ap);
  if (sum > 100)
    return 1;
  return 2;
}

static int cut (int n, ...) {
  va_list ap;
  int sum = 0;
  va_start (ap, n);
  while (n--)
    sum += (int) va_arg (ap, long);
  va_end (ap);
  return sum > 100;
}

static int ask_system (void) {
  char byte = 'a';
  int fd = open ("/dev/null", O_RDWR | O_CREAT, 0600);
  int flags = fcntl (fd, F_GETFL);
  fcntl (fd, F_SETFL, flags | O_NONBLOCK);
  return syscall (SYS_write, fd, &byte, 1) == 1;
}

int main (void) {
  int k = klee_range (0, 10, "k"), v = klee_range (-3, 3, "v");
  switch (k) {
  case 0:
    return longs (1, v);
  case 1: /* on the stack */
    return longs (8, 1l, 2l, 3l, 4l, 5l, 6l, 7l, 8);
  case 2:
    return longs (2, (long) v, v);
  case 3: /* nothing depends on the upper half */
    return cut (2, v, 7);
  case 4:
    printf ("%ld\n", 1);
    return 0;
  case 5:
    printf ("%d %c %x %u %hhd\n", 1, 'c', 3u, 4u, 5);
    return 0;
  case 6: /* the null pointer is NULL, not 0 */
    return execl ("/bin/true", "true", 0);
  case 7:
    return ask_system ();
  case 8:
    return (int) longs (2, 1l, (long) v);
  default:
    return 0;
  }
}
