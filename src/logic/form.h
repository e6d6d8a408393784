#pragma once

/* Canonical form of a slice: names, order and scale removed.
 *
 * Two slices have the same form exactly when one becomes the other by
 * renaming leaves and reordering conjuncts and commutative arguments. The
 * form is a sequence of words that spells the slice completely, so equal
 * forms are equal problems, whatever the hashes say; the digest only finds
 * candidates.
 *
 * How: colours of leaves and terms are refined until stable (this subsumes
 * phases 1-3 of recal); where leaves remain tied, nauty labels the graph
 * under a budget. When the budget ends first the form is still right but
 * not canonical: it may miss, never lie.
 *
 * Paper: Aquino et al., "Reusing constraint proofs in program analysis"
 * (recal), section 3. We differ in working on any term graph, in handling
 * the sign of a prefix (P in D is -P in -D), and in being complete.
 */

#include "logic/atom.h"

typedef struct form {
  hash128 digest;
  size_t n_words;
  const uint32_t *word;
  size_t n_leaves;
  const term *leaf;    /* canonical number -> leaf of the slice */
  bool is_canonical;   /* the budget sufficed */
  bool used_labelling; /* nauty was needed */
} form;

typedef struct former former; /* work space, reused from slice to slice */

former *former_new (memory *, terms *);
void former_free (former *);

/* The atoms should be reduced (one per prefix). The result lives in the
 * arena.
 */
void form_of (former *, arena *, size_t n, const atom *, form *out);

bool form_eq (const form *, const form *);

/* The words begin with the version and are well-formed, their digest is the
 * form's, the leaves are different and of the sorts that the words say.
 */
bool form_is_valid (const terms *, const form *);

/* The other way: the atoms that a form spells, over other leaves of the same
 * sorts, appended. An element of an array that also occurs as a whole is no
 * leaf of the form. Words may come from outside: false, and nothing appended,
 * if they are not well-formed. Their digest is not looked at.
 */
bool form_atoms (terms *, arena *, memory *, const form *, const term *leaf,
                 atom_vec *out);

/* Only the leaves: how many, and the code of the sort of each. Words from
 * outside are allowed here too; false if these are malformed.
 */
bool form_leaf_sorts (const form *, size_t *n, const uint32_t **code);

/* First word of every form: a form of another version spells other kinds. */
uint32_t form_version (void);

/* The digest that these words have as a form. */
hash128 form_digest (size_t n_words, const uint32_t *word);

/* Budget in search nodes of the labelling, 0 = refinement only. */
void former_set_budget (former *, unsigned nodes);
