/* Backend bits: terms become a circuit, the circuit clauses, and a question
 * a list of assumed literals, one for each asserted term and assumption. So
 * popping costs nothing, and what was learned stays.
 *
 *     terms -> encoder -> cone -> SAT kernel -> answer
 *                          |         | after many conflicts
 *                          +---> CaDiCaL, on the cone alone
 *
 * Gates and clauses of paths long left slow the kernel down: their clauses
 * are visited whenever an input they share is assigned. When they dominate,
 * everything but the assertions is thrown away and encoded again on demand.
 */

#include "context/stats.h"
#include "solver/backend.h"
#include "solver/cone.h"
#include "solver/sat_cadical.h"

#define KERNEL_CONFLICTS 10000 /* before CaDiCaL is asked */
#define SMALL 1024             /* gates: in more, a conflict takes longer */
#define FRESH_MIN 8000         /* gates below which nothing is thrown away */
#define FRESH_RATIO 3          /* gates to gates in use */

typedef struct level {
  size_t asserted;
  encode_mark mark;
} level;

typedef struct bits {
  backend base;
  memory *mem;
  terms *terms;
  stats *stats;
  bool share;
  guard guard;
  encoder encoder;
  sat *sat;
  cone cone;

  term_vec asserted;
  VEC (level) levels;

  term_vec asked; /* the terms of the last check */
  lit_vec lits;   /* those of them that are not constant true */
  u32_vec whose;  /* by place in 'lits': place in 'asked' */
  term_vec core;
} bits;

static void bits_start (bits *b) {
  encoder_init (&b->encoder, b->mem, b->terms, &b->guard);
  b->sat = sat_new (b->mem);
  cone_init (&b->cone, b->mem, &b->encoder, b->sat);
  if (b->stats)
    b->stats->fresh_solvers++;
}

static void bits_stop (bits *b) {
  cone_release (&b->cone);
  sat_free (b->sat);
  encoder_release (&b->encoder);
}

static void free_bits (backend *base) {
  bits *b = (bits *) base;
  bits_stop (b);
  vec_release (b->mem, &b->asserted, &b->levels, &b->asked, &b->lits, &b->whose,
               &b->core);
  memory_free (b->mem, b, sizeof *b);
}

/* The stack. */

static void bits_push (backend *base) {
  bits *b = (bits *) base;
  level l = {b->asserted.len, encoder_mark (&b->encoder)};
  vec_push (b->mem, &b->levels, l);
}

static void return_to (bits *b, encode_mark m) {
  if (b->share || m.gates >= circuit_count (&b->encoder.circuit))
    return;
  cone_shrink (&b->cone, m.gates, m.leaves);
  encoder_return (&b->encoder, m);
}

static void bits_pop (backend *base, unsigned levels) {
  bits *b = (bits *) base;
  assert (levels <= b->levels.len);
  if (!levels)
    return;
  level l = b->levels.data[b->levels.len - levels];
  b->levels.len -= levels;
  b->asserted.len = l.asserted;
  return_to (b, l.mark);
}

static void assert_term (backend *base, term t) {
  bits *b = (bits *) base;
  assert (sort_is_bool (term_sort (b->terms, t)));
  vec_push (b->mem, &b->asserted, t);
}

static void reset (backend *base) {
  bits *b = (bits *) base;
  if (b->levels.len)
    bits_pop (base, (unsigned) b->levels.len);
  vec_clear (&b->asserted);
}

/* Checking. */

static void refresh (bits *b) {
  uint32_t n = circuit_count (&b->encoder.circuit);
  if (!b->share || n < FRESH_MIN || n / FRESH_RATIO < b->cone.gates.len)
    return;
  bits_stop (b);
  bits_start (b);
}

static void ask_for (bits *b, size_t n, const term *t) {
  for (size_t i = 0; i < n; i++)
    vec_push (b->mem, &b->asked, t[i]);
}

static verdict unknown (bits *b, reason why) {
  b->guard.why = why;
  return VERDICT_UNKNOWN;
}

/* The literals of all terms asked. UNSAT when one of them is false alone,
 * SAT stands for "go on".
 */
