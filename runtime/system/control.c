/* Descriptors: fcntl, ioctl, and waiting for them. Nothing is a terminal, but
 * what KLEE's users see as one.
 */

#define _GNU_SOURCE
#include "file.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>

#include "kstat.h"

#define CAN_CHANGE (O_APPEND | O_NONBLOCK | O_DSYNC | O_DIRECT | O_NOATIME)

/* a: descriptor, b: what, c: argument */
system_call (fcntl) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  switch (b) {
  case F_DUPFD:
    return file_share (it, c, 0);
  case F_DUPFD_CLOEXEC:
    return file_share (it, c, O_CLOEXEC);
  case F_GETFD:
    return *file_marks (a);
  case F_SETFD:
    *file_marks (a) = (int) c & FD_CLOEXEC;
    return 0;
  case F_GETFL:
    return it->flags;
  case F_SETFL:
    it->flags = (it->flags & ~CAN_CHANGE) | ((int) c & CAN_CHANGE);
    return 0;
  case F_GETLK:
    ((struct flock *) c)->l_type = F_UNLCK;
    return 0;
  case F_SETLK:
  case F_SETLKW: /* nobody else could hold one */
    return 0;
  default:
    return -EINVAL;
  }
}

static long ask_terminal (long what, void *to) {
  switch (what) {
  case TCGETS:
    memset (to, 0, sizeof (struct termios));
    return 0;
  case TIOCGWINSZ:
    *(struct winsize *) to = (struct winsize) {.ws_row = 24, .ws_col = 80};
    return 0;
  case FIONREAD:
    *(int *) to = 0;
    return 0;
  default:
    return -EINVAL;
  }
}

system_call (ioctl) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  if (it->node->seen && S_ISCHR (it->node->seen->st_mode))
    return ask_terminal (b, (void *) c);
  if (b == FIONREAD && node_is (it->node, S_IFREG)) {
    *(int *) c = (int) (node_size (it->node) - it->position);
    return 0;
  }
  if (a <= 2 && (b == TCGETS || b == TIOCGWINSZ))
    reprise_bound ("no terminal");
  return -ENOTTY;
}

system_call (flock) { return file_get (a) ? 0 : -EBADF; }
system_call (fsync) {
  file *it = file_get (a);
  if (!it)
    return -EBADF;
  return node_is (it->node, S_IFREG) || node_is (it->node, S_IFDIR) ? 0
                                                                    : -EINVAL;
}
system_call (fadvise) { return file_get (a) ? 0 : -EBADF; }

/* Waiting. */

static short events_of (const struct pollfd *p) {
  file *f = file_get (p->fd);
  short res = 0;
  if (!f)
    return POLLNVAL;
  if (p->events & POLLIN && file_is_ready (f, 0))
    res |= POLLIN;
  if (p->events & POLLOUT && file_is_ready (f, 1))
    res |= POLLOUT;
  return res;
}

/* Nothing happens while the only process waits. */
static void wait_in_vain (int is_for_ever) {
  if (is_for_ever)
    reprise_unsupported ("waiting for a file that nobody else writes to");
}

static long poll_all (struct pollfd *p, long n, int is_for_ever) {
  long ready = 0;
  for (long i = 0; i < n; i++) {
    p[i].revents = p[i].fd < 0 ? 0 : events_of (p + i);
    ready += p[i].revents != 0;
  }
  if (!ready)
    wait_in_vain (is_for_ever);
  return ready;
}

/* a: descriptors, b: how many, c: milliseconds or -1 */
system_call (poll) { return poll_all ((struct pollfd *) a, b, (int) c < 0); }

/* c: time or NULL */
system_call (ppoll) { return poll_all ((struct pollfd *) a, b, !c); }

static long select_set (long n, fd_set *set, int is_for_writing) {
  long ready = 0;
  for (int i = 0; set && i < n; i++) {
    if (!FD_ISSET (i, set))
      continue;
    file *f = file_get (i);
    if (!f)
      return -EBADF;
    if (file_is_ready (f, is_for_writing))
      ready++;
    else
      FD_CLR (i, set);
  }
  return ready;
}

/* a: descriptors, b, c, d: sets to read, to write, of exceptions; e: time or
 * NULL
 */
system_call (select) {
  long to_read = select_set (a, (fd_set *) b, 0);
  long to_write = select_set (a, (fd_set *) c, 1);
  if (to_read < 0 || to_write < 0)
    return -EBADF;
  if (d)
    memset ((void *) d, 0, sizeof (fd_set));
  if (!to_read && !to_write)
    wait_in_vain (!e);
  return to_read + to_write;
}
