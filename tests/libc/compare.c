/* The C library for programs under test against the system's, natively, on
 * random inputs. Its bitcode is compiled with every symbol prefixed by "m_"
 * (tests/cli/libc.sh); what the machine provides is provided here.
 *
 * Strings end at the end of a page that nothing follows: whoever reads more
 * than it should, crashes.
 */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <wchar.h>

/* Machine. */

static char output[1 << 16];
static size_t output_len;

void m_reprise_output (int descriptor, const void *from, size_t n) {
  if (descriptor < 0)
    return;
  if (n > sizeof output - output_len)
    abort ();
  memcpy (output + output_len, from, n);
  output_len += n;
}

void m_klee_warning_once (const char *what) { (void) what; }
void m_reprise_may_be_woken (void) {}
void m_reprise_missing (const char *what) { (void) what; }
void m_reprise_bound (const char *what) { (void) what; }
void m_reprise_change_file (void) {}
void m_reprise_file (const char *path, size_t length, const void *bytes,
                     long size, const void *was, long was_size) {
  (void) path, (void) length, (void) bytes, (void) size, (void) was,
      (void) was_size;
}
void m_reprise_exit (int status) { exit (status); }

/* Nothing is symbolic here; or everything, but for what is known to be 0. */
static bool is_symbolic;
int m_reprise_is_concrete (uint64_t v) { return !is_symbolic || !v; }
int m_reprise_is_double (long double x) {
  return is_symbolic && (x != x || (double) x == x);
}
/* Nothing overlaps here, either. */
int m_reprise_is_near (const void *a, const void *b) { return a == b && !a; }
void m_klee_mark_global (void *object) { (void) object; }
void m_reprise_whole (const char *f, const void *a, size_t n) {
  (void) f, (void) a, (void) n;
}
void m_reprise_apart (const char *f, const void *a, size_t n, const void *b,
                      size_t k) {
  (void) f, (void) a, (void) n, (void) b, (void) k;
}
uint64_t m_reprise_concrete (uint64_t v) { return v; }
uint64_t m_reprise_clean (uint64_t v) { return v; }
void m_reprise_buffer (size_t n) { (void) n; }
int m_reprise_character (int c) { return c; }
void m_reprise_protect (const void *object, int is_constant) {
  (void) object, (void) is_constant;
}
size_t m_reprise_room (const void *p) {
  (void) p;
  return SIZE_MAX;
}
void m_klee_make_symbolic (void *to, size_t n, const char *name) {
  (void) to, (void) n, (void) name;
  abort ();
}
int m_klee_range (int low, int end, const char *name) {
  (void) end, (void) name;
  return low;
}
void m_klee_prefer_cex (void *object, uintptr_t condition) {
  (void) object, (void) condition;
}
void m_klee_assume (uintptr_t condition) { (void) condition; }
unsigned m_klee_is_symbolic (uintptr_t value) {
  (void) value;
  return 0;
}

void m_reprise_fault (const char *kind, const char *what) {
  fprintf (stderr, "%s: %s\n", kind, what);
  abort ();
}
void m_reprise_unsupported (const char *what) {
  printf ("unsupported: %s\n", what);
  abort ();
}

size_t m_malloc_usable_size (void *p) { return malloc_usable_size (p); }
void *m_malloc (size_t n) { return malloc (n); }
void *m_calloc (size_t n, size_t size) { return calloc (n, size); }
void *m_realloc (void *p, size_t n) { return realloc (p, n); }
void *m_aligned_alloc (size_t a, size_t n) { return aligned_alloc (a, n); }
void *m_reallocarray (void *p, size_t n, size_t size) {
  return reallocarray (p, n, size);
}
int m_posix_memalign (void **to, size_t a, size_t n) {
  return posix_memalign (to, a, n);
}
void *m_memalign (size_t a, size_t n) { return memalign (a, n); }
void m_free (void *p) { free (p); }
void m___chk_fail (void) { abort (); }
int m_setjmp (void *buffer) { return buffer ? 0 : 1; }
void m_longjmp (void *buffer, int x) {
  (void) buffer;
  (void) x;
  abort ();
}

/* Operations of the machine; their bitcode would call itself here. */

