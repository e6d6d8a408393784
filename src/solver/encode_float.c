/* Floating point as circuits (term/ieee.h), for any binary format.
 *
 * A number is taken apart into sign, exponent and significand. Each operation
 * makes an exact result, or one with a sticky bit at its end that says whether
 * anything is behind it; one rounder turns that into a number again.
 */

#include "solver/encode.h"

#include "term/ieee.h"

typedef struct format {
  unsigned exponent, fraction; /* bits */
  bool has_integer;            /* the bit before the point is there */
} format;

/* Widest: the sum of a product and another number. */
#define MOST_BITS 160
#define MOST_RANGE 20

/* Exponents are in two's complement, with room for sums and differences of
 * some of them.
 */
typedef struct fpu {
  circuit *c;
  unsigned range; /* bits of an exponent */
} fpu;

/* sign * significand * 2^exponent; the significand is an integer. */
typedef struct unpacked {
  lit sign, is_nan, is_infinite, is_zero;
  lit exponent[MOST_RANGE];
  unsigned width;
  lit significand[MOST_BITS];
} unpacked;

static format format_of (unsigned width) {
  unsigned fraction = ieee_fraction (width);
  bool has_integer = width == 80;
  return (format) {width - 1 - has_integer - fraction, fraction, has_integer};
}

static unsigned format_width (format f) {
  return 1 + f.exponent + f.has_integer + f.fraction;
}

static int bias_of (format f) { return (1 << (f.exponent - 1)) - 1; }

/* Gates and vectors of them. */

static lit both (fpu *u, lit a, lit b) { return circuit_and (u->c, a, b); }
static lit either (fpu *u, lit a, lit b) { return circuit_or (u->c, a, b); }

static lit encode_float_any (fpu *u, unsigned w, const lit *a) {
  lit res = LIT_FALSE;
  for (unsigned i = 0; i < w; i++)
    res = either (u, res, a[i]);
  return res;
}

static lit all_of (fpu *u, unsigned w, const lit *a) {
  lit res = LIT_TRUE;
  for (unsigned i = 0; i < w; i++)
    res = both (u, res, a[i]);
  return res;
}

static void repeat (lit *out, unsigned w, lit value) {
  for (unsigned i = 0; i < w; i++)
    out[i] = value;
}

static void integer (lit *out, unsigned w, int value) {
  for (unsigned i = 0; i < w; i++)
    out[i] = value >> (i < 31 ? i : 31) & 1 ? LIT_TRUE : LIT_FALSE;
}

static void difference (fpu *u, unsigned w, lit *out, const lit *a,
                        const lit *b) {
  assert (w <= MOST_BITS);
  lit inverted[MOST_BITS];
  for (unsigned i = 0; i < w; i++)
    inverted[i] = lit_not (b[i]);
  encode_add (u->c, w, out, a, inverted, LIT_TRUE);
}

/* Exponents. */

static void exponent_plus (fpu *u, lit *e, int value) {
  lit b[MOST_RANGE];
  integer (b, u->range, value);
  encode_add (u->c, u->range, e, e, b, LIT_FALSE);
}

static lit is_negative (const fpu *u, const lit *e) { return e[u->range - 1]; }

/* At least zero. */
static void clamp (fpu *u, lit *e) {
  lit is_positive = lit_not (is_negative (u, e));
  for (unsigned i = 0; i < u->range; i++)
    e[i] = both (u, e[i], is_positive);
}

static lit exponent_is_below (fpu *u, const lit *e, int limit) {
  lit b[MOST_RANGE];
  integer (b, u->range, limit);
  return encode_signed_less (u->c, u->range, e, b, false);
}

/* To the right, by an amount that is not negative; the lowest bit is sticky:
 * set if anything fell out.
 */
static void shift_sticky (fpu *u, unsigned w, lit *a, const lit *by) {
  lit moved[MOST_BITS];
  unsigned stage = 0;
  for (; stage < u->range && 1u << stage < w; stage++) {
    unsigned d = 1u << stage;
    lit lost = encode_float_any (u, d, a);
    for (unsigned i = 0; i < w; i++)
      moved[i] = i + d < w ? a[i + d] : LIT_FALSE;
    moved[0] = either (u, moved[0], lost);
    encode_mux (u->c, w, a, by[stage], moved, a);
  }
  repeat (moved, w, LIT_FALSE);
  moved[0] = encode_float_any (u, w, a);
  lit over = encode_float_any (u, u->range - stage, by + stage);
  encode_mux (u->c, w, a, over, moved, a);
}

