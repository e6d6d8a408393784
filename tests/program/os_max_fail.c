// arguments: --max-fail 1
// expect: complete=3 error=0
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main (void) {
  if (write (1, "a", 1) < 0) {
    assert (errno == EIO);
    return 1;
  }
  if (write (1, "b", 1) < 0) {
    assert (errno == EIO);
    return 2;
  }
  return 0;
}
