#pragma once

/* A path condition in KQuery, the language of KLEE's own constraint files.
 *
 *     array a[4] : w32 -> w8 = symbolic
 *     (query [(Slt (w32 10) N0:(ReadLSB w32 0 a))
 *             (Eq false (Eq N0 (w32 12)))]
 *            false)
 *
 * Inputs are arrays of bytes with the names that the program gave them; names
 * that repeat get a number, and characters that KQuery does not know become
 * '_'. Sub-terms used more than once have a label where they come first, so
 * the text is linear in the number of terms; there is no recursion.
 *
 * KQuery knows neither floating point nor integers without bounds.
 */

#include "machine/state.h"

/* False: there are no words for it, or it would be too long; nothing is
 * appended.
 */
bool kquery_write (memory *, char_vec *out, const terms *, size_t n_inputs,
                   const symbolic *input, size_t n, const term *constraint);

/* One value, as klee_print_expr writes it. */
bool kquery_write_term (memory *, char_vec *out, const terms *, size_t n_inputs,
                        const symbolic *input, term);
