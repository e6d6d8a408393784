/* Files, directories, links, pipes: what the kernel says. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void say (const char *what, long result) {
  printf ("%s: %ld", what, result);
  if (result < 0)
    printf (" %d", errno);
  putchar ('\n');
}

#define TRY(CALL) (errno = 0, say (#CALL, (long) (CALL)))

static void show (const char *path) {
  struct stat st;
  char text[64];
  if (lstat (path, &st)) {
    printf ("%s: %d\n", path, errno);
    return;
  }
  printf ("%s: mode %o links %d", path, st.st_mode, (int) st.st_nlink);
  if (S_ISREG (st.st_mode))
    printf (" size %ld", (long) st.st_size);
  long n = S_ISLNK (st.st_mode) ? readlink (path, text, sizeof text - 1) : -1;
  if (n >= 0)
    printf (" -> %.*s", (int) n, text);
  putchar ('\n');
}

static void show_content (const char *path) {
  char bytes[64];
  int fd = open (path, O_RDONLY);
  long n = read (fd, bytes, sizeof bytes);
  printf ("%s: %ld bytes:", path, n);
  for (long i = 0; i < n; i++)
    printf (" %02x", (unsigned char) bytes[i]);
  putchar ('\n');
  close (fd);
}

static int by_name (const void *a, const void *b) {
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void list (const char *path) {
  char *names[32];
  int n = 0;
  DIR *d = opendir (path);
  struct dirent *e;
  printf ("%s:", path);
  while (d && (e = readdir (d)) && n < 32)
    names[n++] = strdup (e->d_name);
  qsort (names, (size_t) n, sizeof *names, by_name);
  for (int i = 0; i < n; i++)
    printf (" %s", names[i]);
  putchar ('\n');
  if (d)
    closedir (d);
}

static void test_reading (void) {
  char b[16] = {0};
  int fd = open ("f", O_RDWR | O_CREAT | O_EXCL, 0640);
  TRY (write (fd, "0123456789", 10));
  TRY (open ("f", O_RDWR | O_CREAT | O_EXCL, 0640));
  TRY (lseek (fd, 3, SEEK_SET));
  TRY (read (fd, b, 4));
  puts (b);
  TRY (lseek (fd, -2, SEEK_CUR));
  TRY (lseek (fd, -100, SEEK_CUR));
  TRY (lseek (fd, 5, SEEK_END));
  TRY (write (fd, "end", 3));
  show_content ("f");
  TRY (pread (fd, b, 3, 8));
  TRY (pwrite (fd, "xy", 2, 0));
  TRY (lseek (fd, 0, SEEK_CUR));
  TRY (ftruncate (fd, 4));
  TRY (ftruncate (fd, 6));
  TRY (ftruncate (fd, -1));
  show_content ("f");
  struct iovec v[2] = {{"ab", 2}, {"cde", 3}};
  TRY (lseek (fd, 0, SEEK_SET));
  TRY (writev (fd, v, 2));
  show_content ("f");
  TRY (close (fd));
  TRY (close (fd));
  TRY (read (fd, b, 1));
  fd = open ("f", O_WRONLY | O_APPEND);
  TRY (write (fd, "!", 1));
  TRY (read (fd, b, 1));
  TRY (close (fd));
  fd = open ("f", O_RDONLY);
  TRY (write (fd, "!", 1));
  char *p = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  printf ("mapped %.7s\n", p);
  p[0] = 'Z';
  TRY (munmap (p, 4096));
  close (fd);
  show_content ("f");
  show ("f");
  TRY (truncate ("f", 1));
  TRY (open ("f", O_RDWR | O_TRUNC | O_CLOEXEC) > 2);
  show ("f");
}

static void test_directories (void) {
  char b[4096];
  TRY (mkdir ("d", 0755));
  TRY (mkdir ("d", 0755));
  TRY (mkdir ("d/e/f", 0755));
  TRY (mkdir ("d/e", 0700));
  show ("d");
  TRY (rmdir ("d"));
  TRY (unlink ("d"));
  TRY (open ("d", O_WRONLY));
  TRY (open ("d/none", O_RDONLY));
  TRY (open ("f/none", O_RDONLY));
  TRY (open ("f/", O_RDONLY));
  TRY (open ("", O_RDONLY));
  TRY (read (open ("d", O_RDONLY), b, 8));
  TRY (close (creat ("d/x", 0666)));
  TRY (close (creat ("d/y", 0666)));
  list ("d");
  TRY (chdir ("d/e"));
  TRY (close (creat ("z", 0600)));
  TRY (chdir ("../.././d//e/."));
  puts (strstr (getcwd (b, sizeof b), "/d/e"));
  show ("../x");
  TRY (chdir (".."));
  TRY (rename ("x", "e/x"));
  TRY (rename ("y", "e"));
  TRY (rename ("e", "y"));
  TRY (rename ("e", "e/g"));
  TRY (rename ("none", "y"));
  TRY (rename ("y", "e/x"));
  list ("e");
  TRY (chdir (".."));
  int at = open ("d", O_RDONLY | O_DIRECTORY);
  TRY (faccessat (at, "e/z", R_OK, 0));
  TRY (unlinkat (at, "e/z", 0));
  TRY (unlinkat (at, "e", AT_REMOVEDIR));
  TRY (unlinkat (at, "e/x", 0));
  TRY (unlinkat (at, "e", AT_REMOVEDIR));
  TRY (fchdir (at));
  TRY (close (at));
  list (".");
  TRY (chdir (".."));
  TRY (rmdir ("d"));
  TRY (rmdir ("."));
  TRY (mkdir ("slash/", 0755));
  TRY (rmdir ("slash/"));
  TRY (open ("slash/", O_CREAT | O_WRONLY, 0644));
  TRY (mkfifo ("slash/", 0644));
  TRY (access ("d", F_OK));
}

static void test_links (void) {
  char b[32];
  TRY (symlink ("f", "s"));
  TRY (symlink ("f", "s"));
  TRY (symlink ("loop", "loop"));
  TRY (open ("loop", O_RDONLY));
  TRY (open ("s", O_RDONLY | O_NOFOLLOW));
  TRY (readlink ("s", b, sizeof b));
  TRY (readlink ("f", b, sizeof b));
  show ("s");
  TRY (link ("f", "hard"));
  show ("f");
  int fd = open ("s", O_WRONLY);
  TRY (write (fd, "through", 7));
  close (fd);
  show_content ("hard");
  TRY (unlink ("f"));
  TRY (access ("s", F_OK));
  show ("hard");
  TRY (rename ("hard", "s"));
  show ("s");
  TRY (mkdir ("dir", 0755));
  TRY (symlink ("dir", "way"));
  TRY (close (creat ("way/file", 0644)));
  show ("dir/file");
  show ("way/");
  TRY (unlink ("way/file"));
  TRY (unlink ("way"));
  TRY (rmdir ("dir"));
  TRY (unlink ("loop"));
  TRY (chmod ("s", 0751));
  show ("s");
  struct timespec t[2] = {{1000, 5}, {2000, UTIME_OMIT}};
  TRY (utimensat (AT_FDCWD, "s", t, 0));
  struct stat st;
  TRY (stat ("s", &st));
  printf ("%ld %ld\n", (long) st.st_atim.tv_sec, (long) st.st_atim.tv_nsec);
}

static void test_descriptors (void) {
  char b[8] = {0};
  int ends[2];
  int fd = open ("s", O_RDWR), other = dup (fd);
  TRY (other > fd);
  TRY (lseek (fd, 2, SEEK_SET));
  TRY (lseek (other, 0, SEEK_CUR));
  TRY (dup2 (fd, 20));
  TRY (fcntl (20, F_GETFD));
  TRY (fcntl (20, F_SETFD, FD_CLOEXEC));
  TRY (fcntl (20, F_GETFD));
  TRY (fcntl (fd, F_DUPFD, 30));
  TRY (dup2 (fd, fd) == fd);
  TRY (dup2 (99, 5));
  TRY (dup3 (fd, fd, 0));
  TRY (fcntl (99, F_GETFD));
  TRY (fcntl (fd, F_GETFL) & (O_ACCMODE | O_APPEND));
  TRY (unlink ("s"));
  TRY (read (20, b, 3));
  puts (b);
  TRY (close (20) | close (30) | close (other) | close (fd));
  TRY (pipe (ends));
  struct pollfd p = {ends[0], POLLIN, 0};
  TRY (poll (&p, 1, 0));
  TRY (write (ends[1], "pipe", 4));
  TRY (poll (&p, 1, 0));
  TRY (p.revents);
  fd_set set;
  FD_ZERO (&set);
  FD_SET (ends[0], &set);
  TRY (select (ends[0] + 1, &set, NULL, NULL, NULL));
  TRY (lseek (ends[0], 0, SEEK_SET));
  TRY (read (ends[0], b, 3));
  TRY (close (ends[1]));
  TRY (read (ends[0], b, 3));
  TRY (read (ends[0], b, 3));
  TRY (isatty (ends[0]));
  TRY (close (ends[0]));
  fd = open ("/dev/null", O_RDWR);
  TRY (write (fd, "x", 1));
  TRY (read (fd, b, 1));
  close (fd);
  fd = open ("/dev/zero", O_RDONLY);
  TRY (read (fd, b, 8));
  TRY (b[0]);
  close (fd);
  fd = open ("/dev/full", O_WRONLY);
  TRY (write (fd, "x", 1));
  close (fd);
}

static void test_copies (void) {
  off_t at = 2;
  int from = open ("from", O_CREAT | O_RDWR, 0600);
  int to = open ("to", O_CREAT | O_RDWR, 0600);
  TRY (write (from, "0123456789", 10));
  TRY (lseek (from, 1, SEEK_SET));
  TRY (sendfile (to, from, NULL, 3));
  TRY (sendfile (to, from, &at, 100));
  TRY (at);
  TRY (lseek (from, 0, SEEK_CUR));
  TRY (sendfile (to, from, &at, 5));
  TRY (sendfile (to, 99, NULL, 5));
  show_content ("to");
  at = 4;
  TRY (copy_file_range (from, NULL, to, &at, 4, 0));
  TRY (at);
  TRY (copy_file_range (from, NULL, to, NULL, 100, 0));
  TRY (copy_file_range (from, NULL, to, NULL, 1, 1));
  TRY (copy_file_range (from, NULL, 99, NULL, 1, 0));
  show_content ("to");
  close (from);
  close (to);
  TRY (unlink ("from") | unlink ("to"));
}

int main (void) {
  umask (022);
  mkdir ("files.work", 0755);
  chdir ("files.work");
  test_reading ();
  test_directories ();
  test_links ();
  test_descriptors ();
  test_copies ();
  list (".");
  chdir ("..");
  TRY (rmdir ("files.work"));
  return 0;
}
