#include <klee/klee.h>

static void open_file (int which) {
  klee_warning_once ("a file was opened");
  if (which > 2)
    klee_warning ("a large one");
}

static int read_all (unsigned char n) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    if (n > i * 10)
      sum++;
    if (sum == 3)
      klee_warning_once ("three");
  }
  return sum;
}

int main (void) {
  unsigned char n;
  int which;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_make_symbolic (&which, sizeof which, "which");
  if (which < 0)
    return 1;
  open_file (which);
  if (which == 7)
    return read_all (n) + 1;
  return read_all (n);
}
