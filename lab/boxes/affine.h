#pragma once

/* Affine: a number as a linear form of unknowns, with an error.
 *
 *     value = center + slope[0] * u[0] + ... + error * v,   |u[i]|, |v| <= 1
 *
 * in the reals. Intervals forget that two numbers depend on one input; forms
 * subtract what they share (x - x is 0 and not [-1, 1]), so that what a
 * controller feeds back does not grow without bound.
 *
 * Sound: 'error' has, besides what is not linear, a bound of all that was lost
 * by rounding: that of the operation itself, half a unit in the last place of
 * the largest value or of the least number, and ours, since coefficients are
 * computed in double. Every bound is taken larger than it has to be
 * (AFFINE_SLACK). A form that gets large is dropped: nothing overflows.
 *
 * Paper: Stolfi, Figueiredo, Self-Validated Numerical Methods, 1997. We differ
 * in that all errors are one unknown.
 */

#include "lab/boxes/reaches.h"

#define AFFINE_UNKNOWNS 12

typedef struct affine {
  bool is_known; /* false: nothing is */
  double center, error, slope[AFFINE_UNKNOWNS];
} affine;

/* The unknown number 'which', of a reach of finite numbers; false: it is
 * none.
 */
bool affine_unknown (unsigned w, const reach *, unsigned which, affine *out);
void affine_point (unsigned w, uint64_t word, affine *out);

/* Of operations on numbers that are linear or nearly so, rounded to nearest in
 * 'to' bits; others give none.
 */
void affine_apply (kind, unsigned to, const affine *, const affine *,
                   affine *out);
void affine_negate (const affine *, affine *out);

/* Of the number, in w bits. */
reach affine_reach (unsigned w, const affine *);

/* The least and greatest value of a - b, in the reals. */
void affine_difference (const affine *a, const affine *b, double *low,
                        double *high);
