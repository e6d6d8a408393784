/* Random points of random arguments: the value of every operation there is in
 * what is said to be reached.
 */

#include "lab/boxes/affine.h"
#include "random.h"
#include "term/value_small.h"
#include "test.h"

#include "base/bits.h"

static uint64_t word_of_key (unsigned w, int64_t key) {
  return key < 0 ? bits_sign (w) | (uint64_t) -key : (uint64_t) key;
}

static bool is_format (unsigned w) { return w == 16 || w == 32 || w == 64; }

/* Words that meet: zeros, infinities, NaN, ones, any. */
static uint64_t any_word (uint64_t *seed, unsigned w) {
  uint64_t x = random_next (seed), sign = x & bits_sign (w);
  uint64_t inf = is_format (w) ? ieee_infinity (w) : bits_mask (w) / 2;
  switch (random_below (seed, 7)) {
  case 0:
    return random_below (seed, 3) | sign;
  case 1:
    return (inf + random_below (seed, 3) - 1) | sign;
  case 2: /* near one */
    return (((inf >> 1 & inf) + random_below (seed, 9) - 4) & bits_mask (w)) |
           sign;
  case 3:
    return ((inf >> 1 & inf) + (x >> (71 - w) % 64)) & bits_mask (w);
  default:
    return x & bits_mask (w);
  }
}

static reach any_reach (uint64_t *seed, unsigned w) {
  uint64_t a = any_word (seed, w), b = any_word (seed, w);
  int64_t x = ieee_key (a, w), y = ieee_key (b, w);
  int64_t s = bits_signed (a, w), t = bits_signed (b, w);
  if (!random_below (seed, 3))
    return reach_words (w, a < b ? a : b, a < b ? b : a);
  if (w < 16 || !random_below (seed, 3))
    return reach_signed (w, s < t ? s : t, s < t ? t : s);
  if (!is_format (w))
    return reach_words (w, a, a);
  return reach_numbers (w, x < y ? x : y, x < y ? y : x,
                        random_below (seed, 2));
}

/* A word of the reach; false: none was found. */
static bool pick (uint64_t *seed, unsigned w, const reach *r, uint64_t *out) {
  for (unsigned i = 0; i < 20; i++) {
    uint64_t size = r->high - r->low, x = random_next (seed);
    uint64_t keys = (uint64_t) r->last - (uint64_t) r->first;
    const uint64_t some[] = {
        r->low,
        r->high,
        r->low + (size == UINT64_MAX ? x : x % (size + 1)),
        (uint64_t) r->least & bits_mask (w),
        (uint64_t) r->most & bits_mask (w),
        word_of_key (w, r->first) & bits_mask (w),
        word_of_key (w, r->last) & bits_mask (w),
        word_of_key (w,
                     (int64_t) ((uint64_t) r->first + (keys ? x % keys : 0))) &
            bits_mask (w),
        any_word (seed, w)};
    *out = some[random_below (seed, 9)];
    if (reach_has (r, w, *out))
      return true;
  }
  return false;
}

typedef struct operation {
  kind kind;
  unsigned n, from, w;
  uint64_t payload;
} operation;

