#include "term/value.h"

#include "base/bits.h"
#include "term/ieee.h"

#include <assert.h>
#include <stdlib.h>

num value_to_num (arena *a, sort s, uint64_t word) {
  return sort_is_small (s) ? num_of_u64 (a, word) : value_num (word);
}

uint64_t value_of_num (arena *a, sort s, num x) {
  if (sort_is_bool (s))
    return num_sign (x) != 0;
  if (sort_is_int (s))
    return x.word;
  unsigned w = sort_width (s);
  return w <= 64 ? num_u64 (x) & bits_mask (w) : num_wrap (a, x, w).word;
}

bool value_eq (sort s, uint64_t a, uint64_t b) {
  return sort_is_small (s) ? a == b : num_eq (value_num (a), value_num (b));
}

/* SMT-LIB: division by zero gives all ones, remainder the dividend. The
 * signed forms are defined through the unsigned ones, so they follow.
 */
static uint64_t udiv (uint64_t a, uint64_t b, uint64_t mask) {
  return b ? a / b : mask;
}

static uint64_t urem (uint64_t a, uint64_t b) { return b ? a % b : a; }

static uint64_t sdiv (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t p = a & sign ? -a & mask : a, q = b & sign ? -b & mask : b;
  uint64_t r = udiv (p, q, mask);
  return ((a ^ b) & sign ? -r : r) & mask;
}

static uint64_t srem (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t p = a & sign ? -a & mask : a, q = b & sign ? -b & mask : b;
  uint64_t r = urem (p, q);
  return (a & sign ? -r : r) & mask;
}

static uint64_t smod (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t r = srem (a, b, w);
  if (!r || !((r ^ b) & sign))
    return r;
  return b ? (r + b) & mask : r;
}

static uint64_t ashr (uint64_t a, uint64_t b, unsigned w) {
  int64_t x = bits_signed (a, w);
  return (uint64_t) (x >> (b < w ? b : w - 1)) & bits_mask (w);
}

uint64_t value_apply_small (kind k, unsigned w, uint64_t payload, unsigned rw,
                            uint64_t a, uint64_t b, uint64_t c) {
  assert (w && w <= 64 && rw && rw <= 64);
  uint64_t mask = bits_mask (w);
  switch (k) {
  case KIND_NOT:
    return !a;
  case KIND_AND:
    return a & b;
  case KIND_OR:
    return a | b;
  case KIND_XOR:
    return a ^ b;
  case KIND_EQ:
    return a == b;
  case KIND_ITE:
    return a ? b : c;
  case KIND_BV_NOT:
    return ~a & mask;
  case KIND_BV_NEG:
    return -a & mask;
  case KIND_BV_AND:
    return a & b;
  case KIND_BV_OR:
    return a | b;
  case KIND_BV_XOR:
    return a ^ b;
  case KIND_BV_ADD:
    return (a + b) & mask;
  case KIND_BV_MUL:
    return (a * b) & mask;
  case KIND_BV_UDIV:
    return udiv (a, b, mask);
  case KIND_BV_UREM:
    return urem (a, b);
  case KIND_BV_SDIV:
    return sdiv (a, b, w);
  case KIND_BV_SREM:
    return srem (a, b, w);
  case KIND_BV_SMOD:
    return smod (a, b, w);
  case KIND_BV_SHL:
    return b < w ? (a << b) & mask : 0;
  case KIND_BV_LSHR:
    return b < w ? a >> b : 0;
  case KIND_BV_ASHR:
    return ashr (a, b, w);
  case KIND_BV_ULT:
    return a < b;
  case KIND_BV_ULE:
    return a <= b;
  case KIND_BV_SLT:
    return bits_signed (a, w) < bits_signed (b, w);
  case KIND_BV_SLE:
    return bits_signed (a, w) <= bits_signed (b, w);
  case KIND_CONCAT:
    return a << w | b;
  case KIND_EXTRACT:
    return a >> (payload & 63) & bits_mask (rw);
  case KIND_ZEXT:
    return a;
  case KIND_SEXT:
    return (uint64_t) bits_signed (a, w) & bits_mask (rw);
  default:
    return ieee_apply (k, w, payload, a, b, c);
  }
}

/* Wide bit-vectors: division by way of the mathematical integers. */

static num wide_udiv (arena *m, num a, num b, unsigned w) {
  if (num_sign (b))
    return num_div_trunc (m, a, b);
  return num_sub (m, num_pow2 (m, w), NUM_ONE);
}

static num wide_urem (arena *m, num a, num b) {
  return num_sign (b) ? num_rem_trunc (m, a, b) : a;
}

static num wide_sdiv (arena *m, num a, num b, unsigned w) {
  num x = num_signed (m, a, w), y = num_signed (m, b, w);
  if (num_sign (y))
    return num_div_trunc (m, x, y);
  return num_of_i64 (m, num_sign (x) < 0 ? 1 : -1);
}

static num wide_srem (arena *m, num a, num b, unsigned w) {
  num x = num_signed (m, a, w), y = num_signed (m, b, w);
  return num_sign (y) ? num_rem_trunc (m, x, y) : x;
}

