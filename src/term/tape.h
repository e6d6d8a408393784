#pragma once

/* A tape: terms compiled for evaluation under many models.
 *
 * Straight-line instructions, one per distinct node, over slots of one word.
 * Slots of leaves come first, then constants, then results in the order of
 * the instructions. Nodes on at most 64 bits cost a few nanoseconds; wider
 * ones and integers go through value_apply; reads of an array whose place is
 * not a constant walk the writes of that array.
 *
 * The tape borrows the table, which must outlive it. Compiling takes time
 * and memory linear in the nodes, without recursion.
 */

#include "term/model.h"

typedef struct tape tape;

/* The terms must not be arrays. */
tape *tape_new (memory *, terms *, size_t n, const term *);
void tape_free (tape *);

/* Number of instructions. */
size_t tape_length (const tape *);

/* The leaves that are single values (term/leaves.h), in the order in which
 * 'tape_run_words' takes their words.
 */
size_t tape_leaves (const tape *, const term **leaves);

/* Constants of at most 64 bits in it, and places of tables. */
size_t tape_constants (const tape *, const uint64_t **constants);

/* Is some array variable read other than by its leaves? */
bool tape_reads_arrays (const tape *);

/* Values of the n terms. Those with limbs live until the next run. The model is
 * used for the rest of arrays only, must agree with the words there, and may be
 * NULL when the tape reads no arrays.
 */
void tape_run_words (tape *, const uint64_t *words, const model *,
                     uint64_t *results);