static operation any_operation (uint64_t *seed) {
  static const kind numbers[] = {KIND_FP_ADD,  KIND_FP_MUL,  KIND_FP_DIV,
                                 KIND_FP_REM,  KIND_FP_SQRT, KIND_FP_FMA,
                                 KIND_FP_ROUND};
  static const kind words[] = {KIND_BV_ADD, KIND_BV_AND, KIND_BV_NEG,
                               KIND_BV_NOT, KIND_BV_XOR, KIND_BV_MUL};
  static const kind tests[] = {KIND_EQ, KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                               KIND_BV_SLE};
  static const kind truths[] = {KIND_NOT, KIND_AND, KIND_OR, KIND_XOR};
  static const unsigned formats[] = {16, 32, 64};
  unsigned which = (unsigned) random_below (seed, 3), w = formats[which];
  unsigned v = formats[(which + 1 + random_below (seed, 2)) % 3];
  unsigned any = 1 + (unsigned) random_below (seed, 63); /* to 63 */
  ieee_rounding mode = (ieee_rounding) random_below (seed, IEEE_ROUNDINGS);
  operation o = {.from = w, .w = w};
  switch (random_below (seed, 10)) {
  case 0:
  case 1:
  case 2:
    o.kind = numbers[random_below (seed, 7)];
    o.payload = o.kind == KIND_FP_REM ? 0 : mode;
    break;
  case 3:
    o.w = v;
    o.payload = ieee_target (v, mode);
    o.kind = KIND_FP_CONVERT;
    break;
  case 4:
    o.kind = KIND_FP_FROM_SINT + (kind) random_below (seed, 3);
    o.from = random_below (seed, 2) ? 32 : 64;
    o.w = o.kind == KIND_FP_TO_SINT ? 96 - o.from : v;
    o.payload = ieee_target (o.w, o.kind == KIND_FP_TO_SINT ? 0 : mode);
    break;
  case 5:
    o.from = o.w = random_below (seed, 2) ? w : any;
    o.kind = words[random_below (seed, 6)];
    if (any > 32 && o.from == any) {
      o.kind = KIND_CONCAT;
      o.from = 64 - any;
      o.w = 2 * o.from;
    }
    break;
  case 6:
    o.w = 1;
    o.kind = tests[random_below (seed, 5)];
    break;
  case 7:
    o.from = o.w = 1;
    o.kind = truths[random_below (seed, 4)];
    break;
  case 8:
    o.kind = random_below (seed, 2) ? KIND_ZEXT : KIND_SEXT;
    o.from = any;
    o.w = any + (unsigned) random_below (seed, 65 - any);
    break;
  default: {
    unsigned low = (unsigned) random_below (seed, w);
    unsigned high = low + (unsigned) random_below (seed, w - low);
    o.kind = KIND_EXTRACT;
    o.payload = (uint64_t) high << 32 | low;
    o.w = high - low + 1;
  }
  }
  o.n = kind_table[o.kind].arity;
  return o;
}

/* The way of the rung (lab/boxes/boxes.c) to a number behind a word. */
static void check_roles (unsigned w, const reach *r, uint64_t word) {
  reach order = reach_order (w, r), size = reach_magnitude (w, r);
  reach less = reach_negated (w, r);
  CHECK (reach_has (&order, w, (uint64_t) ieee_key (word, w) & bits_mask (w)));
  CHECK (reach_has (&size, w - 1, word & bits_mask (w - 1)));
  CHECK (reach_has (&less, w, word ^ bits_sign (w)));
}

TEST (every_value_is_reached) {
  uint64_t seed = 3;
  unsigned rounds = test_is_long () ? 1000000 : 100000, n_tried = 0,
           n_tight = 0;
  for (unsigned i = 0; i < rounds; i++) {
    operation o = any_operation (&seed);
    reach arg[3];
    for (unsigned k = 0; k < o.n; k++)
      arg[k] = any_reach (&seed, o.from);
    reach is = reach_apply (o.kind, o.payload, o.from, o.w, o.n, arg);
    reach full = reach_full (o.w);
    n_tight += reach_meet (o.w, &full, &is);
    for (unsigned j = 0; j < 8; j++) {
      uint64_t v[3] = {0};
      bool has_all = true;
      for (unsigned k = 0; k < o.n; k++)
        has_all &= pick (&seed, o.from, &arg[k], &v[k]);
      if (!has_all)
        continue;
      n_tried++;
      uint64_t x =
          value_apply_small (o.kind, o.from, o.payload, o.w, v[0], v[1], v[2]);
      if (!reach_has (&is, o.w, x))
        FAIL ("%s!%llx of %u bits on %llx %llx %llx is %llx, not in %llx..%llx",
              kind_table[o.kind].name, (unsigned long long) o.payload, o.from,
              (unsigned long long) v[0], (unsigned long long) v[1],
              (unsigned long long) v[2], (unsigned long long) x,
              (unsigned long long) is.low, (unsigned long long) is.high);
      if (is_format (o.from))
        check_roles (o.from, arg, v[0]);
    }
  }
  CHECK (n_tried > 5 * rounds && n_tight > rounds / 4);
}

/* Of choices: either, or both. */
TEST (choices_are_reached) {
  uint64_t seed = 13;
  for (unsigned i = 0; i < 20000; i++) {
    unsigned w =
        i % 4 == 0 ? 2 + (unsigned) random_below (&seed, 63) : 8u << i % 4;
    reach arg[3] = {random_below (&seed, 2)
                        ? reach_full (1)
                        : reach_words (1, i / 2 % 2, i / 2 % 2),
                    any_reach (&seed, w), any_reach (&seed, w)};
    if (reach_is_empty (arg + 1) || reach_is_empty (arg + 2))
      continue; /* no value at all */
    reach is = reach_apply (KIND_ITE, 0, w, w, 3, arg);
    uint64_t c, x;
    if (pick (&seed, 1, arg, &c) && pick (&seed, w, arg + 2 - c, &x))
      CHECK (reach_has (&is, w, x));
  }
}

