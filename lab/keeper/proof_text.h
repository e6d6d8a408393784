#pragma once

/* Proofs as text, for diffing, archives and other machines.
 *
 *     reprise-proofs 1
 *
 *     proof 0123456789abcdef0123456789abcdef
 *     ; the problem as SMT-LIB, for people
 *     verdict unsat
 *     solver bits cadical-1.5.3
 *     budget 1000000000
 *     form 3 0000000a 00000001 00000001
 *     model 2 0fff
 *     end
 *
 * The words of a form and the bytes of a model (codec.h) are in hexadecimal,
 * after their number. 'budget' is only there for unknown; 'model' for sat, and
 * refused elsewhere: somebody changed the verdict. Empty lines, and lines that
 * begin with ';', mean nothing. Uses and times are left out, so that equal
 * proofs are equal text.
 */

#include "base/status.h"
#include "lab/keeper/audit.h"

void proof_text_head (memory *, char_vec *out);
void proof_text_write (memory *, char_vec *out, auditor *, const proof *);

typedef struct proof_reader proof_reader;

/* The text is borrowed. */
proof_reader *proof_reader_new (memory *, const char *text, size_t len);
void proof_reader_free (proof_reader *);

/* The next proof, valid until the next call; false at the end, or when the
 * text is malformed, with ST_BADINPUT and the line in the trouble. The digest
 * is that of the words, which must be the one in the text.
 */
bool proof_reader_next (proof_reader *, proof *out, trouble *);
