#include "export/sandbox.h"

#include "program/command.h"
#include "runtime/replay/confine.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD 1672531200 /* what is there, as in the runtime: a year ago */
#define OUTPUT_MAX ((size_t) 32 << 20)
#define NO_SANDBOX 125 /* status of a child that could not make one */

struct sandbox {
  memory *mem;
  const char *directory, *host_files;
  int executable; /* descriptor */
  char_vec path;
};

static const char *sandbox_path_of (sandbox *b, const char *name) {
  assert (name[0] && name[0] != '/'); /* nothing outside is removed */
  vec_clear (&b->path);
  text_printf (b->mem, &b->path, "%s/%s", b->directory, name);
  return text_c (b->mem, &b->path);
}

const char *sandbox_root (sandbox *b) { return sandbox_path_of (b, "root"); }

/* Is it a program, and does it need another one to be loaded? */
static status check_elf (int fd, const char *name, trouble *t) {
  Elf64_Ehdr head;
  Elf64_Phdr part;
  if (pread (fd, &head, sizeof head, 0) != sizeof head ||
      memcmp (head.e_ident, ELFMAG, SELFMAG) ||
      head.e_ident[EI_CLASS] != ELFCLASS64)
    return trouble_set (t, ST_BADINPUT,
                        "'%s' is not an executable: --executable takes the "
                        "program that was explored, built with -static",
                        name);
  for (unsigned i = 0; i < head.e_phnum; i++)
    if (pread (fd, &part, sizeof part,
               (off_t) (head.e_phoff + i * sizeof part)) == sizeof part &&
        part.p_type == PT_INTERP)
      return trouble_set (t, ST_UNSUPPORTED,
                          "'%s' is linked dynamically, but the sandbox has no "
                          "libraries: link it with -static",
                          name);
  return ST_OK;
}

sandbox *sandbox_new (memory *mem, const char *directory,
                      const char *executable, const char *host_files,
                      trouble *t) {
  int fd = open (executable, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    trouble_set (t, ST_NOFILE, "cannot open '%s': %s", executable,
                 strerror (errno));
    return NULL;
  }
  if (check_elf (fd, executable, t)) {
    close (fd);
    return NULL;
  }
  sandbox *b = memory_zalloc (mem, sizeof *b);
  *b = (sandbox) {.mem = mem,
                  .directory = directory,
                  .host_files = host_files,
                  .executable = fd};
  return b;
}

/* What a program leaves may be closed to its owner. A directory is left open
 * by who goes into it, so that this works however deep it is.
 */