/* Halves: all points of the arguments, and that the bounds are values. */
TEST (every_half_is_reached) {
  static const kind some[] = {KIND_FP_ADD, KIND_FP_MUL, KIND_FP_DIV,
                              KIND_FP_REM};
  uint64_t seed = 17;
  unsigned rounds = test_is_long () ? 20000 : 300;
  for (unsigned i = 0; i < rounds; i++) {
    kind k = some[i % 4];
    uint64_t mode = random_below (&seed, IEEE_ROUNDINGS);
    mode = k == KIND_FP_REM ? 0 : mode;
    reach arg[3], is;
    for (unsigned j = 0; j < 2; j++) {
      int64_t at = ieee_key (any_word (&seed, 16), 16);
      int64_t to = at + (int64_t) random_below (&seed, i % 8 ? 30 : 400);
      arg[j] = reach_numbers (16, at, to, random_below (&seed, 4) == 0);
    }
    is = reach_apply (k, mode, 16, 16, 2, arg);
    uint64_t last = 0;
    for (int64_t x = arg[0].first; x <= arg[0].last; x++)
      for (int64_t y = arg[1].first; y <= arg[1].last; y++) {
        last = ieee_apply (k, 16, mode, word_of_key (16, x),
                           word_of_key (16, y), 0);
        if (!reach_has (&is, 16, last))
          FAIL ("%s!%u on %llx %llx is %llx", kind_table[k].name,
                (unsigned) mode, (unsigned long long) x, (unsigned long long) y,
                (unsigned long long) last);
      }
  }
}

/* Remainders by one number, of numbers near its multiples or any. */
TEST (remainders) {
  uint64_t seed = 31;
  unsigned rounds = test_is_long () ? 100000 : 5000, n_tight = 0;
  for (unsigned i = 0; i < rounds; i++) {
    unsigned w = 16u << i % 3;
    uint64_t one = ieee_infinity (w) >> 1 & ieee_infinity (w);
    uint64_t by = (one + (random_next (&seed) & one / 8)) |
                  (random_next (&seed) & bits_sign (w));
    if (i % 7 == 0)
      by = 1 + random_below (&seed, 5);
    uint64_t times = ieee_apply (KIND_FP_FROM_UINT, 32, ieee_target (w, 0),
                                 random_below (&seed, 50), 0, 0);
    times = ieee_apply (KIND_FP_MUL, w, 0, times, by, 0);
    times = ieee_apply (
        KIND_FP_ADD, w, 0, times,
        i % 2 ? ieee_apply (KIND_FP_DIV, w, 0, by, one + (one & -one), 0) : 0,
        0);
    int64_t at = ieee_key (times, w) - (int64_t) random_below (&seed, 9);
    if (ieee_is_nan (w, times))
      continue;
    int64_t size = (int64_t) 1 << random_below (&seed, ieee_fraction (w));
    reach arg[3] = {reach_numbers (w, at, at + size, false),
                    reach_words (w, by, by)};
    reach is = reach_apply (KIND_FP_REM, 0, w, w, 2, arg);
    n_tight += (uint64_t) is.last - (uint64_t) is.first <= (uint64_t) size;
    for (unsigned j = 0; j < 24; j++) {
      int64_t key =
          at + (j < 12 ? j % (size + 1)
                       : (int64_t) random_below (&seed, 1 + (uint64_t) size));
      uint64_t x = ieee_apply (KIND_FP_REM, w, 0, word_of_key (w, key), by, 0);
      if (reach_has (arg, w, word_of_key (w, key)) && !reach_has (&is, w, x))
        FAIL ("remainder of %llx by %llx is %llx",
              (unsigned long long) word_of_key (w, key),
              (unsigned long long) by, (unsigned long long) x);
    }
  }
  CHECK (n_tight > rounds / 10);
}

