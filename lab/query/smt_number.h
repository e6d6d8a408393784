#pragma once

/* Floating point as SMT-LIB has it, over terms that are bits (term/ieee.h).
 *
 * Terms have no sorts for it, so the reader marks its handles, in their two
 * highest bits, and has sorts of a class that no term has:
 *
 *     number     the IEEE bits, 16, 32 or 64 of them; or an array of such
 *     rounding   an ieee_rounding, of 3 bits
 *     real       a fraction that the reader keeps; a constant for to_fp
 *
 * There is one NaN: '=' takes all of them for equal. What the standard leaves
 * open (fp.min of zeros with different signs, fp.to_ubv of what does not fit)
 * is what an undeclared variable says, an array of the arguments: a function,
 * about which nothing else is known.
 */

#include "lab/query/smt_priv.h"

/* Without its mark; all terms outside of the reader's commands are. */
#define SMT_MARKS 30u
static inline term smt_plain (term t) {
  return (term) {t.id & ((1u << SMT_MARKS) - 1)};
}
static inline bool smt_is_plain (term t) { return !(t.id >> SMT_MARKS); }

/* Of a term that may be marked; and as text. */
sort smt_sort_of (const terms *, term);
smt_sort_text smt_any_sort_text (sort);

/* What a variable of the sort is, and what its symbol stands for. */
sort smt_bits_of_sort (sort);
term smt_mark_variable (term, sort);
term smt_variable_meaning (terms *, term marked);
term smt_mark (term, sort); /* plain where the sort is one of terms */

/* Sorts, constants and literals by name; false: it is none (no error yet), or
 * one that is not supported (an error).
 */
bool smt_number_sort (smt_reader *, smt_place, const char *name, sort *);
bool smt_number_format (smt_reader *, smt_place, uint64_t exponent,
                        uint64_t significand, sort *);
bool smt_may_be_index (sort);
bool smt_may_be_element (sort);
sort smt_array_sort (sort index, sort element); /* of such, not too wide */
sort smt_element_sort (sort array);
bool smt_rounding_of (smt_reader *, const char *name, term *);
bool smt_is_number_constant (const char *name);
bool smt_number_constant (smt_reader *, smt_place, const char *name, uint64_t e,
                          uint64_t s, term *);
bool smt_real (smt_reader *, const smt_token *, term *);

/* An operator of floating point, or another one of marked arguments. */
bool smt_number_apply (smt_reader *, const smt_frame *, size_t n,
                       const term *arg, term *);

/* A value of any sort but an array. */
void smt_write_any (memory *, char_vec *out, sort, uint64_t word);
