// options: --keep-branches
// expect: complete=1 error=5
// error: assertion 20
// error: assertion 22
// error: assertion 24
// error: assertion 26
// error: abort 28
#include <klee/klee.h>
#include <stdlib.h>

void __assert_fail (const char *, const char *, unsigned, const char *);
void reach_error (void);
void __VERIFIER_error (void);
void __CPROVER_assert (int, const char *);
unsigned char __VERIFIER_nondet_uchar (void);

int main (void) {
  unsigned char c = __VERIFIER_nondet_uchar ();
  if (c == 1)
    __assert_fail ("c", "file.c", 1, "main");
  if (c == 2)
    reach_error ();
  if (c == 3)
    __VERIFIER_error ();
  if (c == 4)
    __CPROVER_assert (c != 4, "four");
  if (c == 5)
    abort ();
  return 0;
}