/* Of one argument: all of them. */
TEST (every_function_of_a_half) {
  static const draft some[] = {{.kind = KIND_FP_SQRT},
                               {.kind = KIND_FP_ROUND},
                               {.kind = KIND_FP_CONVERT}};
  uint64_t seed = 19;
  unsigned rounds = test_is_long () ? 3000 : 30;
  for (unsigned i = 0; i < rounds; i++) {
    kind k = some[i % 3].kind;
    uint64_t mode = random_below (&seed, IEEE_ROUNDINGS);
    unsigned w = k != KIND_FP_CONVERT ? 16 : i % 2 ? 32 : 64;
    if (k == KIND_FP_CONVERT)
      mode = ieee_target (w, (ieee_rounding) mode);
    reach arg[3] = {any_reach (&seed, 16)};
    reach is = reach_apply (k, mode, 16, w, 1, arg);
    for (uint64_t x = 0; x < 65536; x++)
      if (reach_has (arg, 16, x) &&
          !reach_has (&is, w, ieee_apply (k, 16, mode, x, 0, 0)))
        FAIL ("%s!%u on %llx", kind_table[k].name, (unsigned) mode,
              (unsigned long long) x);
  }
}

/* What two reaches have in common is in what they meet in. */
TEST (views_agree) {
  uint64_t seed = 9;
  for (unsigned i = 0; i < 50000; i++) {
    unsigned w =
        i % 4 == 0 ? 1 + (unsigned) random_below (&seed, 64) : 8u << i % 4;
    reach a = any_reach (&seed, w), b = any_reach (&seed, w), both = a;
    uint64_t x;
    reach_meet (w, &both, &b);
    if (pick (&seed, w, &a, &x))
      CHECK_EQ (reach_has (&both, w, x), reach_has (&b, w, x));
    if (pick (&seed, w, &b, &x))
      CHECK_EQ (reach_has (&both, w, x), reach_has (&a, w, x));
  }
}

#define INPUTS 3

/* Sums, products, quotients and conversions of numbers near each other, and
 * their forms.
 */
TEST (forms_have_every_value) {
  static const kind steps[] = {KIND_FP_ADD, KIND_FP_MUL, KIND_FP_DIV,
                               KIND_FP_CONVERT, KIND_FP_SQRT};
  uint64_t seed = 21;
  unsigned n_known = 0, rounds = test_is_long () ? 100000 : 10000;
  for (unsigned i = 0; i < rounds; i++) {
    unsigned w = 16u << i % 3, less = w == 64 ? 32 : 16;
    affine form[12];
    uint64_t value[8][12];
    reach in[INPUTS];
    for (unsigned k = 0; k < INPUTS; k++) {
      uint64_t one = ieee_infinity (w) >> 1 & ieee_infinity (w);
      uint64_t top = i % 8 == 5 ? ieee_infinity (w) - 1 : one;
      uint64_t x = top - ((uint64_t) random_below (&seed, 64)
                          << (ieee_fraction (w) - 2));
      uint64_t more =
          (one - (x & one / 2)) >> random_below (&seed, w - 10) >> 6;
      uint64_t room = ieee_infinity (w) - 1 - x;
      int64_t low = (int64_t) x;
      int64_t high = (int64_t) (x + (more < room ? more : room));
      bool is_minus = random_below (&seed, 2);
      in[k] = reach_numbers (w, is_minus ? -high : low, is_minus ? -low : high,
                             false);
      if (!affine_unknown (w, &in[k], k, &form[k]))
        form[k] = (affine) {0};
      for (unsigned j = 0; j < 8; j++)
        if (!pick (&seed, w, &in[k], &value[j][k]))
          value[j][k] = word_of_key (w, in[k].first);
    }
    for (unsigned k = INPUTS; k < 12; k++) {
      kind what = steps[random_below (&seed, k % 5 ? 3 : 5)];
      unsigned a = (unsigned) random_below (&seed, k),
               b = (unsigned) random_below (&seed, k);
      bool is_minus = random_below (&seed, 2),
           is_point = what == KIND_FP_DIV && k % 2;
      affine other = form[b], out;
      uint64_t point = value[0][b];
      if (is_point)
        affine_point (w, point, &other);
      if (is_minus)
        affine_negate (&other, &other);
      affine_apply (what, what == KIND_FP_CONVERT ? less : w, &form[a], &other,
                    &out);
      n_known += out.is_known;
      for (unsigned j = 0; j < 8; j++) {
        uint64_t y =
            (is_point ? point : value[j][b]) ^ (is_minus ? bits_sign (w) : 0);
        if (what == KIND_FP_CONVERT && w != 16)
          value[j][k] = ieee_apply (
              KIND_FP_CONVERT, less, w,
              ieee_apply (KIND_FP_CONVERT, w, less, value[j][a], 0, 0), 0, 0);
        else if (what == KIND_FP_CONVERT)
          value[j][k] = value[j][a];
        else
          value[j][k] = ieee_apply (what, w, 0, value[j][a], y, 0);
        if (!out.is_known)
          continue;
        reach is = affine_reach (w, &out);
        double least, most;
        affine_difference (&out, &form[a], &least, &most);
        CHECK (reach_has (&is, w, value[j][k]));
        if (w == 64 && what != KIND_FP_CONVERT) {
          double p, q;
          memcpy (&p, &value[j][k], 8);
          memcpy (&q, &value[j][a], 8);
          __extension__ __float128 d = (__float128) p - (__float128) q;
          CHECK (d >= least && d <= most);
        }
      }
      form[k] = out;
    }
  }
  CHECK (n_known > 2 * rounds);
}