/* To the left until the highest bit is set, if any is; the exponent follows. */
static void normalise (fpu *u, unpacked *x) {
  unsigned w = x->width, stage = 0;
  lit *a = x->significand, zeros[MOST_RANGE];
  integer (zeros, u->range, 0);
  while (1u << stage < w)
    stage++;
  while (stage--) {
    unsigned d = 1u << stage;
    lit move = lit_not (encode_float_any (u, d, a + w - d));
    for (unsigned i = w; i--;)
      a[i] = circuit_mux (u->c, move, i >= d ? a[i - d] : LIT_FALSE, a[i]);
    zeros[stage] = move;
  }
  difference (u, u->range, x->exponent, x->exponent, zeros);
}

/* Numbers from bits. */

static unpacked unpack (fpu *u, format f, const lit *bits) {
  const lit *e = bits + f.fraction + f.has_integer;
  unpacked x = {.sign = e[f.exponent], .width = f.fraction + 1};
  lit has_fraction = encode_float_any (u, f.fraction, bits);
  lit has_exponent = encode_float_any (u, f.exponent, e);
  lit is_last = all_of (u, f.exponent, e);
  lit integer_bit = f.has_integer ? bits[f.fraction] : has_exponent;
  lit is_wrong = both (u, has_exponent, lit_not (integer_bit));
  x.is_nan = either (u, is_wrong, both (u, is_last, has_fraction));
  x.is_infinite = both (u, is_last, lit_not (has_fraction));
  x.is_zero =
      lit_not (either (u, either (u, has_exponent, integer_bit), has_fraction));
  memcpy (x.significand, bits, f.fraction * sizeof *bits);
  x.significand[f.fraction] = integer_bit;
  integer (x.exponent, u->range, 0);
  memcpy (x.exponent, e, f.exponent * sizeof *e);
  x.exponent[0] = either (u, e[0], lit_not (has_exponent));
  exponent_plus (u, x.exponent, -bias_of (f) - (int) f.fraction);
  return x;
}

static unpacked unpack_normal (fpu *u, format f, const lit *bits) {
  unpacked x = unpack (u, f, bits);
  normalise (u, &x);
  return x;
}

/* Bits from numbers. */

static void pack_special (fpu *u, format f, lit *out, const unpacked *x) {
  unsigned w = format_width (f);
  lit special[MOST_BITS];
  repeat (special, w, LIT_FALSE);
  special[w - 1] = x->sign;
  encode_mux (u->c, w, out, x->is_zero, special, out);
  repeat (special + f.fraction, f.exponent + f.has_integer, LIT_TRUE);
  encode_mux (u->c, w, out, x->is_infinite, special, out);
  special[w - 1] = LIT_FALSE;
  special[f.fraction - 1] = LIT_TRUE;
  encode_mux (u->c, w, out, x->is_nan, special, out);
}

static lit rounds_up (fpu *u, ieee_rounding mode, lit sign, lit odd, lit half,
                      lit rest) {
  lit is_inexact = either (u, half, rest);
  switch (mode) {
  case IEEE_EVEN:
    return both (u, half, either (u, rest, odd));
  case IEEE_AWAY:
    return half;
  case IEEE_UP:
    return both (u, lit_not (sign), is_inexact);
  case IEEE_DOWN:
    return both (u, sign, is_inexact);
  default:
    assert (mode == IEEE_ZERO);
    return LIT_FALSE;
  }
}

/* The highest 'kept' bits of the significand, the last of them sticky. */
static void pack_leading (fpu *u, const unpacked *x, unsigned kept, lit *out) {
  repeat (out, kept, LIT_FALSE);
  for (unsigned i = 0; i < kept && i < x->width; i++)
    out[kept - 1 - i] = x->significand[x->width - 1 - i];
  if (x->width > kept)
    out[0] = either (u, out[0],
                     encode_float_any (u, x->width - kept, x->significand));
}

