/* options: --search=bfs */
/* options: --search=random-path */
/* options: --jobs=2 */
/* Every byte doubles the paths that wait. */
#include <klee/klee.h>
int main (void) {
  unsigned char a[64];
  int n = 0;
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 64; i++)
    if (a[i] > 100)
      n += i;
  return n;
}
