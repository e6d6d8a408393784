/* Memory of the system: pages are objects of the machine's heap. They are
 * never taken back, since a program may unmap parts of what it mapped.
 */

#define _GNU_SOURCE
#include "file.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static unsigned long round_up (unsigned long n) {
  return (n + SYSTEM_PAGE - 1) & ~(SYSTEM_PAGE - 1);
}

static void *pages (unsigned long n) {
  void *p = aligned_alloc (SYSTEM_PAGE, n);
  if (p)
    memset (p, 0, n);
  return p;
}

/* The file itself. */
static long share_file (node *n, long size, long offset) {
  unsigned long end = round_up ((unsigned long) (offset + size));
  unsigned long all = round_up ((unsigned long) node_size (n));
  unsigned char *p = node_map (n, (long) (end > all ? end : all));
  if (p)
    return (long) (p + offset);
  reprise_missing ("mmap() failed: more of a file is mapped again");
  return -ENODEV;
}

/* A private mapping is a copy of the file as it is now: what is written to
 * that later need not be seen.
 */
static long map_file (long size, long protection, long flags, file *f,
                      long offset) {
  if (!f)
    return -EBADF;
  if (!node_is (f->node, S_IFREG))
    return -ENODEV;
  int is_shared = (flags & MAP_TYPE) != MAP_PRIVATE;
  if (!file_reads (f) ||
      (is_shared && protection & PROT_WRITE && !file_writes (f)))
    return -EACCES;
  if (offset & (long) (SYSTEM_PAGE - 1))
    return -EINVAL;
  if (is_shared)
    return share_file (f->node, size, offset);
  void *p = pages (round_up ((unsigned long) size));
  if (!p)
    return -ENOMEM;
  node_read (f->node, offset, p, size);
  return (long) p;
}

/* a: where, b: bytes, c: protection, d: flags, e: file, f: offset */
system_call (mmap) {
  long size = (long) node_fix ((unsigned long) b);
  if (!size)
    return -EINVAL;
  if (d & MAP_FIXED)
    return -ENOMEM;
  if (!(d & MAP_ANONYMOUS))
    return map_file (size, c, d, file_get (e), f);
  void *p = pages (round_up ((unsigned long) size));
  return p ? (long) p : -ENOMEM;
}

system_call (munmap) { return a & (long) (SYSTEM_PAGE - 1) ? -EINVAL : 0; }

/* a: where, b: bytes, c: bytes wanted, d: flags */
system_call (mremap) {
  unsigned long old = round_up ((unsigned long) b);
  unsigned long wanted = round_up ((unsigned long) c);
  if (wanted <= old)
    return a;
  if (!(d & MREMAP_MAYMOVE) || d & MREMAP_FIXED)
    return -ENOMEM;
  void *p = pages (wanted);
  if (!p)
    return -ENOMEM;
  memcpy (p, (const void *) a, old);
  return (long) p;
}

/* Access is what it was: an error that it would make is not found. */
system_call (mprotect) {
  if ((c & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    reprise_missing ("mprotect() had no effect");
  return 0;
}

system_call (brk) { return -ENOMEM; }
