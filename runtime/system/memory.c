/* Memory of the system: pages are objects of the machine's heap. They are
 * never taken back, since a program may unmap parts of what it mapped.
 */

#define _GNU_SOURCE
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

/* a: where, b: bytes, c: protection, d: flags, e: file */
system_call (mmap) {
  if (!b)
    return -EINVAL;
  if (!(d & MAP_ANONYMOUS))
    return -ENODEV;
  if (d & MAP_FIXED)
    return -ENOMEM;
  void *p = pages (round_up ((unsigned long) b));
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

system_call (brk) { return -ENOMEM; }
