#include "klee/klee_replay.h"

#include "base/clock.h"
#include "klee/ktest_read.h"
#include "lab/query/input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOTE "KLEE-REPLAY: NOTE: "
#define ERROR "KLEE-REPLAY: ERROR: "
#define MILLISECOND (CLOCK_SECOND / 1000)

typedef struct replay_test {
  memory *mem;
  arena texts;
  script_input file;
  testinput_vec args, objects;
  VEC (char *) argv;  /* of the program; ends with NULL */
  size_t n_arguments; /* symbolic ones so far */
  bool has_stdin, has_stdout;
  char_vec dir;
  int standard[2]; /* descriptors in place of these; -1: none */
  bool keeps_dir;
} replay_test;

/* What the test has. */

/* KLEE's names had a dash once. */
static bool is_object_named (const char *name, const char *wanted) {
  for (; *name && *wanted; name++, wanted++)
    if (*name != *wanted && !(*name == '-' && *wanted == '_'))
      return false;
  return !*name && !*wanted;
}

static const testinput *replay_find (const replay_test *t, const char *name) {
  for (size_t i = 0; i < t->objects.len; i++)
    if (is_object_named (t->objects.data[i].name, name))
      return t->objects.data + i;
  return NULL;
}

static const char *argument_at (replay_test *t, size_t i) {
  if (i >= t->args.len)
    return "";
  const testinput *in = t->args.data + i;
  return arena_string (&t->texts, (const char *) in->bytes, in->size);
}

static bool is_option (const char *given, const char *name) {
  if (*given++ != '-')
    return false;
  return !strcmp (*given == '-' ? given + 1 : given, name);
}

static void add_symbolic_argument (replay_test *t) {
  char name[24];
  snprintf (name, sizeof name, "arg%02zu", t->n_arguments++ % 100);
  const testinput *in = replay_find (t, name);
  const char *text = in ? (const char *) in->bytes : "";
  vec_push (t->mem, &t->argv,
            arena_string (&t->texts, text, in ? strnlen (text, in->size) : 0));
}

/* So many of them as the test has, or as there must be. */
static void add_symbolic_arguments (replay_test *t, const char *least) {
  const testinput *in = replay_find (t, "n_args");
  int n = atoi (least);
  if (in && in->size == sizeof n)
    memcpy (&n, in->bytes, sizeof n);
  for (int i = 0; i < n && i < 100; i++)
    add_symbolic_argument (t);
}

/* The words of the option behind it; -1: it is an argument. */
static int take_option (replay_test *t, const char *given, size_t at) {
  static const struct {
    const char *name;
    int n;
  } known[] = {{"sym-arg", 1},   {"sym-args", 3},   {"sym-files", 2},
               {"sym-stdin", 1}, {"sym-stdout", 0}, {"max-fail", 1},
               {"fd-fail", 0},   {"bout-file", 1},  {"save-all-writes", 0},
               {"klee-stat", 0}, {"sym-stat", 0},   {"sym-sizes", 0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!is_option (given, known[i].name))
      continue;
    if (!strcmp (known[i].name, "sym-arg"))
      add_symbolic_argument (t);
    if (!strcmp (known[i].name, "sym-args"))
      add_symbolic_arguments (t, argument_at (t, at));
    t->has_stdin |= !strcmp (known[i].name, "sym-stdin");
    t->has_stdout |= !strcmp (known[i].name, "sym-stdout");
    return known[i].n;
  }
  return -1;
}

static void take_arguments (replay_test *t, const char *executable) {
  vec_push (t->mem, &t->argv,
            arena_string (&t->texts, executable, strlen (executable)));
  for (size_t i = 1; i < t->args.len;) {
    const char *given = argument_at (t, i++);
    int n = take_option (t, given, i);
    if (n < 0)
      vec_push (t->mem, &t->argv, (char *) given);
    else
      i += (size_t) n;
  }
  vec_push (t->mem, &t->argv, NULL);
}

/* Files. */