/* Beyond the largest number: that one where the direction is not outwards. */
static void pack_over (fpu *u, format f, ieee_rounding mode, lit is_over,
                       unpacked *x, lit *out) {
  unsigned w = format_width (f);
  lit outwards = rounds_up (u, mode, x->sign, LIT_TRUE, LIT_TRUE, LIT_FALSE);
  lit largest[MOST_BITS];
  is_over = both (u, is_over, lit_not (x->is_zero));
  x->is_infinite = either (u, x->is_infinite, both (u, is_over, outwards));
  repeat (largest, w - 1, LIT_TRUE);
  largest[f.fraction + f.has_integer] = LIT_FALSE;
  largest[w - 1] = x->sign;
  encode_mux (u->c, w, out, both (u, is_over, lit_not (outwards)), largest,
              out);
}

/* If the lowest bit is sticky, it is at least two behind the last one of a
 * normal result.
 *
 * Exponent and fraction of the result are one integer, to which rounding up
 * adds one: the carry out of the fraction is right for the largest subnormal
 * number, which becomes normal, and for the largest number, which becomes
 * infinite.
 */
static void pack (fpu *u, format f, ieee_rounding mode, unpacked x, lit *out) {
  unsigned kept = f.fraction + 3, w = f.exponent + f.fraction;
  lit top[MOST_BITS], biased[MOST_RANGE], below[MOST_RANGE], one[MOST_BITS];
  normalise (u, &x);
  pack_leading (u, &x, kept, top);
  memcpy (biased, x.exponent, sizeof biased);
  exponent_plus (u, biased, (int) x.width - 1 + bias_of (f));
  encode_neg (u->c, u->range, below, biased, LIT_TRUE);
  exponent_plus (u, below, 1);
  lit is_low = lit_not (is_negative (u, below)); /* 1 or less */
  clamp (u, below);
  shift_sticky (u, kept, top, below);

  lit is_normal = top[kept - 1], *packed = top + 2, *e = packed + f.fraction;
  for (unsigned i = 0; i < f.exponent; i++)
    e[i] = both (u, biased[i], both (u, is_normal, lit_not (is_low)));
  e[0] = either (u, e[0], both (u, is_normal, is_low));
  repeat (one, w, LIT_FALSE);
  one[0] = rounds_up (u, mode, x.sign, top[2], top[1], top[0]);
  encode_add (u->c, w, out, packed, one, LIT_FALSE);
  if (f.has_integer) {
    memmove (out + f.fraction + 1, out + f.fraction, f.exponent * sizeof *out);
    out[f.fraction] = encode_float_any (u, f.exponent, out + f.fraction + 1);
  }
  out[w + f.has_integer] = x.sign;

  lit is_over = lit_not (exponent_is_below (u, biased, (1 << f.exponent) - 1));
  pack_over (u, f, mode, is_over, &x, out);
  pack_special (u, f, out, &x);
}

/* Operations. */

static lit any_nan (fpu *u, const unpacked *a, const unpacked *b) {
  return either (u, a->is_nan, b->is_nan);
}

#define GUARD_BITS 3

/* Both are of one width; if their exponents differ, the number with the larger
 * one is normal or the smaller exponent is the least that there is, so that
 * whoever is smaller is moved. Bits are lost only where the difference has at
 * most one leading zero.
 */
