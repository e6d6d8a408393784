/* Directories, and the names in them. */

#define _GNU_SOURCE
#include "file.h"
#include "lookup.h"
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the program is. */

static long move_to (node *n) {
  if (!node_is (n, S_IFDIR))
    return -ENOTDIR;
  if (!node_allows (n, X_OK))
    return -EACCES;
  find_move (n);
  return 0;
}

system_call (chdir) {
  found it;
  long trouble = find (AT_FDCWD, (const char *) a, 0, &it);
  return trouble ? trouble : move_to (it.node);
}

system_call (fchdir) {
  file *it = file_get (a);
  return it ? move_to (it->node) : -EBADF;
}

/* Only the superuser may. */
system_call (chroot) {
  found it;
  long trouble = find (AT_FDCWD, (const char *) a, 0, &it);
  if (trouble)
    return trouble;
  return node_is (it.node, S_IFDIR) ? -EPERM : -ENOTDIR;
}

static const entry *entry_of (const node *n) {
  const entry *e = n->parent->entries;
  while (e && e->node != n)
    e = e->next;
  return e;
}

/* Built from its end. */
system_call (getcwd) {
  char path[PATH_MAX];
  size_t at = sizeof path - 1;
  path[at] = 0;
  reprise_bound ("a fixed working directory");
  for (const node *n = find_here (); n != &__reprise_root; n = n->parent) {
    const entry *e = entry_of (n);
    if (!e)
      return -ENOENT;
    if (e->length + 1 > at)
      return -ENAMETOOLONG;
    at -= e->length;
    memcpy (path + at, e->name, e->length);
    path[--at] = '/';
  }
  if (!path[at])
    path[--at] = '/';
  size_t size = sizeof path - at;
  if (size > (size_t) b)
    return -ERANGE;
  memcpy ((char *) a, path + at, size);
  return (long) size;
}

/* Reading. */

typedef struct listing {
  char *to;
  long room, used;
} listing;

static unsigned char type_of (const node *n) {
  return (unsigned char) ((n->mode & S_IFMT) >> 12);
}

static int list (listing *l, const char *name, size_t length, const node *n,
                 long cookie) {
  size_t head = offsetof (struct dirent, d_name);
  long size = (long) ((head + length + 1 + 7) & ~7ul);
  if (l->used + size > l->room)
    return 0;
  struct dirent *d = (struct dirent *) (l->to + l->used);
  memset (d, 0, (size_t) size);
  d->d_ino = n->number;
  d->d_off = cookie;
  d->d_reclen = (unsigned short) size;
  d->d_type = type_of (n);
  memcpy (d->d_name, name, length);
  l->used += size;
  return 1;
}

/* Positions 1 and 2 are "." and "..", an entry's is its cookie and 2. */
static int list_next (listing *l, file *f) {
  node *n = f->node;
  long at = f->position;
  int ok = 0;
  if (at == 0)
    ok = list (l, ".", 1, n, 1);
  else if (at == 1)
    ok = list (l, "..", 2, n->parent, 2);
  if (at < 2) {
    f->position += ok;
    return ok;
  }
  const entry *e = n->entries;
  while (e && e->cookie + 2 <= at)
    e = e->next;
  if (!e || !list (l, e->name, e->length, e->node, e->cookie + 2))
    return 0;
  f->position = e->cookie + 2;
  return 1;
}

system_call (getdents64) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  if (!node_is (it->node, S_IFDIR))
    return -ENOTDIR;
  listing l = {(char *) b, c, 0};
  while (list_next (&l, it))
    ;
  return l.used;
}

/* Making. */

static long make_at (long at, const char *path, unsigned mode, node **out) {
  found f;
  long trouble = find (at, path, FIND_PARENT | FIND_STAY, &f);
  if (trouble)
    return trouble;
  __reprise_change_files ();
  return f.node ? -EEXIST : __reprise_make (&f, mode, out);
}

system_call (mkdirat) {
  node *n;
  return make_at (a, (const char *) b, S_IFDIR | ((unsigned) c & 01777), &n);
}

system_call (mkdir) { return __reprise_mkdirat (AT_FDCWD, a, b, 0, 0, 0); }

/* a: where, b: path, c: mode, d: device */
system_call (mknodat) {
  node *n;
  unsigned type = (unsigned) c & S_IFMT;
  if (type && type != S_IFREG && type != S_IFIFO)
    return -EPERM;
  return make_at (a, (const char *) b,
                  (type ? type : S_IFREG) | ((unsigned) c & 07777), &n);
}

system_call (mknod) { return __reprise_mknodat (AT_FDCWD, a, b, c, 0, 0); }

/* a: target, b: where, c: path */
system_call (symlinkat) {
  const char *target = (const char *) a;
  node *n;
  if (!*target)
    return -ENOENT;
  long trouble = make_at (b, (const char *) c, S_IFLNK | 0777, &n);
  if (trouble)
    return trouble;
  trouble = node_write (n, 0, target, (long) strlen (target));
  return trouble < 0 ? trouble : 0;
}

system_call (symlink) { return __reprise_symlinkat (a, AT_FDCWD, b, 0, 0, 0); }

