// expect: complete=64 error=0
#include <klee/klee.h>
#include <string.h>

/* memmove, memset and memcpy where both address and length are symbolic: no
 * fork, and for each value of x, told apart at the end, the bytes that a loop
 * of its own gives.
 */
static void move (unsigned char *b, unsigned to, unsigned from, unsigned n) {
  unsigned char copy[24];
  for (unsigned i = 0; i < n; i++)
    copy[i] = b[from + i];
  for (unsigned i = 0; i < n; i++)
    b[to + i] = copy[i];
}

int main (void) {
  unsigned char x, b[24], c[24];
  klee_make_symbolic (&x, sizeof x, "x");
  klee_assume (x < 64);
  for (unsigned i = 0; i < sizeof b; i++)
    b[i] = c[i] = (unsigned char) (i * 7 ^ x);
  memmove (b + 3, b + (x & 7), x >> 3);
  memmove (b + (x & 7), b + 4, x & 15);
  memset (b + (x >> 2), 99, x & 3);
  unsigned v = x;
  for (unsigned i = 0; i < 63; i++)
    if (x == i) {
      v = i;
      break;
    }
  move (c, 3, v & 7, v >> 3);
  move (c, v & 7, 4, v & 15);
  for (unsigned i = 0; i < (v & 3); i++)
    c[(v >> 2) + i] = 99;
  unsigned differ = 0;
  for (unsigned i = 0; i < sizeof b; i++)
    differ |= b[i] ^ c[i];
  klee_assert (!differ);
  return 0;
}