static unpacked sum (fpu *u, ieee_rounding mode, unpacked a, unpacked b) {
  assert (a.width == b.width && a.width + GUARD_BITS + 1 <= MOST_BITS);
  unsigned w = a.width + GUARD_BITS;
  lit is_apart = circuit_xor (u->c, a.sign, b.sign);
  lit is_below =
      encode_signed_less (u->c, u->range, a.exponent, b.exponent, false);
  lit is_level = encode_equal (u->c, u->range, a.exponent, b.exponent);
  lit is_less =
      encode_less (u->c, a.width, a.significand, b.significand, false);
  lit swap = either (u, is_below, both (u, is_level, is_less));
  unpacked x = {.width = w + 1};
  lit large[MOST_BITS], small[MOST_BITS], other[MOST_RANGE];
  repeat (large, GUARD_BITS, LIT_FALSE);
  repeat (small, GUARD_BITS, LIT_FALSE);
  encode_mux (u->c, a.width, large + GUARD_BITS, swap, b.significand,
              a.significand);
  encode_mux (u->c, a.width, small + GUARD_BITS, swap, a.significand,
              b.significand);
  encode_mux (u->c, u->range, x.exponent, swap, b.exponent, a.exponent);
  encode_mux (u->c, u->range, other, swap, a.exponent, b.exponent);
  difference (u, u->range, other, x.exponent, other);
  shift_sticky (u, w, small, other);

  large[w] = LIT_FALSE;
  for (unsigned i = 0; i < w; i++)
    small[i] = circuit_xor (u->c, small[i], is_apart);
  small[w] = is_apart;
  encode_add (u->c, w + 1, x.significand, large, small, is_apart);
  exponent_plus (u, x.exponent, -GUARD_BITS);
  lit is_empty = lit_not (encode_float_any (u, w + 1, x.significand));
  lit sign = circuit_mux (u->c, swap, b.sign, a.sign);
  lit is_minus_zero =
      mode == IEEE_DOWN ? either (u, a.sign, b.sign) : both (u, a.sign, b.sign);
  lit is_some_infinite = either (u, a.is_infinite, b.is_infinite);
  x.sign = circuit_mux (u->c, is_empty, is_minus_zero, sign);
  x.sign = circuit_mux (u->c, b.is_infinite, b.sign, x.sign);
  x.sign = circuit_mux (u->c, a.is_infinite, a.sign, x.sign);
  x.is_zero = both (u, is_empty, lit_not (is_some_infinite));
  x.is_infinite = is_some_infinite;
  x.is_nan =
      either (u, any_nan (u, &a, &b),
              both (u, is_apart, both (u, a.is_infinite, b.is_infinite)));
  return x;
}

/* Exact. */
static unpacked product (fpu *u, const unpacked *a, const unpacked *b) {
  unpacked x = {.width = a->width + b->width};
  lit wide[2][MOST_BITS];
  assert (x.width <= MOST_BITS);
  repeat (wide[0], x.width, LIT_FALSE);
  repeat (wide[1], x.width, LIT_FALSE);
  memcpy (wide[0], a->significand, a->width * sizeof (lit));
  memcpy (wide[1], b->significand, b->width * sizeof (lit));
  encode_mul (u->c, x.width, x.significand, wide[0], wide[1]);
  encode_add (u->c, u->range, x.exponent, a->exponent, b->exponent, LIT_FALSE);
  x.sign = circuit_xor (u->c, a->sign, b->sign);
  lit is_zero = either (u, a->is_zero, b->is_zero);
  x.is_infinite = either (u, a->is_infinite, b->is_infinite);
  x.is_nan = either (u, any_nan (u, a, b), both (u, is_zero, x.is_infinite));
  x.is_zero = is_zero;
  return x;
}

/* A digit of a quotient: is it in the rest, which is then less? */
static lit take_away (fpu *u, unsigned w, lit *rest, const lit *divisor) {
  lit less[MOST_BITS], fits = encode_less (u->c, w, divisor, rest, true);
  difference (u, w, less, rest, divisor);
  encode_mux (u->c, w, rest, fits, less, rest);
  return fits;
}

/* Long division of normal numbers: as many digits as rounding needs. */
static unpacked quotient (fpu *u, const unpacked *a, const unpacked *b) {
  assert (a->width == b->width);
  unsigned w = a->width + 1, digits = a->width + 2;
  unpacked x = {.width = digits + 1};
  lit rest[MOST_BITS], divisor[MOST_BITS];
  memcpy (rest, a->significand, a->width * sizeof *rest);
  memcpy (divisor, b->significand, b->width * sizeof *divisor);
  rest[w - 1] = divisor[w - 1] = LIT_FALSE;
  for (unsigned k = digits; k && !guard_is_stopped (u->c->guard); k--) {
    x.significand[k] = take_away (u, w, rest, divisor);
    memmove (rest + 1, rest, (w - 1) * sizeof *rest); /* below the divisor */
    rest[0] = LIT_FALSE;
  }
  x.significand[0] = encode_float_any (u, w, rest);
  difference (u, u->range, x.exponent, a->exponent, b->exponent);
  exponent_plus (u, x.exponent, -(int) digits);
  x.sign = circuit_xor (u->c, a->sign, b->sign);
  x.is_zero = either (u, a->is_zero, b->is_infinite);
  x.is_infinite = either (u, a->is_infinite, b->is_zero);
  lit is_undefined = either (u, both (u, a->is_zero, b->is_zero),
                             both (u, a->is_infinite, b->is_infinite));
  x.is_nan = either (u, any_nan (u, a, b), is_undefined);
  return x;
}

