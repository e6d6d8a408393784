#pragma once

/* Exploring: runs states, forks them where they have alternatives, keeps
 * budgets, hands every path that ends to its owner.
 *
 * The order of alternatives is that of the program (true before false, cases
 * as they are written), never that of answers, so the same program gives the
 * same paths in the same order whatever the store or the solvers know.
 */

#include "explore/goal.h"
#include "explore/guide.h"
#include "explore/precedents.h"
#include "explore/searcher.h"
#include "ladder/oracle.h"

typedef struct explorer explorer;

/* Something that was not explored, or not exactly: law 5. */
typedef struct loss {
  cause cause;
  const char *function;
  place place;
  uint64_t count;
} loss;

typedef struct explored {
  uint64_t complete, error, cut, silent; /* paths */
  uint64_t carried;                      /* of them, from an earlier run */
  uint64_t left_out; /* cut ones that lead to nothing that is looked for */
  uint64_t misuse; /* of 'error', those that no caller here makes; a report's */
  uint64_t forks, instructions, set_aside, executed_again;
  size_t live, peak; /* states waiting */
} explored;

typedef enum explore_end {
  EXPLORE_DONE,
  EXPLORE_TIME,
  EXPLORE_MEMORY,
  EXPLORE_PATHS,
  EXPLORE_INSTRUCTIONS,
  EXPLORE_TARGET,  /* all are reached */
  EXPLORE_COVERED, /* all that paths lead to */
  EXPLORE_INTERRUPTED,
  EXPLORE_YIELDED /* not over: somebody wants some of the work */
} explore_end;

/* The path takes these alternatives, each as the pending of the same index, the
 * first as itself; guards are by alternative. Not called where a path is
 * executed again.
 */
typedef void (*fork_observer) (void *owner, const state *, choice_kind,
                               size_t n, const uint32_t *taken,
                               pending *const *into, const term *guard);

/* Of these alternatives of a path the one that it takes alone, by its index; n:
 * it takes all.
 */
typedef size_t (*fork_narrower) (void *owner, const pending *, size_t n,
                                 const uint32_t *taken);

/* A question that was asked of the oracle, and what came of it. */
typedef struct asked_question {
  const state *state;
  size_t n;
  const term *slice; /* constraints that share inputs with ... */
  term condition;
  verdict verdict;
  reason why;    /* of VERDICT_UNKNOWN */
  uint64_t time; /* ns */
  uint64_t instructions;
  bool is_solved; /* by a solver */
} asked_question;
typedef void (*asked_observer) (void *owner, const asked_question *);

/* A path wrote this to a descriptor, symbolic bytes by its witness. Not called
 * where it is executed again.
 */
typedef void (*output_observer) (void *owner, int descriptor, const char *,
                                 size_t n);

/* Who joins paths (klee/merging.h): asked by the chooser's 'merge'; a path that
 * it keeps comes back by explorer_resume, or is_carried since another one has
 * taken it in. A joined path cannot be executed again, nor remembered.
 */
typedef struct joiner joiner;
struct joiner {
  bool (*merge) (joiner *, explorer *, state *, bool closes);
  void (*gone) (joiner *, explorer *, const pending *);
  void (*over) (joiner *, explorer *); /* what is kept is to come back now */
};
void explorer_resume (explorer *, pending *);
knowing *explorer_knowing (const explorer *);

typedef struct explorer_config {
  context *context;
  terms *terms;
  program *program;
  oracle *oracle;
  guide *guide;           /* or NULL */
  precedents *precedents; /* questions of this run, or NULL; and ... */
  const precedents *precedents_before; /* ... of an earlier one, or NULL */
  const targets *targets; /* explore towards them alone, stop there; or NULL */
  int argc;
  const char *const *argv, *const *envp;
  uint64_t started; /* when the time budget began, on clock_now; 0: now */
  void *owner;
  /* A path ended; the state and what it knows are borrowed. Not called for
   * END_SILENT, nor for what is left out. Gives the number of its test.
   */
  uint64_t (*ended) (void *owner, const state *, const pending *);
  /* NULL, or a path ends: may give its inputs better values; of an old test
   * only to those that nothing is said of.
   */
  void (*settle) (void *owner, const state *, knowledge *, bool is_old);
  /* NULL, or a path that knows this goes on only where the term holds. */
  void (*assumed) (void *owner, knowledge *, term);
  fork_observer forked;  /* or NULL */
  fork_narrower narrow;  /* or NULL */
  asked_observer asked;  /* or NULL */
  output_observer wrote; /* or NULL */
  /* Now and then, at most every 50 ms or so. */
  void (*tick) (void *owner);
  bool is_counting; /* machine_tally */
  joiner *joiner;   /* or NULL; without a guide */
  /* NULL, or asked before every question of a path: true, it was ended, since
   * nothing that follows matters.
   */
  bool (*is_over) (void *owner, state *);
} explorer_config;

explorer *explorer_new (const explorer_config *);
void explorer_free (explorer *);

/* Before exploring: the first path has so many leads (pending.leads), and paths
 * that have some come before all others. A fork_observer hands them on.
 */
void explorer_lead (explorer *, uint32_t n);

/* After EXPLORE_YIELDED it goes on when it is called again. */
explore_end explorer_run (explorer *);

/* So much of the time budget is needed after exploring, beyond the small part
 * that always is; at most half of it is kept for that.
 */
void explorer_reserve (explorer *, uint64_t ns);
uint64_t explorer_deadline (const explorer *); /* 0: none */

/* From a signal handler: the run ends soon, with all it has. */
void explorer_interrupt (explorer *);
bool explorer_is_interrupted (const explorer *);

/* Sharing work: who wants some sets the flag, borrowed, and explorer_run
 * yields at the next question. Everything that is explored then waits.
 */
void explorer_listen (explorer *, const volatile int *is_wanted);

/* Of the paths that wait, the one nearest to the root counted first, those of
 * this set are kept, and appended; the others are dropped, for others to
 * explore.
 */
size_t explorer_count_waiting (const explorer *);
typedef bool path_set (const void *owner, size_t i);
void explorer_keep (explorer *, const void *owner, path_set *,
                    pending_vec *kept);

/* Others found this, in a share of the work. */
void explored_add (explored *, const explored *);
void explorer_absorb (explorer *, const explored *);
void explorer_add_loss (explorer *, const cause *, const char *function, place,
                        uint64_t count);

/* So many paths that a guide carried over ended so. */
void explorer_count (explorer *, end_kind, uint64_t n);
void explorer_count_cut (explorer *, const cause *, const char *function,
                         place);

/* A loss of a path that a guide carried over. */
void explorer_count_loss (explorer *, const cause *, spot);

/* Paths that a guide carried over reach these targets, the first of them with
 * this test.
 */
void explorer_reach (explorer *, uint64_t targets, uint64_t test);

/* The part of a decision in the digest of a path: names and places, nothing
 * that depends on the run.
 */
hash128 explore_site (const program *, uint32_t function, uint32_t insn,
                      uint32_t choice);

const explored *explorer_counts (const explorer *);
size_t explorer_losses (const explorer *, const loss **);
size_t explorer_targets (const explorer *, const target_result **);

/* The run has ended, and nothing was lost but what was left out: a target that
 * is not reached cannot be.
 */
bool explorer_is_exhaustive (const explorer *);

machine *explorer_machine (explorer *);
const char *explore_end_text (explore_end);

/* Why a path was cut that the run did not come to; not of EXPLORE_DONE. */
end_reason explore_end_reason (explore_end);