/* Gives a descriptor of it, or -1. */
static int write_file (replay_test *t, const char *name, const testinput *in,
                       const testinput *facts) {
  struct stat st = {.st_mode = 0644};
  char_vec path = {0};
  if (facts && facts->size == sizeof st)
    memcpy (&st, facts->bytes, sizeof st);
  uint64_t n = in ? in->size : 0;
  fprintf (stderr, NOTE "Creating file %s/%s of length %llu\n", t->dir.data,
           name, (unsigned long long) n);
  text_printf (t->mem, &path, "%s/%s", t->dir.data, name);
  mode_t mode = st.st_mode & 0777 ? st.st_mode & 0777 : 0644;
  int fd = open (text_c (t->mem, &path), O_CREAT | O_RDWR, mode);
  const struct timespec times[] = {st.st_atim, st.st_mtim};
  bool is_written = fd >= 0 && (!n || write (fd, in->bytes, n) == (ssize_t) n);
  if (!is_written)
    fprintf (stderr, ERROR "Cannot write file %s\n", path.data);
  else {
    futimens (fd, times); /* or not: they are the test's, if they are any */
    lseek (fd, 0, SEEK_SET);
  }
  vec_release (t->mem, &path);
  return fd;
}

static bool write_files (replay_test *t) {
  text_puts (t->mem, &t->dir, "/tmp/klee-replay-XXXXXX");
  text_c (t->mem, &t->dir);
  if (!mkdtemp (t->dir.data)) {
    fprintf (stderr, ERROR "cannot make a directory in /tmp\n");
    return false;
  }
  fprintf (stderr, NOTE "Storing KLEE replay files in %s\n", t->dir.data);
  for (char c = 'A'; c <= 'Z'; c++) {
    char data[] = {c, '_', 'd', 'a', 't', 'a', 0}, name[] = {c, 0};
    char facts[] = {c, '_', 'd', 'a', 't', 'a', '_', 's', 't', 'a', 't', 0};
    if (replay_find (t, data) || replay_find (t, facts))
      close (
          write_file (t, name, replay_find (t, data), replay_find (t, facts)));
  }
  t->standard[0] = t->standard[1] = -1;
  if (t->has_stdin)
    t->standard[0] = write_file (t, "fd0", replay_find (t, "stdin"),
                                 replay_find (t, "stdin_stat"));
  if (t->has_stdout)
    t->standard[1] = write_file (t, "fd1", replay_find (t, "stdout"),
                                 replay_find (t, "stdout_stat"));
  return true;
}

static void remove_files (replay_test *t) {
  for (int i = 0; i < 2; i++)
    if (t->dir.len && t->standard[i] >= 0)
      close (t->standard[i]);
  if (!t->dir.len || t->keeps_dir)
    return;
  fprintf (stderr, NOTE "removing %s\n", t->dir.data);
  pid_t child = fork ();
  if (!child) {
    execlp ("rm", "rm", "-rf", "--", t->dir.data, (char *) NULL);
    _exit (127);
  }
  if (child > 0)
    waitpid (child, NULL, 0);
}

/* Running. */

static _Noreturn void become (const replay_test *t, const char *path) {
  setpgid (0, 0);
  for (int i = 0; i < 2; i++)
    if (t->standard[i] >= 0)
      dup2 (t->standard[i], i);
  if (!chdir (t->dir.data))
    execv (path, t->argv.data);
  perror ("execv");
  _exit (66);
}

static uint64_t time_allowed (void) {
  const char *text = getenv ("KLEE_REPLAY_TIMEOUT");
  long seconds = text ? atol (text) : 0;
  return seconds > 0 ? (uint64_t) seconds * CLOCK_SECOND : 0;
}

/* False: its time is over, and it was ended with all that it had started. */
static bool wait_for (pid_t child, uint64_t start, int *how) {
  uint64_t most = time_allowed ();
  while (!waitpid (child, how, WNOHANG)) {
    const struct timespec moment = {0, MILLISECOND};
    if (most && clock_now () - start > most) {
      kill (-child, SIGKILL);
      waitpid (child, how, 0);
      return false;
    }
    nanosleep (&moment, NULL);
  }
  return true;
}

