/* A number is an integer of many words, the lowest first, times a power of two,
 * and a bit that says whether anything is behind it. Its highest 64 bits,
 * rounded to odd, are a long double that rounds to float and double as the
 * number does.
 */

#include "exact.h"

#include "libm.h"
#include "reprise.h"

#include <errno.h>
#include <float.h>

#define MOST_WORDS 1200 /* 800 digits times 10^5000 */

typedef unsigned __int128 wide;

struct large {
  int n;
  uint32_t word[MOST_WORDS];
};

static bool is_zero (uint64_t x) { return reprise_is_concrete (x) && !x; }

/* A choice by ?: may become a branch, or one of addresses. */
static uint32_t choose (bool is_first, uint32_t a, uint32_t b) {
  uint32_t mask = -(uint32_t) is_first;
  return (a & mask) | (b & ~mask);
}

static void multiply_add (struct large *x, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < x->n; i++) {
    carry += (uint64_t) x->word[i] * factor;
    x->word[i] = carry;
    carry >>= 32;
  }
  if (!is_zero (carry))
    x->word[x->n++] = carry;
}

static void read_large (struct large *x, const char *digits, int n) {
  x->n = 0;
  while (n > 0) {
    uint32_t part = 0, factor = 1;
    int k = n % 9 ? n % 9 : 9;
    for (int i = 0; i < k; i++, factor *= 10)
      part = 10 * part + (digits[i] & 15);
    multiply_add (x, factor, part);
    digits += k;
    n -= k;
  }
}

static void multiply_five (struct large *x, int power) {
  for (; power >= 13; power -= 13)
    multiply_add (x, 1220703125, 0);
  uint32_t factor = 1;
  while (power-- > 0)
    factor *= 5;
  multiply_add (x, factor, 0);
}

/* Of a number that is known. */
static int bit_count (const struct large *x) {
  int n = 32 * x->n;
  while (!(x->word[(n - 1) / 32] >> (n - 1) % 32 & 1))
    n--;
  return n;
}

static unsigned bit_of (const struct large *x, int at) {
  return at < 0 || at >= 32 * x->n ? 0 : x->word[at / 32] >> at % 32 & 1;
}

/* rest = 2 * rest + bit; less the divisor, if it is not below it, which is the
 * result.
 */
static unsigned divide_step (struct large *rest, const struct large *by,
                             unsigned bit) {
  uint32_t less[MOST_WORDS];
  uint64_t borrow = 0;
  for (int i = 0; i < rest->n; i++) {
    uint32_t twice = rest->word[i] << 1 | bit;
    bit = rest->word[i] >> 31;
    rest->word[i] = twice;
    uint64_t x = (uint64_t) twice - (i < by->n ? by->word[i] : 0) - borrow;
    less[i] = x;
    borrow = x >> 63;
  }
  for (int i = 0; i < rest->n; i++)
    rest->word[i] = choose (borrow, rest->word[i], less[i]);
  return !borrow;
}

/* x / by with 66 bits or more, if x is not 0; how many of them are behind the
 * point. 'by' is known.
 */
static int divide (struct large *x, const struct large *by, bool *more) {
  struct large rest;
  int size = bit_count (by), bits = 32 * x->n, behind = 66 + size;
  int at = bits - size; /* the lowest bit of those that are below 'by' */
  rest.n = by->n + 1;
  for (int i = 0; i < rest.n; i++) {
    uint32_t word = 0;
    for (int k = 31; k >= 0; k--)
      word = word << 1 |
             (32 * i + k < size - 1 ? bit_of (x, at + 1 + 32 * i + k) : 0);
    rest.word[i] = word;
  }
  int steps = at + 1 + behind;
  struct large res = {(steps + 31) / 32};
  for (int i = 0; i < res.n; i++)
    res.word[i] = 0;
  for (int i = steps; i-- > 0;)
    res.word[i / 32] |= divide_step (&rest, by, bit_of (x, i - behind))
                        << i % 32;
  for (int i = 0; i < rest.n; i++)
    *more |= rest.word[i] != 0;
  x->n = res.n;
  for (int i = 0; i < res.n; i++)
    x->word[i] = res.word[i];
  return behind;
}

/* The highest 96 bits, from the highest word that is not 0 on, and its place.
 */
struct window {
  uint32_t high, middle, low;
  int place;
  bool more;
};