void *m_memcpy (void *to, const void *from, size_t n) {
  return memcpy (to, from, n);
}
void *m_memmove (void *to, const void *from, size_t n) {
  return memmove (to, from, n);
}
void *m_memset (void *to, int byte, size_t n) { return memset (to, byte, n); }

#define UNARY(NAME) \
  double m_##NAME (double x) { return NAME (x); } \
  float m_##NAME##f (float x) { return NAME##f (x); } \
  long double m_##NAME##l (long double x) { return NAME##l (x); }
UNARY (ceil)
UNARY (fabs)
UNARY (floor)
UNARY (nearbyint)
UNARY (rint)
UNARY (round)
UNARY (sqrt)
UNARY (trunc)
double m_copysign (double x, double y) { return copysign (x, y); }
float m_copysignf (float x, float y) { return copysignf (x, y); }
long double m_copysignl (long double x, long double y) {
  return copysignl (x, y);
}
double m_fma (double x, double y, double z) { return fma (x, y, z); }
float m_fmaf (float x, float y, float z) { return fmaf (x, y, z); }
long double m_fmal (long double x, long double y, long double z) {
  return fmal (x, y, z);
}
#define TO_INTEGER(TYPE, NAME) \
  TYPE m_##NAME (double x) { return NAME (x); } \
  TYPE m_##NAME##f (float x) { return NAME##f (x); } \
  TYPE m_##NAME##l (long double x) { return NAME##l (x); }
TO_INTEGER (long, lrint)
TO_INTEGER (long, lround)
TO_INTEGER (long long, llrint)
TO_INTEGER (long long, llround)

/* Library. */

#define M(NAME) extern __typeof__ (NAME) m_##NAME
M (isalnum);
M (isalpha);
M (isblank);
M (iscntrl);
M (isdigit);
M (isgraph);
M (islower);
M (isprint);
M (ispunct);
M (isspace);
M (isupper);
M (isxdigit);
M (tolower);
M (toupper);
M (strlen);
M (strnlen);
M (strcmp);
M (strncmp);
M (memcmp);
M (strchr);
M (strrchr);
M (strchrnul);
M (memchr);
M (memrchr);
M (rawmemchr);
M (strstr);
M (memmem);
M (strspn);
M (strcspn);
M (strpbrk);
M (strcpy);
M (stpcpy);
M (strncpy);
M (stpncpy);
M (strcat);
M (strncat);
M (memccpy);
M (strcasecmp);
M (strtok_r);
M (mbsrtowcs);
M (strtol);
M (strtoul);
M (strtoll);
M (strtoull);
M (strtod);
M (strtof);
M (strtold);
M (atoi);
M (qsort);
M (bsearch);
M (snprintf);
M (sscanf);
M (printf);
M (remainder);
M (remainderl);
M (frexp);
M (ldexp);
M (modf);
M (gmtime_r);
M (timegm);
M (strftime);
M (pow);
M (exp);
M (sin);
M (ilogb);
extern int *m___errno_location (void);
extern void m___reprise_libc_start (int *, char ***, char ***);

/* Harness. */

static uint64_t seed = 1;
static unsigned long n_compared, n_different;

static uint64_t draw (uint64_t bound) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (seed >> 11) % bound;
}

static void check (bool is_same, const char *what, const char *input) {
  n_compared++;
  if (is_same)
    return;
  if (n_different++ < 20)
    printf ("differs: %s of \"%s\"\n", what, input);
}

/* A copy that ends where a page ends. */
#define PAGE 4096
static char *pages[2];

static char *at_end (int which, const char *from, size_t n) {
  char *to = pages[which] + PAGE - n;
  return memcpy (to, from, n);
}

static void draw_text (char *to, size_t longest, const char *alphabet) {
  size_t n = draw (longest + 1), letters = strlen (alphabet);
  for (size_t i = 0; i < n; i++)
    to[i] = alphabet[draw (letters)];
  to[n] = 0;
}

static int sign (int x) { return (x > 0) - (x < 0); }

