#include "universe.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

uint32_t universe_random (universe *u, uint32_t below) {
  u->random = u->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (u->random >> 33) % below;
}

static term bits_term (universe *, int depth, unsigned width);

static term array_term (universe *u, int depth) {
  terms *ts = u->ts;
  sort s = term_sort (ts, u->array);
  switch (depth > 0 ? universe_random (u, 6) : 0) {
  case 1:
    return term_store (ts, array_term (u, depth - 1),
                       bits_term (u, depth - 1, 1),
                       bits_term (u, depth - 1, 3));
  case 2:
    return term_const_array (ts, s, bits_term (u, depth - 1, 3));
  case 3: {
    uint64_t index = universe_random (u, 2), value = universe_random (u, 8);
    return term_table (ts, array_term (u, depth - 1), 1, &index, &value);
  }
  default:
    return u->array;
  }
}

static term bits_leaf (universe *u, unsigned width) {
  terms *ts = u->ts;
  switch (universe_random (u, 4)) {
  case 0:
    return term_bv (ts, width, universe_random (u, 1u << width));
  case 1:
    if (width == 3)
      return term_select (ts, u->array,
                          term_bv (ts, 1, universe_random (u, 2)));
    break;
  default:
    break;
  }
  term x = u->bv[universe_random (u, 2)];
  return width == 3 ? x : term_extract (ts, width - 1, 0, x);
}

static term bits_term (universe *u, int depth, unsigned width) {
  static const kind binary[] = {
      KIND_BV_AND,  KIND_BV_OR,   KIND_BV_XOR,  KIND_BV_ADD,  KIND_BV_MUL,
      KIND_BV_UDIV, KIND_BV_UREM, KIND_BV_SDIV, KIND_BV_SREM, KIND_BV_SMOD,
      KIND_BV_SHL,  KIND_BV_LSHR, KIND_BV_ASHR, KIND_BV_ADD,  KIND_BV_ADD};
  terms *ts = u->ts;
  if (depth <= 0)
    return bits_leaf (u, width);
  term a = bits_term (u, depth - 1, width);
  switch (universe_random (u, 10)) {
  case 0:
    return term_unary (ts, KIND_BV_NOT, a);
  case 1:
    return term_unary (ts, KIND_BV_NEG, a);
  case 2:
    return term_extract (ts, width - 1, 0, term_sext (ts, 2, a));
  case 3:
    return term_extract (ts, width, 1, term_concat (ts, a, a));
  case 4:
    if (width == 3 && !universe_random (u, 3))
      return term_select (ts, array_term (u, depth - 1),
                          bits_term (u, depth - 1, 1));
    return a;
  case 5:
    return term_ite (
        ts, term_binary (ts, KIND_BV_ULT, a, bits_term (u, depth - 1, width)),
        a, bits_term (u, depth - 1, width));
  default:
    return term_binary (
        ts, binary[universe_random (u, sizeof binary / sizeof *binary)], a,
        bits_term (u, depth - 1, width));
  }
}

static term bits_atom (universe *u) {
  static const kind compare[] = {KIND_EQ, KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                                 KIND_BV_SLE};
  int depth = (int) universe_random (u, 4);
  if (!universe_random (u, 12))
    return u->boolean;
  if (!universe_random (u, 20))
    return term_equal (u->ts, array_term (u, 2), array_term (u, 2));
  return term_binary (u->ts, compare[universe_random (u, 5)],
                      bits_term (u, depth, 3), bits_term (u, depth, 3));
}

static term small_int (universe *u) {
  arena *data = &u->ts->data;
  return term_int (u->ts, num_of_i64 (data, (int) universe_random (u, 9) - 4));
}

static term int_term (universe *u, int depth) {
  static const kind binary[] = {KIND_INT_ADD, KIND_INT_ADD, KIND_INT_ADD,
                                KIND_INT_DIV, KIND_INT_MOD, KIND_INT_MUL};
  if (depth <= 0)
    return universe_random (u, 3) ? u->integer[universe_random (u, 2)]
                                  : small_int (u);
  kind k = binary[universe_random (u, 6)];
  term b = k == KIND_INT_ADD ? int_term (u, depth - 1) : small_int (u);
  return term_binary (u->ts, k, int_term (u, depth - 1), b);
}

static term int_atom (universe *u) {
  kind k = universe_random (u, 3) ? KIND_INT_LE : KIND_EQ;
  return term_binary (u->ts, k, int_term (u, 2), int_term (u, 1));
}

static term random_constraint (universe *u) {
  term t = u->is_int ? int_atom (u) : bits_atom (u);
  if (universe_random (u, 2))
    t = term_not (u->ts, t);
  if (!universe_random (u, 4))
    t = term_or (u->ts, t, u->is_int ? int_atom (u) : bits_atom (u));
  if (!universe_random (u, 8))
    t = term_and (u->ts, t, u->is_int ? int_atom (u) : bits_atom (u));
  return t;
}