/* What is left of 'number' by long division up to the digit before the point,
 * of which it is told whether it is odd. The number comes in where both have
 * the same exponent; at the end, what is left is in halves of the last digit.
 */
static lit divide_long (fpu *u, format f, unsigned w, lit *rest,
                        const lit *number, const lit *divisor,
                        const lit *apart) {
  lit here[MOST_RANGE], is_odd = LIT_FALSE;
  int k = (1 << f.exponent) - 3 + (int) f.fraction;
  for (; k >= -1 && !guard_is_stopped (u->c->guard); k--) {
    memmove (rest + 1, rest, (w - 1) * sizeof *rest);
    rest[0] = LIT_FALSE;
    integer (here, u->range, k);
    encode_mux (u->c, w, rest, encode_equal (u->c, u->range, apart, here),
                number, rest);
    is_odd = k < 0 ? is_odd : take_away (u, w, rest, divisor);
  }
  return is_odd;
}

/* Numbers of w bits modulo m: the highest bit of m is 0 and the next one 1, so
 * that w - 2 bits are less.
 */
static void multiply (fpu *u, unsigned w, lit *all, const lit *x,
                      const lit *y) {
  lit wide[2][MOST_BITS];
  unsigned n = 2 * w - 2;
  assert (n <= MOST_BITS);
  repeat (wide[0], n, LIT_FALSE);
  repeat (wide[1], n, LIT_FALSE);
  memcpy (wide[0], x, w * sizeof *x);
  memcpy (wide[1], y, w * sizeof *y);
  encode_mul (u->c, n, all, wide[0], wide[1]);
}

static void reduce (fpu *u, unsigned w, lit *rest, const lit *all,
                    const lit *m) {
  repeat (rest, w, LIT_FALSE);
  memcpy (rest, all + w, (w - 2) * sizeof *rest);
  for (unsigned i = w; i-- && !guard_is_stopped (u->c->guard);) {
    memmove (rest + 1, rest, (w - 1) * sizeof *rest);
    rest[0] = all[i];
    take_away (u, w, rest, m);
  }
}

/* Doubled, if that is wanted. */
static void double_modulo (fpu *u, unsigned w, lit *x, lit is_wanted,
                           const lit *m) {
  lit more[MOST_BITS];
  more[0] = LIT_FALSE;
  memcpy (more + 1, x, (w - 1) * sizeof *x);
  take_away (u, w, more, m);
  encode_mux (u->c, w, x, is_wanted, more, x);
}

/* By an amount that is less than 2^stages. */
static void shift_left (fpu *u, unsigned w, lit *a, const lit *by,
                        unsigned stages) {
  lit moved[MOST_BITS];
  for (unsigned stage = 0; stage < stages; stage++) {
    unsigned d = 1u << stage;
    repeat (moved, d, LIT_FALSE);
    memcpy (moved + d, a, (w - d) * sizeof *a);
    encode_mux (u->c, w, a, by[stage], moved, a);
  }
}

#define SMALL 6 /* bits of a difference by which a number is moved at once */

/* The same where exponents differ by too much for a step for each digit: the
 * power of two between them by squares, modulo twice the divisor, so that the
 * quotient's last digit is there.
 */
