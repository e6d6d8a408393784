#include "program/trial.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Complaints count as trouble: the first line of them. */
static status check_silence (int fd, const char *name, trouble *t) {
  char text[256];
  ssize_t n = pread (fd, text, sizeof text - 1, 0);
  if (n <= 0)
    return ST_OK;
  text[n] = 0;
  text[strcspn (text, "\n")] = 0;
  return trouble_set (t, ST_BADINPUT, "LLVM cannot read '%s': %s", name, text);
}

static _Noreturn void be_child (trial_work *work, void *data, const char *name,
                                int fd, trouble *t) {
  static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
    signal (deadly[i], SIG_DFL);
  setrlimit (RLIMIT_CORE, &(struct rlimit) {0, 0});
  dup2 (fd, STDERR_FILENO);
  status st = work (data, t);
  if (st == ST_OK)
    st = check_silence (fd, name, t);
  _exit (st == ST_OK ? 0 : 1);
}

static status judge (int how, const char *name, const trouble *childs,
                     trouble *t) {
  if (WIFEXITED (how) && WEXITSTATUS (how) == 0)
    return ST_OK;
  if (childs->code != ST_OK)
    return trouble_set (t, childs->code, "%s", childs->text);
  return trouble_set (t, ST_BADINPUT, "'%s' is damaged: LLVM %s reading it",
                      name, WIFSIGNALED (how) ? "crashes" : "gives up");
}

static status try (trial_work *work, void *data, const char *name, int fd,
                   trouble *childs, trouble *t) {
  pid_t pid = fork ();
  if (!pid)
    be_child (work, data, name, fd, childs);
  int how = 0;
  pid_t done = pid;
  if (pid > 0)
    do
      done = waitpid (pid, &how, 0);
    while (done < 0 && errno == EINTR);
  if (done < 0)
    return trouble_set (t, ST_NOFILE, "cannot start a process: %s",
                        strerror (errno));
  return judge (how, name, childs, t);
}

status trial_run (trial_work *work, void *data, const char *name, trouble *t) {
  int fd = memfd_create ("complaints", MFD_CLOEXEC);
  trouble *childs = mmap (NULL, sizeof *childs, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  status st;
  if (fd < 0 || childs == MAP_FAILED)
    st = trouble_set (t, ST_NOFILE, "cannot start a process: %s",
                      strerror (errno));
  else
    st = try (work, data, name, fd, childs, t);
  if (childs != MAP_FAILED)
    munmap (childs, sizeof *childs);
  if (fd >= 0)
    close (fd);
  return st;
}
