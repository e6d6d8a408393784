#pragma once

/* Floating point on bit-vectors: KIND_FP_*.
 *
 * There is no sort for it. A number is the bit-vector of its IEEE-754 bits,
 * of 16, 32 or 64 bits, or of the 80 bits of x87, so that what a program does
 * with the bytes of a float needs nothing new, and comparisons, signs and
 * classes are plain terms on bits. What is left are the operations that round:
 *
 *     FP_ADD FP_MUL FP_DIV FP_SQRT FP_FMA    payload: ieee_rounding
 *     FP_ROUND        to an integral value; payload: ieee_rounding
 *     FP_REM          C's remainder: a - n * b, n nearest to a / b
 *     FP_CONVERT      to another width; payload: ieee_target
 *     FP_FROM_SINT, FP_FROM_UINT   from an integer of 32 or 64 bits; payload:
 *                     ieee_target
 *     FP_TO_SINT      towards zero, to the 32 or 64 bits that are the payload;
 *                     what does not fit, and no number, is the least integer,
 *                     as on x86; not of 16
 *
 * To 80 bits all but FP_ROUND round to nearest, ties to even.
 *
 * A result that is not a number is always the same one, positive and quiet,
 * whatever the arguments were. Which one the processor makes is a term of bits
 * around it (machine/float_nan.c).
 *
 * Of 80 bits the 64th is the digit before the point, which other formats leave
 * out. Where it is 0 although the exponent is not, the bits are no number.
 */

#include "term/term.h"

typedef enum ieee_rounding {
  IEEE_EVEN, /* to nearest, ties to even */
  IEEE_AWAY, /* to nearest, ties away from zero */
  IEEE_UP,
  IEEE_DOWN,
  IEEE_ZERO,
  IEEE_ROUNDINGS
} ieee_rounding;

static inline bool kind_is_float (kind k) {
  return k >= KIND_FP_ADD && k <= KIND_FP_TO_SINT;
}

/* Payloads. */
static inline bool ieee_has_target (kind k) {
  return k >= KIND_FP_CONVERT && k <= KIND_FP_TO_SINT;
}
static inline uint64_t ieee_target (uint64_t width, ieee_rounding mode) {
  return width | (uint64_t) mode << 8;
}
static inline unsigned ieee_target_width (uint64_t payload) {
  return (unsigned) payload & 255;
}
static inline uint64_t ieee_mode (kind k, uint64_t payload) {
  return ieee_has_target (k) ? payload >> 8 : payload;
}

/* Formats: bits of the fraction; all of the exponent, none of the fraction. */
static inline unsigned ieee_fraction (unsigned width) {
  return width == 16 ? 10 : width == 32 ? 23 : width == 64 ? 52 : 63;
}
static inline uint64_t ieee_infinity (unsigned width) {
  return (((uint64_t) 1 << (width - 1)) - 1) &
         ~(((uint64_t) 1 << ieee_fraction (width)) - 1);
}
static inline uint64_t ieee_nan (unsigned width) {
  return ieee_infinity (width) | (uint64_t) 1 << (ieee_fraction (width) - 1);
}
static inline bool ieee_is_nan (unsigned width, uint64_t bits) {
  return (bits & (((uint64_t) 1 << (width - 1)) - 1)) > ieee_infinity (width);
}

/* Sign and magnitude as an integer in two's complement are in the order of the
 * numbers, and both zeros are 0; the same as a term.
 */
static inline int64_t ieee_key (uint64_t bits, unsigned width) {
  uint64_t sign = (uint64_t) 1 << (width - 1);
  int64_t size = (int64_t) (bits & (sign - 1));
  return bits & sign ? -size : size;
}
term ieee_order (terms *, term);

/* Rounded in a direction to 16, 32 or 64 bits. A result that is to be rounded
 * must not have been rounded before: 'ieee_to_odd' sets the last of its 64
 * digits if there is anything behind them.
 */
uint64_t ieee_narrow (unsigned width, uint64_t mode, long double);
long double ieee_to_odd (kind, uint64_t mode, const long double arg[3]);

/* The sort of an application, SORT_NONE when it is ill-sorted. */
sort ieee_sort (const terms *, const draft *);

/* The value of an application; 'width' is that of the last argument. */
uint64_t ieee_apply (kind, unsigned width, uint64_t payload, uint64_t a,
                     uint64_t b, uint64_t c);

/* The same where arguments or result have 80 bits. */
num ieee_apply_wide (arena *, kind, unsigned width, uint64_t payload,
                     const num arg[3]);
long double ieee_compute_wide (kind, uint64_t payload,
                               const long double arg[3]);
