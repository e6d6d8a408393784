#include "solver/gates.h"

#define ASK_EVERY 4096 /* gates between two looks at the clock */
#define MAX_FANIN 128  /* of an AND gate in clauses */
#define MAX_REFS ((1u << 28) - 1)

/* The table. Gates are only ever removed in the opposite order of insertion,
 * so linear probing needs no tombstones.
 */

static size_t hash_gate (const gate *g) {
  return hash_mix ((uint64_t) g->a << 32 | g->b,
                   (uint64_t) g->kind << 32 | g->c);
}

static uint32_t *find_slot (const circuit *c, const gate *g) {
  assert (c->cap && !(c->cap & (c->cap - 1)));
  size_t mask = c->cap - 1, i = hash_gate (g) & mask;
  for (;; i = (i + 1) & mask) {
    uint32_t n = c->slot[i];
    if (!n)
      return c->slot + i;
    const gate *h = c->gates.data + n;
    if (h->a == g->a && h->b == g->b && h->c == g->c && h->kind == g->kind)
      return c->slot + i;
  }
}

static void gates_grow (circuit *c) {
  size_t cap = c->cap ? 2 * c->cap : 1024;
  memory_free (c->mem, c->slot, c->cap * sizeof *c->slot);
  c->slot = memory_zalloc (c->mem, cap * sizeof *c->slot);
  c->cap = cap;
  for (uint32_t n = 1; n < c->gates.len; n++)
    *find_slot (c, c->gates.data + n) = n;
}

void circuit_init (circuit *c, memory *mem, guard *g) {
  *c = (circuit) {.mem = mem, .guard = g};
  vec_push (mem, &c->gates, (gate) {.kind = GATE_CONST});
  gates_grow (c);
}

void circuit_release (circuit *c) {
  memory_free (c->mem, c->slot, c->cap * sizeof *c->slot);
  vec_release (c->mem, &c->gates);
  c->slot = NULL;
  c->cap = 0;
}

static void refer (circuit *c, lit l, int by) {
  assert (lit_var (l) < c->gates.len &&
          (by > 0 || c->gates.data[lit_var (l)].refs));
  gate *g = c->gates.data + lit_var (l);
  if (g->refs < MAX_REFS) /* a full counter stays: "many" */
    g->refs = (uint32_t) ((int) g->refs + by);
}

static void refer_inputs (circuit *c, const gate *g, int by) {
  if (g->kind == GATE_INPUT)
    return;
  refer (c, g->a, by);
  refer (c, g->b, by);
  refer (c, g->c, by);
}

void circuit_shrink (circuit *c, uint32_t n) {
  assert (n);
  while (c->gates.len > n) {
    gate last = vec_last (&c->gates);
    assert (*find_slot (c, &last) == c->gates.len - 1); /* the newest goes */
    *find_slot (c, &last) = 0;
    c->gates.len--;
    refer_inputs (c, &last, -1);
  }
}

static lit make (circuit *c, gate_kind k, lit x, lit y, lit z) {
  assert (k != GATE_CONST);
  gate g = {.a = x, .b = y, .c = z, .kind = k};
  uint32_t *slot = find_slot (c, &g);
  if (*slot)
    return lit_make (*slot);
  uint32_t n = (uint32_t) c->gates.len;
  *slot = n;
  vec_push (c->mem, &c->gates, g);
  refer_inputs (c, &g, 1);
  if (2 * c->gates.len > c->cap)
    gates_grow (c);
  assert (2 * c->gates.len <= c->cap); /* so that probing ends */
  if (!(n % ASK_EVERY))
    (void) guard_asks_to_stop (c->guard);
  return lit_make (n);
}

lit circuit_input (circuit *c, uint32_t owner, uint32_t bit) {
  return make (c, GATE_INPUT, owner, bit, 0);
}

static const gate *as_and (const circuit *c, lit l) {
  assert (lit_var (l) < c->gates.len);
  const gate *g = c->gates.data + lit_var (l);
  return g->kind == GATE_AND ? g : NULL;
}

