/* The native side of 'reprise tests replay': runs every test in a process of
 * its own, gives the program its inputs, notes which way it goes and how it
 * ends. Compiled with the program under test, whose names are local; those
 * that start with "replay_" are called by it (export/executable.h).
 *
 *     program TESTS RESULTS MILLISECONDS JOBS sandboxed|open
 */

#define _GNU_SOURCE
#include "replay.h"

#include "freeze.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct replay_result result;

int __reprise_start (int, char **, char **); /* of the program */

/* Of AddressSanitizer, where it is there. */
const char *__asan_get_report_description (void) __attribute__ ((weak));
void *__asan_get_report_address (void) __attribute__ ((weak));
void *__asan_region_is_poisoned (void *, size_t) __attribute__ ((weak));
size_t __sanitizer_get_allocated_size (const volatile void *)
    __attribute__ ((weak));

#define MAX_ARGUMENTS 1024

static const uint8_t *file, *file_end;
static const uint8_t *next_input; /* in the file */
static uint64_t inputs_left;
static uint64_t stop_after, note_after;
static result *out;
static int argument_count;
static char *argument[MAX_ARGUMENTS + 1];

/* Ends. */

__attribute__ ((noreturn)) static void
end (enum replay_end how, int status, const char *fault, const char *detail) {
  if (out->end == REPLAY_NONE) {
    out->status = status;
    strncpy (out->fault, fault, sizeof out->fault - 1);
    strncpy (out->detail, detail, sizeof out->detail - 1);
    out->end = how;
  }
  _exit (0);
}

__attribute__ ((noreturn)) static void fault (const char *name,
                                              const char *detail) {
  end (REPLAY_FAULT, 0, name, detail);
}

void __asan_on_error (void);
void __asan_on_error (void) {
  const char *what = "memory error";
  if (__asan_get_report_description)
    what = __asan_get_report_description ();
  if (__asan_get_report_address)
    out->address = (uint64_t) (uintptr_t) __asan_get_report_address ();
  end (REPLAY_SANITIZER, 0, "", what);
}

const char *__asan_default_options (void);
const char *__asan_default_options (void) {
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
         "handle_sigill=0:handle_abort=0:allocator_may_return_null=1:"
         "symbolize=0:allow_user_segv_handler=1:use_sigaltstack=0";
}

static void on_signal (int number, siginfo_t *info, void *context) {
  (void) context;
  out->address = (uint64_t) (uintptr_t) info->si_addr;
  end (REPLAY_SIGNAL, number, "", "");
}

