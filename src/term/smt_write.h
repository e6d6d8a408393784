#pragma once

/* Terms, values and whole scripts as SMT-LIB 2.6 text, appended to 'out'.
 *
 * Sub-terms used more than once are written once and named, by let in a term
 * and by define-fun in a script, so the text is linear in the number of
 * terms. Reading a text back into the same table gives the same term. There
 * is no recursion.
 *
 * Constant tables are written as stores, and come back as stores, equal in
 * meaning; every other kind has its operator.
 */

#include "term/term.h"

/* Room for any sort's text. */
typedef struct smt_sort_text {
  char text[64];
} smt_sort_text;

smt_sort_text smt_sort_text_of (sort);

void smt_write_sort (memory *, char_vec *out, sort);

/* With bars when needed. SMT-LIB has no way to write '|', '\' and control
 * characters in a symbol: such a byte is written as '!' and two hex digits.
 */
void smt_write_symbol (memory *, char_vec *out, const char *name);

/* A value word (term/value.h) of a sort that is no array. */
void smt_write_value (memory *, char_vec *out, sort, uint64_t word);

void smt_write_term (memory *, char_vec *out, const terms *, term);

/* A complete script: logic, declarations, assertions, (check-sat). */
void smt_write_script (memory *, char_vec *out, const terms *, size_t n,
                       const term *assertions);
