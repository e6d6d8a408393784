/* Symbolic numbers as text: %a %e %f %g.
 *
 * Digits come from integer arithmetic that does not branch. What is decided on
 * the path is what the length of the text depends on: of a double its power of
 * ten, of a long double the exponent; then one more digit after rounding, and
 * for %g how many zeros are dropped at the end. Everything is exact.
 *
 * With the power of ten decided, the number is an integer M of at most 64 bits
 * times a known power of two. Where up to 19 digits are wanted, they are one
 * integer: M times a constant, shifted and rounded. All others are counted out
 * in billions.
 */

#include "print_float.h"

#include "libm.h"
#include "reprise.h"
#include "tens.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* How a number is printed: flags, width, precision (below 0: none) and letter
 * of the conversion, and what stands in front of its digits: sign and "0x".
 */
struct float_format {
  unsigned flags;
  int width, precision, letter;
  const char *prefix;
  int prefix_len;
};

#define FLAG(C) (1u << ((C) - ' '))

typedef unsigned __int128 wide;

/* Digits of a number, the first one of weight 10^top; then zeros. */
#define MOST_DIGITS 21500
struct digits {
  int n, top;
  char *at;
  char room[MOST_DIGITS]; /* the first is for a carry */
};

/* m * 2^shift; m has at most 'bits' bits. */
struct number {
  uint64_t m;
  int shift, bits;
};

static int least (int a, int b) { return a < b ? a : b; }
static int most (int a, int b) { return a > b ? a : b; }

/* The compiler is to branch here, neither to choose nor to compute with the
 * truth.
 */
static bool decide (bool condition) {
  volatile bool res = false;
  if (condition)
    res = true;
  return res;
}

int __settle (int n) {
  if (reprise_is_concrete (n))
    return n;
  if (decide (n < 0))
    return -1;
  for (int k = 0;; k++)
    if (decide (n == k))
      return k;
}

/* Powers of ten. */

static double of_bits (uint64_t bits) {
  union {
    uint64_t bits;
    double value;
  } u = {bits};
  return u.value;
}

static double ten_to (int power) { return of_bits (tens[power + LEAST_TEN]); }

#define LAST_TEN 308

/* Of x > 0: i with 10^i <= x < 10^(i+1). In steps that grow, from 1 on: most
 * numbers are neither large nor small.
 */
static int power_of_ten (double x) {
  int low = 0, end = 1, step = 1;
  if (decide (x >= 1))
    while (end <= LAST_TEN && decide (x >= ten_to (end))) {
      low = end;
      end = least (end + (step *= 2), LAST_TEN + 1);
    }
  else
    for (low = -1, end = 0; decide (x < ten_to (low));) {
      end = low;
      low = most (low - (step *= 2), -LEAST_TEN);
    }
  while (end - low > 1) {
    int middle = low + (end - low) / 2;
    if (decide (x >= ten_to (middle)))
      low = middle;
    else
      end = middle;
  }
  return low;
}

/* Bits. */

static int exponent_field (uint64_t bits) {
  int e = bits >> 52 & 0x7ff;
  return e + !e;
}

static uint64_t significand (uint64_t bits) {
  uint64_t fraction = bits & (1ull << 52) - 1;
  return fraction | (uint64_t) ((bits >> 52 & 0x7ff) != 0) << 52;
}

static uint64_t bits_of (double x) {
  union {
    double value;
    uint64_t bits;
  } u = {x};
  return u.bits;
}

/* x with 10^power <= x < 10^(power+1). */
static struct number number_of_double (double x, int power) {
  int low = exponent_field (tens[power + LEAST_TEN]);
  uint64_t bits = bits_of (x);
  uint64_t m = significand (bits) << (exponent_field (bits) - low & 7);
  return (struct number) {m, low - 1075, 53 + 4};
}

/* The exponent of a long double, by halves. */
static struct number number_of (long double y) {
  union ldshape u = {y};
  int low = 0, high = 0x7ffe, field = u.i.se & 0x7fff;
  if (reprise_is_concrete (field))
    low = high = field;
  while (low < high) {
    int middle = (low + high) / 2;
    if (decide (field <= middle))
      high = middle;
    else
      low = middle + 1;
  }
  return (struct number) {u.i.m, most (low, 1) - 16383 - 63, 64};
}