static void test_ctype (void) {
#define EACH(NAME) \
  for (int c = -1; c < 256; c++) \
    check ((c < 128 ? !!NAME (c) : 0) == !!m_##NAME (c), #NAME, "");
  EACH (isalnum)
  EACH (isalpha)
  EACH (isblank)
  EACH (iscntrl)
  EACH (isdigit)
  EACH (isgraph)
  EACH (islower)
  EACH (isprint)
  EACH (ispunct)
  EACH (isspace)
  EACH (isupper)
  EACH (isxdigit)
#undef EACH
  for (int c = -1; c < 256; c++) {
    check (tolower (c) == m_tolower (c), "tolower", "");
    check (toupper (c) == m_toupper (c), "toupper", "");
  }
}

static void test_search (const char *s, const char *t, size_t n, size_t m) {
  int c = "ab\0c\xff"[draw (5)];
  check (strlen (s) == m_strlen (s), "strlen", s);
  check (strnlen (s, n) == m_strnlen (s, n), "strnlen", s);
  check (sign (strcmp (s, t)) == sign (m_strcmp (s, t)), "strcmp", s);
  check (sign (strncmp (s, t, m)) == sign (m_strncmp (s, t, m)), "strncmp", s);
  check (sign (strcasecmp (s, t)) == sign (m_strcasecmp (s, t)), "strcasecmp",
         s);
  size_t less = n < m ? n : m;
  check (sign (memcmp (s, t, less)) == sign (m_memcmp (s, t, less)), "memcmp",
         s);
  check (strchr (s, c) == m_strchr (s, c), "strchr", s);
  check (strrchr (s, c) == m_strrchr (s, c), "strrchr", s);
  check (strchrnul (s, c) == m_strchrnul (s, c), "strchrnul", s);
  check (memchr (s, c, n) == m_memchr (s, c, n), "memchr", s);
  check (memrchr (s, c, n) == m_memrchr (s, c, n), "memrchr", s);
  check (rawmemchr (s, 0) == m_rawmemchr (s, 0), "rawmemchr", s);
  check (strstr (s, t) == m_strstr (s, t), "strstr", s);
  check (memmem (s, n, t, m - 1) == m_memmem (s, n, t, m - 1), "memmem", s);
  check (strspn (s, t) == m_strspn (s, t), "strspn", s);
  check (strcspn (s, t) == m_strcspn (s, t), "strcspn", s);
  check (strpbrk (s, t) == m_strpbrk (s, t), "strpbrk", s);
}

static void test_copy (const char *s, const char *t, size_t n) {
  char a[128], b[128];
  size_t k = draw (60);
#define SAME(NAME, CALL_A, CALL_B) \
  memset (a, 7, sizeof a), memset (b, 7, sizeof b); \
  strcpy (a, t), strcpy (b, t); \
  { \
    char *x = CALL_A, *y = CALL_B; \
    check ((x ? x - a : -1) == (y ? y - b : -1) && !memcmp (a, b, sizeof a), \
           NAME, s); \
  }
  SAME ("strcpy", strcpy (a, s), m_strcpy (b, s));
  SAME ("stpcpy", stpcpy (a, s), m_stpcpy (b, s));
  SAME ("strcat", strcat (a, s), m_strcat (b, s));
  SAME ("strncpy", strncpy (a, s, k), m_strncpy (b, s, k));
  SAME ("stpncpy", stpncpy (a, s, k), m_stpncpy (b, s, k));
  SAME ("strncat", strncat (a, s, k), m_strncat (b, s, k));
  SAME ("memccpy", memccpy (a, s, 'b', n), m_memccpy (b, s, 'b', n));
#undef SAME
  wchar_t v[64], w[64];
  const char *p = s, *q = s;
  mbstate_t state = {0};
  size_t x = mbsrtowcs (v, &p, 64, &state);
  memset (&state, 0, sizeof state);
  size_t y = m_mbsrtowcs (w, &q, 64, &state);
  check (x == y && !p == !q && !memcmp (v, w, x * sizeof *v), "mbsrtowcs", s);
}

static void test_strings (void) {
  char text[64], other[64];
  for (int round = 0; round < 20000; round++) {
    draw_text (text, 40, round % 2 ? "ab" : "abcABC ");
    draw_text (other, round % 4 ? 4 : 30, round % 2 ? "ab" : "abcABC ");
    size_t n = strlen (text) + 1, m = strlen (other) + 1;
    char *s = at_end (0, text, n), *t = at_end (1, other, m);
    test_search (s, t, n, m);
    test_copy (s, t, n);
  }
}

#define NUMBER(NAME, HAS_ERROR, ARGUMENTS_A, ARGUMENTS_B) \
  { \
    char *end, *m_end; \
    errno = 0, *m___errno_location () = 0; \
    __typeof__ (NAME ARGUMENTS_A) x = NAME ARGUMENTS_A; \
    int error = errno; \
    __typeof__ (x) y = m_##NAME ARGUMENTS_B; \
    bool is_same = end == m_end && (x == y || (x != x && y != y)); \
    if (HAS_ERROR) \
      is_same &= error == *m___errno_location (); \
    check (is_same, #NAME, s); \
  }

/* What the other library says about no digits is allowed both ways. */
static bool has_digits (const char *s, int base) {
  char *end;
  strtol (s, &end, base);
  return end != s;
}

static void test_numbers (void) {
  static const char *const special[] = {"inf",   "-Infinity",  "nan", "0x1p-3",
                                        "1e400", "1e-400",     "0x",  "1e",
                                        ".5",    "4.9406e-324"};
  char text[64];
  for (int round = 0; round < 20000; round++) {
    draw_text (text, round % 3 ? 8 : 24,
               round % 2 ? "0123456789" : "01789abfx+- .e");
    if (round < 10)
      strcpy (text, special[round]);
    char *s = at_end (0, text, strlen (text) + 1);
    int base = "\0\n\x10\x08\x02\x24"[draw (6)];
    if (has_digits (s, base)) {
      NUMBER (strtol, true, (s, &end, base), (s, &m_end, base));
      NUMBER (strtoul, true, (s, &end, base), (s, &m_end, base));
      NUMBER (strtoll, true, (s, &end, base), (s, &m_end, base));
      NUMBER (strtoull, true, (s, &end, base), (s, &m_end, base));
    }
    NUMBER (strtod, false, (s, &end), (s, &m_end));
    NUMBER (strtof, false, (s, &end), (s, &m_end));
    NUMBER (strtold, false, (s, &end), (s, &m_end));
    if (strlen (s) < 9)
      check (atoi (s) == m_atoi (s), "atoi", s);
  }
}

/* Texts that are hard to round: many digits, the ends of the range, and the
 * middle of two numbers, or one beside it.
 */
static void draw_number (char *to) {
  unsigned long long x = draw (UINT64_C (1) << 53), y = draw (1000000000000);
  switch (draw (4)) {
  case 0:
    sprintf (to, "%llu%llu.%llue%d", x, y, y, (int) draw (720) - 380);
    break;
  case 1:
    sprintf (to, "0x%llx%llx.%llxp%d", x, x, y, (int) draw (2400) - 1250);
    break;
  case 2:
    sprintf (to, "%llu%llue%d", y, x, (int) draw (9920) - 4970);
    break;
  default:
    x = draw (4) ? x | 1 << 24 : draw (1 << 25);
    sprintf (to, "%.40Lf%s", (x + 0.5L) / (1ul << draw (30)),
             draw (2) ? "" : "1");
  }
}

static void test_long_numbers (void) {
  char text[256];
  for (int round = 0; round < 10000; round++) {
    draw_number (text);
    char *s = at_end (0, text, strlen (text) + 1);
    is_symbolic = true;
    NUMBER (strtod, true, (s, &end), (s, &m_end));
    NUMBER (strtof, true, (s, &end), (s, &m_end));
    NUMBER (strtold, true, (s, &end), (s, &m_end));
    is_symbolic = false;
  }
}

static int compare (const void *a, const void *b) {
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

static void test_sorting (void) {
  int a[64], b[64];
  for (int round = 0; round < 2000; round++) {
    size_t n = draw (64);
    for (size_t i = 0; i < n; i++)
      a[i] = b[i] = (int) draw (round % 2 ? 10 : 1000000);
    qsort (a, n, sizeof *a, compare);
    m_qsort (b, n, sizeof *b, compare);
    check (!memcmp (a, b, n * sizeof *a), "qsort", "");
    int key = (int) draw (10);
    const int *x = bsearch (&key, a, n, sizeof *a, compare);
    const int *y = m_bsearch (&key, b, n, sizeof *b, compare);
    check (!x == !y && (!y || *y == key), "bsearch", "");
  }
}

/* A conversion with random flags, width and precision. */
static void draw_format (char *to, const char *length, const char *letters,
                         const char *flags) {
  *to++ = '<', *to++ = '%';
  for (int i = 0; i < 2; i++)
    if (draw (2) && *flags)
      *to++ = flags[draw (strlen (flags))];
  if (draw (2))
    to += sprintf (to, "%d", (int) draw (30) + 1);
  if (draw (2))
    to += sprintf (to, ".%d", (int) draw (25));
  sprintf (to, "%s%c>", length, letters[draw (strlen (letters))]);
}

#define FORMAT(VALUE) \
  { \
    __auto_type value = VALUE; \
    int x = snprintf (a, size, format, value); \
    int y = m_snprintf (b, size, format, value); \
    check (x == y && !strcmp (a, b), "snprintf", format); \
  }

/* The same as if the number were symbolic. */
#define BOTH(VALUE) \
  { \
    __auto_type value = VALUE; \
    int x = m_snprintf (a, size, format, value); \
    is_symbolic = true; \
    int y = m_snprintf (b, size, format, value); \
    is_symbolic = false; \
    check (x == y && !strcmp (a, b), "snprintf of symbolic", format); \
  }

static double draw_double (void) {
  union {
    uint64_t bits;
    double d;
  } u = {draw (UINT64_C (1) << 52) | (draw (4096) << 52)};
  switch (draw (4)) {
  case 0:
    return (double) draw (1000000) / 1000 - 300;
  case 1:
    return (double) draw (100) * 0.5;
  default:
    return u.d;
  }
}

static long double draw_long_double (void) {
  long double x = (long double) draw_double () / 3;
  return draw (8) ? x : x * x * x * x;
}

static void test_symbolic_formats (void) {
  char format[64], a[6000], b[6000];
  size_t size = sizeof a;
  for (int round = 0; round < 20000; round++) {
    draw_format (format, "", "aAeEfFgG", "-+ #0");
    BOTH (draw_double ());
    draw_format (format, "L", "aAeEfFgG", "-+ #0");
    BOTH (draw_long_double ());
    sprintf (format, "%%.%d%c", (int) draw (1200), "efg"[draw (3)]);
    if (!(round % 20))
      BOTH (draw_double ());
    /* halves, and the ends of powers of ten */
    sprintf (format, "%%.%d%c", (int) draw (10), "efg"[draw (3)]);
    BOTH ((double) draw (1 << 20) / (1 << draw (20)));
    BOTH (
        nextafter (pow (10, (double) draw (630) - 322), (double) draw (3) - 1));
  }
}

static void test_formats (void) {
  char format[64], a[1024], b[1024];
  for (int round = 0; round < 20000; round++) {
    size_t size = round % 8 ? sizeof a : draw (20) + 1;
    draw_format (format, "", "di", "-+ 0");
    FORMAT ((int) (draw (1u << 31) - (1u << 30)) >> draw (30));
    draw_format (format, "", "uxXo", "-#0");
    FORMAT ((unsigned) draw (1ul << 32) >> draw (32));
    draw_format (format, "ll", "di", "-+ 0");
    FORMAT ((long long) (draw (1ul << 53) << draw (11)));
    draw_format (format, "hh", "dux", "-0");
    FORMAT ((int) draw (256));
    draw_format (format, "", "eEfFgG", "-+ #0");
    FORMAT (draw_double ());
    draw_format (format, "L", "efg", "-+ #0");
    FORMAT ((long double) draw_double () / 3);
    draw_format (format, "", "s", "-");
    FORMAT ("hello world");
    draw_format (format, "l", "u", "-");
    FORMAT (draw (UINT64_MAX));
  }
}

/* Without "0x": with no digit behind it the two libraries are both right. */
static void test_scanning (void) {
  char text[64];
  for (int round = 0; round < 5000; round++) {
    draw_text (text, 20, "0123456789 -.ab");
    char *s = at_end (0, text, strlen (text) + 1);
    int i = 0, j = 0, n = -1, m = -1;
    char u[32] = "", v[32] = "";
    double d = 0, e = 0;
    int x = sscanf (s, "%d %4s %lf%n", &i, u, &d, &n);
    int y = m_sscanf (s, "%d %4s %lf%n", &j, v, &e, &m);
    check (x == y && i == j && n == m && !strcmp (u, v) && d == e, "sscanf", s);
    unsigned a = 0, b = 0;
    x = sscanf (s, " %x%30[^a]%c", &a, u, u + 31);
    y = m_sscanf (s, " %x%30[^a]%c", &b, v, v + 31);
    check (x == y && a == b && !strcmp (u, v), "sscanf %[", s);
  }
}

/* Operations of the machine that other functions call. */
double m_fmod (double x, double y) { return fmod (x, y); }
float m_fmodf (float x, float y) { return fmodf (x, y); }
long double m_fmodl (long double x, long double y) { return fmodl (x, y); }

static void test_math (void) {
  for (int round = 0; round < 5000; round++) {
    double x = draw_double (), y = draw_double (), p, q;
    int i, j, k = (int) draw (400) - 200;
#define EXACT(A, B) \
  p = A, q = B; \
  check (p == q || (p != p && q != q), #A, "");
    EXACT ((double) remainderl (x, y), m_remainder (x, y));
    y = ldexp (y, (int) draw (2000) - 1900);
    EXACT ((double) remainderl (x, y), m_remainder (x, y));
    check (signbit (p) == signbit (q) || p != p, "sign of remainder", "");
    long double r = ldexpl (x, k * 80), s = m_remainderl (r, (long double) y);
    r = remainderl (r, (long double) y);
    check ((r == s && signbit (r) == signbit (s)) || (r != r && s != s),
           "remainderl", "");
    EXACT (ldexp (x, k), m_ldexp (x, k));
    check (ilogb (x) == m_ilogb (x) || x == 0 || x != x, "ilogb", "");
    EXACT (frexp (x, &i), m_frexp (x, &j));
    EXACT (modf (x, &p) + p * 0, m_modf (x, &q) + q * 0);
    x = (double) draw (2000) / 100 - 10;
    y = (double) (draw (1000) + 1) / 100;
#define NEAR(A, B) check (fabs (A - B) <= 4e-16 * fabs (A), #A, "");
    NEAR (exp (x), m_exp (x));
    NEAR (pow (y, x), m_pow (y, x));
    NEAR (sin (x), m_sin (x));
  }
}

static void test_time (void) {
  for (int round = 0; round < 2000; round++) {
    time_t t = (time_t) draw (8000000000) - 2000000000;
    struct tm a = {0}, b = {0};
    gmtime_r (&t, &a), m_gmtime_r (&t, &b);
    char s[128], u[128];
    strftime (s, sizeof s, "%Y-%m-%d %H:%M:%S %a %B %j %U %V", &a);
    m_strftime (u, sizeof u, "%Y-%m-%d %H:%M:%S %a %B %j %U %V", &b);
    check (!strcmp (s, u), "strftime", s);
    check (m_timegm (&b) == t, "timegm", s);
  }
}

static void test_output (void) {
  int n = m_printf ("%d %s %.3f\n", 42, "words", 1.5);
  const char *expected = "42 words 1.500\n";
  check (n == (int) strlen (expected) && output_len == (size_t) n &&
             !memcmp (output, expected, output_len),
         "printf", expected);
}

int main (int argc, char **argv) {
  char *environment[] = {NULL}, **variables = environment;
  m___reprise_libc_start (&argc, &argv, &variables);
  for (int i = 0; i < 2; i++) {
    char *p = mmap (NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect (p + PAGE, PAGE, PROT_NONE))
      return 2;
    pages[i] = p;
  }
  test_ctype ();
  test_strings ();
  test_numbers ();
  test_long_numbers ();
  test_sorting ();
  test_formats ();
  test_symbolic_formats ();
  test_scanning ();
  test_math ();
  test_time ();
  test_output ();
  printf ("%lu compared, %lu different\n", n_compared, n_different);
  return n_different != 0;
}
