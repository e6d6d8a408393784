#pragma once

/* What a path knows about its inputs: constraints, cut into slices, each with
 * values that satisfy it (its witness).
 *
 * Slices are shared between states: a fork copies a table of pointers, and a
 * new constraint makes one new slice out of those it touches. Inputs without
 * constraints have the value 0.
 *
 *     knowledge -> chunks of 64 inputs -> slice of each input
 *
 * Invariant: the witness satisfies all constraints. So a path is always
 * possible, and can be executed again without a solver.
 */

#include "term/model.h"

typedef struct knowing knowing; /* shared by all states of a run */
typedef struct knowledge knowledge;

knowing *knowing_new (memory *, terms *);
void knowing_free (knowing *);

knowledge *knowledge_new (knowing *);
knowledge *knowledge_fork (const knowledge *);
void knowledge_free (knowledge *);

/* The constraints that share inputs with 't' ('out' is cleared first). */
void knowledge_slice (knowledge *, term t, term_vec *out);

/* The same constraints of several terms as a digest, which every run has. Adds
 * few numbers.
 */
hash128 knowledge_digest (knowledge *, size_t n, const term *);

/* The same of all constraints. */
hash128 knowledge_sum (const knowledge *);

/* The inputs of these terms, and of the constraints that share inputs with
 * them, each once ('out' is cleared first).
 */
void knowledge_inputs (knowledge *, size_t n, const term *, term_vec *out);

/* Under the witness. At most 64 bits. */
uint64_t knowledge_value (knowledge *, term);

/* The same; 'values' go before the witness. */
uint64_t knowledge_value_under (knowledge *, term, const model *values);

/* The same of a Bool; 'values' go before the witness, NULL: none. */
bool knowledge_holds (knowledge *, term, const model *values);

/* The first of n Bools that holds, or that does not; n: none. Terms of the same
 * inputs are evaluated together: what they share, once.
 */
size_t knowledge_first (knowledge *, size_t n, const term *, bool holds,
                        const model *values);

/* Every input of the term has but one value here: what it has under the
 * witness it always has.
 */
bool knowledge_is_fixed (knowledge *, term);

/* Add a constraint. The witness satisfies it, or 'values' satisfies it and
 * all constraints of its slice; inputs that it does not know keep theirs.
 */
void knowledge_add (knowledge *, term constraint, const model *values);

/* If these values satisfy all constraints they become the witness; inputs that
 * they do not know keep theirs. Evaluates every constraint of slices that get
 * other values.
 */
bool knowledge_adopt (knowledge *, const model *values);

/* The same at the end of a path, for the inputs of this term: also those
 * without constraints, which nothing but the test depends on.
 */
bool knowledge_settle (knowledge *, term, const model *values);

/* Better values, at the end of a path: a slice is given to the improver once,
 * whichever paths have it. What it leaves in 'value' must satisfy the
 * constraints.
 */
typedef void (*slice_improver) (void *owner, size_t n_leaves, const term *leaf,
                                uint64_t *value, size_t n_constraints,
                                const term *constraint);
void knowledge_improve (knowledge *, void *owner, slice_improver);

/* A value for an input that nothing is said of; otherwise nothing happens. */
void knowledge_set_free (knowledge *, term leaf, uint64_t value);

/* The value of one input (at most 64 bits wide). */
uint64_t knowledge_input (const knowledge *, term var);

/* All constraints, slice by slice. */
void knowledge_all (knowledge *, term_vec *out);

size_t knowledge_size (const knowledge *); /* constraints */

/* Evaluates every constraint: for --check=3 and tests. */
bool knowledge_is_valid (knowledge *);
