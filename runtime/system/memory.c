/* Memory of the system: what is mapped is an object of the machine's heap, and
 * ends with its file: what is used behind that, or after it was unmapped, or
 * written though it may only be read, is found. Objects are taken back and
 * protected as a whole; where a program does that to a part, the report says
 * that it had no effect.
 */

#define _GNU_SOURCE
#include "file.h"
#include "system.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static unsigned long round_up (unsigned long n) {
  return (n + SYSTEM_PAGE - 1) & ~(SYSTEM_PAGE - 1);
}

typedef struct mapping {
  struct mapping *next;
  unsigned char *start;
  unsigned long size; /* whole pages */
  node *node;         /* shared: the bytes are this file's; or NULL */
  int is_constant;
} mapping;

static mapping *mappings;

static void *pages (unsigned long n) {
  void *p = aligned_alloc (SYSTEM_PAGE, n);
  if (p)
    memset (p, 0, n);
  return p;
}

/* Protection. */

/* Of a file that is mapped twice both must be. */
static void protect_file (node *n) {
  int is_constant = 1;
  for (const mapping *m = mappings; m; m = m->next)
    is_constant &= m->node != n || m->is_constant;
  node_protect (n, is_constant);
}

static void protect (mapping *m, long protection) {
  int is_constant = !(protection & PROT_WRITE);
  if (!(protection & PROT_READ))
    reprise_missing ("PROT_NONE had no effect: it can be read");
  if (is_constant == m->is_constant)
    return;
  m->is_constant = is_constant;
  if (m->node)
    protect_file (m->node);
  else
    reprise_protect (m->start, is_constant);
}

/* The result is the address. */
static long add_mapping (void *start, unsigned long size, node *n,
                         long protection) {
  mapping *m = start ? malloc (sizeof *m) : NULL;
  if (!m)
    return -ENOMEM;
  *m = (mapping) {mappings, start, round_up (size), n, 0};
  mappings = m;
  if (n)
    n->opened++;
  if (n && protection & PROT_WRITE)
    protect_file (n);
  protect (m, protection);
  return (long) start;
}

/* The link to the one that has these pages; '*is_all': all that it has. */
static mapping **find_mapping (long at, long size, int *is_all) {
  unsigned char *start = (unsigned char *) at;
  unsigned long n = round_up ((unsigned long) size);
  mapping **link = &mappings;
  while (*link && (start + n <= (*link)->start ||
                   start >= (*link)->start + (*link)->size))
    link = &(*link)->next;
  *is_all = *link && start <= (*link)->start &&
            start + n >= (*link)->start + (*link)->size;
  return link;
}

/* The file itself. */
static long share_file (node *n, long size, long protection, long offset) {
  unsigned char *p =
      node_map (n, (long) round_up ((unsigned long) node_size (n)));
  if (p)
    return add_mapping (p + offset, (unsigned long) size, n, protection);
  reprise_missing ("mmap() failed: a file that grew is mapped again");
  return -ENODEV;
}

/* A private mapping is a copy of the file as it is now: what is written to
 * that later need not be seen.
 */
static long copy_file (node *n, long size, long protection, long offset) {
  long rest = node_size (n) > offset ? node_size (n) - offset : 0;
  void *p = pages (round_up ((unsigned long) (size < rest ? size : rest)));
  if (p)
    node_read (n, offset, p, size);
  return add_mapping (p, (unsigned long) size, NULL, protection);
}

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
  if (is_shared && protection & PROT_WRITE)
    __reprise_change_files ();
  return (is_shared ? share_file : copy_file) (f->node, size, protection,
                                               offset);
}

/* a: where, b: bytes, c: protection, d: flags, e: file, f: offset */
system_call (mmap) {
  long size = (long) node_fix ((unsigned long) b);
  if (!size)
    return -EINVAL;
  if (d & MAP_FIXED) {
    reprise_missing ("mmap() with MAP_FIXED failed: addresses are not chosen");
    return -ENOMEM;
  }
  if (!(d & MAP_ANONYMOUS))
    return map_file (size, c, d, file_get (e), f);
  unsigned long n = round_up ((unsigned long) size);
  return add_mapping (pages (n), n, NULL, c);
}

static int is_mapped (const node *n) {
  const mapping *m = mappings;
  while (m && m->node != n)
    m = m->next;
  return m != NULL;
}

static void unmap (mapping **link) {
  mapping *m = *link;
  *link = m->next;
  if (m->node) {
    if (!is_mapped (m->node))
      node_unmap (m->node);
    m->node->opened--;
    node_release (m->node);
  } else
    free (m->start);
  free (m);
}

/* a: where, b: bytes, which are of one mapping: others are far away */
system_call (munmap) {
  int is_all;
  long size = (long) node_fix ((unsigned long) b);
  if (a & (long) (SYSTEM_PAGE - 1) || !size)
    return -EINVAL;
  mapping **m = find_mapping (a, size, &is_all);
  if (is_all)
    unmap (m);
  else if (*m)
    reprise_missing ("munmap() of a part of a mapping had no effect");
  return 0;
}

/* a: where, b: bytes, c: bytes wanted, d: flags */
system_call (mremap) {
  int is_all;
  unsigned long old = round_up ((unsigned long) b);
  unsigned long wanted = round_up ((unsigned long) c);
  mapping **m = find_mapping (a, b, &is_all);
  if (!*m || a != (long) (*m)->start)
    return -EFAULT;
  if (wanted == old)
    return a;
  if (wanted < old || !is_all || (*m)->node) {
    reprise_missing ("mremap() had no effect: only whole mappings grow");
    return wanted < old ? a : -ENOMEM;
  }
  if (!(d & MREMAP_MAYMOVE) || d & MREMAP_FIXED)
    return -ENOMEM;
  void *p = pages (wanted);
  if (!p)
    return -ENOMEM;
  memcpy (p, (const void *) a, malloc_usable_size ((void *) a));
  unmap (m);
  return add_mapping (p, wanted, NULL, PROT_READ | PROT_WRITE);
}

/* What is not a mapping can be written as before. */
system_call (mprotect) {
  int is_all;
  mapping *m = *find_mapping (a, b, &is_all);
  if (is_all)
    protect (m, c);
  else if ((c & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    reprise_missing ("mprotect() of a part of a mapping had no effect");
  return 0;
}

/* What is not needed reads as zeros again; other advice changes nothing. */
system_call (madvise) {
  int is_all;
  if (c != MADV_DONTNEED && c != MADV_REMOVE)
    return 0;
  mapping *m = *find_mapping (a, b, &is_all);
  if (m && !m->node && c == MADV_DONTNEED)
    memset ((void *) a, 0, (unsigned long) b);
  else
    reprise_missing ("madvise() had no effect");
  return 0;
}

/* The heap is the machine's: nobody makes one of his own behind a break. */
system_call (brk) {
  reprise_missing ("brk() or sbrk() failed: there is no program break");
  return -ENOMEM;
}
