/* Runs every test of a file on all its inputs, under sanitizers.
 *
 * One child goes through the inputs until it dies; the next goes on behind
 * that. A line for each input on standard output: test, x, y, what came of it,
 * and a hash of the blocks on the way there. What sanitizers say of a death is
 * on standard error, between lines with the number of the input.
 */
#include <setjmp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct brute_test {
  const char *name;
  int most_x, most_y;
  long (*one) (int);
  long (*two) (int, int);
} brute_test;
extern const brute_test brute_tests[];

typedef struct brute_result {
  u32 value;
  u32 is_done;
  u64 trace;
} brute_result;

static struct {
  int at;
  brute_result result[1 << 16];
} *shared;

static u64 trace_now;
static int is_tracing;

__attribute__ ((no_sanitize ("coverage"))) void
__sanitizer_cov_trace_pc_guard_init (u32 *from, u32 *to) {
  static u32 n;
  for (; from < to; from++)
    *from = ++n;
}

__attribute__ ((no_sanitize ("coverage"))) void
__sanitizer_cov_trace_pc_guard (u32 *guard) {
  if (!is_tracing)
    return;
  trace_now = (trace_now ^ *guard) * 0x9e3779b97f4a7c15u;
  trace_now ^= trace_now >> 29;
  shared->result[shared->at].trace = trace_now;
}

__attribute__ ((no_sanitize ("coverage"))) static void
run_from (const brute_test *t, int from, int n) {
  for (int i = from; i < n; i++) {
    int x = i % t->most_x, y = i / t->most_x;
    shared->at = i;
    trace_now = brute_hash = 0;
    is_tracing = 1;
    long v = t->one ? t->one (x) : t->two (x, y);
    is_tracing = 0;
    out (v);
    shared->result[i].value = brute_hash;
    shared->result[i].is_done = 1;
  }
  _exit (0);
}

static void run_test (const brute_test *t, int number) {
  int n = t->most_x * t->most_y;
  memset (shared, 0, sizeof *shared);
  for (int i = 0; i < n; i = shared->at + 1) {
    int status;
    if (!fork ())
      run_from (t, i, n);
    wait (&status);
    if (!status)
      break;
    fprintf (stderr, "\n@ %d %d %d\n", number, shared->at, status);
  }
  for (int i = 0; i < n; i++) {
    const brute_result *r = &shared->result[i];
    printf ("%d %d %d %u %016lx\n", number, i, r->is_done, r->value, r->trace);
  }
  fflush (stdout);
}

int main (void) {
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; brute_tests[i].name; i++)
    run_test (&brute_tests[i], i);
  return 0;
}