static verdict encode (bits *b) {
  vec_clear (&b->lits);
  vec_clear (&b->whose);
  vec_clear (&b->core);
  for (size_t i = 0; i < b->asked.len; i++) {
    term t = b->asked.data[i];
    lit l;
    if (!backend_bits_supports (b->terms, t))
      return unknown (b, REASON_UNSUPPORTED);
    if (!encoder_literal (&b->encoder, t, &l))
      return VERDICT_UNKNOWN;
    if (l == LIT_FALSE) {
      vec_push (b->mem, &b->core, t);
      return VERDICT_UNSAT;
    }
    if (l == LIT_TRUE)
      continue;
    vec_push (b->mem, &b->lits, l);
    vec_push (b->mem, &b->whose, (uint32_t) i);
  }
  return VERDICT_SAT;
}

static void blame (bits *b, size_t place) {
  assert (place < b->whose.len && b->whose.data[place] < b->asked.len);
  vec_push (b->mem, &b->core, b->asked.data[b->whose.data[place]]);
}

static void core_of_kernel (bits *b) {
  const lit_vec *failed = sat_failed (b->sat);
  for (size_t i = 0; i < failed->len; i++) {
    size_t k = 0;
    while (b->lits.data[k] != failed->data[i])
      k++;
    blame (b, k);
  }
}

/* The kernel repeats CaDiCaL's assignment, so that models have one source:
 * deciding by it meets no conflict.
 */
static verdict adopt (bits *b, const cadical *c) {
  sat_unwind (b->sat);
  for (size_t i = 0; i < b->cone.gates.len; i++) {
    lit l = lit_make (b->cone.gates.data[i]);
    sat_set_phase (b->sat, cadical_value (c, l) ? l : lit_not (l));
  }
  return sat_solve (b->sat, b->lits.len, b->lits.data, UINT64_MAX / 2,
                    &b->guard);
}

static verdict escalate (bits *b, uint64_t conflicts) {
  assert (!guard_is_stopped (&b->guard) && b->lits.len == b->whose.len);
  cadical *c = cadical_new (b->mem, &b->guard);
  if (b->stats)
    b->stats->fresh_solvers++;
  cone_clauses (&b->cone, cadical_add, c);
  for (size_t i = 0; i < b->cone.gates.len; i++) {
    lit l = sat_fixed (b->sat, b->cone.gates.data[i]);
    if (l != LIT_FALSE)
      cadical_add (c, 1, &l);
  }
  if (b->stats)
    b->stats->encoded_clauses += cadical_clauses (c);
  verdict v = cadical_solve (c, b->lits.len, b->lits.data, conflicts);
  if (v == VERDICT_SAT)
    v = adopt (b, c);
  else if (v == VERDICT_UNSAT)
    for (size_t i = 0; i < b->lits.len; i++)
      if (cadical_failed (c, b->lits.data[i]))
        blame (b, i);
  cadical_free (c);
  return v;
}

/* As CaDiCaL counts, which takes longer for each where there are more. */
static uint64_t conflicts_of (const bits *b, uint64_t effort) {
  uint64_t gates = b->cone.gates.len;
  return gates > SMALL ? 1 + effort / gates * SMALL : effort;
}

static verdict bits_solve (bits *b) {
  verdict v = encode (b);
  if (v != VERDICT_SAT)
    return v;
  if (!cone_set (&b->cone, b->lits.len, b->lits.data))
    return b->cone.too_many ? unknown (b, REASON_UNSUPPORTED) : VERDICT_UNKNOWN;
  uint64_t most = b->base.effort ? b->base.effort : UINT64_MAX, first = most;
  if (most >
      KERNEL_CONFLICTS) /* a question with a limit had its share before */
    first = b->base.effort ? BACKEND_BRIEF : KERNEL_CONFLICTS;
  v = sat_solve (b->sat, b->lits.len, b->lits.data, first, &b->guard);
  if (v == VERDICT_UNSAT)
    core_of_kernel (b);
  if (v == VERDICT_UNKNOWN && !guard_is_stopped (&b->guard) && first < most)
    v = escalate (b, conflicts_of (b, most));
  if (v == VERDICT_UNKNOWN && !guard_is_stopped (&b->guard))
    return unknown (b, REASON_EFFORT);
  return v;
}