/* Around zero, or near it, there is no form, or a right one. */
TEST (reciprocals_near_zero) {
  uint64_t seed = 29;
  for (unsigned i = 0; i < 3000; i++) {
    unsigned w = 32u << i % 2;
    kind k = i / 2 % 2 ? KIND_FP_DIV : KIND_FP_SQRT;
    uint64_t one = ieee_infinity (w) >> 1 & ieee_infinity (w), unit;
    unit = (uint64_t) 1 << ieee_fraction (w);
    int64_t low = (int64_t) (one - unit * random_below (&seed, w));
    int64_t high = (int64_t) (one + unit * random_below (&seed, 3));
    low = random_below (&seed, 2) ? -low : (int64_t) random_below (&seed, 4);
    reach in = reach_numbers (w, low, high, false);
    affine form, top, out;
    affine_point (w, one, &top);
    CHECK (affine_unknown (w, &in, 0, &form));
    affine_apply (k, w, k == KIND_FP_DIV ? &top : &form, &form, &out);
    if (!out.is_known)
      continue;
    reach is = affine_reach (w, &out);
    for (unsigned j = 0; j < 8; j++) {
      uint64_t x;
      if (!pick (&seed, w, &in, &x))
        continue;
      x = k == KIND_FP_DIV ? ieee_apply (k, w, 0, one, x, 0)
                           : ieee_apply (k, w, 0, x, 0, 0);
      CHECK (reach_has (&is, w, x));
    }
  }
}

/* Of one unknown alone, as wide as twice itself or narrow. */
TEST (reciprocals_and_roots) {
  uint64_t seed = 23;
  unsigned n_known = 0, rounds = test_is_long () ? 100000 : 3000;
  for (unsigned i = 0; i < rounds; i++) {
    unsigned w = 16u << i % 3;
    kind k = i / 3 % 2 ? KIND_FP_DIV : KIND_FP_SQRT;
    uint64_t one = ieee_infinity (w) >> 1 & ieee_infinity (w);
    int64_t low = (int64_t) (one - (random_next (&seed) & one >> 3));
    int64_t size = (int64_t) 1 << random_below (&seed, ieee_fraction (w) + 2);
    bool is_minus = k == KIND_FP_DIV && random_below (&seed, 2);
    reach in = reach_numbers (w, is_minus ? -low - size : low,
                              is_minus ? -low : low + size, true);
    affine form, top, out;
    CHECK (!affine_unknown (w, &in, 0, &form)); /* it may be NaN */
    in.may_be_nan = false;
    CHECK (affine_unknown (w, &in, 0, &form));
    affine_point (w, one, &top);
    if (k == KIND_FP_DIV)
      affine_apply (k, w, &top, &form, &out);
    else
      affine_apply (k, w, &form, &top, &out);
    n_known += out.is_known;
    if (!out.is_known)
      continue;
    reach is = affine_reach (w, &out);
    for (unsigned j = 0; j <= 16; j++) {
      uint64_t x = word_of_key (w, in.first + size / 16 * j);
      x = k == KIND_FP_DIV ? ieee_apply (k, w, 0, one, x, 0)
                           : ieee_apply (k, w, 0, x, 0, 0);
      CHECK (reach_has (&is, w, x));
    }
  }
  CHECK (n_known > rounds / 2);
}
