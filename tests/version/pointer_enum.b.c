#include <klee/klee.h>

static int twice (int x) { return 2 * x; }
static int next (int x) { return x + 1; }
static int flip (int x) { return x > 0 ? -x : x; }

static int (*const operation[]) (int) = {twice, next, flip};

enum state { START, SIGN, NUMBER, END };

int main (void) {
  unsigned char which, c;
  int x;
  enum state s = START;
  klee_make_symbolic (&which, sizeof which, "which");
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&x, sizeof x, "x");
  switch (c) {
  case '0':
  case '1':
    s = NUMBER;
    break;
  case '.':
    s = END;
    break;
  default:
    return 9;
  }
  if (which > 2)
    return 1;
  int y = operation[which](x);
  return y == 14 ? s : 0;
}
