/* UTF-8: a sequence of three bytes at the start is decoded wrongly. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char s[32];
  int n = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 30 && s[i];) {
    int len = s[i] < 0x80 ? 1 : s[i] < 0xe0 ? 2 : 3;
    for (int k = 1; k < len; k++)
      if ((s[i + k] & 0xc0) != 0x80)
        return 1;
    assert (len != 3 || n != 1 || s[i + 1] != 0x85);
    i += len;
    n++;
  }
  return n;
}
