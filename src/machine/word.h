#pragma once

/* A word: what one slot of a frame holds: 64 concrete bits or a term.
 *
 * Concrete words of less than 64 bits have zeros above. A term of a word of w
 * bits is a bit-vector of w bits, for w = 1 a Bool. Scalars of more than 64
 * bits are always terms, constants among them; concrete code of ordinary
 * width never touches the term layer.
 */

#include "term/term.h"

typedef struct word {
  uint64_t bits;
  term term; /* TERM_NONE: concrete */
  uint32_t unused;
} word;

static inline word word_of (uint64_t bits) { return (word) {.bits = bits}; }

static inline bool word_is_concrete (word v) { return !v.term.id; }

static inline uint64_t word_mask (unsigned w) {
  return w >= 64 ? ~UINT64_C (0) : (UINT64_C (1) << w) - 1;
}

/* The word as a term of w bits (Bool for 1). */
term word_term (terms *, word, unsigned w);

/* A value of w bits that was never set. */
term word_unset (terms *, unsigned w, const unset *);

/* Is it one of w bits, as said above? */
bool word_is_valid (const terms *, word, unsigned w);

/* A Bool as a bit-vector of one bit; others are bit-vectors already. */
term word_bits (terms *, term);

/* A term as a word: constants of up to 64 bits become concrete. */
word word_from (terms *, term);
