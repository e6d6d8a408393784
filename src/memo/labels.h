#pragma once

/* By which name digests know a function: its label, a digest of the first name
 * that it had. No two functions of a program have the same one.
 */

#include "memo/recorder.h"

/* Functions have the labels that the trie has for them: before outlines of this
 * program are made.
 */
void labels_take (program *, const trie *);

/* For each function of the trie the one of now plus 1, or 0: of its name, or if
 * there is none a new one with mostly its blocks, which gets its label.
 */
void labels_find (memory *, program *, const trie *, u32_vec *out);

/* The function of this name that can be executed plus 1, or 0. */
uint32_t labels_named (const program *, const char *);
