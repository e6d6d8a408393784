/* What the kernel refuses, and how; mappings that are shared. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static void say (const char *what, long result) {
  printf ("%s: %ld", what, result);
  if (result < 0)
    printf (" %d", errno);
  putchar ('\n');
}

#define TRY(CALL) (errno = 0, say (#CALL, (long) (CALL)))

static void try_names (void) {
  struct stat st;
  char name[300];
  memset (name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  TRY (open ("", O_RDONLY));
  TRY (open ("none/", O_CREAT | O_WRONLY, 0644));
  TRY (open (name, O_CREAT | O_WRONLY, 0644));
  TRY (mkdir (name, 0755));
  TRY (close (open ("file", O_CREAT | O_EXCL | O_RDWR, 0644)));
  TRY (open ("file", O_CREAT | O_EXCL | O_RDWR, 0644));
  TRY (open ("file", O_RDONLY | O_DIRECTORY));
  TRY (stat ("file/x", &st));
  TRY (stat ("none/../file", &st));
  TRY (unlink ("file/"));
  TRY (mkdir ("d", 0755));
  TRY (mkdir ("d/e", 0755));
  TRY (rmdir ("."));
  TRY (rmdir (".."));
  TRY (rmdir ("/"));
  TRY (rmdir ("d/e/."));
  TRY (rmdir ("d"));
  TRY (unlink ("."));
  TRY (rename ("file", "other/"));
  TRY (rename ("file", "."));
  TRY (rename (".", "other"));
  TRY (rename ("d", "d/e/x"));
  TRY (rename ("file", "d"));
  TRY (rename ("d", "file"));
  TRY (rename ("d/e", "d2"));
  TRY (rename ("d2/", "d/e/"));
  TRY (symlink ("loop", "loop"));
  TRY (open ("loop", O_RDONLY));
  TRY (symlink ("", "empty"));
  TRY (symlink ("nowhere", "s"));
  TRY (open ("s", O_CREAT | O_EXCL | O_WRONLY, 0600));
  TRY (open (".", O_WRONLY));
  TRY (open ("d", O_CREAT, 0644));
}

static void try_descriptors (void) {
  struct iovec part[2] = {{"ab", 2}, {"cd", 2}};
  struct stat st;
  struct termios terminal;
  char b[8];
  int f = open ("file", O_RDWR), p[2];
  fd_set set;
  TRY (write (f, "hello", 5));
  TRY (lseek (f, -9, SEEK_CUR));
  TRY (lseek (f, 0, 17));
  TRY (lseek (f, 1, SEEK_DATA));
  TRY (lseek (f, 1, SEEK_HOLE));
  TRY (lseek (f, 9, SEEK_DATA));
  TRY (pread (f, b, 5, -2));
  TRY (ftruncate (f, -1));
  TRY (writev (f, part, -1));
  TRY (writev (f, part, 0));
  TRY (dup2 (99, 5));
  TRY (dup2 (f, -1));
  TRY (dup3 (f, f, 0));
  TRY (fcntl (99, F_GETFD));
  TRY (isatty (f));
  TRY (tcgetattr (f, &terminal));
  TRY (fallocate (f, 0, 0, 0));
  TRY (fallocate (f, 0, 0, 200));
  TRY ((fstat (f, &st), st.st_size));
  TRY (pipe (p));
  TRY (fsync (p[1]));
  TRY (lseek (p[0], 0, SEEK_SET));
  TRY (pwrite (p[1], "x", 1, 0));
  TRY (read (p[1], b, 1));
  TRY (write (p[0], b, 1));
  signal (SIGPIPE, SIG_IGN);
  TRY (close (p[0]));
  TRY (write (p[1], "x", 1));
  /* A kernel looks at descriptors below the size of the process's table only,
   * which is 64 at least and depends on what was inherited. */
  close (40);
  FD_ZERO (&set);
  FD_SET (40, &set);
  TRY (select (41, &set, NULL, NULL, &(struct timeval) {0, 0}));
  TRY (flock (99, LOCK_EX));
}

static void try_memory (void) {
  int f = open ("map", O_CREAT | O_RDWR, 0644);
  char b[8];
  struct stat st;
  write (f, "abcd", 4);
  TRY (mmap (NULL, 0, PROT_READ, MAP_PRIVATE, f, 0));
  TRY (mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, 99, 0));
  TRY (mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, f, 3));
  char *own = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, f, 0);
  char *all = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  own[0] = 'P';
  all[1] = 'S';
  all[10] = 'T';
  TRY (msync (all, 4096, MS_SYNC));
  TRY (pread (f, b, 8, 0));
  printf ("%.4s\n", b);
  TRY (pwrite (f, "W", 1, 2));
  printf ("%.4s %.4s\n", own, all);
  TRY ((fstat (f, &st), st.st_size));
  TRY (munmap (all, 4096));
  int only = open ("map", O_RDONLY);
  TRY (mmap (NULL, 4096, PROT_WRITE, MAP_SHARED, only, 0));
}

static void try_rest (void) {
  struct timespec wrong[2] = {{0, 2000000000}, {0, 0}};
  struct rlimit limit;
  TRY (utimensat (AT_FDCWD, "file", wrong, 0));
  TRY (utimensat (AT_FDCWD, "none", NULL, 0));
  TRY (nanosleep (wrong, NULL));
  TRY (clock_gettime (99, wrong));
  TRY (getrlimit (999, &limit));
  TRY (wait (NULL));
  TRY (waitpid (55555, NULL, WNOHANG));
  TRY (kill (getpid (), 99));
  TRY (sigaction (SIGKILL, &(struct sigaction) {0}, NULL));
  TRY (seteuid (getuid ()));
  TRY (setresuid (-1, getuid (), -1));
}

int main (void) {
  try_names ();
  try_descriptors ();
  try_memory ();
  try_rest ();
  return 0;
}
