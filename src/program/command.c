#include "program/command.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_init (command *c, memory *mem) {
  *c = (command) {.mem = mem};
  arena_init (&c->text, mem);
}

void command_release (command *c) {
  vec_release (c->mem, &c->word);
  arena_release (&c->text);
}

void command_add (command *c, const char *word) {
  vec_push (c->mem, &c->word, arena_string (&c->text, word, strlen (word)));
}

bool command_find (const char *name, char out[PATH_MAX]) {
  const char *path = getenv ("PATH");
  if (strchr (name, '/'))
    return realpath (name, out);
  while (path && *path) {
    char whole[PATH_MAX];
    int len = (int) strcspn (path, ":");
    snprintf (whole, sizeof whole, "%.*s/%s", len, path, name);
    if (access (whole, X_OK) == 0)
      return realpath (whole, out);
    path += len + (path[len] == ':');
  }
  return false;
}

/* Everything that was written to a file in memory. */
static void command_collect (memory *mem, int fd, char_vec *text) {
  char part[65536];
  off_t at = 0;
  for (;;) {
    ssize_t n = pread (fd, part, sizeof part, at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return;
    text_add (mem, text, part, (size_t) n);
    at += n;
  }
}

static int spawn (command *c, const int fd[3], pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);
  if (error)
    return error;
  error =
      posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY, 0);
  for (int i = 0; i < 3 && !error; i++)
    error = posix_spawn_file_actions_adddup2 (&actions, fd[i], i + 1);
  if (!error && c->directory)
    error = posix_spawn_file_actions_addchdir_np (&actions, c->directory);
  if (!error)
    error = posix_spawnp (pid, c->word.data[0], &actions, NULL, c->word.data,
                          environ);
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

/* False: it still runs at the deadline. */
static bool ends_in_time (const command *c, pid_t pid) {
  int fd = c->deadline ? pidfd_open (pid, 0) : -1;
  if (fd < 0) /* nobody waits, or an old kernel */
    return true;
  struct pollfd end = {.fd = fd, .events = POLLIN};
  int n = 0;
  for (;;) {
    uint64_t now = clock_now ();
    uint64_t left = now < c->deadline ? c->deadline - now : 0;
    struct timespec t = {.tv_sec = (time_t) (left / CLOCK_SECOND),
                         .tv_nsec = (long) (left % CLOCK_SECOND)};
    n = ppoll (&end, 1, &t, NULL);
    if (n >= 0 || errno != EINTR)
      break;
  }
  close (fd);
  return n;
}

static status program_command_run (command *c, const int fd[3], bool *succeeded,
                                   trouble *t) {
  if (fd[0] < 0 || fd[1] < 0 || fd[2] < 0)
    return trouble_set (t, ST_NOFILE, "cannot make a file in memory: %s",
                        strerror (errno));
  pid_t pid;
  int error = spawn (c, fd, &pid);
  if (error)
    return trouble_set (t, ST_NOFILE, "cannot run '%s': %s", c->word.data[0],
                        strerror (error));
  int how = 0;
  if (c->meanwhile)
    c->meanwhile ();
  bool is_late = !ends_in_time (c, pid);
  if (is_late)
    kill (pid, SIGKILL);
  while (waitpid (pid, &how, 0) < 0)
    if (errno != EINTR)
      return trouble_set (t, ST_NOFILE, "cannot wait for '%s': %s",
                          c->word.data[0], strerror (errno));
  if (is_late)
    return trouble_set (t, ST_FULL, "time was over while '%s' was running",
                        c->word.data[0]);
  c->status = how;
  *succeeded = WIFEXITED (how) && WEXITSTATUS (how) == 0;
  return ST_OK;
}

/* Files in memory instead of pipes: the child never waits for us, and there
 * is nothing to multiplex.
 */
status command_run (command *c, char_vec *out, char_vec *messages,
                    bool *succeeded, trouble *t) {
  int fd[3] = {memfd_create ("output", MFD_CLOEXEC),
               memfd_create ("messages", MFD_CLOEXEC),
               memfd_create ("extra", MFD_CLOEXEC)};
  vec_push (c->mem, &c->word, NULL);
  status st = program_command_run (c, fd, succeeded, t);
  c->word.len--;
  if (st == ST_OK) {
    command_collect (c->mem, fd[0], out);
    command_collect (c->mem, fd[1], messages);
    if (c->extra)
      command_collect (c->mem, fd[2], c->extra);
  }
  for (int i = 0; i < 3; i++)
    if (fd[i] >= 0)
      close (fd[i]);
  return st;
}
