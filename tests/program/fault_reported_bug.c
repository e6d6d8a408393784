// expect: complete=1 error=1
// error: reported 9
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    klee_report_error (__FILE__, __LINE__, "five is wrong", "five"); /* here */
  return 0;
}
