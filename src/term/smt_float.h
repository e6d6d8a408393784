#pragma once

/* KIND_FP_* in SMT-LIB.
 *
 * SMT-LIB has sorts for floating point where we have bits (term/ieee.h), so
 * an application is written as one of a function that a script defines first,
 * by the standard's operators and fp.to_ieee_bv, as which Z3 and others know
 * the way back to bits:
 *
 *     (define-fun reprise.fp32.add ((a (_ BitVec 32)) (b (_ BitVec 32))) ...)
 *
 * The reader knows these names and passes over their definitions.
 */

#include "term/ieee.h"
#include "term/term.h"

typedef struct smt_float_text {
  char text[48];
} smt_float_text;

/* The function's name, and what it has of operations on numbers of one width
 * (NULL: this kind is none) and of ways to round.
 */
smt_float_text smt_float_name (const terms *, term);
const char *smt_float_operation (kind);
extern const char *const smt_float_modes[IEEE_ROUNDINGS];

/* The definition of the function that is applied, and a newline. */
void smt_float_define (memory *, char_vec *out, const terms *, term);
