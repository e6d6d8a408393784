#pragma once

/* Where a path has alternatives, the machine asks the chooser, which stands
 * above it (explore/): it knows the path condition, asks the ladder, makes
 * the forks.
 *
 * The machine has changed nothing of the state yet in the instruction that
 * asks. So a fork is a copy of the state with the choice noted in 'forced':
 * when it runs, it executes the same instruction again, and each question is
 * answered by the next forced choice until they are used up. An instruction
 * must ask its questions in the same order every time.
 */

#include "machine/state.h"

#define CHOICE_STOP (-1) /* leave this state at this instruction */

typedef enum choice_kind {
  CHOICE_BRANCH,  /* of the program: a condition, a switch, a jump, a call */
  CHOICE_CHECK,   /* is it a fault? guard 0: no fault */
  CHOICE_RESOLVE, /* which object? the last guard: none, a fault */
  CHOICE_OTHER
} choice_kind;

typedef struct chooser chooser;
struct chooser {
  /* Guards are Bool terms: together always true, no two at a time. Returns
   * the index with which this state goes on, or CHOICE_STOP. A path that
   * cannot go on (no alternative is possible, or all were unknown) is ended
   * by the chooser, which then returns CHOICE_STOP.
   */
  int (*choose) (chooser *, state *, choice_kind, uint32_t n,
                 const term *guard);

  /* Restrict the path to where the term holds. False: it never does here, or
   * the path was ended. An instruction that has changed nothing gives 'waits':
   * true, too, if the state is left at it.
   */
  bool (*assume) (chooser *, state *, term, bool *waits);

  /* A value that the term can have on this path, the same every time as long
   * as nothing is added to the path. 'fix' restricts the path to it, and the
   * loss is noted with place and reason; 'why' says what for, and lives as long
   * as the machine. False: unknown.
   */
  bool (*value) (chooser *, state *, term, bool fix, const char *why,
                 uint64_t *out);

  /* A value that the term can have on this path where the condition holds.
   * False: none, or unknown, or the path is executed again and its witness
   * tells all. No question of the path: nothing is decided by it. May be NULL.
   */
  bool (*other) (chooser *, state *, term condition, term, uint64_t *out);

  /* Smallest and largest value (unsigned) of a term of up to 64 bits as far
   * as known cheaply.
   */
  void (*range) (chooser *, state *, term, uint64_t *low, uint64_t *high);

  /* To be told to the user, once per cause and place. May be NULL. */
  void (*warn) (chooser *, state *, const cause *);

  /* Can the condition hold on this path? 1: yes, 0: no, -1: nobody knows. No
   * question of the path, as above. Slow. May be NULL.
   */
  int (*possible) (chooser *, state *, term condition);

  /* Asked now and then by an instruction that takes long and has changed
   * nothing. False: the run is over, and the state is left at it. May be NULL.
   */
  bool (*may_go_on) (chooser *, state *);

  /* The path ends here, and values of it are to be shown: others may take the
   * place of those that it has. May be NULL.
   */
  void (*settle) (chooser *, state *);

  /* Paths that part from an open on may be joined at their closes. False: this
   * one is left at its close, which it asks again when it goes on. May be NULL.
   */
  bool (*merge) (chooser *, state *, bool closes);

  /* The path wrote so many bytes (machine_output). May be NULL. */
  void (*wrote) (chooser *, state *, int descriptor, uint64_t n);
};
