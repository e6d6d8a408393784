/* Every kind as a circuit against its meaning (term/value.h). */

#include "solver/backend.h"
#include "solver/encode.h"
#include "term/eval.h"
#include "term/value.h"
#include "term/value_small.h"

#include "test.h"

typedef struct rig {
  memory mem;
  terms *terms;
  guard guard;
  encoder encoder;
  VEC (bool) value; /* by gate */
  arena limbs;
  uint64_t random;
} rig;

static void rig_init (rig *r) {
  *r = (rig) {.random = 1};
  r->terms = terms_new (&r->mem);
  r->terms->simplify = false; /* the encoder shall see every kind */
  encoder_init (&r->encoder, &r->mem, r->terms, &r->guard);
  arena_init (&r->limbs, &r->mem);
}

static void rig_release (rig *r) {
  encoder_release (&r->encoder);
  terms_free (r->terms);
  vec_release (&r->mem, &r->value);
  arena_release (&r->limbs);
  CHECK_EQ (r->mem.live, 0);
}

static uint32_t draw (rig *r, uint32_t n) {
  r->random = r->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((r->random >> 33) % n);
}

static bool of (const rig *r, lit l) {
  return r->value.data[lit_var (l)] != (l & 1);
}

/* Run the circuit; leaf i has the bits of input[i]. */
static void simulate (rig *r, const num *input) {
  const circuit *c = &r->encoder.circuit;
  vec_clear (&r->value);
  vec_push (&r->mem, &r->value, false);
  for (uint32_t i = 1; i < circuit_count (c); i++) {
    const gate *g = circuit_gate (c, i);
    bool x = g->kind == GATE_INPUT ? num_testbit (input[g->a], g->b)
             : g->kind == GATE_AND ? of (r, g->a) && of (r, g->b)
             : g->kind == GATE_XOR ? of (r, g->a) != of (r, g->b)
             : g->kind == GATE_MUX
                 ? of (r, of (r, g->a) ? g->b : g->c)
                 : of (r, g->a) + of (r, g->b) + of (r, g->c) >= 2;
    vec_push (&r->mem, &r->value, x);
  }
}

/* The encoder gives literals of Bool terms only; those of others are in its
 * table.
 */
static const lit *bits_of (rig *r, term t) {
  lit unused;
  CHECK (encoder_literal (&r->encoder, term_equal (r->terms, t, t), &unused));
  return encoder_bits (&r->encoder,
                       (uint32_t) map_get (&r->encoder.place, t.id, 0) - 1);
}

static bool is_value (rig *r, term t, uint64_t word) {
  sort s = term_sort (r->terms, t);
  unsigned w = sort_is_bv (s) ? sort_width (s) : 1;
  const lit *bit = bits_of (r, t);
  num x = value_to_num (&r->limbs, s, word);
  for (unsigned i = 0; i < w; i++)
    if (of (r, bit[i]) != num_testbit (x, i))
      return false;
  return true;
}

static const kind binary_kinds[] = {
    KIND_EQ,      KIND_BV_AND,  KIND_BV_OR,   KIND_BV_XOR,  KIND_BV_ADD,
    KIND_BV_MUL,  KIND_BV_UDIV, KIND_BV_UREM, KIND_BV_SDIV, KIND_BV_SREM,
    KIND_BV_SMOD, KIND_BV_SHL,  KIND_BV_LSHR, KIND_BV_ASHR, KIND_BV_ULT,
    KIND_BV_ULE,  KIND_BV_SLT,  KIND_BV_SLE,  KIND_CONCAT};

#define N_BINARY (sizeof binary_kinds / sizeof *binary_kinds)

static void check_all (rig *r, unsigned n, const term *t) {
  for (unsigned i = 0; i < n; i++)
    (void) bits_of (r, t[i]);
}

static term var (rig *r, const char *name, unsigned w) {
  return term_var (r->terms, name, 1, sort_bv (w));
}

static uint64_t meaning (rig *r, kind k, uint64_t payload, term t,
                         const term arg[2], uint64_t x, uint64_t y) {
  sort sorts[3] = {term_sort (r->terms, arg[0]), term_sort (r->terms, arg[1])};
  uint64_t word[3] = {x, y};
  return value_apply (&r->limbs, k, term_sort (r->terms, t),
                      sorts[kind_table[k].arity - 1], payload, word, sorts);
}

