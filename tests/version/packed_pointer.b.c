// A pointer that is not aligned leads elsewhere, with the same bytes.
#include <klee/klee.h>

int y = 2;
int x = 1;
struct __attribute__ ((packed)) entry {
  int number;
  const int *value;
};
struct entry entry = {5, &y};

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
