#pragma once

/* What the files of floating point share.
 *
 *     op_float.c     arithmetic, comparisons, casts
 *     float_math.c   OP_FMATH
 *     float_order.c  numbers that come from one integer: its order is theirs
 *     float_wide.c   the 80 bits of x87, which are always terms
 *     float_narrow.c but for those that are numbers of 64 bits
 *     float_nan.c    what is not a number
 *
 * Numbers of 32 and 64 bits are words of their bits; what rounds is a term of
 * KIND_FP_* when symbolic and computed by the same function when not
 * (term/ieee.h). 16 bits are computed with 32.
 */

#include "machine/machine_priv.h"
#include "term/ieee.h"

/* An application of KIND_FP_* to words of w bits. Of 'float_value' it is open
 * which NaN it may be.
 */
word float_apply (machine *, kind, uint64_t payload, unsigned w, word a, word b,
                  word c);
word float_value (machine *, kind, uint64_t payload, unsigned w, word a, word b,
                  word c);

/* The number of w bits with the NaN that the processor makes of n operands of
 * 'from' bits; and the number without it (float_nan.c).
 */
word float_result (machine *, unsigned w, word number, unsigned from,
                   unsigned n, const word arg[3]);
word float_number (machine *, word);
term float_nan_test (terms *, term);
word float_convert (machine *, word, unsigned from, unsigned to);

/* A number that is a monotone function of an integer, by steps with constants:
 * from_sbv or from_ubv, then the steps from the last in the array to the first.
 * It is never NaN.
 */
#define FLOAT_STEPS 6
typedef struct float_step {
  kind kind; /* FP_ADD, FP_MUL, FP_DIV, FP_CONVERT, FP_ROUND; BV_XOR: negated */
  unsigned width; /* of its arguments */
  uint64_t payload, constant;
} float_step;
typedef struct float_chain {
  term root;
  bool is_signed, is_falling;
  unsigned width; /* before the steps */
  unsigned n;
  float_step step[FLOAT_STEPS];
} float_chain;

bool float_chain_of (terms *, word, float_chain *out); /* false: it is none */
uint64_t float_chain_value (const terms *, const float_chain *, uint64_t root);

/* The number is the integer, exactly. */
bool float_is_whole (terms *, const float_chain *);

/* A comparison as one of integers; the integer itself, where it has as many
 * bits. False: it has to be done on the numbers.
 */
bool float_compare_order (terms *, unsigned w, unsigned outcomes, word a,
                          word b, term *out);
bool float_whole_to_integer (terms *, word, unsigned to, term *out);

/* Bits. */
word float_bits (machine *, kind, unsigned w, word, word);
word float_sign (machine *, kind, unsigned w, word, uint64_t mask);
word float_and (machine *, unsigned w, word, uint64_t mask);
word float_negate (machine *, unsigned w, word);
word float_copysign (machine *, unsigned w, word size, word sign);
word float_select (machine *, unsigned w, word condition, word a, word b);
word float_is_nan (machine *, unsigned w, word); /* 1 bit */

/* A comparison; 'outcomes' are FCMP_*. 1 bit. */
word float_compare (machine *, unsigned w, unsigned outcomes, word a, word b);

/* The same of numbers of any format; 'unordered': one of them is NaN. */
term float_compare_terms (terms *, unsigned outcomes, term a, term b,
                          term unordered);

/* To an integer of 32 or 64 bits, towards zero. */
word float_to_integer (machine *, word, unsigned w, unsigned to);

/* C's casts, between 16, 32 or 64 bits and integers of at most 64. */
word float_cast_to_integer (machine *, word, unsigned w, unsigned to,
                            bool is_signed);
word float_cast_integer (machine *, word, unsigned from, unsigned to,
                         bool is_signed);

/* fmod, of 32 or 64 bits. */
word float_modulo (machine *, unsigned w, word, word);

/* Bits of llvm.is.fpclass, of numbers and of negative ones: zero, subnormal,
 * normal, infinite, and two kinds of NaN.
 */
extern const unsigned float_class[2][6];

/* Is the result a number of the format? Others are integers. */
static inline bool fmath_gives_float (unsigned f) {
  return f != FMATH_IS_CLASS && f != FMATH_LROUND && f != FMATH_LRINT;
}

/* Does the function round to an integral number of its own format? How? Those
 * to integers round first, too.
 */
bool float_is_rounding (fmath);
ieee_rounding float_rounding (fmath);

/* The kind of a sum, difference, product or quotient; of a difference the
 * second argument is negated.
 */
kind float_kind (op);

/* OP_FMATH of 32 or 64 bits; STEP_STOP: the path has ended. */
step float_math (machine *, state *, fmath, unsigned w, const word arg[3],
                 word *out);

/* A symbolic number of 64 bits as one of 80; and back, where it was made
 * so. Such numbers stay symbolic where an operation gives the same in both
 * formats.
 */
term float_widen (machine *, word);
bool float_narrow (machine *, word, word *out);

/* All operations with a number of 80 bits. */
step float_wide (machine *, state *, const insn *);

const char *fmath_name (fmath);

/* Where no term can say what is computed, the path goes on with one value of a
 * symbolic operand, of at most 64 bits, or of the integer that it comes from;
 * the loss is noted. False: none is known, and the path has ended.
 */
bool float_fix (machine *, state *, word *, unsigned w, const char *why);
