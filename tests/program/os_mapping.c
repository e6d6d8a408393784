// expect: complete=7 error=9
// error: use_after_free 39
// error: use_after_free 47
// error: read_only 50
// error: read_only 55
// error: out_of_bounds 59
// error: out_of_bounds 63
// error: read_only 69
// error: read_only 97
// error: read_only 103
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Deaths by memory of the system, and what looks like them. */

static char *map (int protection, int flags, int file, size_t size) {
  if (file < 0)
    flags |= MAP_ANONYMOUS;
  char *p = mmap (NULL, size, protection, flags, file, 0);
  assert (p != MAP_FAILED);
  return p;
}

#define BOTH (PROT_READ | PROT_WRITE)

int main (void) {
  int file = open ("file", O_RDWR | O_CREAT, 0600);
  write (file, "abc", 3);
  char *p, *q, c;
  switch (klee_range (0, 14, "n")) {
  case 0: /* it is gone */
    p = map (BOTH, MAP_PRIVATE, -1, 100);
    munmap (p, 100);
    return p[1];
  case 1: /* not the other one */
    p = map (BOTH, MAP_SHARED, file, 100);
    q = map (BOTH, MAP_SHARED, file, 100);
    munmap (q, 100);
    p[1] = 'x';
    assert (pread (file, &c, 1, 1) == 1 && c == 'x');
    munmap (p, 4096);
    p[1] = 'y';
    break;
  case 2:
    map (PROT_READ, MAP_PRIVATE, -1, 4096)[1] = 0;
    break;
  case 3: /* the system may write */
    p = map (PROT_READ, MAP_SHARED, file, 4096);
    assert (pwrite (file, "x", 1, 0) == 1 && *p == 'x');
    *p = 1;
    break;
  case 4: /* zeros up to the end of the page */
    p = map (PROT_READ, MAP_PRIVATE, file, 8192);
    return p[4095] + p[4096];
  case 5:
    p = map (BOTH, MAP_SHARED, file, 8192);
    p[4095] = 1;
    p[4096] = 1;
    break;
  case 6:
    p = map (BOTH, MAP_PRIVATE, -1, 4096);
    *p = 1;
    mprotect (p, 4096, PROT_READ);
    *p = 2;
    break;
  case 7:
    p = map (PROT_READ, MAP_PRIVATE, -1, 4096);
    mprotect (p, 4096, BOTH);
    *p = 2;
    return munmap (p, 4096) + munmap (p, 4096);
  case 8: /* a file outlives its mapping, and a mapping its file */
    p = map (BOTH, MAP_SHARED, file, 3);
    unlink ("file");
    strcpy (p, "xy");
    munmap (p, 3);
    assert (pread (file, &c, 1, 1) == 1 && c == 'y');
    break;
  case 9:
    p = map (BOTH, MAP_SHARED, file, 3);
    unlink ("file");
    close (file);
    p[1] = 'x';
    return munmap (p, 3);
  case 10: /* moved, as a whole */
    p = map (BOTH, MAP_PRIVATE, file, 3);
    q = mremap (p, 3, 8192, MREMAP_MAYMOVE);
    assert (q[1] == 'b' && !q[8191]);
    return munmap (q, 8192);
  case 12: /* what is allowed is decided by an input */
    p = map (PROT_READ | klee_range (0, 2, "may_write") * PROT_WRITE,
             MAP_PRIVATE, -1, 100);
    *p = 1;
    break;
  case 13:
    p = map (BOTH, MAP_PRIVATE, -1, 100);
    mprotect (p, 100,
              PROT_READ | klee_range (0, 2, "may_write") * PROT_WRITE);
    *p = 1;
  }
  return 0;
}
