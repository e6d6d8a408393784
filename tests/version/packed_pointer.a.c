#include <klee/klee.h>

int x = 1;
int y = 2;
struct __attribute__ ((packed)) entry {
  int number;
  const int *value;
};
struct entry entry = {5, &x};

int main (void) {
  int c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c == 0)
    return x + y;
  if (c <= 3)
    return 0;
  if (*entry.value == 1)
    return 1;
  return c > 7 ? 5 : 2;
}
