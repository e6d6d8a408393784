/* Runs every test of a file on all its inputs, under sanitizers.
 *
 * One child goes through the inputs until it dies, or has seen MOST_INPUTS; the
 * next goes on behind that. A line for each input on standard output: test,
 * input, what came of it, a hash of the blocks on the way there and how many
 * there were. What sanitizers say of a death is on standard error, between
 * lines with the number of the input.
 *
 * With a file of such lines as argument no run has more blocks than there, and
 * without one no more than MOST_BLOCKS.
 */
#include <setjmp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

#ifndef MOST_BLOCKS
#define MOST_BLOCKS ULONG_MAX
#endif
#ifndef MOST_INPUTS
#define MOST_INPUTS (1 << 16)
#endif

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
  u64 n_blocks;
} brute_result;

static struct {
  int at;
  brute_result result[1 << 16];
  u64 most[1 << 16];
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
  if (shared->result[shared->at].n_blocks++ == shared->most[shared->at])
    _exit (1);
}

__attribute__ ((no_sanitize ("coverage"))) static void
run_from (const brute_test *t, int from, int n) {
  for (int i = from; i < n && i < from + MOST_INPUTS; i++) {
    int x = i % t->most_x, y = i / t->most_x;
    shared->at = i;
    trace_now = brute_hash = 0;
    is_tracing = 1;
    long v = t->one ? t->one (x) : t->two (x, y);
    is_tracing = 0;
    out (v);
#if __has_feature(memory_sanitizer)
    __msan_check_mem_is_initialized (&brute_hash, sizeof brute_hash);
#endif
    shared->result[i].value = brute_hash;
    shared->result[i].is_done = 1;
  }
  _exit (0);
}

static void run_test (const brute_test *t, int number, FILE *before) {
  int n = t->most_x * t->most_y;
  memset (shared, 0, sizeof *shared);
  for (int i = 0; i < n; i++)
    if (!before || fscanf (before, "%*s%*s%*s%*s%*s%lu", &shared->most[i]) != 1)
      shared->most[i] = MOST_BLOCKS;
  for (int i = 0; i < n; i = shared->at + 1) {
    int status;
    if (!fork ())
      run_from (t, i, n);
    wait (&status);
    if (status)
      fprintf (stderr, "\n@ %d %d %d\n", number, shared->at, status);
  }
  for (int i = 0; i < n; i++) {
    const brute_result *r = &shared->result[i];
    printf ("%d %d %d %u %016lx %lu\n", number, i, r->is_done, r->value,
            r->trace, r->n_blocks);
  }
  fflush (stdout);
}

int main (int argc, char **argv) {
  FILE *before = argc > 1 ? fopen (argv[1], "r") : NULL;
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; brute_tests[i].name; i++)
    run_test (&brute_tests[i], i, before);
  return 0;
}
