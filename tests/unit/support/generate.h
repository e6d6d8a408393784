#ifndef SUPPORT_GENERATE_H
#define SUPPORT_GENERATE_H

/* Random terms for tests: the same seed gives the same terms, everywhere. */

#include "term/term.h"

typedef struct generator {
  terms *ts;
  uint64_t state;     /* of the random numbers; never 0 */
  unsigned max_width; /* of variables */
  unsigned n_vars;    /* per sort */
  bool with_arrays;
  bool with_products; /* multiplication and division of unknowns */
} generator;

uint64_t generate_bits (generator *);
unsigned generate_below (generator *, unsigned n); /* 0 .. n-1 */
bool generate_one_in (generator *, unsigned n);

/* A constant that is likely to matter: small, extreme, or random. */
uint64_t generate_word (generator *, unsigned width);

/* Terms of nesting up to 'depth'. */
term generate_bool (generator *, unsigned width, unsigned depth);
term generate_bv (generator *, unsigned width, unsigned depth);
term generate_int_atom (generator *); /* linear, Bool */

#endif
