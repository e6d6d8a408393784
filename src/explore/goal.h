#pragma once

/* What a run looks for, if that is not everything: targets, or code of the
 * user's functions that no path has executed. How near is a path to it, and
 * can it be left out?
 *
 * A target goes through three states:
 *
 *     awaited    no path has come there, as far as is known
 *     met        a path has, and lives; it needs an end and so a test
 *     reached    there is a test
 *
 * A path that the program gives up has no test: what it met is awaited again.
 * What a path met is in 'pending.met', and its forks have it too. While a
 * target is met and not reached nothing is left out.
 *
 * A target that is foreseen is reached by a path of an earlier run, which will
 * be carried over: nobody has to look for it.
 */

#include "explore/searcher.h"
#include "explore/target.h"
#include "machine/machine.h"

typedef struct goal goal;

typedef struct target_result {
  const char *place;
  uint64_t test;  /* number of the first that reaches it; 0: none does */
  uint64_t paths; /* that had ended by then, this one included */
} target_result;

typedef struct goal_config {
  memory *mem;
  program *program;
  machine *machine;
  const targets *targets; /* NULL: towards what the machine has not covered */
  bool leaves_out;        /* paths that do not lead there */
} goal_config;

goal *goal_new (const goal_config *);
void goal_free (goal *);

/* Targets that are foreseen; blocks that were marked as covered count. To be
 * called once, before the first path.
 */
void goal_foresee (goal *, uint64_t targets);

/* Some of that may not come. Paths may have been left out since it was
 * expected: from now on a run that finds no way has not shown that there is
 * none.
 */
void goal_lose_sight (goal *);

/* A path was executed: did it come to something that is looked for? */
void goal_notice (goal *, pending *);

/* The path has another position than when it was measured last. */
void goal_moved (pending *);

/* What the path met since its last decision was not its own. */
void goal_go_back (goal *, pending *);

/* The path ended, with this test, 0: none. Or such paths were carried over. */
void goal_end (goal *, pending *, uint64_t test, uint64_t paths);
void goal_reach (goal *, uint64_t targets, uint64_t test, uint64_t paths);

/* A path had its turn: measure anew, if enough has changed. */
void goal_refresh (goal *);

/* Blocks to go; DISTANCE_NONE: it does not come there any more. Of a path that
 * waits; kept in it for the time that it has no state, or is being executed
 * again.
 */
uint32_t goal_distance (goal *, pending *);

/* The path can be left out: nothing that is looked for is before it, and it
 * needs no test.
 */
bool goal_leaves_out (goal *, pending *);

/* The path needs a test, and nothing else is to be found: it goes on to its
 * end, first alternatives first.
 */
bool goal_goes_on (goal *, pending *);

/* All targets are reached. */
bool goal_is_done (const goal *);

/* Something may be missing that was foreseen. */
bool goal_misses (const goal *);

/* All targets, in the order they were given. */
size_t goal_results (const goal *, const target_result **);