static void replay_run (const replay_test *t, const char *path) {
  int how = 0;
  uint64_t start = clock_now ();
  fflush (NULL);
  pid_t child = fork ();
  if (child < 0) {
    perror ("fork");
    return;
  }
  if (!child)
    become (t, path);
  bool is_over = wait_for (child, start, &how);
  int seconds = (int) ((clock_now () - start) / CLOCK_SECOND);
  fputs (NOTE "EXIT STATUS: ", stderr);
  if (!is_over)
    fputs ("TIMED OUT", stderr);
  else if (WIFSIGNALED (how))
    fprintf (stderr, "CRASHED signal %d", WTERMSIG (how));
  else if (WEXITSTATUS (how))
    fprintf (stderr, "ABNORMAL %d", WEXITSTATUS (how));
  else
    fputs ("NORMAL", stderr);
  fprintf (stderr, " (%d seconds)\n", seconds);
}

/* The whole of it. */

static bool replay_open (replay_test *t, const char *path) {
  trouble why = {0};
  arena_init (&t->texts, t->mem);
  if (!input_load (&t->file, t->mem, &why, path)) {
    if (!ktest_read (t->mem, (const uint8_t *) t->file.data, t->file.len,
                     &t->texts, &t->args, &t->objects, &why))
      return true;
    input_release (&t->file);
  }
  arena_release (&t->texts);
  vec_release (t->mem, &t->args, &t->objects);
  fprintf (stderr, ERROR "input file %s not valid: %s\n", path,
           trouble_text (&why));
  return false;
}

/* Without an executable: only its files. */
static bool replay_one (memory *mem, const char *path, const char *executable,
                        const char *real, bool keeps_dir) {
  replay_test t = {.mem = mem, .keeps_dir = keeps_dir};
  if (!replay_open (&t, path))
    return false;
  take_arguments (&t, executable ? executable : "");
  fprintf (stderr, NOTE "Test file: %s\n" NOTE "Arguments: ", path);
  for (size_t i = 0; i + 1 < t.argv.len; i++)
    fprintf (stderr, "\"%s\" ", t.argv.data[i]);
  fputc ('\n', stderr);
  bool is_ready = write_files (&t);
  if (is_ready && executable)
    replay_run (&t, real);
  if (is_ready)
    remove_files (&t);
  input_release (&t.file);
  arena_release (&t.texts);
  vec_release (mem, &t.args, &t.objects, &t.argv, &t.dir);
  return is_ready;
}

static int replay_usage (void) {
  fputs ("usage: klee-replay [-k] EXECUTABLE FILE.ktest...\n"
         "       klee-replay --create-files-only FILE.ktest\n\n"
         "  -k, --keep-replay-dir  leave the files that the program got\n\n"
         "KLEE_REPLAY_TIMEOUT in the environment: seconds for each test\n",
         stderr);
  return 1;
}

int klee_replay (context *c, int argc, char **argv) {
  char real[PATH_MAX];
  bool keeps_dir = false;
  int at = 0;
  for (; at < argc && argv[at][0] == '-'; at++)
    if (is_option (argv[at], "k") || is_option (argv[at], "keep-replay-dir"))
      keeps_dir = true;
    else if (is_option (argv[at], "f") ||
             is_option (argv[at], "create-files-only"))
      return at + 2 != argc ||
             !replay_one (&c->memory, argv[at + 1], NULL, NULL, true);
    else if (text_begins (argv[at], "--create-files-only="))
      return !replay_one (&c->memory, strchr (argv[at], '=') + 1, NULL, NULL,
                          true);
    else
      return replay_usage ();
  if (at + 2 > argc)
    return replay_usage ();
  const char *executable = argv[at];
  if (!realpath (executable, real) || access (real, X_OK)) {
    fprintf (stderr, ERROR "executable %s not found: %s\n", executable,
             strerror (errno));
    return 1;
  }
  bool is_fine = true;
  for (int i = at + 1; i < argc; i++) {
    if (i > at + 1)
      fputc ('\n', stderr);
    is_fine &= replay_one (&c->memory, argv[i], executable, real, keeps_dir);
  }
  return !is_fine;
}
