#include "brute.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t n_signals;
static void on_signal (int s) { n_signals += s; }
static jmp_buf back;
static sigjmp_buf sig_back;
static void sig_jump_out (int s) { siglongjmp (sig_back, s); }

TEST (raise_counted) {
  n_signals = 0;
  signal (SIGUSR1, on_signal);
  for (int i = 0; i < (x & 3); i++)
    raise (SIGUSR1);
  return n_signals;
}
TEST (raise_ignored) {
  signal (SIGUSR1, x & 1 ? SIG_IGN : on_signal);
  n_signals = 0;
  raise (SIGUSR1);
  return n_signals;
}
TEST (jump_from_handler) {
  signal (SIGUSR2, sig_jump_out);
  switch (sigsetjmp (sig_back, 1)) {
  case 0:
    if (x & 1)
      raise (SIGUSR2);
    return 1;
  case SIGUSR2:
    return 2;
  }
  return 3;
}
TEST (action_with_flags) {
  struct sigaction a = {0}, old;
  a.sa_handler = on_signal;
  a.sa_flags = x & 1 ? SA_RESETHAND : 0;
  n_signals = 0;
  sigaction (SIGUSR1, &a, NULL);
  raise (SIGUSR1);
  sigaction (SIGUSR1, NULL, &old);
  return old.sa_handler == on_signal;
}
TEST (blocked) {
  sigset_t set;
  sigemptyset (&set);
  if (x & 1)
    sigaddset (&set, SIGUSR1);
  signal (SIGUSR1, on_signal);
  n_signals = 0;
  sigprocmask (SIG_BLOCK, &set, NULL);
  raise (SIGUSR1);
  int r = n_signals;
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  return r * 100 + n_signals;
}

/* jumps over frames */
static int depth_reached;
static void go_down (int n) {
  int local[4] = {n};
  depth_reached = local[0];
  if (!n)
    longjmp (back, 7);
  go_down (n - 1);
}
TEST (jump_over_frames) {
  int r = setjmp (back);
  if (!r)
    go_down (x & 7);
  return r + depth_reached;
}
TEST (jump_with_zero) {
  volatile int n = 0;
  int r = setjmp (back);
  if (n++ < (x & 3))
    longjmp (back, x >> 2 & 1);
  return r * 10 + n;
}
static int prepared (void) { return setjmp (back); }
TEST (lost_in_jump) {
  char *volatile p = NULL;
  if (!setjmp (back)) {
    p = malloc (4);
    p[0] = x;
    if (x & 1)
      longjmp (back, 1);
    free (p);
  }
  return x & 1 ? p[0] : x & 2 ? p[0] : 0;
}
TEST (jump_frees_twice) {
  char *volatile p = malloc (4);
  if (setjmp (back) == 0) {
    free (p);
    if (x & 1)
      p = NULL;
    if (x & 2)
      longjmp (back, 1);
    return 1;
  }
  free (p);
  return 2;
}
TEST (vla_and_jump) {
  volatile int n = 0;
  setjmp (back);
  char a[(x & 7) + 1];
  a[x & 7] = n;
  if (n++ < 3)
    longjmp (back, 1);
  return a[(x & 7) + (x >> 7)];
}

/* functions by address */
static int add (int a, int b) { return a + b; }
static int neg (int a) { return -a; }
typedef int (*binary) (int, int);
TEST (table_of_functions) {
  static const binary t[4] = {add, (binary) neg, NULL, add};
  if ((x & 3) == 1)
    return 0;
  return t[x & 3](x, 1);
}
TEST (function_in_struct) {
  struct op {
    char name[4];
    binary f;
  } ops[2] = {{"add", add}, {"", NULL}};
  memset (ops[1].name, 'a', 1 + (x & 3));
  return ops[x >> 2 & 1].f (x, 2);
}
TEST (callback_sorts_itself) {
  int a[3] = {3, 1, 2};
  a[x & 1] = x;
  int compare (const void *, const void *);
  qsort (a, 3, sizeof *a, compare);
  return bsearch (&(int) {2}, a, 3, sizeof *a, compare) ? a[0] : -1;
}
int compare (const void *a, const void *b) {
  int v = *(const int *) a, w = *(const int *) b;
  return (v > w) - (v < w);
}
static int bad_compare (const void *a, const void *b) {
  return strcmp (*(char **) a, (const char *) b);
}
TEST (wrong_depth) {
  char *t[3] = {"b", "a", "c"};
  if (x & 1)
    t[x >> 1 & 1] = "z";
  return bsearch ("a", t, x & 3, sizeof *t, bad_compare) != NULL;
}
static int divides (const void *a, const void *b) {
  return 12 / (*(const u8 *) a - *(const u8 *) b);
}
TEST (comparing_divides) {
  u8 a[3] = {1, 2, x & 3};
  qsort (a, 3, 1, divides);
  return 1;
}
/* recursion, static state */
static int visits[5];
static int visit (int n) {
  visits[n]++;
  return n > 4 ? 0 : n + visit (n + (n & 1) + 1);
}
TEST (visits_too_far) { return visit (x & 7); }
static int state_step (int in) {
  static int state;
  static const u8 next[3][2] = {{1, 0}, {2, 0}, {3, 1}};
  state = next[state][in];
  return state;
}
TEST (machine_leaves_table) {
  int s = 0;
  while (state_step (0) != 0)
    if (state_step (0) > 2)
      break;
  for (int i = 0; i < 5; i++)
    s = state_step (x >> i & 1);
  return s;
}
static int even (unsigned);
static int odd (unsigned n) { return n ? even (n - 1) : 0; }
static int even (unsigned n) { return n ? odd (n - 1) : 1; }
TEST (mutual_wraps) { return odd ((x & 15) - 1 + (x > 15)); }

/* text of arguments */
static long sum_of (const char *types, ...) {
  va_list ap;
  long s = 0;
  va_start (ap, types);
  for (; *types; types++)
    switch (*types) {
    case 'i':
      s += va_arg (ap, int);
      break;
    case 'l':
      s += va_arg (ap, long);
      break;
    case 'd':
      s += va_arg (ap, double);
      break;
    case 's':
      s += va_arg (ap, char *)[0];
      break;
    }
  va_end (ap);
  return s;
}