static lit divide_by_squares (fpu *u, unsigned w, lit *rest, const lit *number,
                              const lit *divisor, const lit *apart) {
  lit twice[MOST_BITS], power[MOST_BITS], all[MOST_BITS], moved[MOST_BITS];
  lit here[MOST_RANGE];
  unsigned low = u->range - 9, n = 2 * w - 2;
  twice[0] = power[w - 1] = power[w - 2] = LIT_FALSE;
  memcpy (twice + 1, divisor, (w - 1) * sizeof *twice);
  /* The bits of the difference above 'low' are less than w - 2, of 80 bits. */
  for (unsigned i = 0; i < w - 2; i++) {
    integer (here, u->range, (int) i);
    power[i] = encode_equal (u->c, u->range - low, apart + low, here);
  }
  while (low-- && !guard_is_stopped (u->c->guard)) {
    multiply (u, w, all, power, power);
    reduce (u, w, power, all, twice);
    double_modulo (u, w, power, apart[low], twice);
  }
  multiply (u, w, all, power, number);
  repeat (moved, n, LIT_FALSE);
  memcpy (moved, number, w * sizeof *number);
  shift_left (u, n, moved, apart, SMALL);
  encode_mux (u->c, n, all,
              encode_float_any (u, u->range - SMALL, apart + SMALL), all,
              moved);
  reduce (u, w, power, all, twice);
  lit is_odd = take_away (u, w, power, divisor);
  lit is_half = is_negative (u, apart); /* -1 */
  memmove (power + 1, power, (w - 1) * sizeof *power);
  power[0] = LIT_FALSE;
  encode_mux (u->c, w, rest, is_half, number, power);
  return both (u, is_odd, lit_not (is_half));
}

/* Of normal numbers; what is left, in halves of the last digit of b, is the
 * remainder, or less than the divisor by that. If a is not half of the divisor
 * before, it is the remainder as it is.
 */
static unpacked remainder_of (fpu *u, format f, const unpacked *a,
                              const unpacked *b, lit *as_is) {
  unsigned w = a->width + 2;
  unpacked x = {.width = w};
  lit rest[MOST_BITS], divisor[MOST_BITS], number[MOST_BITS], other[MOST_BITS];
  lit apart[MOST_RANGE];
  repeat (rest, w, LIT_FALSE);
  repeat (divisor, w, LIT_FALSE);
  repeat (number, w, LIT_FALSE);
  memcpy (divisor, b->significand, b->width * sizeof *divisor);
  memcpy (number, a->significand, a->width * sizeof *number);
  difference (u, u->range, apart, a->exponent, b->exponent);
  *as_is = either (u, b->is_infinite, exponent_is_below (u, apart, -1));
  lit is_odd = f.has_integer
                   ? divide_by_squares (u, w, rest, number, divisor, apart)
                   : divide_long (u, f, w, rest, number, divisor, apart);
  lit flips = encode_equal (u->c, w, divisor, rest);
  flips = either (u, encode_less (u->c, w, divisor, rest, false),
                  both (u, is_odd, flips));
  memmove (divisor + 1, divisor, (w - 1) * sizeof *divisor);
  divisor[0] = LIT_FALSE;
  difference (u, w, other, divisor, rest);
  encode_mux (u->c, w, x.significand, flips, other, rest);
  memcpy (x.exponent, b->exponent, sizeof x.exponent);
  exponent_plus (u, x.exponent, -1);
  x.sign = circuit_xor (u->c, a->sign, flips);
  x.is_zero = lit_not (encode_float_any (u, w, x.significand));
  x.is_infinite = LIT_FALSE;
  x.is_nan =
      either (u, any_nan (u, a, b), either (u, a->is_infinite, b->is_zero));
  return x;
}

/* Of a normal number, digit by digit: two bits of the significand give one of
 * the root.
 */
