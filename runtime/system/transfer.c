/* Reading, writing, seeking. */

#include "file.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define OUTPUT_MAX (16l << 20) /* of one path */

/* How many bytes: concrete, since they are moved. */

static long decide_count (long wanted, long available) {
  if (reprise_is_concrete ((uint64_t) wanted))
    return wanted < available ? wanted : available;
  long n =
      (long) node_decide ((unsigned long) wanted, (unsigned long) available);
  return n < available ? n : available;
}

/* One fork for each length to write, but for long ones. */
static long settle_count (long count) {
  long n = (long) node_decide ((unsigned long) count, 4096);
  return n <= 4096 ? n : (long) node_fix ((unsigned long) count);
}

/* Pipes. */

static long read_pipe (file *f, void *to, long count) {
  node *n = f->node;
  long available = n->size - n->start;
  if (!available && !n->writers)
    return 0;
  if (!available && f->flags & O_NONBLOCK)
    return -EAGAIN;
  if (!available)
    reprise_unsupported ("waiting for a pipe that nobody else writes to");
  count = decide_count (count, available);
  memcpy (to, n->bytes + n->start, (size_t) count);
  n->start += count;
  if (n->start == n->size)
    n->start = n->size = 0;
  return count;
}

static long write_pipe (file *f, const void *from, long count) {
  node *n = f->node;
  if (!n->readers) {
    __reprise_raise (SIGPIPE);
    return -EPIPE;
  }
  if (n->size - n->start + count > 65536) {
    if (f->flags & O_NONBLOCK)
      return -EAGAIN;
    reprise_unsupported ("waiting for a pipe that nobody else reads from");
  }
  return node_write (n, n->size, from, count);
}

/* Devices. */

static long read_device (node *n, void *to, long count) {
  switch (n->device) {
  case DEVICE_ZERO:
  case DEVICE_FULL:
    memset (to, 0, (size_t) count);
    return count;
  case DEVICE_RANDOM:
    return __reprise_getrandom ((long) to, count, 0, 0, 0, 0);
  case DEVICE_EMPTY:
    reprise_bound ("an empty standard input (--sym-stdin=N makes it symbolic)");
    return 0;
  default:
    return 0;
  }
}

static long write_output (node *n, const void *from, long count) {
  static long written;
  written += count;
  if (written > OUTPUT_MAX)
    reprise_unsupported ("more than 16 MiB of output");
  if (count)
    reprise_output (n->stream, from, (size_t) count);
  return count;
}

static long write_device (node *n, const void *from, long count) {
  switch (n->device) {
  case DEVICE_OUTPUT:
    return write_output (n, from, count);
  case DEVICE_FULL:
    return -ENOSPC;
  default:
    return count;
  }
}

/* Any file. */

static long read_at (file *f, long at, void *to, long count) {
  node *n = f->node;
  if (node_is (n, S_IFDIR))
    return at > LONG_MAX - count ? -EINVAL : -EISDIR;
  if (n->device != DEVICE_NONE)
    return read_device (n, to, (long) node_fix ((unsigned long) count));
  long size = node_size (n);
  return node_read (n, at, to, decide_count (count, at < size ? size - at : 0));
}

static long write_at (file *f, long at, const void *from, long count) {
  node *n = f->node;
  count = settle_count (count);
  if (n->device != DEVICE_NONE)
    return write_device (n, from, count);
  __reprise_change_files ();
  return node_write (n, at, from, count);
}

static long read_some (file *f, void *to, long count) {
  if (node_is (f->node, S_IFIFO) && f->node->device == DEVICE_NONE)
    return read_pipe (f, to, count);
  long n = read_at (f, f->position, to, count);
  if (n > 0)
    f->position += n;
  return n;
}

static long write_some (file *f, const void *from, long count) {
  if (node_is (f->node, S_IFIFO) && f->node->device == DEVICE_NONE)
    return write_pipe (f, from, settle_count (count));
  if (f->flags & O_APPEND)
    f->position = node_size (f->node);
  long n = write_at (f, f->position, from, count);
  if (n > 0)
    f->position += n;
  return n;
}

static file *reader_of (long descriptor) {
  file *f = file_get (descriptor);
  return f && file_reads (f) && !(f->flags & O_PATH) ? f : NULL;
}

static file *writer_of (long descriptor) {
  file *f = file_get (descriptor);
  return f && file_writes (f) && !(f->flags & O_PATH) ? f : NULL;
}

system_call (read) {
  file *it = reader_of (a);
  if (it && it->node->seen && !b && c)
    return -EFAULT; /* as KLEE has it */
  return it ? read_some (it, (void *) b, c) : -EBADF;
}

system_call (write) {
  file *it = writer_of (a);
  return it ? write_some (it, (const void *) b, c) : -EBADF;
}

system_call (readv) {
  file *it = reader_of (a);
  const struct iovec *part = (const struct iovec *) b;
  long total = 0;
  if (!it)
    return -EBADF;
  if (c < 0 || c > IOV_MAX)
    return -EINVAL;
  for (long i = 0; i < c; i++) {
    if (!part[i].iov_len)
      continue;
    long n = read_some (it, part[i].iov_base, (long) part[i].iov_len);
    if (n < 0)
      return total ? total : n;
    total += n;
    if (n < (long) part[i].iov_len)
      break;
  }
  return total;
}

