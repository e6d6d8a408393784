#pragma once

/* Atoms: a conjunct as prefix in domain.
 *
 *     2x + 4y + 3 <= 9        prefix x + 2y     domain (-inf, 3]
 *     bvslt (x + 5, 3)        prefix x          domain an arc modulo 2^w
 *     x = y, bit-vectors      prefix x - y      domain {0}
 *     zext (c) = 5            prefix c          domain {5}, c's own width
 *     bvult (x, y)            prefix the term itself, Bool, domain {1}
 *
 * The prefix has no constant; an Int prefix has coefficients of gcd 1 and
 * its first one (by structural hash) positive; a bit-vector prefix is
 * likewise oriented (P or -P, never both), so that all conjuncts about one
 * sum have one prefix. Wider bit-vectors and everything else are Bool atoms,
 * with a prefix that is not a negation.
 *
 * Bit-vector sums also lose
 *   - a common factor 2, 4 or 8: the domain is divided, which repeats it
 *     around the circle. Larger powers of two stay, in all comparisons;
 *   - an odd factor of a single term that is said to be (or not to be) one of a
 *     few constants: it has an inverse;
 *   - an extension around a single term, and a factor of it that cannot
 *     wrap: the domain is then of the narrow sort.
 * A choice between two constants becomes its condition. All of this is exact:
 * the atom holds exactly when the conjunct does.
 *
 * A conjunct that is constant has prefix TERM_TRUE and a full or an empty
 * domain. Domains of other atoms can be full or empty as well.
 */

#include "logic/domain.h"
#include "term/term.h"

typedef struct atom {
  term prefix;
  const domain *domain;
} atom;

typedef VEC (atom) atom_vec;

/* Any Bool term is an atom; who asks splits conjunctions before. */
atom atom_of (terms *, arena *, term conjunct);

/* The atom of "t in domain"; 't' is of the domain's sort. */
atom atom_in (terms *, arena *, term t, const domain *);

/* A Bool term equivalent to the atom. */
term atom_term (terms *, atom);
