/* More lines than the table of their starts has. */
#include <klee/klee.h>

int main (void) {
  char text[32];
  int starts[12], n = 0, at = 0;
  klee_make_symbolic (text, sizeof text, "text");
  starts[n++] = 0;
  while (at < 32 && text[at]) {
    if (text[at] == '\\') {
      at += 2;
      continue;
    }
    if (text[at++] == '\n')
      starts[n++] = at;
  }
  return starts[n - 1];
}