static unpacked square_root (fpu *u, const unpacked *a) {
  unsigned digits = a->width + 2, w = digits + 2, n = 2 * digits;
  unpacked x = {.width = digits + 1, .sign = a->sign};
  lit square[2 * MOST_BITS], rest[MOST_BITS], trial[MOST_BITS];
  lit root[MOST_BITS];
  assert (w <= MOST_BITS);
  /* The significand is at the top, one place lower if that makes the exponent
   * of its lowest bit even.
   */
  unsigned low = n - a->width;
  lit moves =
      circuit_xor (u->c, a->exponent[0], low & 1 ? LIT_TRUE : LIT_FALSE);
  repeat (square, n, LIT_FALSE);
  memcpy (square + low, a->significand, a->width * sizeof *square);
  for (unsigned i = 0; i < n; i++)
    square[i] = circuit_mux (u->c, moves, i + 1 < n ? square[i + 1] : LIT_FALSE,
                             square[i]);
  repeat (rest, w, LIT_FALSE);
  repeat (root, w, LIT_FALSE);
  for (unsigned k = digits; k-- && !guard_is_stopped (u->c->guard);) {
    memmove (rest + 2, rest, (w - 2) * sizeof *rest);
    rest[1] = square[2 * k + 1];
    rest[0] = square[2 * k];
    memcpy (trial + 2, root, (w - 2) * sizeof *trial);
    trial[1] = LIT_FALSE;
    trial[0] = LIT_TRUE;
    memmove (root + 1, root, (w - 1) * sizeof *root);
    root[0] = take_away (u, w, rest, trial);
  }
  memcpy (x.significand + 1, root, digits * sizeof *root);
  x.significand[0] = encode_float_any (u, w, rest);
  /* exponent of square[0], halved, and one for the sticky bit */
  lit e[MOST_RANGE], one[MOST_RANGE];
  integer (one, u->range, 0);
  one[0] = moves;
  memcpy (e, a->exponent, sizeof e);
  encode_add (u->c, u->range, e, e, one, LIT_FALSE);
  exponent_plus (u, e, -(int) low);
  memcpy (x.exponent, e + 1, (u->range - 1) * sizeof *e);
  x.exponent[u->range - 1] = e[u->range - 1];
  exponent_plus (u, x.exponent, -1);
  x.is_zero = a->is_zero;
  lit is_defined = either (u, a->is_zero, lit_not (a->sign));
  x.is_infinite = both (u, a->is_infinite, is_defined);
  x.is_nan = either (u, a->is_nan, lit_not (is_defined));
  return x;
}

/* So low that it is the other one that keeps its bits. */
static void lower_if_zero (fpu *u, unpacked *x) {
  lit least[MOST_RANGE];
  integer (least, u->range, -(1 << (u->range - 2)));
  encode_mux (u->c, u->range, x->exponent, x->is_zero, least, x->exponent);
}

/* Of normal numbers; the product has all its bits. */
static unpacked product_and_sum (fpu *u, ieee_rounding mode, const unpacked *a,
                                 const unpacked *b, const unpacked *c) {
  unpacked x = product (u, a, b), y = *c;
  normalise (u, &x);
  unsigned added = x.width - c->width;
  repeat (y.significand, added, LIT_FALSE);
  memcpy (y.significand + added, c->significand, c->width * sizeof (lit));
  exponent_plus (u, y.exponent, -(int) added);
  y.width = x.width;
  lower_if_zero (u, &x);
  lower_if_zero (u, &y);
  return sum (u, mode, x, y);
}

/* Integral values: the significand moved until its lowest bit is one. */
static unpacked rounded (fpu *u, ieee_rounding mode, const unpacked *a,
                         lit *as_is) {
  unsigned w = a->width + 3;
  unpacked x = *a;
  lit moved[MOST_BITS], by[MOST_RANGE], one[MOST_BITS];
  *as_is = lit_not (is_negative (u, a->exponent));
  repeat (moved, 2, LIT_FALSE);
  memcpy (moved + 2, a->significand, a->width * sizeof *moved);
  moved[w - 1] = LIT_FALSE;
  encode_neg (u->c, u->range, by, a->exponent, LIT_TRUE);
  clamp (u, by);
  shift_sticky (u, w, moved, by);
  repeat (one, w, LIT_FALSE);
  one[0] = rounds_up (u, mode, a->sign, moved[2], moved[1], moved[0]);
  x.width = a->width + 1;
  encode_add (u->c, x.width, x.significand, moved + 2, one, LIT_FALSE);
  integer (x.exponent, u->range, 0);
  x.is_zero = both (u, lit_not (a->is_infinite),
                    lit_not (encode_float_any (u, x.width, x.significand)));
  return x;
}

static unpacked from_integer (fpu *u, unsigned w, const lit *a,
                              bool is_signed) {
  unpacked x = {.width = w, .sign = is_signed ? a[w - 1] : LIT_FALSE};
  encode_neg (u->c, w, x.significand, a, x.sign);
  integer (x.exponent, u->range, 0);
  x.is_zero = lit_not (encode_float_any (u, w, a));
  x.is_nan = x.is_infinite = LIT_FALSE;
  return x;
}