static num wide_smod (arena *m, num a, num b, unsigned w) {
  num y = num_signed (m, b, w), r = wide_srem (m, a, b, w);
  if (!num_sign (r) || !num_sign (y) || num_sign (r) == num_sign (y))
    return r;
  return num_add (m, r, y);
}

static num wide_shift (arena *m, kind k, num a, num b, unsigned w) {
  bool over = num_cmp (b, num_of_u64 (m, w)) >= 0;
  unsigned by = over ? w : (unsigned) num_u64 (b);
  if (k == KIND_BV_ASHR)
    return num_shr (m, num_signed (m, a, w), by);
  if (over)
    return NUM_ZERO;
  return k == KIND_BV_SHL ? num_shl (m, a, by) : num_shr (m, a, by);
}

static bool value_compare (arena *m, kind k, num a, num b, unsigned w) {
  if (k == KIND_BV_SLT || k == KIND_BV_SLE) {
    a = num_signed (m, a, w);
    b = num_signed (m, b, w);
  }
  int order = num_cmp (a, b);
  return k == KIND_BV_ULT || k == KIND_BV_SLT ? order < 0 : order <= 0;
}

static num truth (bool b) { return b ? NUM_ONE : NUM_ZERO; }

/* Integer division by zero is any function of the dividend in SMT-LIB; ours
 * is zero, and mod the dividend. Z3's models are asked for the same.
 */
static num int_div (arena *m, num a, num b) {
  return num_sign (b) ? num_div_euclid (m, a, b) : NUM_ZERO;
}

static num int_mod (arena *m, num a, num b) {
  return num_sign (b) ? num_mod_euclid (m, a, b) : a;
}

static num apply_wide (arena *m, kind k, unsigned w, uint64_t payload, num a,
                       num b) {
  switch (k) {
  case KIND_EQ:
    return truth (num_eq (a, b));
  case KIND_BV_NOT:
    return num_not (m, a);
  case KIND_BV_NEG:
    return num_neg (m, a);
  case KIND_BV_AND:
    return num_and (m, a, b);
  case KIND_BV_OR:
    return num_or (m, a, b);
  case KIND_BV_XOR:
    return num_xor (m, a, b);
  case KIND_BV_ADD:
  case KIND_INT_ADD:
    return num_add (m, a, b);
  case KIND_BV_MUL:
  case KIND_INT_MUL:
    return num_mul (m, a, b);
  case KIND_BV_UDIV:
    return wide_udiv (m, a, b, w);
  case KIND_BV_UREM:
    return wide_urem (m, a, b);
  case KIND_BV_SDIV:
    return wide_sdiv (m, a, b, w);
  case KIND_BV_SREM:
    return wide_srem (m, a, b, w);
  case KIND_BV_SMOD:
    return wide_smod (m, a, b, w);
  case KIND_BV_SHL:
  case KIND_BV_LSHR:
  case KIND_BV_ASHR:
    return wide_shift (m, k, a, b, w);
  case KIND_BV_ULT:
  case KIND_BV_ULE:
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    return truth (value_compare (m, k, a, b, w));
  case KIND_CONCAT:
    return num_or (m, num_shl (m, a, w), b);
  case KIND_EXTRACT:
    return num_shr (m, a, (unsigned) (payload & ~0u));
  case KIND_ZEXT:
    return a;
  case KIND_SEXT:
    return num_signed (m, a, w);
  case KIND_INT_DIV:
    return int_div (m, a, b);
  case KIND_INT_MOD:
    return int_mod (m, a, b);
  case KIND_INT_LE:
    return truth (num_cmp (a, b) <= 0);
  default:
    abort (); /* not a kind on wide values */
  }
}

static unsigned word_width (sort s) {
  return sort_is_bv (s) ? sort_width (s) : 1;
}

uint64_t value_apply (arena *m, kind k, sort result, sort arg_sort,
                      uint64_t payload, const uint64_t arg[3],
                      const sort sorts[3]) {
  if (k == KIND_ITE)
    return arg[0] ? arg[1] : arg[2];
  if (sort_is_small (result) && sort_is_small (arg_sort) &&
      sort_is_small (sorts[0]))
    return value_apply_small (k, word_width (arg_sort), payload,
                              word_width (result), arg[0], arg[1], arg[2]);
  assert (kind_table[k].arity); /* leaves are applied to nothing */
  num a = value_to_num (m, sorts[0], arg[0]);
  num b =
      kind_table[k].arity > 1 ? value_to_num (m, sorts[1], arg[1]) : NUM_ZERO;
  num r = apply_wide (m, k, word_width (arg_sort), payload, a, b);
  return value_of_num (m, result, r);
}

bool content_get (const content *c, uint64_t index, uint64_t *value) {
  if (c->is_dense) {
    if (index >= c->n)
      return false;
    *value = c->value[index];
    return true;
  }
  size_t low = 0, high = c->n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (c->index[mid] < index)
      low = mid + 1;
    else
      high = mid;
  }
  if (low == c->n || c->index[low] != index)
    return false;
  *value = c->value[low];
  return true;
}
