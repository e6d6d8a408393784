// bitcode: clang-19 -O1
// expect: complete=2 error=3
// error: out_of_bounds 24
// error: out_of_bounds 26
// error: out_of_bounds 28
// What leaves a member but stays in its object, in bitcode made with the
// headers of another C library.
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int (void);

struct record {
  char name[4];
  char rest[60];
};

static const char *volatile four = "four";

int main (void) {
  int n = __VERIFIER_nondet_int ();
  struct record r = {{0}, {0}};
  if (n == 1)
    __builtin___strcpy_chk (r.name, four, 4); /* here */
  else if (n == 2)
    __builtin___sprintf_chk (r.name, 1, 4, "%d", 1000 + n); /* here */
  else if (n > 2)
    __builtin___memcpy_chk (r.name, four, n > 100 ? 5 : 3, 4); /* here */
  else
    __builtin___strcpy_chk (r.name, four + 1, 4);
  return puts (r.name) == 7;
}
