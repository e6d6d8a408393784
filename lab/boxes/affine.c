#include "lab/boxes/affine.h"

#include <math.h>
#include <string.h>

/* Of one rounding in double 2^-53 is lost; there are fewer than a hundred of
 * them to a coefficient, and to a sum of all.
 */
#define AFFINE_SLACK 0x1p-44
#define LEAST 0x1p-1060
#define MOST 0x1p100

static double to_real (unsigned w, int64_t key) {
  uint64_t size = (uint64_t) (key < 0 ? -key : key);
  double x;
  if (w != 64)
    size = ieee_apply (KIND_FP_CONVERT, w, 64, size, 0, 0);
  memcpy (&x, &size, sizeof x);
  return key < 0 ? -x : x;
}

/* Rounded to nearest: what is not below a real is not below that. */
static int64_t to_key (unsigned w, double x) {
  uint64_t bits;
  memcpy (&bits, &x, sizeof bits);
  return w == 64
             ? ieee_key (bits, 64)
             : ieee_key (ieee_apply (KIND_FP_CONVERT, 64, w, bits, 0, 0), w);
}

/* Of the part that varies; of all. */
static double radius (const affine *a) {
  double sum = a->error;
  for (unsigned i = 0; i < AFFINE_UNKNOWNS; i++)
    sum += fabs (a->slope[i]);
  return sum * (1 + AFFINE_SLACK);
}

static double size_of (const affine *a) {
  return (fabs (a->center) + radius (a)) * (1 + AFFINE_SLACK);
}

/* With what was lost on the way to coefficients of that size in sum, and by
 * rounding the result.
 */
static void finish (unsigned to, double lost, affine *out) {
  out->error = (out->error + lost * AFFINE_SLACK) * (1 + AFFINE_SLACK) + LEAST;
  double size = size_of (out);
  double unit = to == 16 ? 0x1.01p-11 : to == 32 ? 0x1.01p-24 : 0x1.01p-53;
  double least = to == 16 ? 0x1p-24 : to == 32 ? 0x1p-149 : LEAST;
  out->error += size * unit + least;
  out->is_known = size < (to == 16 ? 0x1p15 : MOST); /* and not NaN */
}

bool affine_unknown (unsigned w, const reach *r, unsigned which, affine *out) {
  *out = (affine) {0};
  if (r->may_be_nan || r->first > r->last || which >= AFFINE_UNKNOWNS)
    return false;
  double low = to_real (w, r->first), high = to_real (w, r->last);
  if (!(low > -MOST && high < MOST))
    return false;
  out->center = low / 2 + high / 2;
  out->slope[which] = (high - low) / 2;
  finish (64, fabs (low) + fabs (high), out);
  return out->is_known;
}

void affine_point (unsigned w, uint64_t word, affine *out) {
  *out = (affine) {.center = to_real (w, ieee_key (word, w))};
  out->is_known = fabs (out->center) < MOST && !ieee_is_nan (w, word);
}

void affine_negate (const affine *a, affine *out) {
  affine res = {
      .is_known = a->is_known, .center = -a->center, .error = a->error};
  for (unsigned i = 0; i < AFFINE_UNKNOWNS; i++)
    res.slope[i] = -a->slope[i];
  *out = res;
}

static void sum (const affine *a, const affine *b, affine *out) {
  out->center = a->center + b->center;
  out->error = a->error + b->error;
  for (unsigned i = 0; i < AFFINE_UNKNOWNS; i++)
    out->slope[i] = a->slope[i] + b->slope[i];
}

/* What is not linear is a product of the parts that vary. */
static void product (const affine *a, const affine *b, affine *out) {
  out->center = a->center * b->center;
  out->error = radius (a) * radius (b) + fabs (a->center) * b->error +
               fabs (b->center) * a->error;
  for (unsigned i = 0; i < AFFINE_UNKNOWNS; i++)
    out->slope[i] = a->center * b->slope[i] + b->center * a->slope[i];
}

static bool is_exact (const affine *a) { return radius (a) == 0; }

/* Bounds of the size of a number that is not near zero; false: it may be. */
static bool size_bounds (const affine *a, double *low, double *high) {
  double size = fabs (a->center), r = radius (a);
  *low = (size - r) * (1 - AFFINE_SLACK);
  *high = (size + r) * (1 + AFFINE_SLACK);
  return *low > 1 / MOST;
}

/* slope * a + offset, wrong by at most 'error'. */
static void along (const affine *a, double slope, double offset, double error,
                   affine *out) {
  out->center = slope * a->center + offset;
  out->error = fabs (slope) * a->error + error;
  for (unsigned i = 0; i < AFFINE_UNKNOWNS; i++)
    out->slope[i] = slope * a->slope[i];
}

/* Between the chord of 1 / x, which is above it, and the tangent of the same
 * slope, which touches it at the root of low * high.
 */
static bool inverse (const affine *a, affine *out) {
  double low, high;
  if (!size_bounds (a, &low, &high))
    return false;
  double above = 1 / low + 1 / high, below = 2 / sqrt (low) / sqrt (high);
  double offset = (above + below) / 2;
  if (is_exact (a))
    out->center = 1 / a->center;
  else
    along (a, -1 / low / high, a->center < 0 ? -offset : offset,
           (above - below) / 2 + above * AFFINE_SLACK, out);
  return true;
}

/* The root of a positive number is above its chord, and below the tangent of
 * the same slope.
 */
static bool root (const affine *a, affine *out) {
  double low, high;
  if (a->center < 0 || !size_bounds (a, &low, &high))
    return false;
  double x = sqrt (low), y = sqrt (high), sum = x + y;
  double above = sum / 4, below = x / sum * y;
  along (a, 1 / sum, (above + below) / 2,
         (above - below) / 2 + sum * AFFINE_SLACK, out);
  return true;
}

void affine_apply (kind k, unsigned to, const affine *a, const affine *b,
                   affine *out) {
  affine res = {0}, other = {0};
  *out = res;
  bool is_binary = k == KIND_FP_ADD || k == KIND_FP_MUL || k == KIND_FP_DIV;
  bool is_unary = k == KIND_FP_CONVERT || k == KIND_FP_SQRT;
  if ((!is_binary && !is_unary) || !a->is_known || (is_binary && !b->is_known))
    return;
  double lost = size_of (a);
  switch (k) {
  case KIND_FP_ADD:
    sum (a, b, &res);
    lost += size_of (b);
    break;
  case KIND_FP_MUL:
    product (a, b, &res);
    lost *= size_of (b);
    break;
  case KIND_FP_DIV:
    if (!inverse (b, &other))
      return;
    lost *= size_of (&other);
    product (a, &other, &res);
    break;
  case KIND_FP_SQRT:
    if (!root (a, &res))
      return;
    lost = size_of (&res);
    break;
  default: /* exact, or rounded below */
    res = *a;
  }
  finish (to, lost, &res);
  *out = res;
}

void affine_difference (const affine *a, const affine *b, double *low,
                        double *high) {
  affine res = {0}, minus;
  affine_negate (b, &minus);
  sum (a, &minus, &res);
  finish (64, size_of (a) + size_of (b), &res);
  *low = res.center - radius (&res);
  *high = res.center + radius (&res);
}

reach affine_reach (unsigned w, const affine *a) {
  assert (a->is_known);
  double size = radius (a) + size_of (a) * AFFINE_SLACK + LEAST;
  return reach_numbers (w, to_key (w, a->center - size),
                        to_key (w, a->center + size), false);
}
