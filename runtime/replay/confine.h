#ifndef REPLAY_CONFINE_H
#define REPLAY_CONFINE_H

/* Name spaces of its own for whoever runs a program under test: it is a user
 * who may do nothing outside, sees no other process and no network. Used by
 * the native side of 'reprise tests replay', and by the sandbox of
 * --executable. The first process of the name spaces is the next child.
 */

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CONFINE_USER 1000
#define CONFINE_HOST "reprise"

static int confine_write (const char *path, const char *text) {
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  int is_good = fd >= 0 && write (fd, text, strlen (text)) > 0;
  if (fd >= 0)
    close (fd);
  return is_good;
}

static int confine_map (const char *path, unsigned id) {
  char text[64];
  snprintf (text, sizeof text, "%d %u 1", CONFINE_USER, id);
  return confine_write (path, text);
}

/* 0: this system does not allow it. One thread must be all. */
static int confine (void) {
  unsigned user = geteuid (), group = getegid ();
  return !unshare (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                   CLONE_NEWIPC | CLONE_NEWUTS) &&
         confine_write ("/proc/self/setgroups", "deny") &&
         confine_map ("/proc/self/uid_map", user) &&
         confine_map ("/proc/self/gid_map", group) &&
         !sethostname (CONFINE_HOST, strlen (CONFINE_HOST));
}

#endif
