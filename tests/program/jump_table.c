// expect: complete=6 error=1
// error: undefined 15
// Which jmp_buf is meant depends on the input: one path for each, and those that
// were never set are an error.
#include <klee/klee.h>

#include <setjmp.h>

static jmp_buf back[4];
static int levels;

static void leave (unsigned char which) {
  if (which & 4)
    return;
  longjmp (back[which & 3], 1 + which);
}

static int enter (int level, unsigned char which) {
  if (level == 3) {
    leave (which);
    return 0;
  }
  int got = setjmp (back[level]);
  if (got)
    return got;
  levels++;
  return enter (level + 1, which);
}

static int choose (unsigned char which) {
  jmp_buf here[2];
  if (setjmp (here[which & 1]))
    return 7;
  longjmp (here[which & 1], 1);
}

int main (void) {
  unsigned char which;
  klee_make_symbolic (&which, sizeof which, "which");
  if (which & 8)
    return choose (which);
  return enter (0, which) + levels;
}
