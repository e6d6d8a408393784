#ifndef LOGIC_ATOM_H
#define LOGIC_ATOM_H

/* Atoms: a conjunct as prefix in domain.
 *
 *     2x + 4y + 3 <= 9        prefix x + 2y     domain (-inf, 3]
 *     bvslt (x + 5, 3)        prefix x          domain an arc modulo 2^w
 *     bvult (x, y)            prefix the term itself, Bool, domain {1}
 *
 * The prefix has no constant; an Int prefix has coefficients of gcd 1 and
 * its first one (by structural hash) positive; a bit-vector prefix is
 * likewise oriented (P or -P, never both), so that all conjuncts about one
 * sum have one prefix. Wider bit-vectors and everything else are Bool atoms.
 */

#include "logic/domain.h"
#include "term/term.h"

typedef struct atom {
  term prefix;
  const domain *domain;
} atom;

typedef VEC (atom) atom_vec;

/* Any Bool term is an atom. Conjunctions are split by 'atoms_of'. */
atom atom_of (terms *, arena *, term conjunct);

/* All conjuncts of a Bool term as atoms, appended. No recursion. */
void atoms_of (terms *, arena *, memory *, term, atom_vec *out);

/* A Bool term equivalent to the atom. */
term atom_term (terms *, atom);

#endif
