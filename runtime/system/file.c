/* Open files. */

#include "file.h"
#include "lookup.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static file standard[3] = {
    {__reprise_standard, 0, O_RDONLY, 1},
    {__reprise_standard + 1, 0, O_WRONLY, 1},
    {__reprise_standard + 2, 0, O_WRONLY, 1},
};

static file *files[FILES_MAX] = {standard, standard + 1, standard + 2};
static int marks[FILES_MAX];

file *file_get (long descriptor) {
  unsigned i = (unsigned) descriptor;
  return i < FILES_MAX ? files[i] : NULL;
}

int *file_marks (long descriptor) { return &marks[(unsigned) descriptor]; }

int file_reads (const file *f) { return (f->flags & O_ACCMODE) != O_WRONLY; }
int file_writes (const file *f) { return (f->flags & O_ACCMODE) != O_RDONLY; }

int file_is_ready (const file *f, int is_for_writing) {
  const node *n = f->node;
  if (is_for_writing || !node_is (n, S_IFIFO) || n->device != DEVICE_NONE)
    return 1;
  return n->size > n->start || !n->writers;
}

long file_share (file *f, long from, int flags) {
  if (from < 0 || from >= FILES_MAX)
    return -EINVAL;
  while (from < FILES_MAX && files[from])
    from++;
  if (from == FILES_MAX)
    return -EMFILE;
  files[from] = f;
  marks[from] = flags & O_CLOEXEC ? FD_CLOEXEC : 0;
  f->refs++;
  return from;
}

static void count_ends (const file *f, int change) {
  if (!node_is (f->node, S_IFIFO))
    return;
  if (file_reads (f))
    f->node->readers += (unsigned) change;
  if (file_writes (f))
    f->node->writers += (unsigned) change;
}

long file_open (node *n, int flags, long from) {
  file *f = calloc (1, sizeof *f);
  if (!f)
    return -ENFILE;
  f->node = n;
  f->flags = flags & ~O_CLOEXEC;
  long descriptor = file_share (f, from, flags);
  if (descriptor < 0) {
    free (f);
    return descriptor;
  }
  n->opened++;
  count_ends (f, 1);
  return descriptor;
}

long file_close (long descriptor) {
  file *f = file_get (descriptor);
  if (!f)
    return -EBADF;
  files[(unsigned) descriptor] = NULL;
  if (--f->refs)
    return 0;
  count_ends (f, -1);
  f->node->opened--;
  node_release (f->node);
  return 0;
}

system_call (close) { return file_close (a); }

/* Opening. */

static unsigned mask = 022;

system_call (umask) {
  unsigned old = mask;
  mask = (unsigned) a & 0777;
  return old;
}

long __reprise_make (const found *at, unsigned mode, node **out) {
  if (!at->directory)
    return -EEXIST;
  if (!at->directory->links)
    return -ENOENT;
  if (!node_allows (at->directory, W_OK | X_OK))
    return -EACCES;
  unsigned type = mode & S_IFMT;
  if (at->has_slash && type != S_IFDIR)
    return -ENOENT;
  node *n = node_new (type | (mode & 07777 & ~(type == S_IFLNK ? 0 : mask)));
  if (!n)
    return -ENOSPC;
  long trouble = node_add (at->directory, at->name, at->length, n);
  *out = n;
  return trouble;
}

static int wanted_access (int flags) {
  switch (flags & O_ACCMODE) {
  case O_WRONLY:
    return W_OK;
  case O_RDWR:
    return R_OK | W_OK;
  default:
    return R_OK;
  }
}

/* A symbolic file of KLEE: it asks for one permission after the other, and for
 * reading alone only if the program has set it.
 */
static long check_seen (const node *n, int wants) {
  if (wants == R_OK && !n->has_first_mode)
    return 0;
  if (wants & R_OK && !node_allows (n, R_OK))
    return -EACCES;
  return !(wants & W_OK) || node_allows (n, W_OK) ? 0 : -EACCES;
}

/* An existing node, by what it is. */
static long check_open (node *n, int flags) {
  int wants = wanted_access (flags);
  if (flags & O_CREAT && flags & O_EXCL)
    return -EEXIST;
  if (node_is (n, S_IFLNK))
    return -ELOOP;
  if (node_is (n, S_IFDIR) && (wants & W_OK || flags & O_CREAT))
    return -EISDIR;
  if (flags & O_DIRECTORY && !node_is (n, S_IFDIR))
    return -ENOTDIR;
  if (flags & O_PATH)
    return 0;
  if (n->seen)
    return check_seen (n, wants);
  if (flags & O_TRUNC)
    wants |= W_OK;
  return node_allows (n, wants) ? 0 : -EACCES;
}

static long open_at (long at, const char *path, int flags, unsigned mode) {
  found where;
  node *n;
  int how = flags & O_CREAT ? FIND_PARENT : 0;
  if (flags & O_NOFOLLOW || (flags & O_CREAT && flags & O_EXCL))
    how |= FIND_STAY;
  long trouble = find (at, path, how, &where);
  if (trouble)
    return trouble;
  n = where.node;
  if (!n || flags & O_TRUNC)
    __reprise_change_files ();
  if (n) {
    trouble = check_open (n, flags);
    if (!trouble && flags & O_TRUNC && node_is (n, S_IFREG) && !n->seen)
      trouble = node_resize (n, 0);
  } else if (where.has_slash)
    trouble = -EISDIR;
  else
    trouble = __reprise_make (&where, S_IFREG | (mode & 07777), &n);
  if (trouble)
    return trouble;
  return file_open (n, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY), 0);
}

system_call (open) {
  return open_at (AT_FDCWD, (const char *) a, (int) b, (unsigned) c);
}

system_call (openat) {
  return open_at (a, (const char *) b, (int) c, (unsigned) d);
}

system_call (creat) {
  return open_at (AT_FDCWD, (const char *) a, O_CREAT | O_WRONLY | O_TRUNC,
                  (unsigned) b);
}

/* Copies of descriptors. */

system_call (dup) {
  file *it = file_get (a);
  return it ? file_share (it, 0, 0) : -EBADF;
}

system_call (dup3) {
  file *it = file_get (a);
  if (!it || (unsigned long) b >= FILES_MAX)
    return -EBADF;
  if (a == b)
    return -EINVAL;
  file_close (b);
  return file_share (it, b, (int) c);
}

system_call (dup2) {
  if (a == b)
    return file_get (a) ? b : -EBADF;
  return __reprise_dup3 (a, b, 0, 0, 0, 0);
}

system_call (pipe2) {
  int *ends = (int *) a;
  node *n = node_new (S_IFIFO | 0600);
  if (!n)
    return -ENFILE;
  long reader = file_open (n, O_RDONLY | (int) b, 0);
  if (reader < 0)
    return reader;
  long writer = file_open (n, O_WRONLY | (int) b, 0);
  if (writer < 0) {
    file_close (reader);
    return writer;
  }
  ends[0] = (int) reader;
  ends[1] = (int) writer;
  return 0;
}

system_call (pipe) { return __reprise_pipe2 (a, 0, 0, 0, 0, 0); }