/* Up to 19 digits. */

/* p / 2^s to nearest, ties to even; more: something is behind p. */
static uint64_t rounded (wide p, int s, bool more) {
  uint64_t res = p >> s;
  if (!s)
    return res;
  wide rest = p & ((wide) 1 << s) - 1, half = (wide) 1 << s - 1;
  return res + ((rest > half) | ((rest == half) & ((res & 1) | more)));
}

static wide five_to (int power) {
  wide res = 1;
  while (power-- > 0)
    res *= 5;
  return res;
}

/* 5^power in units of 2^32, the lowest first; how many. */
static int large_five_to (uint32_t *to, int power) {
  int n = 1;
  to[0] = 1;
  while (power > 0) {
    int step = least (power, 13);
    uint64_t carry = 0, factor = five_to (step);
    for (int i = 0; i < n; i++) {
      carry += to[i] * factor;
      to[i] = carry;
      carry >>= 32;
    }
    if (carry)
      to[n++] = carry;
    power -= step;
  }
  return n;
}

static void multiply (uint32_t *to, const uint32_t *from, int n,
                      uint64_t factor) {
  uint64_t low = factor & UINT32_MAX, high = factor >> 32, carry = 0, x;
  for (int i = 0; i < n; i++) {
    carry += from[i] * low;
    to[i] = carry;
    carry >>= 32;
  }
  to[n] = carry;
  carry = 0;
  for (int i = 0; i < n; i++) {
    x = from[i] * high + to[i + 1] + carry;
    to[i + 1] = x;
    carry = x >> 32;
  }
  to[n + 1] = carry;
}

#define MOST_WORDS 32 /* of 5^360: more than doubles need */

/* How a double becomes an integer of its first digits: x * 10^scale. */
struct scaling {
  int scale;
  uint64_t from, end; /* numbers, in bits: the least; above all */
  int low;            /* exponents are not below, or the result is 0 */
  bool is_small;      /* any power of ten below 10 */
  int n;              /* large factors */
  uint32_t five[MOST_WORDS];
};

static uint64_t scaled_large (const struct scaling *s, uint64_t m, int shift) {
  uint32_t product[MOST_WORDS + 2];
  int first = shift / 32 - 1, i;
  multiply (product, s->five, s->n, m);
  bool more = false;
  for (i = 0; i < first; i++)
    more |= product[i] != 0;
  wide p = 0;
  for (i = least (s->n + 1, first + 3); i >= first; i--)
    p = p << 32 | product[i];
  return rounded (p, shift - 32 * first, more);
}

static uint64_t scaled (const struct scaling *s, uint64_t bits) {
  int e = exponent_field (bits), shift = 1075 - s->low - s->scale;
  uint64_t m = significand (bits);
  if (s->scale > 27)
    return scaled_large (s, m << (e - s->low & 7), shift);
  wide p = (wide) m << (e - s->low & (s->is_small ? 127 : 7));
  p *= five_to (s->scale);
  p = e < s->low ? 0 : p;
  return shift <= 0 ? (uint64_t) p << -shift : rounded (p, shift, false);
}

static const uint64_t units[] = {1,
                                 10,
                                 100,
                                 1000,
                                 10000,
                                 100000,
                                 1000000,
                                 10000000,
                                 100000000,
                                 1000000000,
                                 10000000000,
                                 100000000000,
                                 1000000000000,
                                 10000000000000,
                                 100000000000000,
                                 1000000000000000,
                                 10000000000000000,
                                 100000000000000000,
                                 1000000000000000000,
                                 10000000000000000000u};

