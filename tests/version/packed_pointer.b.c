#include <klee/klee.h>

struct __attribute__ ((packed)) entry {
  int number;
  const char *name;
};
struct entry entry = {5, "two"};

const char *other (int c) { return c & 1 ? "one" : "two"; }

int main (void) {
  int c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c > 3) {
    if (entry.name[0] == 'o')
      return 1;
    if (c > 7)
      return 5;
    return 2;
  }
  return other (c)[0] == 'o';
}
