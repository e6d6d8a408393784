#pragma once

/* What deepening needs of a trie: the ways to ends that a limit made, to open
 * ones, to faults and to other losses. Whatever ends well becomes one node that
 * says how many paths it was and which blocks they executed.
 */

#include "memo/recorder.h"

/* Nodes in preorder, in place. Tests that are still referred to get the
 * numbers of 'kept', in which their old indices are.
 */
void trie_collapse (recorder *, trie_nodes *, u32_vec *kept);
