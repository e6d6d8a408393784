// options: --sym-files=2:2
// expect: complete=9 error=0
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long size_of (const char *name) {
  struct stat st;
  assert (stat (name, &st) == 0 && S_ISREG (st.st_mode));
  return st.st_size;
}

/* Three sizes each; what is in them is not looked at. */
int main (void) {
  char a[4], b[4];
  int fd = open ("A", O_RDONLY);
  long n = read (fd, a, sizeof a);
  assert (n == size_of ("A") && n <= 2);
  assert (read (fd, a + 2, 2) == 0);
  fd = open ("B", O_RDWR | O_APPEND);
  n = size_of ("./B");
  assert (write (fd, "end", 3) == 3);
  assert (lseek (fd, 0, SEEK_SET) == 0);
  assert (read (fd, b, 4) == (n ? 4 : 3));
  assert (size_of ("B") == n + 3);
  assert (open ("C", O_RDONLY) == -1);
  return 0;
}