/* Both operands variables, then each in turn a constant. */
static void check_binary (unsigned w, kind k) {
  rig r;
  rig_init (&r);
  term a = var (&r, "a", w), b = var (&r, "b", w);
  (void) bits_of (&r, a); /* leaf 0 */
  (void) bits_of (&r, b);
  term ab = term_binary (r.terms, k, a, b);
  uint64_t n = (uint64_t) 1 << w;
  for (uint64_t x = 0; x < n; x++) {
    term args[3] = {ab, term_binary (r.terms, k, term_bv (r.terms, w, x), b),
                    term_binary (r.terms, k, a, term_bv (r.terms, w, x))};
    check_all (&r, 3, args);
    for (uint64_t y = 0; y < n; y++) {
      num in[2] = {num_of_u64 (&r.limbs, x), num_of_u64 (&r.limbs, y)};
      simulate (&r, in);
      term arg[2] = {a, b};
      uint64_t word = meaning (&r, k, 0, ab, arg, x, y);
      CHECK (is_value (&r, ab, word));
      CHECK (is_value (&r, args[1], word));
      num swapped[2] = {in[1], in[0]};
      simulate (&r, swapped);
      CHECK (is_value (&r, args[2], meaning (&r, k, 0, ab, arg, y, x)));
    }
  }
  rig_release (&r);
}

TEST (binary_kinds_at_all_small_values) {
  for (unsigned w = 1; w <= 4; w++)
    for (size_t i = 0; i < N_BINARY; i++)
      check_binary (w, binary_kinds[i]);
}

static void check_unary (rig *r, term a, kind k, uint64_t payload, unsigned w) {
  term t = term_build (r->terms, k, payload, a, TERM_NONE, TERM_NONE);
  (void) bits_of (r, t);
  for (uint64_t x = 0; x < (uint64_t) 1 << w; x++) {
    num in[2] = {num_of_u64 (&r->limbs, x), NUM_ZERO};
    simulate (r, in);
    term arg[2] = {a, a};
    CHECK (is_value (r, t, meaning (r, k, payload, t, arg, x, 0)));
  }
}

TEST (unary_kinds_at_all_small_values) {
  for (unsigned w = 1; w <= 4; w++) {
    rig r;
    rig_init (&r);
    term a = var (&r, "a", w);
    (void) bits_of (&r, a);
    check_unary (&r, a, KIND_BV_NOT, 0, w);
    check_unary (&r, a, KIND_BV_NEG, 0, w);
    for (unsigned by = 1; by <= 3; by++) {
      check_unary (&r, a, KIND_ZEXT, by, w);
      check_unary (&r, a, KIND_SEXT, by, w);
    }
    for (uint64_t high = 0; high < w; high++)
      for (uint64_t low = 0; low <= high; low++)
        check_unary (&r, a, KIND_EXTRACT, high << 32 | low, w);
    rig_release (&r);
  }
}

TEST (boolean_kinds) {
  static const kind kinds[] = {KIND_AND, KIND_OR, KIND_XOR, KIND_EQ};
  rig r;
  rig_init (&r);
  term a = term_var (r.terms, "a", 1, SORT_BOOL);
  term b = term_var (r.terms, "b", 1, SORT_BOOL);
  (void) bits_of (&r, a);
  (void) bits_of (&r, b);
  term ite = term_ite (r.terms, a, b, term_not (r.terms, b));
  (void) bits_of (&r, ite);
  for (unsigned i = 0; i < 4; i++)
    (void) bits_of (&r, term_binary (r.terms, kinds[i], a, b));
  for (unsigned x = 0; x < 4; x++) {
    num in[2] = {x & 1 ? NUM_ONE : NUM_ZERO, x & 2 ? NUM_ONE : NUM_ZERO};
    simulate (&r, in);
    CHECK (is_value (&r, ite, x & 1 ? x >> 1 : !(x >> 1)));
    for (unsigned i = 0; i < 4; i++)
      CHECK (
          is_value (&r, term_binary (r.terms, kinds[i], a, b),
                    value_apply_small (kinds[i], 1, 0, 1, x & 1, x >> 1, 0)));
  }
  rig_release (&r);
}

static num random_num (rig *r, unsigned w) {
  num x = NUM_ZERO;
  unsigned style = draw (r, 4);
  unsigned bits = style == 0 ? 1 + draw (r, w) : w;
  for (unsigned i = 0; i < bits; i += 16)
    x = num_add (&r->limbs, num_shl (&r->limbs, x, 16),
                 num_of_u64 (&r->limbs, style == 1   ? 0
                                        : style == 2 ? 0xffff
                                                     : draw (r, 1 << 16)));
  return num_wrap (&r->limbs, x, bits);
}

