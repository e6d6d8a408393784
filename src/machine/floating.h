#ifndef MACHINE_FLOATING_H
#define MACHINE_FLOATING_H

/* What the files of floating point share.
 *
 *     op_float.c     arithmetic, comparisons, casts
 *     float_math.c   OP_FMATH
 *     float_wide.c   the 80 bits of x87: computed, not terms
 *
 * Numbers of 32 and 64 bits are words of their bits; what rounds is a term of
 * KIND_FP_* when symbolic and computed by the same function when not
 * (term/ieee.h). 16 bits are computed with 32.
 */

#include "machine/machine_priv.h"
#include "term/ieee.h"

/* An application of KIND_FP_* to words of w bits. */
word float_apply (machine *, kind, uint64_t payload, unsigned w, word a, word b,
                  word c);
word float_convert (machine *, word, unsigned from, unsigned to);

/* Bits. */
word float_and (machine *, unsigned w, word, uint64_t mask);
word float_xor (machine *, unsigned w, word, uint64_t mask);
word float_negate (machine *, unsigned w, word);
word float_copysign (machine *, unsigned w, word size, word sign);
word float_select (machine *, unsigned w, word condition, word a, word b);
word float_is_nan (machine *, unsigned w, word); /* 1 bit */

/* A comparison; 'outcomes' are FCMP_*. 1 bit. */
word float_compare (machine *, unsigned w, unsigned outcomes, word a, word b);

/* To an integer of 32 or 64 bits, towards zero. */
word float_to_integer (machine *, word, unsigned w, unsigned to);

/* OP_FMATH of 32 or 64 bits; STEP_STOP: the path has ended. */
step float_math (machine *, state *, fmath, unsigned w, const word arg[3],
                 word *out);

/* All operations with a number of 80 bits. */
step float_wide (machine *, state *, const insn *);

const char *fmath_name (fmath);

/* Where no term can say what is computed, the path goes on with one value of a
 * symbolic operand, of at most 64 bits; the loss is noted. False: none is
 * known, and the path has ended.
 */
bool float_fix (machine *, state *, word *, unsigned w, const char *why);

#endif
