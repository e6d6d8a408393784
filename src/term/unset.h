#pragma once

/* What of a term depends on values that were never set (term_unset).
 *
 * Each bit of a term is known to be the same whatever those values are, or is
 * said to depend on them: more may be said to than do, never fewer. What is
 * said is a term again, since it may depend on inputs:
 *
 *     ite (x, u, 5)     depends on u where x
 *     u & 0x0f          in its four lowest bits
 *     u + 1             from the lowest bit that does upwards
 *     a < u             unless all values of u give the same
 *
 * Neither that nor the clean form mentions values that were never set. What
 * was worked out once is remembered.
 */

#include "term/term.h"

typedef struct unset_terms unset_terms;

unset_terms *unset_terms_new (memory *, terms *);
void unset_terms_free (unset_terms *);

/* With zero for all that was never set. */
term unset_clean (unset_terms *, term);

/* A Bool: no bit of it depends. Then it equals its clean form. */
term unset_is_set (unset_terms *, term);

/* The first value in it that was never set, TERM_NONE: it mentions none. */
term unset_first (unset_terms *, term);

/* b, which depends on other values than a does: two that were never set may
 * come from one place, as of two calls, and need not be equal.
 */
term unset_apart (unset_terms *, term a, term b);
