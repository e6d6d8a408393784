#include "term/value.h"

#include "term/value_small.h"

num value_to_num (arena *a, sort s, uint64_t word) {
  return sort_is_small (s) ? num_of_u64 (a, word) : value_num (word);
}

uint64_t value_of_num (arena *a, sort s, num x) {
  assert (!sort_is_array (s));
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
  assert (num_sign (b) >= 0); /* an unsigned amount */
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
#define KIND(...)
#define SMALL(...)
#define WIDE(NAME, SMT, ARITY, COMMUTES, MEANING) \
  case KIND_##NAME: \
    return MEANING;
#define BOTH(NAME, SMT, ARITY, COMMUTES, SMALL, MEANING) \
  WIDE (NAME, SMT, ARITY, COMMUTES, MEANING)
#include "term/kinds.def"
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
  num c =
      kind_table[k].arity > 2 ? value_to_num (m, sorts[2], arg[2]) : NUM_ZERO;
  num r = kind_is_float (k)
              ? ieee_apply_wide (m, k, word_width (arg_sort), payload,
                                 (const num[3]) {a, b, c})
              : apply_wide (m, k, word_width (arg_sort), payload, a, b);
  return value_of_num (m, result, r);
}

bool content_get (const content *c, uint64_t index, uint64_t *value) {
  if (c->is_dense) {
    if (index >= c->n)
      return false;
    *value = c->value[index];
    return true;
  }
  const uint64_t *at =
      c->n ? bsearch (&index, c->index, c->n, sizeof index, compare_u64) : NULL;
  if (at)
    *value = c->value[at - c->index];
  return at;
}
