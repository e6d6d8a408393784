/* A tree built by comparisons; looking up one key twice is a bug. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char key[24], left[25] = {0}, right[25] = {0};
  klee_make_symbolic (key, sizeof key, "key");
  for (int i = 1; i < 24; i++)
    for (int at = 0;;) {
      assert (key[i] != key[at] || i > 3);
      unsigned char *to = key[i] < key[at] ? left + at : right + at;
      if (!*to) {
        *to = (unsigned char) i;
        break;
      }
      at = *to;
    }
  return 0;
}
