// arguments: one two-two
// expect: complete=1 error=0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main (int argc, char **argv) {
  assert (argc == 3);
  assert (strcmp (argv[1], "one") == 0);
  assert (strcmp (argv[2], "two-two") == 0);
  assert (argv[3] == 0);
  return 0;
}
