#pragma once

/* Pieces of one run's trie, made by several processes, joined to one.
 *
 * A piece is a trie file whose nodes are open where the others worked, with
 * the tests of the rest. All have the decisions on the way to what they
 * explored, so joining them is walking through all at once:
 *
 *     piece 0            piece 1              joined
 *        a                  a                    a
 *       / \                / \                  / \
 *      b   ?              ?   c                b   c
 *     / \                    / \              / \ / \
 *    t   ?                  t   t            t  ? t  t
 *
 * Tests come in the order of the tree, which is that of a depth first run; at
 * last those of paths that a budget cut.
 */

#include "memo/recorder.h"
#include "suite/suite.h"

typedef struct pieces pieces;

/* A test of a piece. Returns its index in the suite that is made, plus 1. */
typedef uint32_t piece_test (void *owner, testcase *);

/* Of the run whose main process has this recorder. */
pieces *pieces_new (memory *, const recorder *);
void pieces_free (pieces *);

/* A file, which may also be missing or be no trie of this program: false. */
bool pieces_add (pieces *, const char *path);
uint32_t pieces_count (const pieces *); /* that were added */

/* Join all; then save it, with the suite that was made of the tests. */
void pieces_join (pieces *, void *owner, piece_test *);
status pieces_save (pieces *, const char *path, const char *suite_dir,
                    trouble *);
status pieces_cover (const pieces *, const char *suite_dir, trouble *);