static verdict bits_check (backend *base, size_t n, const term *assumption,
                           uint64_t deadline) {
  bits *b = (bits *) base;
  uint64_t began = b->stats ? clock_now () : 0;
  guard_start (&b->guard, deadline);
  refresh (b);
  uint64_t gates = circuit_count (&b->encoder.circuit);
  uint64_t clauses = sat_clauses (b->sat), conflicts = sat_conflicts (b->sat);
  vec_clear (&b->asked);
  ask_for (b, b->asserted.len, b->asserted.data);
  ask_for (b, n, assumption);
  verdict v = bits_solve (b);
  atomic_store (&b->guard.interrupted, false);
  if (b->stats) {
    b->stats->encoded_gates += circuit_count (&b->encoder.circuit) - gates;
    b->stats->encoded_clauses += sat_clauses (b->sat) - clauses;
    b->stats->sat_conflicts += sat_conflicts (b->sat) - conflicts;
    b->stats->solver_bits++;
    b->stats->solver_bits_time += clock_now () - began;
  }
  return v;
}

/* Answers. */

static reason bits_why (const backend *base) {
  return ((const bits *) base)->guard.why;
}

static uint64_t small_value (const bits *b, unsigned w, const lit *bit) {
  assert (w <= 64);
  uint64_t x = 0;
  for (unsigned i = 0; i < w; i++)
    x |= (uint64_t) sat_value (b->sat, bit[i]) << i;
  return x;
}

/* From the top, 32 bits at a time. */
static num wide_value (const bits *b, arena *a, unsigned w, const lit *bit) {
  num x = NUM_ZERO;
  for (unsigned at = w; at;) {
    unsigned n = at % 32 ? at % 32 : 32;
    at -= n;
    x = num_or (a, num_shl (a, x, n),
                num_of_u64 (a, small_value (b, n, bit + at)));
  }
  return x;
}

static void put_leaf (const bits *b, model *out, arena *a,
                      const encoded_leaf *l) {
  const lit *bit = encoder_bits (&b->encoder, l->bits);
  uint64_t word = l->width <= 64 ? small_value (b, l->width, bit)
                                 : wide_value (b, a, l->width, bit).word;
  if (!l->index.id) {
    model_set (out, l->of, word);
    return;
  }
  unsigned w = term_width (b->terms, l->index);
  model_set_element (
      out, l->of, small_value (b, w, encoder_bits (&b->encoder, l->index_bits)),
      word);
}

static void bits_get_model (backend *base, model *out) {
  bits *b = (bits *) base;
  arena limbs;
  arena_init (&limbs, b->mem);
  for (size_t i = 0; i < b->cone.leaf_in.len; i++)
    if (b->cone.leaf_in.data[i])
      put_leaf (b, out, &limbs, b->encoder.leaves.data + i);
  arena_release (&limbs);
}

static void get_core (backend *base, memory *mem, term_vec *out) {
  bits *b = (bits *) base;
  for (size_t i = 0; i < b->core.len; i++)
    vec_push (mem, out, b->core.data[i]);
}

static void bits_interrupt (backend *base) {
  atomic_store (&((bits *) base)->guard.interrupted, true);
}

static const backend_class bits_class = {
    .name = "bits",
    .free = free_bits,
    .push = bits_push,
    .pop = bits_pop,
    .assert_term = assert_term,
    .check = bits_check,
    .why = bits_why,
    .get_model = bits_get_model,
    .get_core = get_core,
    .interrupt = bits_interrupt,
    .reset = reset,
};

backend *backend_new_bits (const backend_config *config) {
  bits *b = memory_zalloc (config->mem, sizeof *b);
  b->base.class = &bits_class;
  b->mem = config->mem;
  b->terms = config->terms;
  b->stats = config->stats;
  b->share = config->share;
  b->guard.mem = config->mem;
  b->guard.limit = config->memory_limit;
  bits_start (b);
  return &b->base;
}
