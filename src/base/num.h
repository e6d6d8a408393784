#pragma once

/* Mathematical integers of any size, in one word.
 *
 *     ... value ... 1      a value of 63 bits
 *     ... address . 0      limbs in an arena, for everything else
 *
 * Every value that fits is small, so equal small numbers are equal words.
 * Numbers are immutable. Operations that may need limbs take the arena that
 * shall own them; a number lives as long as its arena.
 */

#include "base/arena.h"
#include "base/keyed.h"
#include "base/vec.h"

typedef struct num {
  uint64_t word;
} num;

#define NUM_ZERO ((num) {1})
#define NUM_ONE ((num) {3})

#define NUM_SMALL_MAX (((int64_t) 1 << 62) - 1)
#define NUM_SMALL_MIN (-((int64_t) 1 << 62))

static inline bool num_is_small (num a) { return a.word & 1; }
static inline int64_t num_small (num a) { return (int64_t) a.word >> 1; }
static inline bool num_fits_small (int64_t x) {
  return x >= NUM_SMALL_MIN && x <= NUM_SMALL_MAX;
}

num num_of_i64 (arena *, int64_t);
num num_of_u64 (arena *, uint64_t);
num num_pow2 (arena *, unsigned exponent);
/* Bytes of a number that is not negative, the lowest first. */
num num_of_bytes (arena *, const void *, size_t);
num num_copy (arena *, num);

/* Digits of 'base' (2, 10 or 16) without sign or prefix. False on a wrong
 * digit or no digit.
 */
bool num_parse (arena *, const char *, size_t len, int base, num *);
void num_print (memory *, char_vec *, num, int base);

/* Comparison. Never allocates. */
int num_sign (num);
int num_cmp (num, num);
bool num_eq (num, num);
hash128 num_hash (num);
hash128 num_digest (const hash_key *, num);
bool num_fits_u64 (num); /* 0 <= a < 2^64 */
bool num_fits_i64 (num);
uint64_t num_u64 (num);           /* a modulo 2^64 */
int64_t num_i64 (num);            /* needs num_fits_i64 */
unsigned num_bits (num);          /* of |a|; 0 for 0 */
bool num_testbit (num, unsigned); /* two's complement, any position */

/* Arithmetic. Division by zero is not allowed. */
num num_neg (arena *, num);
num num_abs (arena *, num);
num num_add (arena *, num, num);
num num_sub (arena *, num, num);
num num_mul (arena *, num, num);
num num_gcd (arena *, num, num);       /* >= 0 */
num num_div_floor (arena *, num, num); /* rounds towards minus infinity */
num num_div_ceil (arena *, num, num);
num num_div_trunc (arena *, num, num);
num num_rem_trunc (arena *, num, num);
num num_div_euclid (arena *, num, num); /* SMT-LIB div */
num num_mod_euclid (arena *, num, num); /* SMT-LIB mod, >= 0 */

/* Bits, on the two's complement of unlimited length. */
num num_and (arena *, num, num);
num num_or (arena *, num, num);
num num_xor (arena *, num, num);
num num_not (arena *, num);
num num_shl (arena *, num, unsigned);
num num_shr (arena *, num, unsigned);          /* floor */
num num_wrap (arena *, num, unsigned width);   /* to 0 .. 2^width-1 */
num num_signed (arena *, num, unsigned width); /* to -2^(width-1) .. */
