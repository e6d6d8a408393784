#ifndef UNIT_REDIS_SERVER_H
#define UNIT_REDIS_SERVER_H

/* A real redis-server for tests and measurements: on the loopback address
 * alone, in a directory of its own, without files, gone with its parent.
 */

#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct redis_server {
  pid_t pid; /* 0: not running */
  unsigned port;
  char dir[64];
  char url[64];
} redis_server;

static inline bool redis_server_is_installed (void) {
  return !system ("command -v redis-server >/dev/null 2>&1");
}

/* A port that was free a moment ago. */
static inline unsigned redis_server_free_port (void) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  socklen_t size = sizeof a;
  a.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (fd, (struct sockaddr *) &a, sizeof a) ||
      getsockname (fd, (struct sockaddr *) &a, &size))
    perror ("free port");
  close (fd);
  return ntohs (a.sin_port);
}

static inline bool redis_server_listens (const redis_server *s) {
  struct sockaddr_in a = {.sin_family = AF_INET,
                          .sin_port = htons ((uint16_t) s->port)};
  a.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  bool res = !connect (fd, (struct sockaddr *) &a, sizeof a);
  close (fd);
  return res;
}

static inline void redis_server_exec (const redis_server *s, const char *option,
                                      const char *value) {
  char port[16];
  snprintf (port, sizeof port, "%u", s->port);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  const char *argv[] = {"redis-server", "--port",     port,      "--bind",
                        "127.0.0.1",    "--save",     "",        "--dir",
                        s->dir,         "--loglevel", "warning", option,
                        value,          NULL};
  if (!freopen ("/dev/null", "w", stdout))
    _exit (126);
  execvp (argv[0], (char *const *) argv);
  _exit (127);
}

static inline void redis_server_signal (redis_server *s, int signal) {
  kill (s->pid, signal);
}

static inline void redis_server_kill (redis_server *s) {
  if (!s->pid)
    return;
  kill (s->pid, SIGKILL);
  waitpid (s->pid, NULL, 0);
  s->pid = 0;
}

/* At s->port; one more option may be given. */
static inline bool redis_server_restart (redis_server *s, const char *option,
                                         const char *value) {
  fflush (NULL);
  s->pid = fork ();
  if (!s->pid)
    redis_server_exec (s, option, value);
  for (int i = 0; i < 10000 && s->pid > 0; i++) {
    if (redis_server_listens (s))
      return true;
    if (waitpid (s->pid, NULL, WNOHANG) == s->pid)
      break; /* somebody else got the port */
    usleep (10000);
  }
  redis_server_kill (s);
  return false;
}

static inline bool redis_server_start (redis_server *s, const char *option,
                                       const char *value) {
  *s = (redis_server) {.dir = "/tmp/reprise-redis-XXXXXX"};
  if (!mkdtemp (s->dir))
    return false;
  for (int i = 0; i < 5; i++) {
    s->port = redis_server_free_port ();
    snprintf (s->url, sizeof s->url, "redis://127.0.0.1:%u", s->port);
    if (redis_server_restart (s, option, value))
      return true;
  }
  rmdir (s->dir);
  return false;
}

static inline void redis_server_stop (redis_server *s) {
  redis_server_kill (s);
  rmdir (s->dir);
}

#endif
