// arguments: before -sym-arg 1 --sym-files 1 1 after -sym-stdin 1 -sym-stdout
// expect: complete=8 error=0
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main (int argc, char **argv) {
  char c = 0, d = 0;
  assert (argc == 4);
  assert (!strcmp (argv[1], "before") && !strcmp (argv[3], "after"));
  assert (read (open ("A", O_RDONLY), &c, 1) == 1);
  assert (read (0, &d, 1) == 1 && read (0, &d, 1) == 0);
  if (argv[2][0] == 'x')
    puts ("x");
  if (c == 'y')
    puts ("y");
  if (d == 'z')
    puts ("z");
  return 0;
}
