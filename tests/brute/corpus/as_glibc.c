// cflags: -D_GNU_SOURCE
#include "brute.h"
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* What programs see of glibc: sizes, numbers, words, orders. */

static int of_x[] = {1, 7, 1000, 65535};
TEST (random_numbers) {
  long r = 0;
  srand (1);
  for (int i = 0; i <= (x & 3); i++)
    r = rand ();
  return r;
}
TEST (random_of_seed) {
  srand (of_x[x & 3]);
  for (int i = 0; i < (x >> 4); i++)
    rand ();
  return x & 4 ? rand () : random ();
}
TEST (random_of_zero) {
  srandom (0);
  return random ();
}
TEST (random_state) {
  static char state[256];
  static const int sizes[] = {8, 32, 64, 128};
  srandom (5);
  char *old = initstate (x & 16 ? 3 : 0, state, sizes[x & 3]);
  long r = random ();
  setstate (old);
  r ^= random ();
  setstate (state);
  r += random ();
  setstate (old);
  return r;
}
TEST (random_of_own) {
  unsigned seed = of_x[x & 3];
  long r = 0;
  for (int i = 0; i < (x >> 4); i++)
    r = r * 3 + rand_r (&seed);
  return r + seed;
}
TEST (random_roll) {
  static const int prize[6] = {1, 2, 3, 4, 5, 6};
  srand (42);
  int r = 0;
  for (int i = 0; i < (x & 7); i++)
    r += prize[rand () % 7];
  return r;
}
TEST (word_of_error) {
  char b[20];
  strcpy (b, strerror (x & 63));
  return b[0];
}
TEST (word_of_no_error) { return strlen (strerror (1000 + x)); }
TEST (word_of_error_of_gnu) {
  char b[16];
  char *s = strerror_r (x, b, sizeof b);
  return s[3] + (s == b);
}
TEST (word_of_signal) {
  char b[24];
  return sprintf (b, "%s", strsignal (x));
}
TEST (word_of_pattern) {
  char b[32];
  return regerror (x & 15, NULL, b, 32) + b[0];
}
static int by_first (const void *a, const void *b) {
  return *(const u8 *) a - *(const u8 *) b;
}
TEST (sort_keeps_order) {
  u8 a[6][2];
  for (int i = 0; i < 6; i++) {
    a[i][0] = x >> i & 1;
    a[i][1] = i;
  }
  qsort (a, 6, 2, by_first);
  for (int i = 0; i < 6; i++)
    out (a[i][1]);
  return 0;
}
static int no_order (const void *a, const void *b) { return 1; }
TEST (sort_without_order) {
  u8 a[6] = {x, 1, 2, 3, 4, 5};
  qsort (a, x % 7, 1, no_order);
  for (int i = 0; i < 6; i++)
    out (a[i]);
  return 0;
}
TEST (fast_types) {
  uint_fast16_t a = 65535;
  int_fast32_t b = INT32_MAX;
  a += x;
  b += x;
  out (a >> 16);
  out (b >> 31);
  return sizeof (int_fast16_t) + sizeof a + (UINT_FAST32_MAX >> 63);
}
TEST (fast_types_printed) {
  char b[32];
  snprintf (b, sizeof b, "%" PRIuFAST32 " %" PRIdFAST16,
            (uint_fast32_t) 1 << 40, (int_fast16_t) -x);
  uint_fast32_t back;
  sscanf (b, "%" SCNuFAST32, &back);
  return back >> 38;
}
TEST (buffer_is_small) {
  char b[1024];
  memset (b, 0, x & 1 ? sizeof b : BUFSIZ);
  return b[x];
}
TEST (line_is_small) {
  char b[LINE_MAX];
  return b[2047 + (x & 1)] = 3;
}
TEST (limits) {
  return HOST_NAME_MAX + MB_LEN_MAX * 3 + TMP_MAX + FOPEN_MAX + BUFSIZ;
}
TEST (pattern_matches) {
  regmatch_t m[4] = {{0}};
  return sizeof m[x & 3] + sizeof m[0].rm_so;
}
TEST (pattern_found) {
  regex_t r;
  regmatch_t m[3];
  char t[] = "xaab";
  t[1] = x & 1 ? 'a' : 'b';
  if (regcomp (&r, "(a+)(b)", REG_EXTENDED))
    return -1;
  long v = regexec (&r, t, 3, m, 0) ? 0 : m[1].rm_so * 100 + m[1].rm_eo * 10;
  v += r.re_nsub + m[2].rm_eo;
  regfree (&r);
  return v;
}
TEST (kinds_of_files) { return FTW_F * 10 + FTW_D + FTW_SLN * 100; }
TEST (last_name) {
  char t[] = "/a/b";
  t[3] = x & 1 ? '/' : 'b';
  t[2] = x & 2 ? '/' : 'c';
  return strlen (basename (t)) * 10 + strlen (t);
}
TEST (last_name_of_constant) { return basename (x & 1 ? "a/bc" : "d/")[0]; }
TEST (printed_onto_itself) {
  char b[8] = "ab";
  snprintf (b, sizeof b, "%d%s", x & 1, x & 2 ? "c" : "dd");
  return b[1];
}