static struct window find_window (const struct large *x, bool more) {
  struct window w = {0, 0, 0, 0, false};
  for (int i = 0; i < x->n; i++) {
    bool is_here = x->word[i] != 0;
    uint32_t middle = i > 0 ? x->word[i - 1] : 0,
             low = i > 1 ? x->word[i - 2] : 0;
    w.high = choose (is_here, x->word[i], w.high);
    w.middle = choose (is_here, middle, w.middle);
    w.low = choose (is_here, low, w.low);
    w.place = choose (is_here, i, w.place);
    w.more = choose (is_here, more, w.more);
    if (i > 1)
      more |= x->word[i - 2] != 0;
  }
  return w;
}

/* Rounding. */

static void set_range_error (bool is_error) {
  errno = choose (is_error, ERANGE, errno);
}

static long double compose (uint64_t m, int field) {
  union ldshape u;
  u.f = 0;
  u.i.m = m;
  u.i.se = field;
  return u.f;
}

/* To 64 bits or, where the field is not above 0, to fewer; ties to even. */
static long double rounded_long (uint64_t m, uint32_t rest, bool more,
                                 long field) {
  bool is_tiny = field < 1;
  int s = is_tiny ? 1 - field : 0;
  s = s > 66 ? 66 : s;
  wide x = (wide) m << 64 | (wide) rest << 32 | more;
  bool is_lost = (x & ((wide) 1 << s) - 1) != 0;
  x = x >> s | is_lost;
  uint64_t high = x >> 64, low = x;
  bool is_odd = high & 1, is_half = low >> 63, is_more = (low << 1) != 0;
  uint64_t up = is_half & (is_more | is_odd), sum = high + up;
  bool is_carried = sum < high;
  high = is_carried ? 1ull << 63 : sum;
  field = is_tiny ? (int) (high >> 63) : field + is_carried;
  bool is_infinite = field >= 0x7fff;
  high = is_infinite ? 1ull << 63 : high;
  field = is_infinite ? 0x7fff : field;
  set_range_error (is_infinite | (is_tiny & (low != 0)));
  return compose (high, field);
}

static long double rounded_short (long double odd, bool is_double) {
  long double res = is_double ? (double) odd : (float) odd;
  long double limit = is_double ? DBL_MIN : FLT_MIN;
  long double most = is_double ? DBL_MAX : FLT_MAX;
  set_range_error ((res > most) | ((odd < limit) & (res != odd)));
  return res;
}

/* The window times 2^shift. The exponent is in the range of normal long
 * doubles, unless that is what is wanted.
 */
static long double rounded (struct window w, long shift, int precision) {
  uint64_t m = (uint64_t) w.high << 32 | w.middle;
  uint32_t rest = w.low;
  long field = shift + 32 * (w.place - 1) + 63 + 16383;
  for (int step = 16; step; step /= 2) { /* the highest bit to the top */
    bool is_low = !(m >> 64 - step);
    uint64_t moved = m << step | rest >> 32 - step;
    uint32_t rest_moved = rest << step;
    m = is_low ? moved : m;
    rest = is_low ? rest_moved : rest;
    field -= is_low ? step : 0;
  }
  if (precision == 2)
    return rounded_long (m, rest, w.more, field);
  m |= (rest != 0) | w.more;
  return rounded_short (compose (m, field), precision == 1);
}

long double __exact_decimal (const char *digits, int n, int exponent, bool more,
                             int precision) {
  struct large x, by;
  int shift = exponent;
  read_large (&x, digits, n);
  if (exponent >= 0)
    multiply_five (&x, exponent);
  else {
    by.n = 1;
    by.word[0] = 1;
    multiply_five (&by, -exponent);
    shift -= divide (&x, &by, &more);
  }
  return rounded (find_window (&x, more), shift, precision);
}

long double __exact_binary (uint64_t high, uint64_t low, bool more,
                            long exponent, int precision) {
  struct large x = {4, {low, low >> 32, high, high >> 32}};
  volatile bool is_large = false, is_small = false;
  if (exponent > 16000)
    is_large = true;
  if (exponent < (precision == 2 ? -16700 : -16300))
    is_small = true;
  if (is_small | (is_large & (precision < 2)) |
      (is_large & (exponent > 16500))) {
    errno = ERANGE;
    return is_small ? 0 : __builtin_infl ();
  }
  return rounded (find_window (&x, more), exponent, precision);
}