static void set_point (const universe *u, unsigned point, model *m) {
  if (u->is_int) {
    arena limbs = {0};
    for (unsigned i = 0; i < 2; i++, point /= 9)
      model_set (m, u->integer[i], num_of_i64 (&limbs, point % 9 - 4l).word);
    return;
  }
  model_set (m, u->boolean, point & 1);
  model_set (m, u->bv[0], point >> 1 & 7);
  model_set (m, u->bv[1], point >> 4 & 7);
  model_set_element (m, u->array, 0, point >> 7 & 7);
  model_set_element (m, u->array, 1, point >> 10 & 7);
}

static void evaluate_all (universe *u) {
  model *m = model_new (&u->mem, u->ts);
  for (unsigned p = 0; p < u->n_points; p++) {
    model_clear (m);
    set_point (u, p, m);
    evaluator_start (u->ev, m);
    for (unsigned i = 0; i < u->n; i++)
      if (evaluator_holds (u->ev, u->constraint[i]))
        u->holds[i][p / 64] |= UINT64_C (1) << p % 64;
  }
  model_free (m);
}

static void add_bounds (universe *u) {
  arena *data = &u->ts->data;
  for (int i = 0; i < 2; i++) {
    term low = term_int (u->ts, num_of_i64 (data, -4));
    term high = term_int (u->ts, num_of_i64 (data, 4));
    u->constraint[u->n++] =
        term_binary (u->ts, KIND_INT_LE, low, u->integer[i]);
    u->constraint[u->n++] =
        term_binary (u->ts, KIND_INT_LE, u->integer[i], high);
  }
}

universe *universe_new (uint64_t seed, unsigned n, bool is_int) {
  universe *u = calloc (1, sizeof *u);
  terms *ts = u->ts = terms_new (&u->mem);
  u->ev = evaluator_new (&u->mem, ts);
  u->random = seed;
  u->is_int = is_int;
  u->n_points = is_int ? 81 : 1u << 13;
  u->boolean = term_var (ts, "p", 1, SORT_BOOL);
  u->bv[0] = term_var (ts, "x", 1, sort_bv (3));
  u->bv[1] = term_var (ts, "y", 1, sort_bv (3));
  u->array = term_var (ts, "a", 1, sort_array (1, 3));
  u->integer[0] = term_var (ts, "i", 1, SORT_INT);
  u->integer[1] = term_var (ts, "j", 1, SORT_INT);
  if (is_int)
    add_bounds (u);
  while (u->n < n)
    u->constraint[u->n++] = random_constraint (u);
  evaluate_all (u);
  return u;
}

void universe_free (universe *u) {
  evaluator_free (u->ev);
  terms_free (u->ts);
  CHECK_EQ (u->mem.live, 0);
  free (u);
}

bool universe_is_sat (const universe *u, size_t n, const unsigned *which) {
  for (unsigned w = 0; w < (u->n_points + 63) / 64; w++) {
    unsigned left = u->n_points - 64 * w;
    uint64_t all = left < 64 ? (UINT64_C (1) << left) - 1 : ~UINT64_C (0);
    for (size_t i = 0; i < n; i++)
      all &= u->holds[which[i]][w];
    if (all)
      return true;
  }
  return false;
}

static unsigned position (const universe *u, term t) {
  for (unsigned i = 0; i < u->n; i++)
    if (term_eq (u->constraint[i], t))
      return i;
  FAIL ("term %u is not a constraint", t.id);
}

bool universe_terms_sat (const universe *u, size_t n, const term *t) {
  CHECK (n <= UNIVERSE_MAX);
  unsigned which[UNIVERSE_MAX];
  for (size_t i = 0; i < n; i++)
    which[i] = position (u, t[i]);
  return universe_is_sat (u, n, which);
}

term universe_hard (terms *ts) {
  term x = term_var (ts, "x", 1, sort_bv (100));
  term y = term_var (ts, "y", 1, sort_bv (100));
  term one = term_bv (ts, 100, 1), top = term_bv (ts, 100, 1ull << 45);
  term t = term_equal (ts, term_binary (ts, KIND_BV_MUL, x, y),
                       term_binary (ts, KIND_BV_MUL,
                                    term_bv (ts, 100, 17592186044423),
                                    term_bv (ts, 100, 17592186044399)));
  t = term_and (ts, t, term_binary (ts, KIND_BV_ULT, one, x));
  t = term_and (ts, t, term_binary (ts, KIND_BV_ULT, one, y));
  t = term_and (ts, t, term_binary (ts, KIND_BV_ULT, x, top));
  return term_and (ts, t, term_binary (ts, KIND_BV_ULT, y, top));
}
