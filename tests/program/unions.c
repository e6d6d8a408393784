// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>

union u {
  unsigned word;
  unsigned char byte[4];
  unsigned short half[2];
};

int main (void) {
  union u u;
  klee_make_symbolic (&u, sizeof u, "u");
  if (u.byte[0] == 1 && u.byte[1] == 2) {
    assert (u.half[0] == 0x201);
    assert ((u.word & 0xffff) == 0x201);
    return 1;
  }
  return 0;
}
