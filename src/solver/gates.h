#pragma once

/* A circuit: gates over literals, each made once (structural hashing), with
 * constants and simple identities folded. Gate numbers are the variables of
 * its literals; inputs of a gate have smaller numbers.
 *
 * When the guard stops, long loops end early and what they give is useless
 * but harmless: gates are definitions, and one that nobody uses means
 * nothing.
 */

#include "solver/guard.h"
#include "solver/lit.h"

typedef enum gate_kind {
  GATE_CONST, /* number 0 alone */
  GATE_INPUT, /* a: whose, b: which bit (the encoder's) */
  GATE_AND,
  GATE_XOR,
  GATE_MUX, /* a ? b : c */
  GATE_MAJ
} gate_kind;

typedef struct gate {
  lit a, b, c;
  uint32_t kind : 3;
  uint32_t is_said : 1; /* clauses of another gate mention it */
  uint32_t refs : 28;   /* gates that use it */
} gate;

typedef struct circuit {
  memory *mem;
  guard *guard;
  VEC (gate) gates;
  uint32_t *slot; /* hash table of gate numbers */
  size_t cap;
} circuit;

void circuit_init (circuit *, memory *, guard *);
void circuit_release (circuit *);
void circuit_shrink (circuit *, uint32_t n); /* forget gates from n on */

static inline uint32_t circuit_count (const circuit *c) {
  return (uint32_t) c->gates.len;
}

static inline const gate *circuit_gate (const circuit *c, uint32_t g) {
  return c->gates.data + g;
}

lit circuit_input (circuit *, uint32_t owner, uint32_t bit);

lit circuit_and (circuit *, lit, lit);
lit circuit_xor (circuit *, lit, lit);
lit circuit_mux (circuit *, lit condition, lit yes, lit no);
lit circuit_maj (circuit *, lit, lit, lit);

static inline lit circuit_or (circuit *c, lit a, lit b) {
  return lit_not (circuit_and (c, lit_not (a), lit_not (b)));
}

/* What the clauses of a gate are over: its inputs, where AND gates that
 * nothing else uses are replaced by theirs. Such a gate may get other users
 * later, and then be an input itself. What has been an input in clauses once
 * is never replaced again; so whatever a gate's clauses mention is always
 * found by following inputs, at any later time. Appended.
 */
void circuit_fanin (circuit *, uint32_t g, lit_vec *out);

/* The same without replacing anything. */
void circuit_plain_fanin (circuit *, uint32_t g, lit_vec *out);

/* The clauses that define a gate by inputs found in either way. Changes the
 * vector.
 */
typedef void clause_sink (void *, size_t n, const lit *);
void circuit_define (circuit *, uint32_t g, lit_vec *fanin, clause_sink *,
                     void *);