static void check_wide (unsigned w, kind k) {
  rig r;
  rig_init (&r);
  r.random = w * 100 + k;
  term a = var (&r, "a", w), b = var (&r, "b", w);
  (void) bits_of (&r, a);
  (void) bits_of (&r, b);
  term ab = term_binary (r.terms, k, a, b), arg[2] = {a, b};
  num y = random_num (&r, w);
  term ac = term_binary (r.terms, k, a, term_bv_num (r.terms, w, y));
  (void) bits_of (&r, ab);
  (void) bits_of (&r, ac);
  sort s = sort_bv (w);
  for (unsigned i = 0; i < 12; i++) {
    num in[2] = {random_num (&r, w), i ? random_num (&r, w) : NUM_ZERO};
    if (i % 4 == 1)
      in[1] = num_of_u64 (&r.limbs, draw (&r, w + 2)); /* a shift */
    simulate (&r, in);
    uint64_t xw = value_of_num (&r.limbs, s, in[0]);
    uint64_t yw = value_of_num (&r.limbs, s, in[1]);
    CHECK (is_value (&r, ab, meaning (&r, k, 0, ab, arg, xw, yw)));
    yw = value_of_num (&r.limbs, s, y);
    CHECK (is_value (&r, ac, meaning (&r, k, 0, ab, arg, xw, yw)));
  }
  rig_release (&r);
}

TEST (binary_kinds_at_large_widths) {
  static const unsigned widths[] = {7, 8, 31, 32, 33, 64, 65, 100, 130};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    for (size_t k = 0; k < N_BINARY; k++)
      check_wide (widths[i], binary_kinds[k]);
}

/* Tables: dense and sparse contents, an index with known bits. */
static void check_table (unsigned iw, bool is_dense, unsigned known) {
  rig r;
  rig_init (&r);
  r.random = iw * 8 + is_dense * 4 + known;
  uint64_t index[64], value[64];
  uint32_t n = 0;
  for (uint64_t i = 0; i < (uint64_t) 1 << iw; i++)
    if (is_dense ? i < 11 : draw (&r, 3) == 0) {
      index[n] = i;
      value[n++] = draw (&r, 32);
    }
  sort s = sort_array (iw, 5);
  term base = term_const_array (r.terms, s, term_bv (r.terms, 5, 9));
  term table = term_table (r.terms, base, n, index, value);
  term a = var (&r, "a", iw - known);
  (void) bits_of (&r, a);
  term at = known ? term_zext (r.terms, known, a) : a;
  term t = term_select (r.terms, table, at);
  (void) bits_of (&r, t);
  for (uint64_t i = 0; i < (uint64_t) 1 << (iw - known); i++) {
    num in = num_of_u64 (&r.limbs, i);
    simulate (&r, &in);
    uint64_t expect = 9;
    if (n)
      (void) content_get (term_content (r.terms, table), i, &expect);
    CHECK (is_value (&r, t, expect));
  }
  rig_release (&r);
}

TEST (tables) {
  for (unsigned iw = 2; iw <= 6; iw++)
    for (unsigned known = 0; known < 2; known++) {
      check_table (iw, true && iw > 3, known);
      check_table (iw, false, known);
    }
}

TEST (deep_terms_need_no_stack) {
  rig r;
  rig_init (&r);
  term t = var (&r, "a", 8), one = term_bv (r.terms, 8, 1);
  for (unsigned i = 0; i < 100000; i++)
    t = term_unary (r.terms, i & 1 ? KIND_BV_NOT : KIND_BV_NEG, t);
  CHECK (backend_bits_supports (r.terms, term_equal (r.terms, t, one)));
  num in = num_of_u64 (&r.limbs, 5); /* ~- takes one off, 50000 times */
  (void) bits_of (&r, t);
  simulate (&r, &in);
  CHECK (is_value (&r, t, (5 - 50000) & 255));
  rig_release (&r);
}

TEST (support) {
  rig r;
  rig_init (&r);
  terms *ts = r.terms;
  sort s = sort_array (4, 8);
  term a = term_var (ts, "a", 1, s), b = term_var (ts, "b", 1, s);
  term i = term_var (ts, "i", 1, SORT_INT);
  term c = term_var (ts, "c", 1, SORT_BOOL);
  CHECK (!backend_bits_supports (ts, term_equal (ts, a, b)));
  CHECK (
      !backend_bits_supports (ts, term_equal (ts, i, term_int (ts, NUM_ONE))));
  term read = term_select (ts, term_ite (ts, c, a, b), term_bv (ts, 4, 3));
  term good = term_equal (ts, read, term_bv (ts, 8, 3));
  CHECK (backend_bits_supports (ts, good));
  CHECK (backend_bits_supports (ts, good));
  CHECK (
      !backend_bits_supports (ts, term_and (ts, good, term_equal (ts, a, b))));
  rig_release (&r);
}