static void catch_signals (void) {
  static const int numbers[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                SIGILL,  SIGABRT, SIGTRAP};
  static char other_stack[1 << 16];
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  struct sigaction act = {.sa_sigaction = on_signal,
                          .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack (&stack, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &act, NULL);
}

/* What the instrumentation calls. */

void replay_block (uint32_t site) {
  uint64_t trace = (out->trace ^ site) * 0x9e3779b97f4a7c15u;
  out->trace = trace ^ trace >> 29;
  if (++out->blocks == note_after)
    out->noted = out->trace;
  if (out->blocks == stop_after)
    end (REPLAY_STOPPED, 0, "", "");
}

void replay_shift (uint64_t amount, uint32_t width) {
  if (amount >= width)
    fault ("overshift", "");
}

void replay_arithmetic (uint32_t what, uint32_t width, int64_t a, int64_t b) {
  int64_t r;
  int is_out = what == '+'   ? __builtin_add_overflow (a, b, &r)
               : what == '-' ? __builtin_sub_overflow (a, b, &r)
                             : __builtin_mul_overflow (a, b, &r);
  unsigned k = 64 - width;
  if (is_out || (int64_t) ((uint64_t) r << k) >> k != r)
    fault ("signed_overflow", "");
}

void replay_unreachable (void) { fault ("unreachable", ""); }

void replay_undefined (const char *handler) {
  static const struct {
    const char *start, *kind;
  } kinds[] = {
      {"add_overflow", "signed_overflow"},
      {"sub_overflow", "signed_overflow"},
      {"mul_overflow", "signed_overflow"},
      {"negate_overflow", "signed_overflow"},
      {"divrem_overflow", "division_by_zero"},
      {"shift_out_of_bounds", "overshift"},
      {"out_of_bounds", "out_of_bounds"},
      {"local_out_of_bounds", "out_of_bounds"},
      {"builtin_unreachable", "unreachable"},
      {"missing_return", "unreachable"},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strncmp (handler, kinds[i].start, strlen (kinds[i].start)))
      fault (kinds[i].kind, handler);
  fault ("undefined", handler);
}

/* Inputs. */

static uint64_t get (const uint8_t **at) {
  uint64_t n;
  if (file_end - *at < 8)
    _exit (2);
  memcpy (&n, *at, 8);
  *at += 8;
  return n;
}

static const uint8_t *get_bytes (const uint8_t **at, uint64_t n) {
  const uint8_t *bytes = *at;
  if ((uint64_t) (file_end - *at) < n)
    _exit (2);
  *at += n;
  return bytes;
}

static const char *get_text (const uint8_t **at) {
  uint64_t n = get (at);
  return (const char *) get_bytes (at, n);
}

void replay_input (void *to, uint64_t size, const char *name) {
  if (!inputs_left)
    end (REPLAY_NO_INPUT, 0, "", name);
  inputs_left--;
  get_text (&next_input);
  uint64_t have = get (&next_input);
  const uint8_t *bytes = get_bytes (&next_input, have);
  if (have != size)
    end (REPLAY_NO_INPUT, 0, "", name);
  memcpy (to, bytes, size);
}

/* What a driven function answers. Arguments that are not expected to be other
 * afterwards are as they were when it was called.
 */

#define MAX_OBJECTS 1024

static struct object {
  const uint8_t *at;
  uint8_t *before; /* a copy */
  size_t size;
  const char *name;
} objects[MAX_OBJECTS];
static size_t n_objects;
static const uint8_t *expected; /* in the file */

void replay_reprise_argument (void *p, size_t n, const char *name) {
  if (p && n_objects < MAX_OBJECTS)
    objects[n_objects++] = (struct object) {
        .at = p, .before = malloc (n), .size = n, .name = name};
}

__attribute__ ((no_sanitize ("address"))) static void
copy_bytes (uint8_t *to, const uint8_t *from, size_t n) {
  for (size_t i = 0; to && i < n; i++)
    to[i] = from[i];
}

__attribute__ ((no_sanitize ("address"))) static int
is_same (const uint8_t *a, const uint8_t *b, const uint8_t *mask, size_t n) {
  for (size_t i = 0; a && b && i < n; i++)
    if (a[i] != b[i] && (!mask || mask[i]))
      return 0;
  return 1;
}

void replay_reprise_enter (void) {
  for (size_t i = 0; i < n_objects; i++)
    copy_bytes (objects[i].before, objects[i].at, objects[i].size);
}

typedef struct part {
  const char *name;
  uint64_t size, whole;
  const uint8_t *bytes, *mask;
} part;

static part get_part (const uint8_t **at) {
  part p = {.name = get_text (at)};
  p.size = get (at);
  p.whole = get (at);
  p.bytes = get_bytes (at, p.size);
  p.mask = get_bytes (at, p.size);
  return p;
}

static void compare_part (const part *p, const void *result, size_t n) {
  if (!*p->name && (p->size != n || !is_same (result, p->bytes, p->mask, n)))
    out->answer = REPLAY_OTHER_RESULT;
  for (size_t i = 0; *p->name && i < n_objects; i++) {
    struct object *o = objects + i;
    if (strcmp (o->name, p->name))
      continue;
    if (!is_same (o->at, p->bytes, p->mask,
                  p->size < o->size ? p->size : o->size))
      out->answer = REPLAY_OTHER_WRITES;
    o->before = NULL;
  }
}

void replay_reprise_leave (const void *result, size_t n) {
  const uint8_t *at = expected;
  uint64_t parts = get (&at);
  out->answer = REPLAY_AS_EXPECTED;
  if (!parts) /* of another test than that of a function that returns */
    return;
  for (; parts; parts--) {
    part p = get_part (&at);
    if (*p.name != '/')
      compare_part (&p, result, n);
  }
  for (size_t i = 0; i < n_objects; i++)
    if (!is_same (objects[i].at, objects[i].before, NULL, objects[i].size))
      out->answer = REPLAY_OTHER_WRITES;
}

/* Files that are other at the end. Each is told once; one that is as it was is
 * no part of the outcome.
 */

static uint64_t files_told;

static int is_file (const part *p, const char *path, size_t length) {
  return *p->name == '/' && strlen (p->name + 1) == length &&
         !memcmp (p->name + 1, path, length);
}

void replay_reprise_file (const char *path, size_t length, const void *bytes,
                          long size, const void *was, long was_size) {
  const uint8_t *at = expected;
  if (size == was_size && is_same (bytes, was, NULL, (size_t) size))
    return;
  for (uint64_t parts = get (&at); parts; parts--) {
    part p = get_part (&at);
    if (!is_file (&p, path, length))
      continue;
    files_told++;
    if ((p.whole != (uint64_t) size && p.whole != REPLAY_ANY_SIZE) ||
        !is_same (bytes, p.bytes, p.mask, p.size))
      out->answer = REPLAY_OTHER_FILES;
    return;
  }
  out->answer = REPLAY_OTHER_FILES;
}

/* The program exits: all files were told. */
static void compare_files (void) {
  const uint8_t *at = expected;
  uint64_t n = 0;
  for (uint64_t parts = get (&at); parts; parts--)
    n += *get_part (&at).name == '/';
  if (n != files_told)
    out->answer = REPLAY_OTHER_FILES;
}

/* What the machine provides. */

void replay_reprise_undefined (const char *name, uint64_t uses) {
  (void) name;
  (void) uses;
}
void replay_reprise_undefined_output (const char *name, uint64_t uses) {
  (void) name;
  (void) uses;
}
void replay_reprise_undefined_variable (const char *name) { (void) name; }

void replay___chk_fail (void) { fault ("out_of_bounds", "_FORTIFY_SOURCE"); }

/* Inputs that say the way to where they belong (src/machine/havoc.c). */
static uint8_t *follow_way (uint8_t *at, const char *way) {
  for (;;) {
    at += strtoull (way + 1, (char **) &way, 10);
    if (*way != '>')
      return at;
    at = *(uint8_t **) at;
    way++;
  }
}

void replay_reprise_havoc (uint8_t *object, const char *name) {
  const char *first = NULL;
  size_t len = strlen (name);
  while (inputs_left) {
    const uint8_t *at = next_input;
    const char *way = get_text (&at);
    if (strncmp (way, name, len) || way[len] != '+' ||
        (first && !strcmp (way, first)))
      return;
    first = first ? first : way;
    replay_input (follow_way (object, way + len), get (&at), way);
  }
}

void replay_klee_make_symbolic (void *address, size_t size, const char *name) {
  replay_input (address, size, name);
}

int replay_klee_range (int begin, int limit, const char *name) {
  int v = begin;
  if (begin >= limit)
    fault ("bad_intrinsic", "klee_range of nothing");
  if (begin + 1 != limit)
    replay_input (&v, sizeof v, name);
  return v;
}

int replay_klee_int (const char *name) {
  int v;
  replay_input (&v, sizeof v, name);
  return v;
}

uintptr_t replay_klee_choose (uintptr_t n) {
  uintptr_t v;
  (void) n;
  replay_input (&v, sizeof v, "klee_choose");
  return v;
}

void replay_klee_assume (uintptr_t condition) {
  if (!condition)
    fault ("bad_assumption", "klee_assume");
}

static void assume_silently (int condition) {
  if (!condition)
    end (REPLAY_SILENT, 0, "", "");
}

void replay___VERIFIER_assume (int condition) { assume_silently (condition); }
void replay___CPROVER_assume (_Bool condition) { assume_silently (condition); }

void replay___CPROVER_assert (_Bool condition, const char *text) {
  if (!condition)
    fault ("assertion", text);
}

void replay_klee_silent_exit (int status) {
  end (REPLAY_SILENT, status, "", "");
}

void replay_klee_abort (void) { fault ("abort", "klee_abort"); }
void replay_abort (void) { fault ("abort", "abort"); }
void replay___stack_chk_fail (void) { fault ("abort", "stack smashing"); }
void replay_reach_error (void) { fault ("assertion", "reach_error"); }
void replay___VERIFIER_error (void) { fault ("assertion", "__VERIFIER_error"); }

void replay_klee_report_error (const char *path, int line, const char *message,
                               const char *suffix) {
  (void) path, (void) line, (void) suffix;
  fault ("reported", message);
}

void replay_klee_assert_fail (const char *expression, const char *path,
                              unsigned line, const char *function) {
  (void) path, (void) line, (void) function;
  fault ("assertion", expression);
}

void replay___assert_fail (const char *expression, const char *path,
                           unsigned line, const char *function) {
  (void) path, (void) line, (void) function;
  fault ("assertion", expression);
}

void replay__assert (const char *expression, const char *path, unsigned line) {
  (void) path, (void) line;
  fault ("assertion", expression);
}

void replay___assert_rtn (const char *function, const char *path, int line,
                          const char *expression) {
  (void) path, (void) line, (void) function;
  fault ("assertion", expression);
}

void replay__exit (int status) { end (REPLAY_EXIT, status, "", ""); }
void replay__Exit (int status) { end (REPLAY_EXIT, status, "", ""); }
void replay_exit (int status) { end (REPLAY_EXIT, status, "", ""); }

size_t replay_klee_get_obj_size (void *address) {
  return __sanitizer_get_allocated_size
             ? __sanitizer_get_allocated_size (address)
             : 0;
}

void replay_klee_check_memory_access (void *address, size_t size) {
  if (__asan_region_is_poisoned && __asan_region_is_poisoned (address, size))
    fault ("out_of_bounds", "klee_check_memory_access");
}

unsigned replay_klee_is_symbolic (uintptr_t v) {
  (void) v;
  return 0;
}
unsigned replay_klee_is_replay (void) { return 1; }
int replay_klee_get_errno (void) { return errno; }
float replay_klee_get_valuef (float v) { return v; }
double replay_klee_get_valued (double v) { return v; }
long replay_klee_get_valuel (long v) { return v; }
long long replay_klee_get_valuell (long long v) { return v; }
int32_t replay_klee_get_value_i32 (int32_t v) { return v; }
int64_t replay_klee_get_value_i64 (int64_t v) { return v; }

/* Of no effect. */
void replay_klee_print_expr (const char *message, ...) { (void) message; }
void replay_klee_print_range (const char *name, int v) {
  (void) name, (void) v;
}
void replay_klee_warning (const char *message) { (void) message; }
void replay_klee_warning_once (const char *message) { (void) message; }
void replay_klee_prefer_cex (void *object, uintptr_t v) {
  (void) object, (void) v;
}
void replay_klee_posix_prefer_cex (void *object, uintptr_t v) {
  (void) object, (void) v;
}
void replay_klee_mark_global (void *object) { (void) object; }
void replay_klee_set_forking (unsigned enable) { (void) enable; }
void replay_klee_stack_trace (void) {}
void replay_klee_define_fixed_object (void *object, size_t size) {
  (void) object, (void) size;
}
void replay_klee_open_merge (void) {}
void replay_klee_close_merge (void) {}
void replay_klee_alias_function (const char *name, const char *other) {
  (void) name, (void) other;
}

/* Of the library for programs under test. */
void replay_reprise_output (int descriptor, const void *bytes, size_t n) {
  if (descriptor == 1 || descriptor == 2) {
    uint64_t *hash = &out->output[descriptor - 1];
    *hash = replay_hash (*hash, bytes, n);
  }
}
void replay_reprise_may_be_woken (void) {}
void replay_reprise_missing (const char *what) { (void) what; }
void replay_reprise_bound (const char *what) { (void) what; }
void replay_reprise_change_file (void) {}
void replay_reprise_buffer (size_t n) { (void) n; }
void replay_reprise_exit (int status) {
  compare_files ();
  end (REPLAY_EXIT, status, "", "");
}
void replay_reprise_fault (const char *kind, const char *what) {
  fault (kind, what);
}
int replay_reprise_character (int c) {
  if (c < -128 || c > 255)
    fault ("out_of_bounds", "<ctype.h>");
  return c;
}
void replay_reprise_protect (const void *object, int is_constant) {
  (void) object, (void) is_constant;
}
void replay_reprise_unsupported (const char *what) {
  end (REPLAY_UNSUPPORTED, 0, "", what);
}
int replay_reprise_is_concrete (uint64_t v) {
  (void) v;
  return 1;
}
uint64_t replay_reprise_clean (uint64_t v) { return v; }
int replay_reprise_is_double (long double x) {
  (void) x;
  return 0;
}
uint64_t replay_reprise_concrete (uint64_t v) { return v; }
void *replay_reprise_either (void *p, void *other, size_t is_other) {
  return is_other ? other : p;
}
void __asan_poison_memory_region (void const volatile *, size_t)
    __attribute__ ((weak));
void *replay_reprise_cut (void *p, size_t n) {
  char *own = malloc (n ? n : 1); /* so that the sanitizer knows its end */
  if (!own)
    return p;
  if (!n && __asan_poison_memory_region)
    __asan_poison_memory_region (own, 1);
  return n ? memcpy (own, p, n) : own;
}
int replay_reprise_is_near (const void *a, const void *b) {
  return (void) a, (void) b, 0;
}
void replay_reprise_apart (const char *name, const void *to, size_t n,
                           const void *from, size_t m) {
  (void) name, (void) to, (void) n, (void) from, (void) m;
}
/* The sanitizer says what is wrong when it sees one of the bytes read. */
void replay_reprise_whole (const char *name, const void *at, size_t n) {
  void *(*volatile copy) (void *, const void *, size_t) = memcpy;
  void *bad = __asan_region_is_poisoned
                  ? __asan_region_is_poisoned ((void *) at, n)
                  : NULL;
  char byte;
  (void) name;
  if (bad)
    copy (&byte, bad, 1);
}
size_t replay_reprise_room (const void *address) {
  (void) address;
  return SIZE_MAX;
}

/* All tests. */

static const uint8_t *skip_parts (const uint8_t *at) {
  for (uint64_t n = get (&at); n; n--)
    get_part (&at);
  return at;
}

static void run_program (const uint8_t *test, unsigned milliseconds) {
  char *environment[] = {NULL};
  struct itimerval timer = {
      .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
  next_input = test;
  stop_after = get (&next_input);
  note_after = get (&next_input);
  expected = next_input;
  next_input = skip_parts (next_input);
  inputs_left = get (&next_input);
  signal (SIGALRM, SIG_DFL);
  setitimer (ITIMER_REAL, &timer, NULL);
  catch_signals ();
  int status = __reprise_start (argument_count, argument, environment);
  end (REPLAY_EXIT, status, "", "");
}

static void run_test (const uint8_t *test, unsigned milliseconds) {
  int status = 0;
  pid_t child = fork ();
  if (!child)
    run_program (test, milliseconds);
  if (child < 0 || waitpid (child, &status, 0) < 0)
    _exit (2);
  if (out->end)
    return;
  if (WIFSIGNALED (status)) {
    out->status = WTERMSIG (status);
    out->end = out->status == SIGALRM ? REPLAY_TIMEOUT : REPLAY_SIGNAL;
  } else { /* a function of the system ended it */
    out->status = WEXITSTATUS (status);
    out->end = REPLAY_EXIT;
  }
}

static const uint8_t *skip_test (const uint8_t *at) {
  get (&at);
  get (&at);
  at = skip_parts (at);
  for (uint64_t n = get (&at); n; n--) {
    get_text (&at);
    get_bytes (&at, get (&at));
  }
  return at;
}

static const uint8_t *read_arguments (void) {
  const uint8_t *at = file;
  uint64_t n = get (&at);
  if (n > MAX_ARGUMENTS)
    _exit (2);
  argument_count = (int) n;
  for (uint64_t i = 0; i < n; i++)
    argument[i] = strdup (get_text (&at));
  return at;
}

static void map_files (const char *tests, const char *results, result **first,
                       uint64_t *n) {
  struct stat st;
  int fd = open (tests, O_RDONLY), to = open (results, O_RDWR);
  if (fd < 0 || to < 0 || fstat (fd, &st))
    _exit (2);
  file = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  file_end = file + st.st_size;
  if (fstat (to, &st))
    _exit (2);
  *n = (uint64_t) st.st_size / sizeof (result);
  *first = mmap (NULL, (size_t) st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                 to, 0);
  if (file == MAP_FAILED || *first == MAP_FAILED)
    _exit (2);
  close (fd);
  close (to);
}

static void work (const uint8_t *at, result *first, uint64_t n, unsigned me,
                  unsigned jobs, unsigned milliseconds) {
  for (uint64_t i = 0; i < n; i++, at = skip_test (at))
    if (i % jobs == me) {
      out = first + i;
      run_test (at, milliseconds);
    }
}

/* Most functions that a program calls are in its module, over a system of our
 * own. Those that are not are the host's. Returns in the first process of the
 * name spaces.
 */
static void enter_sandbox (void) {
  int status = freeze ();
  if (status != FREEZE_INSIDE)
    _exit (status == FREEZE_IMPOSSIBLE ? REPLAY_NO_SANDBOX : status);
}

int main (int argc, char **argv) {
  result *first;
  uint64_t n;
  int is_good = 1, status;
  if (argc != 6)
    return 2;
  unsigned jobs = (unsigned) atoi (argv[4]);
  map_files (argv[1], argv[2], &first, &n);
  const uint8_t *at = read_arguments ();
  int null = open ("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++)
    dup2 (null, fd);
  setsid ();
  freeze_limits ();
  if (*argv[5] == 's')
    enter_sandbox ();
  for (unsigned i = 0; i < jobs; i++)
    if (!fork ()) {
      work (at, first, n, i, jobs, (unsigned) atoi (argv[3]));
      _exit (0);
    }
  while (wait (&status) > 0)
    is_good &= !status;
  return !is_good;
}
