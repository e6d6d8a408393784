#ifndef REPLAY_FREEZE_H
#define REPLAY_FREEZE_H

/* Name spaces (confine.h) in which the host's files are found, but cannot be
 * changed. What is written goes to a directory that ends with them.
 */

#include "confine.h"

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define FREEZE_FILE_MAX (32 << 20)
#define FREEZE_ROOM "size=64m,mode=1777"
#define FREEZE_INSIDE (-1)
#define FREEZE_IMPOSSIBLE (-2)

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

static int freeze_files (void) {
  struct {
    unsigned long long set, clear, propagation, user;
  } attributes = {MS_RDONLY | MS_NOSUID | MS_NODEV, 0, 0, 0};
  return !mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
         !syscall (SYS_mount_setattr, -1, "/", 0x8000 /* recursively */,
                   &attributes, sizeof attributes) &&
         !mount ("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, FREEZE_ROOM) &&
         !chdir ("/tmp");
}

static void freeze_limits (void) {
  struct rlimit file_size = {FREEZE_FILE_MAX, FREEZE_FILE_MAX}, none = {0, 0};
  setrlimit (RLIMIT_FSIZE, &file_size);
  setrlimit (RLIMIT_CORE, &none);
}

/* FREEZE_INSIDE in their first process; in who called, FREEZE_IMPOSSIBLE or
 * the status that the first process exits with.
 */
static int freeze (void) {
  int status;
  if (!confine () || !freeze_files ())
    return FREEZE_IMPOSSIBLE;
  pid_t first = fork ();
  if (!first)
    return FREEZE_INSIDE;
  return first < 0 || waitpid (first, &status, 0) < 0 || !WIFEXITED (status)
             ? 2
             : WEXITSTATUS (status);
}

#endif
