#pragma once

/* The oracle of a certificate: proves that something is impossible, and
 * believes nobody but two solvers of its own.
 *
 *   evaluation  the conjuncts as domains leave nothing (logic/reduce.h)
 *   core        a part of them is a set that was checked before, by its whole
 *               canonical form, or is checked now
 *   solver      nobody knew a part: one solver finds it, the other one checks
 *
 * Which part to try is what the proof store and the rung "implied" say: hints
 * that cost a check when they are wrong. Each core is checked once, by the
 * solver that is usually not the one that found it: Z3, unless --backend says
 * otherwise.
 */

#include "lab/certify/certifier.h"
#include "store/store.h"

typedef struct refuter refuter;

/* The store may be NULL; it is borrowed, as is the context. */
refuter *refuter_new (context *, terms *, store *);
void refuter_free (refuter *);

oracle *refuter_oracle (refuter *);
const certify_proofs *refuter_counts (const refuter *);
