#pragma once

/* Any term as a text in which leaves are numbers, so that terms that differ
 * in names alone can have the same text, and terms with the same text differ
 * in names alone. Shared subterms are written once; no recursion.
 */

#include "base/map.h"
#include "term/term.h"

typedef struct speller {
  memory *mem;
  const terms *ts;
  map number;     /* term -> number + 1 */
  term_vec leaf;  /* number -> term */
  bool is_closed; /* leaves not numbered yet get no number */
} speller;

void speller_init (speller *, memory *, const terms *);
void speller_release (speller *);

/* Number of a leaf, the next free one when it is new. */
uint32_t speller_number (speller *, term leaf);

/* Append the text of a term. Numbered terms are not looked into; variables
 * are numbered when met. False when closed and a variable has no number.
 */
bool spell_term (speller *, char_vec *out, term);

/* The same with names instead of numbers; only good for an order. */
void spell_names (speller *, char_vec *out, term);