static void sort2 (lit *x, lit *y) {
  if (*x > *y) {
    lit t = *x;
    *x = *y;
    *y = t;
  }
}

#define NO_LIT UINT32_MAX

/* x & y where y is an AND or its complement: what one level more tells. */
static lit and_of_and (circuit *c, lit x, lit y) {
  const gate *g = as_and (c, y);
  if (!g)
    return NO_LIT;
  bool has = g->a == x || g->b == x;
  bool has_not = g->a == lit_not (x) || g->b == lit_not (x);
  if (y & 1) {
    if (has_not)
      return x;
    return has ? circuit_and (c, x, lit_not (g->a == x ? g->b : g->a)) : NO_LIT;
  }
  return has_not ? LIT_FALSE : has ? y : NO_LIT;
}

lit circuit_and (circuit *c, lit x, lit y) {
  sort2 (&x, &y);
  if (x == LIT_FALSE || x == lit_not (y))
    return LIT_FALSE;
  if (x == LIT_TRUE || x == y)
    return y;
  lit l = and_of_and (c, x, y);
  if (l == NO_LIT)
    l = and_of_and (c, y, x);
  return l != NO_LIT ? l : make (c, GATE_AND, x, y, 0);
}

lit circuit_xor (circuit *c, lit x, lit y) {
  lit sign = (x ^ y) & 1;
  x &= ~(lit) 1;
  y &= ~(lit) 1;
  sort2 (&x, &y);
  if (x == y)
    return sign;
  if (x == LIT_FALSE)
    return y ^ sign;
  const gate *g = circuit_gate (c, lit_var (y)); /* x ^ (x ^ z) */
  if (g->kind == GATE_XOR && (g->a == x || g->b == x))
    return (g->a == x ? g->b : g->a) ^ sign;
  return make (c, GATE_XOR, x, y, 0) ^ sign;
}

lit circuit_mux (circuit *c, lit x, lit y, lit z) {
  if (x & 1) {
    lit t = y;
    y = z;
    z = t;
    x = lit_not (x);
  }
  if (y == z || x == LIT_FALSE)
    return z;
  if (y == x)
    y = LIT_TRUE;
  else if (y == lit_not (x))
    y = LIT_FALSE;
  if (z == x)
    z = LIT_FALSE;
  else if (z == lit_not (x))
    z = LIT_TRUE;
  if (y == lit_not (z))
    return circuit_xor (c, x, z);
  if (y == LIT_FALSE)
    return circuit_and (c, lit_not (x), z);
  if (y == LIT_TRUE)
    return circuit_or (c, x, z);
  if (z == LIT_FALSE)
    return circuit_and (c, x, y);
  if (z == LIT_TRUE)
    return circuit_or (c, lit_not (x), y);
  assert (!(x & 1) && lit_var (x) && lit_var (y) && lit_var (z));
  lit sign = y & 1;
  return make (c, GATE_MUX, x, y ^ sign, z ^ sign) ^ sign;
}

lit circuit_maj (circuit *c, lit x, lit y, lit z) {
  sort2 (&x, &y);
  sort2 (&y, &z);
  sort2 (&x, &y);
  assert (x <= y && y <= z);
  if (x == LIT_FALSE)
    return circuit_and (c, y, z);
  if (x == LIT_TRUE)
    return circuit_or (c, y, z);
  if (x == y || y == z)
    return y;
  if (x == lit_not (y))
    return z;
  if (y == lit_not (z))
    return x;
  lit sign = ((x & 1) + (y & 1) + (z & 1)) >= 2; /* MAJ is self-dual */
  return make (c, GATE_MAJ, x ^ sign, y ^ sign, z ^ sign) ^ sign;
}

/* Clauses. */

static bool is_inner (const circuit *c, lit l) {
  const gate *g = circuit_gate (c, lit_var (l));
  return !(l & 1) && g->kind == GATE_AND && g->refs == 1 && !g->is_said;
}

static bool has_repetition (size_t n, const lit *lits) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < i; k++)
      if (lit_var (lits[i]) == lit_var (lits[k]))
        return true;
  return false;
}