static void remove_all (int in, const char *name) {
  const struct dirent *e;
  if (!unlinkat (in, name, 0))
    return;
  fchmodat (in, name, 0700, 0);
  int fd = openat (in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir (fd);
  while (d && (e = readdir (d)))
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
      remove_all (fd, e->d_name);
  if (d)
    closedir (d);
  unlinkat (in, name, AT_REMOVEDIR);
}

static void clear (sandbox *b) {
  remove_all (AT_FDCWD, sandbox_path_of (b, "root"));
}

void sandbox_free (sandbox *b) {
  if (!b)
    return;
  clear (b);
  unlink (sandbox_path_of (b, "stdin"));
  close (b->executable);
  vec_release (b->mem, &b->path);
  memory_free (b->mem, b, sizeof *b);
}

/* The situation, as files. */

static bool sandbox_write_file (const char *path, const uint8_t *bytes,
                                uint64_t n) {
  FILE *f = fopen (path, "w");
  if (!f)
    return false;
  bool ok = !n || fwrite (bytes, 1, (size_t) n, f) == n;
  return !fclose (f) && ok;
}

static bool set_times (const char *path, int64_t accessed, int64_t modified) {
  const struct timespec both[2] = {{accessed, 0}, {modified, 0}};
  return !utimensat (AT_FDCWD, path, both, 0);
}

static bool set_status (const char *path, const situation_file *f) {
  if (!f->has_status)
    return set_times (path, OLD, OLD);
  return set_times (path, f->accessed, f->modified) && !chmod (path, f->mode);
}

/* When nothing is written any more. */
static bool finish_tree (sandbox *b, const situation *s) {
  static const char *const directories[] = {"root/dev", "root/tmp", "root/work",
                                            "root"};
  bool ok = true;
  for (size_t i = 0; i < s->file.len; i++) {
    char name[64];
    snprintf (name, sizeof name, "root/work/%s", s->file.data[i].name);
    ok &= set_status (sandbox_path_of (b, name), &s->file.data[i]);
  }
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    ok &= set_times (sandbox_path_of (b, directories[i]), OLD, OLD);
  return ok && !chmod (sandbox_path_of (b, "root/dev"), 0555) &&
         !chmod (sandbox_path_of (b, "root"), 0555) &&
         !chmod (sandbox_path_of (b, "root/tmp"), 01777);
}

static void copy_files (sandbox *b) {
  trouble ignored = {0};
  char_vec out = {0}, messages = {0};
  char from[PATH_MAX];
  bool succeeded;
  command c;
  command_init (&c, b->mem);
  snprintf (from, sizeof from, "%s/.", b->host_files);
  const char *argument[] = {"cp", "-R", from, sandbox_path_of (b, "root/work")};
  for (size_t i = 0; i < sizeof argument / sizeof *argument; i++)
    command_add (&c, argument[i]);
  command_run (&c, &out, &messages, &succeeded, &ignored);
  vec_release (b->mem, &out);
  vec_release (b->mem, &messages);
  command_release (&c);
}

static bool make_tree (sandbox *b, const situation *s) {
  static const char *const directories[] = {"root", "root/dev", "root/tmp",
                                            "root/work"};
  static const char *const devices[] = {"root/dev/null", "root/dev/zero",
                                        "root/dev/full", "root/dev/random",
                                        "root/dev/urandom"};
  bool ok = true;
  clear (b);
  unlink (sandbox_path_of (b, "stdin"));
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    ok &= !mkdir (sandbox_path_of (b, directories[i]), 0755);
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    ok &= sandbox_write_file (sandbox_path_of (b, devices[i]), NULL, 0);
  if (b->host_files)
    copy_files (b);
  for (size_t i = 0; i < s->file.len; i++) {
    char name[64];
    snprintf (name, sizeof name, "root/work/%s", s->file.data[i].name);
    ok &= sandbox_write_file (sandbox_path_of (b, name), s->file.data[i].bytes,
                              s->file.data[i].size);
  }
  return ok &&
         sandbox_write_file (sandbox_path_of (b, "stdin"), s->input.bytes,
                             s->input.size) &&
         finish_tree (b, s);
}

/* In the child. */

/* Devices are the host's, which a user may not make; without them files
 * stand for them.
 */
static void bind_devices (const char *directory) {
  static const char *const names[] = {"null", "zero", "full", "random",
                                      "urandom"};
  mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char from[32], to[PATH_MAX];
    snprintf (from, sizeof from, "/dev/%s", names[i]);
    snprintf (to, sizeof to, "%s/root/dev/%s", directory, names[i]);
    mount (from, to, NULL, MS_BIND, NULL);
  }
}

/* An empty input is a pipe that nobody writes to, as in the runtime. */
static int open_input (const sandbox *b, const situation *s) {
  char path[PATH_MAX];
  int ends[2];
  if (!s->input.bytes && !pipe (ends)) {
    close (ends[1]);
    return ends[0];
  }
  snprintf (path, sizeof path, "%s/stdin", b->directory);
  int fd = open (path, O_RDONLY);
  set_status (path, &s->input); /* perhaps nobody may read it */
  return fd;
}

static void limit (uint64_t timeout) {
  struct rlimit output = {OUTPUT_MAX, OUTPUT_MAX}, core = {0, 0};
  uint64_t us = timeout / 1000;
  struct itimerval timer = {
      .it_value = {(time_t) (us / 1000000), (suseconds_t) (us % 1000000)}};
  setrlimit (RLIMIT_FSIZE, &output);
  setrlimit (RLIMIT_CORE, &core);
  setitimer (ITIMER_REAL, &timer, NULL);
}

static void sandbox_enter (const sandbox *b, const situation *s,
                           uint64_t timeout, const int output[2]) {
  char root[PATH_MAX];
  int input = open_input (b, s);
  snprintf (root, sizeof root, "%s/root", b->directory);
  bind_devices (b->directory);
  if (input < 0 || chroot (root) || chdir ("/work") || dup2 (input, 0) < 0 ||
      dup2 (output[0], 1) < 0 || dup2 (output[1], 2) < 0)
    _exit (NO_SANDBOX);
  umask (022);
  setpgid (0, 0); /* "kill 0" means its group, which would be ours */
  signal (SIGPIPE, SIG_DFL);
  limit (timeout);
  close_range (3, ~0u, CLOSE_RANGE_CLOEXEC); /* what we were started with */
  fexecve (b->executable, s->argument.data, s->variable.data);
  _exit (NO_SANDBOX);
}

