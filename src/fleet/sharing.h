#pragma once

/* A run that several processes explore (--jobs).
 *
 * It begins in one. When it takes longer than a moment and paths wait, the
 * process forks members (fleet/crew.h), each with a share of the paths, and
 * waits for them. A member writes what it finds to a piece: a trie with its
 * tests (fleet/pieces.h), what it covered and lost (fleet/findings.h); its
 * numbers are in shared memory. The pieces are joined in the order of the
 * tree, so that tests, their numbers and errors are those of one process that
 * explores depth first; and about once a second what there is so far is joined
 * and saved, for the case of a kill.
 */

#include "report/harvest.h"
#include "store/store.h"

typedef struct sharing sharing;

typedef struct sharing_config {
  context *context;
  store *store; /* or NULL */
  memo *memo;
  terms *terms;
  explorer *explorer;
  harvest *harvest;
  progress *progress;
  const char *trie; /* where it is saved, or NULL */
  trie_cost start;  /* counters when the run began */
  bool (*is_stale) (void *owner);
  void *owner;
} sharing_config;

/* NULL: one process explores, as --jobs says, or because which paths are
 * within a budget depends on their order.
 */
sharing *sharing_new (const sharing_config *);
void sharing_free (sharing *);

/* Instead of explorer_run. Returns in the main process alone. */
explore_end sharing_run (sharing *);

/* At each tick of the explorer. True: this is a member, which has nothing more
 * to do then.
 */
bool sharing_tick (sharing *);

/* The suite and the trie are written. */
bool sharing_was_shared (const sharing *);
