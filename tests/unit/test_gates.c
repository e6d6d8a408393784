/* Gates against truth tables: folding never changes the function. */

#include "solver/gates.h"

#include "test.h"

#define N_INPUTS 4

typedef struct table {
  memory mem;
  guard guard;
  circuit circuit;
  VEC (uint16_t) value; /* by gate: one bit for each assignment */
} table;

static uint16_t of (const table *t, lit l) {
  uint16_t x = t->value.data[lit_var (l)];
  return l & 1 ? (uint16_t) ~x : x;
}

static uint16_t compute (const table *t, const gate *g) {
  static const uint16_t input[N_INPUTS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
  switch (g->kind) {
  case GATE_INPUT:
    return input[g->b];
  case GATE_AND:
    return of (t, g->a) & of (t, g->b);
  case GATE_XOR:
    return of (t, g->a) ^ of (t, g->b);
  case GATE_MUX:
    return (uint16_t) ((of (t, g->a) & of (t, g->b)) |
                       (~of (t, g->a) & of (t, g->c)));
  case GATE_MAJ:
    return (uint16_t) ((of (t, g->a) & of (t, g->b)) |
                       (of (t, g->a) & of (t, g->c)) |
                       (of (t, g->b) & of (t, g->c)));
  default:
    return 0;
  }
}

static uint16_t value (table *t, lit l) {
  while (t->value.len < circuit_count (&t->circuit)) {
    uint32_t g = (uint32_t) t->value.len;
    uint16_t x = compute (t, circuit_gate (&t->circuit, g));
    vec_push (&t->mem, &t->value, x);
  }
  return of (t, l);
}

static void table_init (table *t) {
  *t = (table) {0};
  circuit_init (&t->circuit, &t->mem, &t->guard);
}

static void table_release (table *t) {
  circuit_release (&t->circuit);
  vec_release (&t->mem, &t->value);
  CHECK_EQ (t->mem.live, 0);
}

static uint32_t draw (uint64_t *x, size_t n) {
  *x = *x * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((*x >> 33) % n);
}

static lit make_one (circuit *c, unsigned k, lit x, lit y, lit z) {
  return k == 0   ? circuit_and (c, x, y)
         : k == 1 ? circuit_xor (c, x, y)
         : k == 2 ? circuit_mux (c, x, y, z)
         : k == 3 ? circuit_maj (c, x, y, z)
                  : circuit_or (c, x, y);
}

static uint16_t expected (unsigned k, uint16_t x, uint16_t y, uint16_t z) {
  return (uint16_t) (k == 0   ? x & y
                     : k == 1 ? x ^ y
                     : k == 2 ? (x & y) | (~x & z)
                     : k == 3 ? (x & y) | (x & z) | (y & z)
                              : x | y);
}

TEST (folding_keeps_the_function) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    table t;
    table_init (&t);
    uint64_t rnd = seed;
    lit_vec pool = {0};
    vec_push (&t.mem, &pool, LIT_TRUE);
    for (uint32_t i = 0; i < N_INPUTS; i++)
      vec_push (&t.mem, &pool, circuit_input (&t.circuit, 0, i));
    for (unsigned i = 0; i < 200; i++) {
      lit x = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
      lit y = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
      lit z = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
      unsigned k = draw (&rnd, 5);
      lit l = make_one (&t.circuit, k, x, y, z);
      CHECK_EQ (value (&t, l),
                expected (k, value (&t, x), value (&t, y), value (&t, z)));
      CHECK_EQ (make_one (&t.circuit, k, x, y, z), l);
      vec_push (&t.mem, &pool, l);
    }
    vec_release (&t.mem, &pool);
    table_release (&t);
  }
}

/* Clauses: under each assignment of the inputs, exactly the gate's own value
 * satisfies them.
 */

typedef struct judge {
  table *t;
  lit gate;
  uint16_t as_false, as_true; /* assignments where all clauses hold */
} judge;

static void judge_clause (void *to, size_t n, const lit *lits) {
  judge *j = to;
  uint16_t if_false = 0, if_true = 0;
  for (size_t i = 0; i < n; i++) {
    uint16_t x = value (j->t, lits[i]);
    if (lit_var (lits[i]) == lit_var (j->gate)) {
      if_false |= lits[i] & 1 ? 0xffff : 0;
      if_true |= lits[i] & 1 ? 0 : 0xffff;
    } else {
      if_false |= x;
      if_true |= x;
    }
  }
  j->as_false &= if_false;
  j->as_true &= if_true;
}

TEST (clauses_define_the_gate) {
  table t;
  table_init (&t);
  uint64_t rnd = 7;
  lit_vec pool = {0}, fanin = {0};
  for (uint32_t i = 0; i < N_INPUTS; i++)
    vec_push (&t.mem, &pool, circuit_input (&t.circuit, 0, i));
  for (unsigned i = 0; i < 500; i++) {
    lit x = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
    lit y = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
    lit z = pool.data[draw (&rnd, pool.len)] ^ draw (&rnd, 2);
    vec_push (&t.mem, &pool, make_one (&t.circuit, draw (&rnd, 5), x, y, z));
  }
  for (uint32_t g = 1; g < circuit_count (&t.circuit); g++) {
    if (circuit_gate (&t.circuit, g)->kind == GATE_INPUT)
      continue;
    judge j = {&t, lit_make (g), 0xffff, 0xffff};
    vec_clear (&fanin);
    circuit_fanin (&t.circuit, g, &fanin);
    circuit_define (&t.circuit, g, &fanin, judge_clause, &j);
    CHECK_EQ (j.as_true, value (&t, lit_make (g)));
    CHECK_EQ (j.as_false, value (&t, lit_make (g) | 1));
  }
  vec_release (&t.mem, &pool);
  vec_release (&t.mem, &fanin);
  table_release (&t);
}

TEST (shrinking_forgets) {
  table t;
  table_init (&t);
  lit x = circuit_input (&t.circuit, 0, 0),
      y = circuit_input (&t.circuit, 0, 1);
  lit before = circuit_and (&t.circuit, x, y);
  uint32_t n = circuit_count (&t.circuit);
  lit gone = circuit_xor (&t.circuit, before, x);
  for (uint32_t i = 2; i < 3000; i++)
    gone = circuit_mux (&t.circuit, circuit_input (&t.circuit, 0, i), gone, y);
  circuit_shrink (&t.circuit, n);
  CHECK_EQ (circuit_count (&t.circuit), n);
  CHECK_EQ (circuit_and (&t.circuit, y, x), before);
  CHECK_EQ (lit_var (circuit_xor (&t.circuit, x, y)), n);
  table_release (&t);
}
