/* Numbers as text, for strtod, scanf and their like.
 *
 * musl computes with all digits there are, which is right for every text, and
 * far too much for a solver when some of them are symbolic. Here the text is
 * read; where its digits and its power of ten are exact numbers of the wanted
 * type, the result is one operation, rounded once; where they are exact numbers
 * of 80 bits, it is computed with those. The power is decided on the path.
 * Other symbolic digits, and hexadecimal ones, are rounded by integers of any
 * length (exact.h). Numbers that are known are left to musl.
 */

#include "floatscan.h"
#include "exact.h"
#include "libm.h"
#include "reprise.h"
#include "shgetc.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>

/* musl's, under another name (libc.mk). */
long double __floatscan_exact (FILE *, int, int);

#define MOST_EXPONENT 100000

/* More digits than decide how a double is rounded; what follows them is
 * nothing or something.
 */
#define MOST_DIGITS 800

struct decimal {
  uint64_t digits; /* while they fit */
  bool fits, is_any, is_more;
  long exponent;
  unsigned n;
  char text[MOST_DIGITS + 16]; /* of the digits, then of the exponent */
};

static bool is_digit (int c) { return (unsigned) c - '0' < 10; }

/* The bits of a digit tell its value: whatever a symbolic one is, it is small.
 */
static void add_digit (struct decimal *d, int c, bool is_fraction) {
  if (d->digits <= (UINT64_MAX - 15) / 10)
    d->digits = 10 * d->digits + (c & 15);
  else
    d->fits = false;
  d->is_any = true;
  d->exponent -= is_fraction;
  if (!d->n && reprise_is_concrete (c) && c == '0')
    return;
  if (d->n < MOST_DIGITS) {
    d->text[d->n++] = c;
    return;
  }
  d->exponent++;
  if (c != '0')
    d->is_more = true;
}

static int read_digits (FILE *f, struct decimal *d, int c, bool is_fraction) {
  for (; is_digit (c); c = shgetc (f))
    add_digit (d, c, is_fraction);
  return c;
}

/* Behind the letter; false: there is none. 'may_return': what was read of it
 * can be given back.
 */
static bool read_exponent (FILE *f, long *out, bool may_return) {
  bool is_negative = false;
  int c = shgetc (f);
  if (c == '+' || c == '-') {
    is_negative = c == '-';
    c = shgetc (f);
    if (!is_digit (c) && may_return)
      shunget (f);
  }
  if (!is_digit (c)) {
    shunget (f);
    return false;
  }
  long x = 0;
  for (; is_digit (c); c = shgetc (f))
    if (x < MOST_EXPONENT)
      x = 10 * x + (c & 15);
  shunget (f);
  *out += is_negative ? -x : x;
  return true;
}

/* False: no number, and nothing was read. */
static bool read_decimal (FILE *f, struct decimal *d, int c, bool may_return) {
  c = read_digits (f, d, c, false);
  if (c == '.')
    c = read_digits (f, d, shgetc (f), true);
  if (!d->is_any) {
    if (c >= 0)
      shunget (f);
    errno = EINVAL;
    shlim (f, 0);
    return false;
  }
  if ((c | 32) != 'e') {
    if (c >= 0)
      shunget (f);
    return true;
  }
  if (read_exponent (f, &d->exponent, may_return))
    return true;
  if (may_return) {
    shunget (f);
    return true;
  }
  shlim (f, 0);
  return false;
}

