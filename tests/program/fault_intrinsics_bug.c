// options: --keep-branches
// expect: complete=2 error=5
// error: abort 16
// error: assertion 18
// error: reported 20
// error: out_of_bounds 25
// error: bad_assumption 27
// lost: klee_make_symbolic of part of an object
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  char small[4];
  klee_make_symbolic (&c, sizeof c, "c");
  if (c == 1)
    klee_abort ();
  if (c == 2)
    klee_assert (c != 2);
  if (c == 3)
    klee_report_error ("file.c", 5, "a message", "suffix.err");
  if (c == 4)
    /* not the whole object: done, and said */
    klee_make_symbolic (small, 3, "small");
  if (c == 5)
    klee_check_memory_access (small, 5);
  if (c == 6)
    klee_assume (c != 6);
  return 0;
}