/* Towards zero; what does not fit is the least integer. */
static void truncate_number (fpu *u, const unpacked *a, unsigned w, lit *out) {
  unsigned room = w + a->width - 1, low = a->width - 1;
  lit moved[MOST_BITS], by[MOST_RANGE];
  assert (room <= MOST_BITS);
  repeat (moved, room, LIT_FALSE);
  memcpy (moved + room - a->width, a->significand, a->width * sizeof *moved);
  /* The highest bit is worth 2^(w - 1) now; it should be 2^(e + width - 1). */
  encode_neg (u->c, u->range, by, a->exponent, LIT_TRUE);
  exponent_plus (u, by, (int) w - (int) a->width);
  lit is_over = either (u, is_negative (u, by),
                        lit_not (encode_float_any (u, u->range, by)));
  is_over = either (u, is_over, either (u, a->is_nan, a->is_infinite));
  clamp (u, by);
  shift_sticky (u, room, moved, by);
  encode_neg (u->c, w, out, moved + low, a->sign);
  for (unsigned i = 0; i < w; i++)
    out[i] = both (u, out[i], lit_not (is_over));
  out[w - 1] = either (u, out[w - 1], is_over);
}

void encode_float (circuit *c, const node *n, unsigned from, unsigned w,
                   lit *out, const lit *const arg[3]) {
  kind k = (kind) n->kind;
  ieee_rounding mode = (ieee_rounding) ieee_mode (k, n->payload);
  bool from_int = k == KIND_FP_FROM_SINT || k == KIND_FP_FROM_UINT;
  format f = format_of (from_int ? w : from);
  format g = format_of (k == KIND_FP_TO_SINT ? from : w);
  unsigned most = f.exponent > g.exponent ? f.exponent : g.exponent;
  fpu unit = {c, most + 4 > 9 ? most + 4 : 9}, *u = &unit;
  lit as_is = LIT_FALSE;
  unpacked a, b, x;
  if (!from_int)
    a = k >= KIND_FP_DIV && k <= KIND_FP_FMA ? unpack_normal (u, f, arg[0])
                                             : unpack (u, f, arg[0]);
  switch (k) {
  case KIND_FP_ADD:
    x = sum (u, mode, a, unpack (u, f, arg[1]));
    break;
  case KIND_FP_MUL:
    b = unpack (u, f, arg[1]);
    x = product (u, &a, &b);
    break;
  case KIND_FP_DIV:
    b = unpack_normal (u, f, arg[1]);
    x = quotient (u, &a, &b);
    break;
  case KIND_FP_REM:
    b = unpack_normal (u, f, arg[1]);
    x = remainder_of (u, f, &a, &b, &as_is);
    break;
  case KIND_FP_SQRT:
    x = square_root (u, &a);
    break;
  case KIND_FP_FMA:
    b = unpack_normal (u, f, arg[1]);
    x = unpack_normal (u, f, arg[2]);
    x = product_and_sum (u, mode, &a, &b, &x);
    break;
  case KIND_FP_ROUND:
    x = rounded (u, mode, &a, &as_is);
    break;
  case KIND_FP_CONVERT:
    x = a;
    break;
  case KIND_FP_TO_SINT:
    truncate_number (u, &a, w, out);
    return;
  default:
    assert (from_int);
    x = from_integer (u, from, arg[0], k == KIND_FP_FROM_SINT);
  }
  pack (u, g, mode, x, out);
  if (as_is == LIT_FALSE)
    return;
  lit same[MOST_BITS];
  memcpy (same, arg[0], w * sizeof *same);
  if (f.has_integer) { /* a number below all normal ones, written as one */
    lit has_exponent = encode_float_any (u, f.exponent, same + f.fraction + 1);
    lit *lowest = same + f.fraction + 1;
    *lowest = circuit_mux (c, has_exponent, *lowest, same[f.fraction]);
  }
  /* which NaN it is, is not kept */
  encode_mux (c, w, out, both (u, as_is, lit_not (x.is_nan)), same, out);
}
