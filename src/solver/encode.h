#pragma once

/* From terms to circuits. Every term that is not an array becomes a vector
 * of literals, lowest bit first; Bool is one literal. Each is encoded once
 * and remembered under its id. No recursion on the depth of terms.
 *
 * Arrays have no literals; reads have. A read (array, index) goes through
 * stores, tables and choices down to constants and array variables, where it
 * is a new input: that reads of one variable at equal indices are equal is
 * said by clauses (solver/cone.h).
 */

#include "base/map.h"
#include "solver/gates.h"

/* Where inputs come from: a variable, or a read of an array variable. */
typedef struct encoded_leaf {
  term of;    /* variable, maybe an array */
  term index; /* NONE for a plain variable */
  uint32_t width;
  uint32_t bits;       /* position of its literals */
  uint32_t index_bits; /* and of its index's */
} encoded_leaf;

typedef struct encode_item {
  term t, index; /* with an index: a read of the array t */
} encode_item;

typedef struct encode_entry {
  uint64_t key;
  uint32_t bits;
} encode_entry;

typedef struct encoder {
  memory *mem;
  terms *terms;
  circuit circuit;
  map place;               /* item -> position in 'bits' + 1 */
  VEC (encode_entry) made; /* the same in order, to go back */
  lit_vec bits;
  VEC (encoded_leaf) leaves;
  VEC (encode_item) todo;
} encoder;

/* How much is encoded; to return to. */
typedef struct encode_mark {
  uint32_t gates;
  size_t made, bits, leaves;
} encode_mark;

void encoder_init (encoder *, memory *, terms *, guard *);
void encoder_release (encoder *);

encode_mark encoder_mark (const encoder *);
void encoder_return (encoder *, encode_mark);

/* The literal of a Bool term the encoder supports. False when the guard
 * stopped; then nothing half-made is remembered.
 */
bool encoder_literal (encoder *, term, lit *);

static inline const lit *encoder_bits (const encoder *e, uint32_t at) {
  return e->bits.data + at;
}

/* Arithmetic on vectors of 'w' literals (encode_arith.c). 'out' may be 'a'
 * where said so.
 */
lit encode_equal (circuit *, unsigned w, const lit *a, const lit *b);
lit encode_less (circuit *, unsigned w, const lit *a, const lit *b,
                 bool or_equal);
lit encode_signed_less (circuit *, unsigned w, const lit *a, const lit *b,
                        bool or_equal);
void encode_add (circuit *, unsigned w, lit *out, const lit *a, const lit *b,
                 lit carry); /* out may be a */
void encode_neg (circuit *, unsigned w, lit *out, const lit *a,
                 lit condition); /* out may be a; a where not condition */
void encode_mux (circuit *, unsigned w, lit *out, lit condition, const lit *a,
                 const lit *b); /* out may be a or b */
void encode_mul (circuit *, unsigned w, lit *out, const lit *a, const lit *b);
void encode_divide (circuit *, kind, unsigned w, lit *out, const lit *a,
                    const lit *b); /* all five kinds of division */
void encode_shift (circuit *, kind, unsigned w, lit *out, const lit *a,
                   const lit *by);

/* The table's constant at the index, 'base' where it has none. */
void encode_table (circuit *, const content *, unsigned index_width,
                   const lit *index, unsigned w, lit *out, const lit *base);

/* Operations on floating-point numbers, from arguments of 'from' bits to a
 * result of 'w' (encode_float.c).
 */
void encode_float (circuit *, const node *, unsigned from, unsigned w, lit *out,
                   const lit *const arg[3]);
