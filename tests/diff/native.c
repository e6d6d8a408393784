/* Two versions of a function on all inputs of two bytes. Prints, for each input
 * on which they differ: x y, a hash of the way through both, old, new; what a
 * version answers is "fault" or RESULT,GLOBAL,OUTPUT, and behind a slash, where
 * there is one, the second value of a result (pairs.py). The last line is the
 * number of inputs on which both come to their end.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NATIVE
static unsigned seen;
static char written[256];
static int n_written;
static uint64_t way;
static sigjmp_buf back;

#define T(N) way = (way ^ 0x##N) * 0x100000001b3ull;
static void show (unsigned v) {
  if (n_written < 255)
    written[n_written++] = (char) ('0' + v % 64);
}

#define f f_old
#include OLD
#undef f
#define f f_new
#include NEW
#undef f

static void on_fault (int n) {
  (void) n;
  siglongjmp (back, 1);
}

#ifndef MORE_OLD
#define MORE_OLD -2
#define MORE_NEW -2
#endif

static void run (int (*g) (unsigned char, unsigned char), int x, int y,
                 unsigned mask, int more, char *out) {
  seen = 0;
  n_written = 0;
  if (sigsetjmp (back, 1)) {
    written[n_written] = 0;
    sprintf (out, "fault,%s", written);
    return;
  }
  int res = (int) ((unsigned) g ((unsigned char) x, (unsigned char) y) & mask);
  written[n_written] = 0;
  int n = sprintf (out, "%d,%u,%s", res, seen, written);
  if (more > -2)
    sprintf (out + n, "/%d", more);
  way = (way ^ (unsigned) more) * 0x100000001b3ull;
}

int main (void) {
  char old[320], new[320];
  unsigned complete = 0;
  signal (SIGFPE, on_fault);
  for (int x = 0; x < 256; x++)
    for (int y = 0; y < 256; y++) {
      way = 14695981039346656037ull;
      run (f_new, x, y, MASK_NEW, MORE_NEW, new);
      way *= 31;
      run (f_old, x, y, MASK_OLD, MORE_OLD, old);
      complete += *old != 'f' && *new != 'f';
      if (strcmp (old, new))
        printf ("%d %d %llx %s %s\n", x, y, (unsigned long long) way, old, new);
    }
  printf ("%u\n", complete);
  return 0;
}
