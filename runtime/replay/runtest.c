/* libkleeRuntest: the intrinsics of klee/klee.h where a program runs natively,
 * with the inputs of one test, KLEE's way:
 *
 *     cc program.c -lkleeRuntest; KTEST_FILE=test000001.ktest ./a.out
 *
 * The file is read at the first input. What does not fit it is said, and ends
 * the program unless KLEE_RUN_TEST_ERRORS_NON_FATAL is set.
 */

#include "klee/klee.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *next_byte, *file_end;
static uint32_t objects_left;
static int is_read;

__attribute__ ((noreturn)) static void give_up (const char *what) {
  fprintf (stderr, "KLEE-RUNTIME: %s\n", what);
  exit (1);
}

__attribute__ ((format (printf, 1, 2))) static void mismatch (const char *what,
                                                              ...) {
  va_list args;
  fputs ("KLEE_RUN_TEST_ERROR: ", stderr);
  va_start (args, what);
  vfprintf (stderr, what, args);
  va_end (args);
  fputc ('\n', stderr);
  if (!getenv ("KLEE_RUN_TEST_ERRORS_NON_FATAL"))
    exit (1);
  fputs ("KLEE_RUN_TEST_ERROR: Forcing execution to continue\n", stderr);
}

/* The file: numbers have four bytes, the highest first. */

static void need (size_t n) {
  if ((size_t) (file_end - next_byte) < n)
    give_up ("the .ktest file is cut off");
}

static uint32_t take_number (void) {
  need (4);
  next_byte += 4;
  return (uint32_t) next_byte[-4] << 24 | (uint32_t) next_byte[-3] << 16 |
         (uint32_t) next_byte[-2] << 8 | next_byte[-1];
}

static unsigned char *take_bytes (uint32_t *n) {
  *n = take_number ();
  need (*n);
  next_byte += *n;
  return next_byte - *n;
}

static const char *ask_for_file (void) {
  static char path[4096];
  printf ("KLEE-RUNTIME: KTEST_FILE not set, please enter .ktest path: ");
  fflush (stdout);
  if (!fgets (path, sizeof path, stdin))
    give_up ("cannot replay, no KTEST_FILE or user input");
  path[strcspn (path, "\n")] = 0;
  return path;
}

static void load (void) {
  const char *path = getenv ("KTEST_FILE");
  FILE *f = fopen (path ? path : ask_for_file (), "rb");
  size_t size = 0, room = 1 << 16, n;
  unsigned char *bytes = malloc (room);
  if (!f)
    give_up ("unable to open .ktest file");
  while (bytes && (n = fread (bytes + size, 1, room - size, f)))
    if ((size += n) == room)
      bytes = realloc (bytes, room *= 2);
  fclose (f);
  if (!bytes || size < 5 ||
      (memcmp (bytes, "KTEST", 5) && memcmp (bytes, "BOUT\n", 5)))
    give_up ("unable to open .ktest file");
  next_byte = bytes + 5;
  file_end = bytes + size;
}

static void read_header (void) {
  uint32_t n;
  load ();
  uint32_t version = take_number ();
  for (uint32_t args = take_number (); args; args--)
    take_bytes (&n);
  if (version >= 2) {
    take_number ();
    take_number ();
  }
  objects_left = take_number ();
  is_read = 1;
}

/* Inputs. */

static int is_name (const char *name, const unsigned char *of, uint32_t n) {
  return strlen (name) == n && !memcmp (name, of, n);
}

/* The version of KLEE's own system is no input of the program's. */
static int take_object (const char *name, unsigned char **of, uint32_t *n_of,
                        unsigned char **bytes, uint32_t *n) {
  while (objects_left) {
    objects_left--;
    *of = take_bytes (n_of);
    *bytes = take_bytes (n);
    if (is_name (name, *of, *n_of) || !is_name ("model_version", *of, *n_of))
      return 1;
  }
  return 0;
}

void klee_make_symbolic (void *address, size_t size, const char *name) {
  unsigned char *of, *bytes;
  uint32_t n_of, n;
  name = name ? name : "unnamed";
  if (!is_read)
    read_header ();
  memset (address, 0, size);
  if (!take_object (name, &of, &n_of, &bytes, &n)) {
    mismatch ("out of inputs. Will use zero if continuing.");
    return;
  }
  if (!is_name (name, of, n_of))
    mismatch ("object name mismatch. Requesting \"%s\" but returning \"%.*s\"",
              name, (int) n_of, (const char *) of);
  memcpy (address, bytes, n < size ? n : size);
  if (n != size)
    mismatch ("object sizes differ. Expected %zu but got %u", size, n);
}

int klee_range (int begin, int end, const char *name) {
  int x;
  klee_make_symbolic (&x, sizeof x, name);
  if (x < begin || x >= end)
    mismatch ("invalid klee_range(%u,%u,%s) value, got: %u\n", (unsigned) begin,
              (unsigned) end, name, (unsigned) x);
  return x;
}

int klee_int (const char *name) {
  int x;
  klee_make_symbolic (&x, sizeof x, name);
  return x;
}

uintptr_t klee_choose (uintptr_t n) {
  uintptr_t x;
  klee_make_symbolic (&x, sizeof x, "klee_choose");
  if (x >= n)
    mismatch ("klee_choose failure. max = %ld, got = %ld\n", (long) n,
              (long) x);
  return x;
}

void klee_assume (uintptr_t condition) {
  if (!condition)
    mismatch ("invalid klee_assume");
}

/* Ends. */

void klee_silent_exit (int status) { exit (status); }
void klee_abort (void) { abort (); }

void klee_report_error (const char *file, int line, const char *message,
                        const char *suffix) {
  fprintf (stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort ();
}

void klee_assert_fail (const char *expression, const char *file,
                       unsigned int line, const char *function) {
  fprintf (stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
           expression);
  abort ();
}

/* Questions: everything is what it is. */

unsigned klee_is_symbolic (uintptr_t value) { return (void) value, 0; }
unsigned klee_is_replay (void) { return 1; }
int klee_get_errno (void) { return errno; }
float klee_get_valuef (float x) { return x; }
double klee_get_valued (double x) { return x; }
long klee_get_valuel (long x) { return x; }
long long klee_get_valuell (long long x) { return x; }
int32_t klee_get_value_i32 (int32_t x) { return x; }
int64_t klee_get_value_i64 (int64_t x) { return x; }

/* What means nothing here. */

void klee_print_expr (const char *message, ...) { (void) message; }
void klee_print_range (const char *name, int value) {
  (void) name, (void) value;
}
void klee_warning (const char *message) { (void) message; }
void klee_warning_once (const char *message) { (void) message; }
void klee_stack_trace (void) {}
void klee_prefer_cex (void *object, uintptr_t condition) {
  (void) object, (void) condition;
}
void klee_posix_prefer_cex (void *object, uintptr_t condition) {
  (void) object, (void) condition;
}
void klee_mark_global (void *object) { (void) object; }
void klee_check_memory_access (const void *address, size_t size) {
  (void) address, (void) size;
}
void klee_set_forking (unsigned enable) { (void) enable; }
void klee_alias_function (const char *name, const char *other) {
  (void) name, (void) other;
}
void klee_define_fixed_object (void *address, size_t size) {
  (void) address, (void) size;
}
void klee_open_merge (void) {}
void klee_close_merge (void) {}