/* The first number, in bits, that gives 'limit' or more; or the end. */
static uint64_t first_with (const struct scaling *s, uint64_t limit) {
  uint64_t low = s->from, high = s->end;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (scaled (s, middle) >= limit)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* n digits, unless rounding makes it one more: from some number on. */
static void scaled_digits (struct digits *d, const struct scaling *s, double x,
                           int n, int top) {
  uint64_t first = first_with (s, units[n]);
  if (first < s->end && decide (x >= of_bits (first)))
    n++, top++;
  uint64_t value = scaled (s, bits_of (x));
  d->n = n;
  d->top = top;
  d->at = d->room + 1;
  for (; n > 0; value /= 10)
    d->at[--n] = value % 10;
}

/* All digits. */

#define BILLION 1000000000
#define UNIT 560 /* what is behind the point follows it */
#define BILLIONS (UNIT + 1840)

struct billions {
  int first, last;
  uint32_t at[BILLIONS];
};

static bool is_zero (uint32_t x) { return reprise_is_concrete (x) && !x; }

static void shift_left (struct billions *b, int by) {
  for (; by > 0; by -= 29) {
    int n = least (by, 29);
    uint64_t carry = 0;
    for (int i = b->last; i >= b->first; i--) {
      uint64_t x = ((uint64_t) b->at[i] << n) + carry;
      b->at[i] = x % BILLION;
      carry = x / BILLION;
    }
    if (!is_zero (carry))
      b->at[--b->first] = carry;
  }
}

static void shift_right (struct billions *b, int by) {
  for (; by > 0; by -= 9) {
    int n = least (by, 9);
    uint32_t carry = 0;
    for (int i = b->first; i <= b->last; i++) {
      uint32_t rest = b->at[i] & (1u << n) - 1;
      b->at[i] = (b->at[i] >> n) + carry;
      carry = (BILLION >> n) * rest;
    }
    if (!is_zero (carry))
      b->at[++b->last] = carry;
    while (b->first < b->last && is_zero (b->at[b->first]))
      b->first++;
  }
}

static void count_out (struct billions *b, struct number x) {
  b->first = UNIT - 2;
  b->last = UNIT;
  b->at[UNIT] = x.m % BILLION;
  b->at[UNIT - 1] = x.m / BILLION % BILLION;
  b->at[UNIT - 2] = x.m / BILLION / BILLION;
  shift_left (b, x.shift);
  shift_right (b, -x.shift);
}

/* Where the digit of a weight is; its place in there. */
static int place (int weight, int *power) {
  int above = (weight + 9 * BILLIONS) / 9 - BILLIONS;
  *power = weight - 9 * above;
  return UNIT - above;
}

static unsigned digit (const struct billions *b, int weight) {
  int power, i = place (weight, &power);
  return i < b->first || i > b->last ? 0
                                     : b->at[i] / (uint32_t) units[power] % 10;
}

/* Is anything below the weight? */
static bool is_more (const struct billions *b, int weight) {
  int power, i = place (weight, &power);
  bool res = false;
  if (i >= b->first && i <= b->last)
    res = b->at[i] % (uint32_t) units[power] != 0;
  for (i = most (i + 1, b->first); i <= b->last; i++)
    res |= b->at[i] != 0;
  return res;
}

/* The digits from weight top to weight end; with a carry, from top+1. NULL:
 * nobody has decided yet whether there is one.
 */
static void take_digits (struct digits *d, const struct billions *b, int top,
                         int end, const bool *is_carried) {
  int stop = most (end, 9 * (UNIT - b->last)); /* then zeros */
  d->n = stop <= top ? top - stop + 1 : 0;
  d->top = top;
  d->at = d->room + 1;
  for (int i = 0; i < d->n; i++)
    d->at[i] = digit (b, top - i);
  if (stop > end)
    return;
  unsigned behind = digit (b, end - 1);
  bool is_odd = d->n ? d->at[d->n - 1] & 1 : false;
  bool carry = (behind > 5) | ((behind == 5) & (is_odd | is_more (b, end - 1)));
  for (int i = d->n; i-- > 0;) {
    unsigned sum = d->at[i] + carry;
    carry = sum == 10;
    d->at[i] = carry ? 0 : sum;
  }
  if (is_carried ? *is_carried : decide (carry)) {
    *--d->at = 1;
    d->n++;
    d->top++;
  }
}

/* The power of ten of a number whose exponent is known. */
static int counted_power (const struct billions *b, struct number x) {
  int bits = x.bits + x.shift; /* it is below 2^bits: from above */
  int res = bits >= 0 ? bits * 30103 / 100000 : -(-bits * 30102 / 100000);
  while (!decide (digit (b, res) != 0))
    res--;
  return res;
}

/* What a conversion wants: digits down to 10^-behind, or so many in all. */
struct wanted {
  bool is_fixed;
  int count; /* behind the point, or in all */
};

static int last_weight (struct wanted w, int top) {
  return w.is_fixed ? -w.count : top - w.count + 1;
}

static void long_digits (struct digits *d, struct number x, struct wanted w) {
  struct billions b;
  count_out (&b, x);
  bool is_behind = w.is_fixed && x.bits + x.shift <= 0;
  int top = is_behind ? 0 : counted_power (&b, x);
  take_digits (d, &b, top, last_weight (w, top), NULL);
}

/* (10^n - 1/2) * 10^end, or the next double: what rounds to more than n digits.
 * n is below 19, end above 0.
 */
static double first_carried (int n, int end) {
  uint32_t five[MOST_WORDS], product[MOST_WORDS + 2];
  int words = large_five_to (five, end) + 1, bit = 31;
  multiply (product, five, words - 1, 2 * units[n] - 1);
  while (!product[words])
    words--;
  while (!(product[words] >> bit))
    bit--;
  int high = 32 * words + bit; /* the highest bit */
  uint64_t m = 0;
  bool more = false;
  for (int i = high; i >= 0; i--) {
    unsigned is_one = product[i / 32] >> i % 32 & 1;
    if (high - i < 53)
      m = 2 * m + is_one;
    else
      more |= is_one;
  }
  if (high < 52)
    m <<= 52 - high;
  return of_bits (((uint64_t) (high + end - 1 + 1022) << 52) + m + more);
}

static void many_digits (struct digits *d, double x, int power, int top,
                         int end) {
  struct billions b;
  int n = top - end + 1;
  bool is_known = end > 0 && n < 19, is_carried;
  if (is_known)
    is_carried = power < LAST_TEN && decide (x >= first_carried (n, end));
  count_out (&b, number_of_double (x, power));
  take_digits (d, &b, top, end, is_known ? &is_carried : NULL);
}

/* Below 10, with few digits behind the point: whatever the power is, one text.
 */
static bool small_digits (struct digits *d, double x, struct wanted w) {
  if (!w.is_fixed || w.count > 11 || !decide (x < 10))
    return false;
  struct scaling s = {
      .scale = w.count, .is_small = true, .end = tens[1 + LEAST_TEN]};
  s.low = 1023 - (10 * w.count + 2) / 3 - 2; /* below that all round to 0 */
  scaled_digits (d, &s, x, w.count + 1, 0);
  return true;
}

static void few_digits (struct digits *d, double x, int power, int n, int top) {
  struct scaling s;
  s.scale = n - 1 - top;
  s.from = tens[power + LEAST_TEN];
  s.end = bits_of (power < LAST_TEN ? ten_to (power + 1) : __builtin_inf ());
  s.low = exponent_field (s.from);
  s.is_small = false;
  if (s.scale > 27)
    s.n = large_five_to (s.five, s.scale);
  scaled_digits (d, &s, x, n, top);
}

static void zero_digits (struct digits *d) {
  d->n = d->top = 0;
  d->at = d->room + 1;
}

static void double_digits (struct digits *d, double x, struct wanted w) {
  if (small_digits (d, x, w))
    return;
  if (decide (x == 0)) {
    zero_digits (d);
    return;
  }
  int power = power_of_ten (x), first = w.is_fixed ? most (power, 0) : power;
  int end = last_weight (w, first), n = first - end + 1;
  if (power < end - 1)
    zero_digits (d);
  else if (end <= 0 && n <= 19)
    few_digits (d, x, power, n, first);
  else
    many_digits (d, x, power, first, end);
}

static void find_digits (struct digits *d, long double y, struct wanted w) {
  w.count = least (w.count, MOST_DIGITS);
  if (reprise_is_double (y))
    double_digits (d, y, w);
  else if (decide (y == 0))
    zero_digits (d);
  else
    long_digits (d, number_of (y), w);
}

/* Text. */

static void write_out (FILE *f, const char *s, int n) {
  if (n > 0 && !ferror (f))
    __fwritex ((const void *) s, n, f);
}

static void fill (FILE *f, char c, int n) {
  char text[256];
  if (n <= 0)
    return;
  memset (text, c, least (n, sizeof text));
  for (; n > 0; n -= sizeof text)
    write_out (f, text, least (n, sizeof text));
}

static void fill_left (FILE *f, const struct float_format *how, int len) {
  bool is_left = how->flags & FLAG ('-'), is_zero = how->flags & FLAG ('0');
  int n = how->width - how->prefix_len - len;
  if (!is_left && !is_zero)
    fill (f, ' ', n);
  write_out (f, how->prefix, how->prefix_len);
  if (!is_left && is_zero)
    fill (f, '0', n);
}

static int fill_right (FILE *f, const struct float_format *how, int len) {
  len += how->prefix_len;
  if (how->flags & FLAG ('-'))
    fill (f, ' ', how->width - len);
  return most (how->width, len);
}

/* n digits from weight 'top' on. */
static void write_digits (FILE *f, const struct digits *d, int top, int n) {
  int before = least (most (top - d->top, 0), n), from = most (d->top - top, 0);
  int there = least (n - before, most (d->n - from, 0));
  char text[9];
  fill (f, '0', before);
  for (int i = 0; i < there;) {
    int k = least (there - i, sizeof text);
    for (int j = 0; j < k; j++)
      text[j] = '0' + d->at[from + i + j];
    write_out (f, text, k);
    i += k;
  }
  fill (f, '0', n - before - there);
}

static int write_fixed (FILE *f, const struct float_format *how,
                        const struct digits *d, int behind) {
  int whole = most (d->top, 0) + 1;
  bool has_point = behind > 0 || how->flags & FLAG ('#');
  if (behind > INT_MAX - 1 - whole - how->prefix_len)
    return -1;
  int len = whole + has_point + behind;
  fill_left (f, how, len);
  write_digits (f, d, whole - 1, whole);
  write_out (f, ".", has_point);
  write_digits (f, d, -1, behind);
  return fill_right (f, how, len);
}

static int exponent_text (char *text, char letter, int x, int least_digits) {
  int n = 2, size = x < 0 ? -x : x, digits = least_digits;
  while (digits < 5 && decide (size >= (int) units[digits]))
    digits++;
  text[0] = letter;
  text[1] = decide (x < 0) ? '-' : '+';
  n += digits;
  for (int i = n; i-- > 2; size /= 10)
    text[i] = '0' + size % 10;
  return n;
}

static int write_scientific (FILE *f, const struct float_format *how,
                             const struct digits *d, int behind) {
  char text[8];
  int n =
      exponent_text (text, how->letter & 32 ? 'e' : 'E', d->n ? d->top : 0, 2);
  bool has_point = behind > 0 || how->flags & FLAG ('#');
  if (behind > INT_MAX - 2 - n - how->prefix_len)
    return -1;
  int len = 1 + has_point + behind + n;
  fill_left (f, how, len);
  write_digits (f, d, d->top, 1);
  write_out (f, ".", has_point);
  write_digits (f, d, d->top - 1, behind);
  write_out (f, text, n);
  return fill_right (f, how, len);
}

/* Digits without the zeros at the end; at least one. */
static int count_digits (const struct digits *d) {
  int n = d->n;
  while (n > 1 && !decide (d->at[n - 1] != 0))
    n--;
  return most (n, 1);
}

static int write_general (FILE *f, const struct float_format *how,
                          const struct digits *d, int precision) {
  bool is_fixed = d->top < precision && d->top >= -4;
  int n = how->flags & FLAG ('#') ? precision : count_digits (d);
  if (is_fixed)
    return write_fixed (f, how, d, most (n - 1 - d->top, 0));
  return write_scientific (f, how, d, n - 1);
}

/* Hexadecimal: a digit of 1 (or 2, rounded), and 63 bits. */

static char hexadecimal (unsigned x, bool is_lower) {
  return x + (x < 10 ? '0' : (is_lower ? 'a' : 'A') - 10);
}

static int write_hexadecimal (FILE *f, const struct float_format *how,
                              uint64_t m, int exponent) {
  bool is_lower = how->letter & 32;
  char text[20], end[8];
  int p = how->precision, n = 0, given = 16;
  wide x = (wide) m << 1; /* 64 bits behind the point */
  if (p >= 0 && p < 15) {
    int s = 64 - 4 * p;
    x = (wide) rounded (x, s, false) << s;
    given = p;
  } else
    while (given > 0 && (x >> 64 - 4 * given & 15) == 0 &&
           reprise_is_concrete (x >> 64 - 4 * given & 15))
      given--;
  for (int i = 0; i < given; i++)
    text[i] = x >> 60 - 4 * i & 15;
  if (p < 0 || p >= 15)
    while (given > 0 && !decide (text[given - 1] != 0))
      given--;
  for (; n < given; n++)
    text[n] = hexadecimal (text[n], is_lower);
  bool has_point = given > 0 || p > 0 || how->flags & FLAG ('#');
  int k = exponent_text (end, is_lower ? 'p' : 'P', exponent, 1);
  int behind = most (given, p);
  if (behind > INT_MAX - 2 - k - how->prefix_len)
    return -1;
  int len = 1 + has_point + behind + k;
  char first = '0' + (unsigned) (x >> 64);
  fill_left (f, how, len);
  write_out (f, &first, 1);
  write_out (f, ".", has_point);
  write_out (f, text, given);
  fill (f, '0', behind - given);
  write_out (f, end, k);
  return fill_right (f, how, len);
}

/* The highest bit to the top; by how much it moved is taken from the exponent.
 */
static uint64_t normal (uint64_t m, int *exponent) {
  for (int step = 32; step; step /= 2) {
    bool is_low = !(m >> 64 - step);
    m <<= is_low ? step : 0;
    *exponent -= is_low ? step : 0;
  }
  return m;
}

static int print_hexadecimal (FILE *f, long double y,
                              const struct float_format *how) {
  struct float_format with = *how;
  with.prefix += how->letter & 32 ? 9 : 0;
  with.prefix_len += 2;
  if (decide (y == 0))
    return write_hexadecimal (f, &with, 0, 0);
  int exponent;
  uint64_t m;
  if (reprise_is_double (y)) {
    uint64_t bits = bits_of (y);
    exponent = exponent_field (bits) - 1023;
    m = normal (significand (bits) << 11, &exponent);
  } else {
    union ldshape u = {y};
    exponent = (u.i.se & 0x7fff) - 16383;
    exponent += (u.i.se & 0x7fff) == 0;
    m = normal (u.i.m, &exponent);
  }
  return write_hexadecimal (f, &with, m, exponent);
}

static int print_finite (FILE *f, long double y,
                         const struct float_format *how) {
  struct digits d;
  int precision = how->precision < 0 ? 6 : how->precision;
  switch (how->letter | 32) {
  case 'a':
    return print_hexadecimal (f, y, how);
  case 'f':
    find_digits (&d, y, (struct wanted) {true, precision});
    return write_fixed (f, how, &d, precision);
  case 'e':
    if (precision > INT_MAX - 16)
      return -1;
    find_digits (&d, y, (struct wanted) {false, precision + 1});
    return write_scientific (f, how, &d, precision);
  default:
    precision = most (precision, 1);
    find_digits (&d, y, (struct wanted) {false, precision});
    return write_general (f, how, &d, precision);
  }
}

/* What is no number and what is infinite has no zeros in front. */
static int print_word (FILE *f, const char *word, struct float_format how) {
  how.flags &= ~FLAG ('0');
  fill_left (f, &how, 3);
  write_out (f, word, 3);
  return fill_right (f, &how, 3);
}

static void set_sign (struct float_format *how, bool is_negative) {
  static const char text[] = "-0X+0X 0X-0x+0x 0x";
  bool is_marked = how->flags & FLAG ('+'), is_apart = how->flags & FLAG (' ');
  int at = is_negative ? 0 : is_marked ? 3 : is_apart ? 6 : 1;
  how->prefix = text + at;
  how->prefix_len = at != 1;
}

int __print_float (FILE *f, long double y, int width, int precision,
                   unsigned flags, int letter) {
  struct float_format how = {flags, width, precision, letter};
  bool is_double = reprise_is_double (y), is_lower = letter & 32;
  union ldshape u = {y};
  double x = is_double ? y : 0;
  set_sign (&how, decide (is_double ? bits_of (x) >> 63 : u.i.se >> 15));
  if (decide (is_double ? x != x : y != y))
    return print_word (f, is_lower ? "nan" : "NAN", how);
  y = how.prefix[0] == '-' ? -y : y;
  if (decide (is_double ? (double) y == __builtin_inf ()
                        : (u.i.se & 0x7fff) == 0x7fff))
    return print_word (f, is_lower ? "inf" : "INF", how);
  return print_finite (f, y, &how);
}