/* The leaves of a tree of ANDs, found breadth first in the output itself. */
static void and_fanin (circuit *c, const gate *g, lit_vec *out) {
  assert (g->kind == GATE_AND);
  size_t i = out->len, first = i;
  vec_push (c->mem, out, g->a);
  vec_push (c->mem, out, g->b);
  while (i < out->len) {
    lit l = out->data[i];
    if (is_inner (c, l) && out->len - first < MAX_FANIN) {
      const gate *h = circuit_gate (c, lit_var (l));
      out->data[i] = h->a;
      vec_push (c->mem, out, h->b);
    } else
      i++;
  }
  if (has_repetition (out->len - first, out->data + first)) {
    out->len = first; /* clauses want different variables */
    vec_push (c->mem, out, g->a);
    vec_push (c->mem, out, g->b);
  }
}

void circuit_plain_fanin (circuit *c, uint32_t number, lit_vec *out) {
  gate g = *circuit_gate (c, number);
  if (g.kind < GATE_AND)
    return;
  vec_push (c->mem, out, g.a);
  vec_push (c->mem, out, g.b);
  if (g.kind >= GATE_MUX)
    vec_push (c->mem, out, g.c);
}

void circuit_fanin (circuit *c, uint32_t number, lit_vec *out) {
  gate g = *circuit_gate (c, number);
  if (g.kind == GATE_AND)
    and_fanin (c, &g, out);
  else
    circuit_plain_fanin (c, number, out);
}

static void define_and (circuit *c, lit o, lit_vec *in, clause_sink *sink,
                        void *to) {
  assert (in->len > 1 && !has_repetition (in->len, in->data));
  for (size_t i = 0; i < in->len; i++)
    sink (to, 2, (lit[]) {lit_not (o), in->data[i]});
  for (size_t i = 0; i < in->len; i++)
    in->data[i] = lit_not (in->data[i]);
  vec_push (c->mem, in, o);
  sink (to, in->len, in->data);
}

static void define_xor (lit o, lit a, lit b, clause_sink *sink, void *to) {
  assert (!(a & 1) && !(b & 1)); /* circuit_xor takes signs out */
  for (unsigned i = 0; i < 4; i++)
    sink (to, 3,
          (lit[]) {o ^ (i & 1), a ^ (i >> 1), b ^ 1 ^ (i >> 1) ^ (i & 1)});
}

/* x y -> o and not x, not y -> not o, in clauses. */
static void both (lit x, lit y, lit o, clause_sink *sink, void *to) {
  sink (to, 3, (lit[]) {lit_not (x), lit_not (y), o});
  sink (to, 3, (lit[]) {x, y, lit_not (o)});
}

void circuit_define (circuit *c, uint32_t number, lit_vec *in,
                     clause_sink *sink, void *to) {
  const gate g = *circuit_gate (c, number);
  lit o = lit_make (number);
  for (size_t i = 0; i < in->len; i++)
    c->gates.data[lit_var (in->data[i])].is_said = true;
  switch (g.kind) {
  case GATE_AND:
    define_and (c, o, in, sink, to);
    break;
  case GATE_XOR:
    define_xor (o, g.a, g.b, sink, to);
    break;
  case GATE_MAJ:
    both (g.a, g.b, o, sink, to);
    both (g.a, g.c, o, sink, to);
    both (g.b, g.c, o, sink, to);
    break;
  case GATE_MUX:
    sink (to, 3, (lit[]) {lit_not (g.a), lit_not (g.b), o});
    sink (to, 3, (lit[]) {lit_not (g.a), g.b, lit_not (o)});
    sink (to, 3, (lit[]) {g.a, lit_not (g.c), o});
    sink (to, 3, (lit[]) {g.a, g.c, lit_not (o)});
    both (g.b, g.c, o, sink, to); /* redundant; propagates more */
    break;
  default:
    assert (g.kind == GATE_CONST || g.kind == GATE_INPUT); /* say nothing */
    break;
  }
}
