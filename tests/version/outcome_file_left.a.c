/* Which files are left, under which names. */
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void put (const char *name, const char *text, int n) {
  int fd = open (name, O_CREAT | O_WRONLY, 0600);
  write (fd, text, n);
  close (fd);
}
int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  put ("kept", s, 2);
  mkdir ("d", 0700);
  put ("d/moved", s, 4);
  if (s[0] == 'r')
    rename ("d/moved", "here");
  if (s[1] == 'u')
    unlink ("kept");
  if (s[2] == 't')
    truncate ("kept", 1);
  for (int i = 0; i < 4; i++)
    if (s[i] == 'x')
      return i;
  return 9;
}
