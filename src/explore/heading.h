#ifndef EXPLORE_HEADING_H
#define EXPLORE_HEADING_H

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

typedef struct heading heading;

typedef struct target_result {
  const char *place;
  uint64_t test;  /* number of the first that reaches it; 0: none does */
  uint64_t paths; /* that had ended by then, this one included */
} target_result;

typedef struct heading_config {
  memory *mem;
  program *program;
  machine *machine;
  const targets *targets; /* NULL: towards what the machine has not covered */
  bool leaves_out;        /* paths that do not lead there */
} heading_config;

heading *heading_new (const heading_config *);
void heading_free (heading *);

/* Targets that are foreseen; blocks that were marked as covered count. To be
 * called once, before the first path.
 */
void heading_foresee (heading *, uint64_t targets);

/* Some of that may not come. Paths may have been left out since it was
 * expected: from now on a run that finds no way has not shown that there is
 * none.
 */
void heading_lose_sight (heading *);

/* A path was executed: did it come to something that is looked for? */
void heading_notice (heading *, pending *);

/* The path has another position than when it was measured last. */
void heading_moved (pending *);

/* What the path met since its last decision was not its own. */
void heading_go_back (heading *, pending *);

/* The path ended, with this test, 0: none. Or such paths were carried over. */
void heading_end (heading *, pending *, uint64_t test, uint64_t paths);
void heading_reach (heading *, uint64_t targets, uint64_t test, uint64_t paths);

/* A path had its turn: measure anew, if enough has changed. */
void heading_refresh (heading *);

/* Blocks to go; DISTANCE_NONE: it does not come there any more. Of a path that
 * waits; kept in it for the time that it has no state, or is being executed
 * again.
 */
uint32_t heading_distance (heading *, pending *);

/* The path can be left out: nothing that is looked for is before it, and it
 * needs no test.
 */
bool heading_leaves_out (heading *, pending *);

/* The path needs a test, and nothing else is to be found: it goes on to its
 * end, first alternatives first.
 */
bool heading_goes_on (heading *, pending *);

/* All targets are reached. */
bool heading_is_done (const heading *);

/* Something may be missing that was foreseen. */
bool heading_misses (const heading *);

/* All targets, in the order they were given. */
size_t heading_results (const heading *, const target_result **);

#endif