/* Powers of ten: those that are exact. */

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const long double more_powers[] = {1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

/* The exponent, of which the path then knows that it is this one. The compiler
 * is neither to see that the results are what is compared, nor to choose
 * without a branch.
 */
static int decided (long exponent, int most) {
  if (reprise_is_concrete (exponent))
    return exponent;
  for (int i = -most; i < most; i++) {
    volatile int res = i;
    if (exponent == i)
      return res;
  }
  return most;
}

static double double_of (const struct decimal *d) {
  double x = d->digits;
  int e = decided (d->exponent, 22);
  return e < 0 ? x / powers[-e] : x * powers[e];
}

static float float_of (const struct decimal *d) {
  float x = d->digits;
  int e = decided (d->exponent, 10);
  return e < 0 ? x / (float) powers[-e] : x * (float) powers[e];
}

#define MOST_POWER 27

static long double power_of (int e) {
  int size = e < 0 ? -e : e;
  return size <= 22 ? powers[size] : more_powers[size - 23];
}

static long double long_of (const struct decimal *d) {
  long double x = d->digits;
  int e = decided (d->exponent, MOST_POWER);
  return e < 0 ? x / power_of (e) : x * power_of (e);
}

/* To be rounded again, to fewer digits: so not to nearest but, if it is not
 * exact, to the neighbour whose last digit is odd, which is never in the middle
 * of two numbers of the other type.
 */
static long double odd_of (const struct decimal *d) {
  long double x = d->digits;
  int e = decided (d->exponent, MOST_POWER);
  long double power = power_of (e), res = e < 0 ? x / power : x * power;
  long double more =
      e < 0 ? __builtin_fmal (-res, power, x) : __builtin_fmal (x, power, -res);
  union ldshape u = {res};
  uint64_t is_less = more < 0, is_first = u.i.m == 1ull << 63;
  u.i.m -= is_less;
  u.i.m |= (is_less & is_first) << 63;
  u.i.se -= is_less & is_first;
  u.i.m |= more != 0;
  return u.f;
}

/* Digits and power are exact numbers of the type. */
static bool is_exact (const struct decimal *d, int precision) {
  static const uint64_t digits[] = {1 << 24, 1ull << 53, UINT64_MAX};
  static const long power[] = {10, 22, 27};
  long most = power[precision];
  return d->fits && d->digits <= digits[precision] && d->exponent <= most &&
         d->exponent >= -most;
}

/* Digits and power are exact numbers of 80 bits, and the value is a normal one
 * of the type.
 */
static bool is_near (const struct decimal *d, int precision) {
  long most = precision ? MOST_POWER : 18;
  return d->fits && d->exponent <= most && d->exponent >= -MOST_POWER;
}

static bool is_known (const struct decimal *d) {
  bool res = reprise_is_concrete (d->exponent);
  for (unsigned i = 0; i < d->n; i++)
    res &= reprise_is_concrete (d->text[i]);
  return res && reprise_is_concrete (d->is_more);
}

static long double by_musl (struct decimal *d, int precision) {
  FILE f;
  int e = d->exponent, power = 1;
  char *at = d->text + d->n;
  if (d->is_more || !d->n)
    *at++ = '0' + d->is_more, e -= d->is_more;
  *at++ = 'e';
  if (e < 0)
    *at++ = '-', e = -e;
  while (power <= e / 10)
    power *= 10;
  for (; power; power /= 10)
    *at++ = '0' + e / power % 10;
  *at = 0;
  sh_fromstring (&f, d->text);
  shlim (&f, 0);
  return __floatscan_exact (&f, precision, 1);
}

/* The compiler is to branch here. */
static bool decide (bool condition) {
  volatile bool res = false;
  if (condition)
    res = true;
  return res;
}

static bool is_zero (const struct decimal *d) {
  bool is_any = d->is_more;
  for (unsigned i = 0; i < d->n; i++)
    is_any |= d->text[i] != '0';
  return !is_any;
}

static long double out_of_range (long double res) {
  errno = ERANGE;
  return res;
}

/* Powers of ten: those above are infinite, those below round to 0. */
static const int highest[] = {38, 308, 4932}, lowest[] = {-46, -324, -4951};

static long double by_integers (const struct decimal *d, int precision) {
  int low = lowest[precision] - (int) d->n, high = highest[precision];
  if (decide (is_zero (d)))
    return 0;
  if (decide (d->exponent > high))
    return out_of_range (__builtin_infl ());
  if (decide (d->exponent <= low))
    return out_of_range (0);
  if (reprise_is_concrete (d->exponent))
    high = d->exponent;
  else
    while (high - low > 1) {
      int middle = low + (high - low) / 2;
      if (decide (d->exponent <= middle))
        high = middle;
      else
        low = middle;
    }
  return __exact_decimal (d->text, d->n, high, d->is_more, precision);
}

static long double value_of (struct decimal *d, int precision) {
  if (is_exact (d, precision))
    switch (precision) {
    case 0:
      return float_of (d);
    case 1:
      return double_of (d);
    default:
      return long_of (d);
    }
  if (d->fits && !d->digits)
    return 0;
  if (is_near (d, precision))
    return precision ? (double) odd_of (d) : (float) odd_of (d);
  return is_known (d) ? by_musl (d, precision) : by_integers (d, precision);
}

/* Hexadecimal. */

struct hexadecimal {
  unsigned __int128 m;
  bool is_any, is_more;
  long exponent;
};

static unsigned hexadecimal_value (int c) {
  return is_digit (c) ? c - '0' : (c | 32) - 'a' + 10;
}

static int read_hexadecimal_digits (FILE *f, struct hexadecimal *h, int c,
                                    bool is_fraction) {
  for (; isxdigit (c); c = shgetc (f)) {
    unsigned value = hexadecimal_value (c);
    h->is_any = true;
    h->exponent -= is_fraction ? 4 : 0;
    if (decide (h->m >> 124 == 0))
      h->m = h->m << 4 | value;
    else {
      h->exponent += 4;
      h->is_more |= value != 0;
    }
  }
  return c;
}

/* Behind "0x". */
static long double read_hexadecimal (FILE *f, int precision, bool may_return) {
  struct hexadecimal h = {0};
  bool has_point = false;
  int c = read_hexadecimal_digits (f, &h, shgetc (f), false);
  if (c == '.') {
    has_point = true;
    c = read_hexadecimal_digits (f, &h, shgetc (f), true);
  }
  if (!h.is_any) { /* a zero, then other text */
    shunget (f);
    if (may_return) {
      shunget (f);
      if (has_point)
        shunget (f);
    } else
      shlim (f, 0);
    return 0;
  }
  if ((c | 32) != 'p')
    shunget (f);
  else if (!read_exponent (f, &h.exponent, may_return)) {
    if (!may_return) {
      shlim (f, 0);
      return 0;
    }
    shunget (f);
  }
  if (decide (h.m == 0))
    return 0;
  return __exact_binary (h.m >> 64, h.m, h.is_more, h.exponent, precision);
}

/* After the sign, from c on. */
static long double read_number (FILE *f, int c, int precision, int may_return) {
  if ((c | 32) == 'i' || (c | 32) == 'n') {
    shunget (f);
    return __floatscan_exact (f, precision, may_return);
  }
  if (is_digit (c)) { /* one decision, not one about the zero as well */
    if ((c == '0') & ((shgetc (f) | 32) == 'x'))
      return read_hexadecimal (f, precision, may_return);
    shunget (f);
  }
  struct decimal d;
  d.digits = 0, d.exponent = 0, d.n = 0;
  d.fits = true, d.is_any = d.is_more = false;
  return read_decimal (f, &d, c, may_return) ? value_of (&d, precision) : 0;
}

long double __floatscan (FILE *f, int precision, int may_return) {
  int c = shgetc (f);
  while (isspace (c))
    c = shgetc (f);
  bool is_negative = false;
  if (c == '-') {
    is_negative = true;
    c = shgetc (f);
  } else if (c == '+')
    c = shgetc (f);
  long double x = read_number (f, c, precision, may_return);
  return is_negative && shcnt (f) ? -x : x;
}
