#include "generate.h"

#include "base/bits.h"

#include <stdio.h>

uint64_t generate_bits (generator *g) { /* xorshift64* */
  g->state ^= g->state >> 12;
  g->state ^= g->state << 25;
  g->state ^= g->state >> 27;
  return g->state * 0x2545f4914f6cdd1du;
}

unsigned generate_below (generator *g, unsigned n) {
  return (unsigned) ((generate_bits (g) >> 32) * n >> 32);
}

bool generate_one_in (generator *g, unsigned n) {
  return !generate_below (g, n);
}

uint64_t generate_word (generator *g, unsigned width) {
  uint64_t mask = bits_mask (width), sign = bits_sign (width);
  switch (generate_below (g, 6)) {
  case 0:
    return generate_below (g, 4) & mask;
  case 1:
    return (mask - generate_below (g, 3)) & mask;
  case 2:
    return (sign + generate_below (g, 3) - 1) & mask;
  case 3:
    return (uint64_t) 1 << generate_below (g, width);
  default:
    return generate_bits (g) & mask;
  }
}

static term variable (generator *g, const char *prefix, sort s) {
  char name[32];
  int len = snprintf (name, sizeof name, "%s%u", prefix,
                      generate_below (g, g->n_vars));
  return term_var (g->ts, name, (size_t) len, s);
}

static term bv_variable (generator *g, unsigned width) {
  char prefix[16];
  snprintf (prefix, sizeof prefix, "x%u_", width);
  return variable (g, prefix, sort_bv (width));
}

/* A read of an array of bytes (or narrower) at some index. */
static term read_array (generator *g, unsigned width, unsigned depth) {
  unsigned iw = g->max_width < 4 ? 2 : 4;
  char prefix[16];
  snprintf (prefix, sizeof prefix, "a%u_", width);
  term a = variable (g, prefix, sort_array (iw, width));
  for (unsigned i = generate_below (g, 3); i; i--)
    a = term_store (g->ts, a, generate_bv (g, iw, depth / 2),
                    generate_bv (g, width, depth / 2));
  return term_select (g->ts, a, generate_bv (g, iw, depth / 2));
}

static term bv_leaf (generator *g, unsigned width) {
  if (generate_one_in (g, 3))
    return term_bv (g->ts, width, generate_word (g, width));
  return bv_variable (g, width);
}

static term bv_binary (generator *g, unsigned width, unsigned depth) {
  static const kind cheap[] = {KIND_BV_ADD, KIND_BV_AND, KIND_BV_OR,
                               KIND_BV_XOR, KIND_BV_SHL, KIND_BV_LSHR,
                               KIND_BV_ADD, KIND_BV_ASHR};
  static const kind dear[] = {KIND_BV_MUL,  KIND_BV_UDIV, KIND_BV_UREM,
                              KIND_BV_SDIV, KIND_BV_SREM, KIND_BV_SMOD};
  term a = generate_bv (g, width, depth - 1);
  if (!generate_one_in (g, 4))
    return term_binary (g->ts, cheap[generate_below (g, 8)], a,
                        generate_bv (g, width, depth - 1));
  kind k = dear[generate_below (g, 6)];
  term b = g->with_products && width <= 8
               ? generate_bv (g, width, depth - 1)
               : term_bv (g->ts, width, generate_word (g, width));
  return term_binary (g->ts, k, a, b);
}

static term bv_resized (generator *g, unsigned width, unsigned depth) {
  unsigned cut = width > 1 ? 1 + generate_below (g, width - 1) : 0;
  switch (generate_below (g, cut ? 4 : 1)) {
  case 1:
    return term_concat (g->ts, generate_bv (g, cut, depth - 1),
                        generate_bv (g, width - cut, depth - 1));
  case 2:
    return term_zext (g->ts, cut, generate_bv (g, width - cut, depth - 1));
  case 3:
    return term_sext (g->ts, cut, generate_bv (g, width - cut, depth - 1));
  default: {
    unsigned wider = width + generate_below (g, 3);
    unsigned low = wider - width ? generate_below (g, wider - width + 1) : 0;
    if (wider > 64)
      return generate_bv (g, width, depth - 1);
    return term_extract (g->ts, low + width - 1, low,
                         generate_bv (g, wider, depth - 1));
  }
  }
}

term generate_bv (generator *g, unsigned width, unsigned depth) {
  if (!depth || generate_one_in (g, 5))
    return bv_leaf (g, width);
  switch (generate_below (g, g->with_arrays ? 9 : 8)) {
  case 0:
    return term_unary (g->ts,
                       generate_one_in (g, 2) ? KIND_BV_NOT : KIND_BV_NEG,
                       generate_bv (g, width, depth - 1));
  case 1:
  case 2:
    return bv_resized (g, width, depth);
  case 3:
    return term_ite (g->ts, generate_bool (g, width, depth - 1),
                     generate_bv (g, width, depth - 1),
                     generate_bv (g, width, depth - 1));
  case 8:
    return read_array (g, width, depth);
  default:
    return bv_binary (g, width, depth);
  }
}

static term comparison (generator *g, unsigned width, unsigned depth) {
  static const kind kinds[] = {KIND_EQ, KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                               KIND_BV_SLE};
  term a = generate_bv (g, width, depth);
  term b = generate_one_in (g, 2)
               ? term_bv (g->ts, width, generate_word (g, width))
               : generate_bv (g, width, depth);
  return generate_one_in (g, 2)
             ? term_binary (g->ts, kinds[generate_below (g, 5)], a, b)
             : term_binary (g->ts, kinds[generate_below (g, 5)], b, a);
}

term generate_bool (generator *g, unsigned width, unsigned depth) {
  static const kind kinds[] = {KIND_AND, KIND_OR, KIND_XOR, KIND_EQ};
  if (!depth)
    return generate_one_in (g, 4) ? variable (g, "p", SORT_BOOL)
                                  : comparison (g, width, 0);
  switch (generate_below (g, 6)) {
  case 0:
    return term_not (g->ts, generate_bool (g, width, depth - 1));
  case 1:
    return term_binary (g->ts, kinds[generate_below (g, 4)],
                        generate_bool (g, width, depth - 1),
                        generate_bool (g, width, depth - 1));
  default:
    return comparison (g, width, depth - 1);
  }
}

static term int_constant (generator *g, int64_t low, int64_t high) {
  int64_t x = low + generate_below (g, (unsigned) (high - low + 1));
  return term_int (g->ts, num_of_i64 (&g->ts->data, x));
}

term generate_int_atom (generator *g) {
  terms *ts = g->ts;
  term sum = int_constant (g, -9, 9);
  for (unsigned i = 1 + generate_below (g, 3); i; i--)
    sum =
        term_binary (ts, KIND_INT_ADD, sum,
                     term_binary (ts, KIND_INT_MUL, variable (g, "i", SORT_INT),
                                  int_constant (g, -3, 3)));
  if (generate_one_in (g, 8))
    sum = term_binary (ts, generate_one_in (g, 2) ? KIND_INT_DIV : KIND_INT_MOD,
                       sum, int_constant (g, 2, 5));
  term zero = term_int (ts, NUM_ZERO);
  switch (generate_below (g, 5)) {
  case 0:
    return term_equal (ts, sum, zero);
  case 1:
    return term_not (ts, term_equal (ts, sum, zero));
  case 2:
    return term_int_lt (ts, sum, zero);
  case 3:
    return term_binary (ts, KIND_INT_LE, zero, sum);
  default:
    return term_binary (ts, KIND_INT_LE, sum, zero);
  }
}
