/* What files are like: the stat family, permissions, owners, times. */

#define _GNU_SOURCE
#include "file.h"
#include "lookup.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "kstat.h"

#define DISK makedev (8, 1)
#define BLOCK 4096

static unsigned long device_number (const node *n) {
  switch (n->device) {
  case DEVICE_NULL:
    return makedev (1, 3);
  case DEVICE_ZERO:
    return makedev (1, 5);
  case DEVICE_FULL:
    return makedev (1, 7);
  case DEVICE_RANDOM:
    return makedev (1, 9);
  default:
    return 0;
  }
}

static long visible_size (node *n) {
  if (node_is (n, S_IFDIR))
    return BLOCK + (long) __reprise_facts[FACT_DISK];
  return node_is (n, S_IFREG) || node_is (n, S_IFLNK) ? node_size (n) : 0;
}

/* All but sizes and times. */
static void show_seen (const struct kstat *seen, struct kstat *to) {
  to->st_dev = seen->st_dev;
  to->st_ino = seen->st_ino;
  to->st_nlink = seen->st_nlink;
  to->st_mode = seen->st_mode;
  to->st_uid = seen->st_uid;
  to->st_gid = seen->st_gid;
  to->st_rdev = seen->st_rdev;
  to->st_blksize = seen->st_blksize;
  to->st_blocks = 8;
}

static void fill (node *n, struct kstat *to) {
  long size = visible_size (n);
  struct kstat st;
  memset (&st, 0, sizeof st);
  unsigned long more = __reprise_facts[FACT_FILES];
  st.st_dev = DISK + more;
  st.st_ino = n->number + more;
  st.st_nlink = n->links;
  st.st_mode = n->mode;
  st.st_uid = n->owner;
  st.st_gid = n->group;
  if (n->owner != NODE_USER)
    st.st_uid = st.st_gid = n->owner + more;
  st.st_rdev = device_number (n);
  st.st_size = size;
  st.st_blksize = BLOCK;
  st.st_blocks = (size + BLOCK - 1) / BLOCK * (BLOCK / 512);
  if (size)
    st.st_blocks += (long) __reprise_facts[FACT_DISK];
  st.st_atime_sec = n->accessed.tv_sec;
  st.st_atime_nsec = n->accessed.tv_nsec;
  st.st_mtime_sec = n->modified.tv_sec;
  st.st_mtime_nsec = n->modified.tv_nsec;
  st.st_ctime_sec = n->changed.tv_sec;
  st.st_ctime_nsec = n->changed.tv_nsec;
  if (n->seen)
    show_seen (n->seen, &st);
  *to = st;
}

/* Flags of the calls with "at" as ways of finding. */
static int how_of (long flags) {
  int how = 0;
  if (flags & AT_SYMLINK_NOFOLLOW)
    how |= FIND_STAY;
  if (flags & AT_EMPTY_PATH)
    how |= FIND_EMPTY;
  return how;
}

static long stat_at (long at, const char *path, int how, struct kstat *to) {
  found f;
  long trouble = find (at, path, how, &f);
  if (!trouble)
    fill (f.node, to);
  return trouble;
}

system_call (fstat) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  fill (it->node, (struct kstat *) b);
  return 0;
}

system_call (stat) {
  return stat_at (AT_FDCWD, (const char *) a, 0, (struct kstat *) b);
}

system_call (lstat) {
  return stat_at (AT_FDCWD, (const char *) a, FIND_STAY, (struct kstat *) b);
}

system_call (fstatat) {
  return stat_at (a, (const char *) b, how_of (d), (struct kstat *) c);
}

/* The kernel's struct statx, of which no header is sure to know. */
struct extended_time {
  int64_t seconds;
  uint32_t nanoseconds, pad;
};

struct extended {
  uint32_t mask, block;
  uint64_t attributes;
  uint32_t links, owner, group;
  uint16_t mode, pad;
  uint64_t number, size, blocks, known_attributes;
  struct extended_time accessed, born, changed, modified;
  uint32_t device_major, device_minor, disk_major, disk_minor;
  uint64_t spare[14];
};

static struct extended_time extend (struct timespec t) {
  return (struct extended_time) {t.tv_sec, (uint32_t) t.tv_nsec, 0};
}

/* a: where, b: path, c: flags, d: mask, e: result */
system_call (statx) {
  found it;
  struct kstat st;
  struct extended *to = (struct extended *) e;
  long trouble = find (a, (const char *) b, how_of (c), &it);
  if (trouble)
    return trouble;
  node *n = it.node;
  fill (n, &st);
  memset (to, 0, sizeof *to);
  to->mask = 0x7ff; /* all but the time of birth */
  to->block = BLOCK;
  to->links = n->links;
  to->owner = st.st_uid;
  to->group = st.st_gid;
  to->mode = (uint16_t) st.st_mode;
  to->number = st.st_ino;
  to->size = (uint64_t) st.st_size;
  to->blocks = (uint64_t) st.st_blocks;
  to->accessed = extend (n->accessed);
  to->changed = extend (n->changed);
  to->modified = extend (n->modified);
  to->device_major = major (st.st_rdev);
  to->device_minor = minor (st.st_rdev);
  to->disk_major = major (st.st_dev);
  to->disk_minor = minor (st.st_dev);
  return 0;
}

static long fill_disk (struct statfs *to) {
  memset (to, 0, sizeof *to);
  to->f_type = 0xef53;
  to->f_bsize = to->f_frsize = BLOCK;
  to->f_blocks = NODE_DISK / BLOCK + __reprise_facts[FACT_DISK];
  to->f_bfree = to->f_bavail = to->f_blocks / 2;
  to->f_files = 1024 + __reprise_facts[FACT_DISK];
  to->f_ffree = 512;
  to->f_namelen = 255;
  return 0;
}

