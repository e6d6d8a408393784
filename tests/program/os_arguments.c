// options: --sym-args=1,0:2:2
// expect: complete=9 error=0
#include <assert.h>
#include <string.h>

/* The first is "" or "x" or another; of the second it counts whether it is
 * "-n", and of the third whether it is there: 3 * (1 + 2 * ...).
 */
int main (int argc, char **argv) {
  int n = 0;
  assert (argc >= 2 && argc <= 4 && !argv[argc]);
  assert (strlen (argv[0]) > 0);
  if (!argv[1][0])
    n = 1;
  else if (argv[1][0] == 'x')
    n = 2;
  assert (argv[1][0] == 0 || argv[1][1] == 0);
  return n;
}