system_call (writev) {
  file *it = writer_of (a);
  const struct iovec *part = (const struct iovec *) b;
  long total = 0;
  if (!it)
    return -EBADF;
  if (c < 0 || c > IOV_MAX)
    return -EINVAL;
  for (long i = 0; i < c; i++) {
    if (!part[i].iov_len)
      continue;
    long n = write_some (it, part[i].iov_base, (long) part[i].iov_len);
    if (n < 0)
      return total ? total : n;
    total += n;
    if (n < (long) part[i].iov_len)
      break;
  }
  return total;
}

static long can_seek (const file *f) {
  return node_is (f->node, S_IFIFO) ? -ESPIPE : 0;
}

/* An offset: one fork for each place in the file, one value for those
 * behind it.
 */
static long settle (file *f, long at) {
  if (reprise_is_concrete ((uint64_t) at))
    return at;
  if (at < 0)
    return -1;
  long size = node_size (f->node);
  long n = (long) node_decide ((unsigned long) at, (unsigned long) size);
  return n <= size ? n : (long) node_fix ((unsigned long) at);
}

system_call (pread64) {
  file *it = reader_of (a);
  if (!it)
    return -EBADF;
  long at = settle (it, d), trouble = can_seek (it);
  if (at < 0 || trouble)
    return trouble ? trouble : -EINVAL;
  return read_at (it, at, (void *) b, c);
}

system_call (pwrite64) {
  file *it = writer_of (a);
  if (!it)
    return -EBADF;
  long at = settle (it, d), trouble = can_seek (it);
  if (at < 0 || trouble)
    return trouble ? trouble : -EINVAL;
  return write_at (it, at, (const void *) b, c);
}

/* Data is everywhere; the only hole is behind the end. */
static long seek_data (file *f, long offset, int for_hole) {
  long size = node_size (f->node);
  if (offset < 0 || offset >= size)
    return -ENXIO;
  return for_hole ? size : offset;
}

/* As ext4 has it: behind all there may ever be. Others refuse. */
static long end_of_directory (file *f, long offset) {
  if (offset > 0 || __reprise_facts[FACT_DISK])
    return -EINVAL;
  return f->position = LONG_MAX + offset;
}

/* a: descriptor, b: offset, c: from where */
system_call (lseek) {
  file *it = file_get (a);
  long at, base = 0;
  if (!it)
    return -EBADF;
  if (can_seek (it))
    return -ESPIPE;
  switch (c) {
  case SEEK_SET:
    break;
  case SEEK_CUR:
    base = it->position;
    break;
  case SEEK_END:
    if (node_is (it->node, S_IFDIR))
      return end_of_directory (it, b);
    base = node_size (it->node);
    break;
  case 3:
  case 4:
    at = seek_data (it, settle (it, b), c == 4);
    if (at >= 0)
      it->position = at;
    return at;
  default:
    return -EINVAL;
  }
  if (it->node->device != DEVICE_NONE)
    return 0;
  if (b > 0 && base > LONG_MAX - b)
    return -EOVERFLOW;
  at = settle (it, base + b);
  if (at < 0)
    return -EINVAL;
  return it->position = at;
}

/* Copies between files. */

/* From one place to another, each that of the file or of its own. */
static long copy_some (file *in, long *from, file *out, long *to, long count) {
  char block[4096];
  long total = 0;
  while (total < count) {
    long n = count - total < (long) sizeof block ? count - total
                                                 : (long) sizeof block;
    n = from ? read_at (in, *from, block, n) : read_some (in, block, n);
    if (n <= 0)
      return total ? total : n;
    long done = to ? write_at (out, *to, block, n) : write_some (out, block, n);
    if (done < 0)
      return total ? total : done;
    if (from)
      *from += done;
    if (to)
      *to += done;
    total += done;
  }
  return total;
}

/* a: to, b: from, c: offset there, d: how many */
system_call (sendfile) {
  file *in = reader_of (b), *out = writer_of (a);
  if (!in || !out)
    return -EBADF;
  if (!node_is (in->node, S_IFREG) || out->flags & O_APPEND)
    return -EINVAL;
  long count = settle_count (d);
  return count < 0 ? -EINVAL : copy_some (in, (long *) c, out, NULL, count);
}

/* a: from, b: offset there, c: to, d: offset there, e: how many, f: flags */
system_call (copy_file_range) {
  file *in = reader_of (a), *out = writer_of (c);
  if (!in || !out || out->flags & O_APPEND)
    return -EBADF;
  if (node_is (in->node, S_IFDIR) || node_is (out->node, S_IFDIR))
    return -EISDIR;
  if (!node_is (in->node, S_IFREG) || !node_is (out->node, S_IFREG) || f)
    return -EINVAL;
  return copy_some (in, (long *) b, out, (long *) d, settle_count (e));
}

system_call (splice) {
  reprise_missing ("splice() failed: programs copy themselves");
  return -EINVAL;
}
