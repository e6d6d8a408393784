#include "parse.h"
#include <klee/klee.h>
int main (void) {
  char text[7];
  klee_make_symbolic (text, sizeof text, "text");
  text[6] = 0;
  return parse (text) > 9;
}