/* The first process of the name space: signals that it does not handle pass it
 * by, so the program is another. With it, all others go.
 */
static void be_first (const sandbox *b, const situation *s, uint64_t timeout,
                      const int output[2], int report) {
  int ended;
  pid_t child = fork ();
  if (!child)
    sandbox_enter (b, s, timeout, output);
  if (child < 0 || waitpid (child, &ended, 0) < 0 ||
      write (report, &ended, sizeof ended) != sizeof ended)
    _exit (NO_SANDBOX);
  _exit (0);
}

/* As the runtime says: one processor, an ordinary priority, as far as the host
 * allows it.
 */
static void be_alike (void) {
  cpu_set_t all, one;
  int first = 0;
  CPU_ZERO (&one);
  if (!sched_getaffinity (0, sizeof all, &all)) {
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET (first, &all))
      first++;
    CPU_SET (first, &one);
    sched_setaffinity (0, sizeof one, &one);
  }
  setpriority (PRIO_PROCESS, 0, 0);
}

/* The name spaces begin with the next child. 'report' gets the status of the
 * program as wait gives it.
 */
static void run_child (const sandbox *b, const situation *s, uint64_t timeout,
                       const int output[2], int report) {
  setsid ();
  be_alike ();
  if (!confine ())
    _exit (NO_SANDBOX);
  pid_t first = fork ();
  if (!first)
    be_first (b, s, timeout, output, report);
  if (first > 0)
    waitpid (first, NULL, 0);
  _exit (0);
}

/* Both outputs until nobody writes any more. */
static void drain (sandbox *b, const int from[2], char_vec written[2]) {
  char buffer[4096];
  struct pollfd p[2] = {{from[0], POLLIN, 0}, {from[1], POLLIN, 0}};
  vec_clear (&written[0]);
  vec_clear (&written[1]);
  while (p[0].fd >= 0 || p[1].fd >= 0) {
    if (poll (p, 2, -1) < 0 && errno != EINTR)
      return;
    for (int i = 0; i < 2; i++) {
      if (p[i].fd < 0 || !p[i].revents)
        continue;
      ssize_t n = read (p[i].fd, buffer, sizeof buffer);
      if (n <= 0)
        p[i].fd = -1;
      else if (written[i].len < OUTPUT_MAX)
        text_add (b->mem, &written[i], buffer, (size_t) n);
    }
  }
}

static status no_sandbox (trouble *t) {
  return trouble_set (t, ST_UNSUPPORTED,
                      "--executable: cannot create a sandbox: it needs user "
                      "namespaces and a statically linked executable");
}

/* Three pipes: the outputs, and how it ended. */
static status execute (sandbox *b, const situation *s, uint64_t timeout,
                       int ends[3][2], sandbox_run *out, trouble *t) {
  int ended = 0, first = 0;
  assert (!out->is_timeout && !out->status);
  fflush (NULL);
  pid_t child = fork ();
  if (!child)
    run_child (b, s, timeout, (int[2]) {ends[0][1], ends[1][1]}, ends[2][1]);
  for (int i = 0; i < 3; i++) {
    close (ends[i][1]);
    ends[i][1] = -1;
  }
  if (child < 0)
    return no_sandbox (t);
  drain (b, (int[2]) {ends[0][0], ends[1][0]}, out->written);
  if (waitpid (child, &first, 0) < 0 ||
      read (ends[2][0], &ended, sizeof ended) != sizeof ended ||
      (WIFEXITED (ended) && WEXITSTATUS (ended) == NO_SANDBOX &&
       !out->written[1].len))
    return no_sandbox (t);
  out->is_timeout = WIFSIGNALED (ended) && WTERMSIG (ended) == SIGALRM;
  out->status =
      WIFSIGNALED (ended) ? 128 + WTERMSIG (ended) : WEXITSTATUS (ended);
  return ST_OK;
}

status sandbox_execute (sandbox *b, const situation *s, uint64_t timeout,
                        sandbox_run *out, trouble *t) {
  int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  status st = ST_OK;
  if (!make_tree (b, s))
    return trouble_set (t, ST_NOWRITE, "cannot write into '%s': %s",
                        b->directory, strerror (errno));
  for (int i = 0; i < 3 && !st; i++)
    if (pipe2 (ends[i], O_CLOEXEC))
      st = no_sandbox (t);
  if (!st)
    st = execute (b, s, timeout, ends, out, t);
  for (int i = 0; i < 6; i++)
    if (ends[i / 2][i % 2] >= 0)
      close (ends[i / 2][i % 2]);
  return st;
}