/* a: where, b: path, c: result, d: its room */
system_call (readlinkat) {
  found it;
  long trouble = find (a, (const char *) b, FIND_STAY | FIND_EMPTY, &it);
  if (trouble)
    return trouble;
  if (!node_is (it.node, S_IFLNK) || d <= 0)
    return -EINVAL;
  return node_read (it.node, 0, (void *) c, d);
}

system_call (readlink) {
  return __reprise_readlinkat (AT_FDCWD, a, b, c, 0, 0);
}

/* a, b: from; c, d: to; e: flags */
system_call (linkat) {
  found from, to;
  int how = e & AT_SYMLINK_FOLLOW ? 0 : FIND_STAY;
  if (e & AT_EMPTY_PATH)
    how |= FIND_EMPTY;
  long trouble = find (a, (const char *) b, how, &from);
  if (!trouble)
    trouble = find (c, (const char *) d, FIND_PARENT | FIND_STAY, &to);
  if (trouble)
    return trouble;
  if (to.node)
    return -EEXIST;
  if (node_is (from.node, S_IFDIR) || !to.directory)
    return -EPERM;
  if (!node_allows (to.directory, W_OK | X_OK))
    return -EACCES;
  __reprise_change_files ();
  return node_add (to.directory, to.name, to.length, from.node);
}

system_call (link) { return __reprise_linkat (AT_FDCWD, a, AT_FDCWD, b, 0, 0); }

/* Taking away. */

/* In a directory with the sticky bit, only what is one's own. */
static long may_remove (const found *f) {
  const node *d = f->directory;
  if (!node_allows (d, W_OK | X_OK))
    return -EACCES;
  if (d->mode & S_ISVTX && d->owner != NODE_USER && f->node->owner != NODE_USER)
    return -EPERM;
  return 0;
}

static long remove_at (long at, const char *path, int is_directory) {
  found f;
  long trouble = find (at, path, FIND_STAY, &f);
  if (trouble)
    return trouble;
  if (node_is (f.node, S_IFDIR) != is_directory)
    return is_directory ? -ENOTDIR : -EISDIR;
  if (!f.directory)
    return !f.length ? -EBUSY : f.length == 1 ? -EINVAL : -ENOTEMPTY;
  trouble = may_remove (&f);
  if (trouble)
    return trouble;
  if (is_directory && !node_is_empty (f.node))
    return -ENOTEMPTY;
  __reprise_change_files ();
  node_remove (f.directory, f.node, f.name, f.length);
  return 0;
}

system_call (unlink) { return remove_at (AT_FDCWD, (const char *) a, 0); }
system_call (rmdir) { return remove_at (AT_FDCWD, (const char *) a, 1); }

system_call (unlinkat) {
  return remove_at (a, (const char *) b, (c & AT_REMOVEDIR) != 0);
}

/* Moving. */

static int is_inside (const node *n, const node *directory) {
  for (; n != &__reprise_root; n = n->parent)
    if (n == directory)
      return 1;
  return 0;
}

/* What is there already has to make way. */
static long replace (const found *from, const found *to) {
  int is_directory = node_is (from->node, S_IFDIR);
  if (is_directory && !node_is (to->node, S_IFDIR))
    return -ENOTDIR;
  if (!is_directory && node_is (to->node, S_IFDIR))
    return -EISDIR;
  if (is_directory && !node_is_empty (to->node))
    return -ENOTEMPTY;
  long trouble = may_remove (to);
  if (!trouble)
    node_remove (to->directory, to->node, to->name, to->length);
  return trouble;
}

#define NO_REPLACE 1

static long move (const found *from, const found *to, long flags) {
  if (!from->directory || !to->directory)
    return -EBUSY;
  if (to->node && flags & NO_REPLACE)
    return -EEXIST;
  if (to->has_slash && !node_is (from->node, S_IFDIR))
    return -ENOTDIR;
  if (to->node == from->node)
    return 0;
  long trouble = may_remove (from);
  if (trouble)
    return trouble;
  if (!node_allows (to->directory, W_OK | X_OK))
    return -EACCES;
  if (node_is (from->node, S_IFDIR) && is_inside (to->directory, from->node))
    return -EINVAL;
  if (to->node && (trouble = replace (from, to)))
    return trouble;
  __reprise_change_files ();
  trouble = node_add (to->directory, to->name, to->length, from->node);
  if (!trouble)
    node_remove (from->directory, from->node, from->name, from->length);
  return trouble;
}

/* a, b: from; c, d: to; e: flags */
system_call (renameat2) {
  found from, to;
  if (e & ~(long) NO_REPLACE)
    return -EINVAL;
  long trouble = find (a, (const char *) b, FIND_STAY, &from);
  if (!trouble)
    trouble = find (c, (const char *) d, FIND_PARENT | FIND_STAY, &to);
  return trouble ? trouble : move (&from, &to, e);
}

system_call (renameat) { return __reprise_renameat2 (a, b, c, d, 0, 0); }

system_call (rename) {
  return __reprise_renameat2 (AT_FDCWD, a, AT_FDCWD, b, 0, 0);
}