system_call (statfs) {
  found it;
  long trouble = find (AT_FDCWD, (const char *) a, 0, &it);
  return trouble ? trouble : fill_disk ((struct statfs *) b);
}

system_call (fstatfs) {
  return file_get (a) ? fill_disk ((struct statfs *) b) : -EBADF;
}

/* Access. */

/* a: where, b: path, c: bits, d: flags */
system_call (faccessat2) {
  found it;
  long trouble = find (a, (const char *) b, how_of (d), &it);
  if (trouble)
    return trouble;
  return node_allows (it.node, (int) c) ? 0 : -EACCES;
}

system_call (faccessat) { return __reprise_faccessat2 (a, b, c, 0, 0, 0); }

system_call (access) { return __reprise_faccessat2 (AT_FDCWD, a, b, 0, 0, 0); }

/* Changes. Only the owner may. */

static long set_mode (node *n, long mode) {
  if (n->owner != NODE_USER)
    return -EPERM;
  __reprise_change_files ();
  if (n->is_given && !n->has_first_mode)
    n->first_mode = n->mode;
  n->has_first_mode |= n->is_given;
  n->mode = (n->mode & S_IFMT) | ((unsigned) mode & 07777);
  if (n->seen)
    n->seen->st_mode = (n->seen->st_mode & S_IFMT) | ((unsigned) mode & 07777);
  node_touch (n, 0);
  return 0;
}

system_call (fchmod) {
  file *it = file_get (a);
  return it ? set_mode (it->node, b) : -EBADF;
}

system_call (fchmodat) {
  found it;
  long trouble = find (a, (const char *) b, 0, &it);
  return trouble ? trouble : set_mode (it.node, c);
}

system_call (chmod) { return __reprise_fchmodat (AT_FDCWD, a, b, 0, 0, 0); }

/* An ordinary user can give nothing away. */
static long set_owner (node *n, long owner, long group) {
  if (n->owner != NODE_USER)
    return -EPERM;
  if (((int) owner != -1 && (unsigned) owner != n->owner) ||
      ((int) group != -1 && (unsigned) group != NODE_USER))
    return -EPERM;
  node_touch (n, 0);
  return 0;
}

system_call (fchown) {
  file *it = file_get (a);
  return it ? set_owner (it->node, b, c) : -EBADF;
}

/* a: where, b: path, c: owner, d: group, e: flags */
system_call (fchownat) {
  found it;
  long trouble = find (a, (const char *) b, how_of (e), &it);
  return trouble ? trouble : set_owner (it.node, c, d);
}

system_call (chown) { return __reprise_fchownat (AT_FDCWD, a, b, c, 0, 0); }

system_call (lchown) {
  return __reprise_fchownat (AT_FDCWD, a, b, c, AT_SYMLINK_NOFOLLOW, 0);
}

static void set_time (struct timespec *to, const struct timespec *wanted) {
  if (!wanted || wanted->tv_nsec == UTIME_NOW)
    __reprise_now (to);
  else if (wanted->tv_nsec != UTIME_OMIT)
    *to = *wanted;
}

static int is_time (const struct timespec *t) {
  return t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT ||
         (unsigned long) t->tv_nsec < 1000000000;
}

/* a: where, b: path or NULL, c: times or NULL, d: flags */
system_call (utimensat) {
  const struct timespec *t = (const struct timespec *) c;
  found it;
  if (b) {
    long trouble = find (a, (const char *) b, how_of (d), &it);
    if (trouble)
      return trouble;
  } else {
    file *opened = file_get (a);
    if (!opened)
      return -EBADF;
    it.node = opened->node;
  }
  if (t && !(is_time (t) && is_time (t + 1)))
    return -EINVAL;
  if (it.node->owner != NODE_USER)
    return -EPERM;
  set_time (&it.node->accessed, t);
  set_time (&it.node->modified, t ? t + 1 : t);
  node_touch (it.node, 0);
  return 0;
}

/* Sizes. */

static long set_size (node *n, long size) {
  __reprise_change_files ();
  if (node_is (n, S_IFDIR))
    return -EISDIR;
  if (!node_is (n, S_IFREG) || size < 0)
    return -EINVAL;
  if (!reprise_is_concrete ((uint64_t) size)) {
    long old = node_size (n);
    long decided =
        (long) node_decide ((unsigned long) size, (unsigned long) old);
    size = decided <= old ? decided : (long) node_fix ((unsigned long) size);
  }
  return node_resize (n, size);
}

system_call (ftruncate) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  return file_writes (it) ? set_size (it->node, b) : -EINVAL;
}

system_call (truncate) {
  found it;
  long trouble = find (AT_FDCWD, (const char *) a, 0, &it);
  if (trouble)
    return trouble;
  return node_allows (it.node, W_OK) ? set_size (it.node, b) : -EACCES;
}

/* a: file, b: mode, c: offset, d: length */
system_call (fallocate) {
  file *it = file_get (a);
  if (!it || !file_writes (it))
    return -EBADF;
  if (c < 0 || d <= 0)
    return -EINVAL;
  if (b || !node_is (it->node, S_IFREG))
    return -EOPNOTSUPP;
  long end = (long) node_fix ((unsigned long) (c + d));
  __reprise_change_files ();
  return end <= node_size (it->node) ? 0 : node_resize (it->node, end);
}
