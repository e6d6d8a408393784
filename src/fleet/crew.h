#pragma once

/* The processes that share a run: who works, who has ended, who gives work
 * away. What they do is not known here.
 *
 * The main process forks members. Each begins as a copy of whoever forked it,
 * with all paths that wait in its memory, and keeps its share of them. A
 * member without work ends. Then another one is wanted to give: it yields,
 * forks, and both keep a share. So no state of a path is ever written or sent.
 *
 *     main ---------------------------------------------- waits, joins
 *       |- member 1  ==========+=========== ended
 *       |                      '- member 3  ======= ended
 *       '- member 2  ==== ended
 *
 * Members are in one table in shared memory. All become children of the main
 * process, which is their reaper, and are killed when it ends, however it
 * ends.
 *
 * A unit is what a member forked by the main process began with; those forked
 * by it later belong to the same unit. When one of them dies, all of the unit
 * are ended and forgotten, and the main process, which still has the paths the
 * unit began with, starts it again.
 */

#include "fleet/tally.h"

#include <stdatomic.h>
#include <sys/types.h>

#define CREW_MEMBERS 65536 /* in the table: of a run, not at a time */
#define CREW_TRIES 3       /* of a unit */

typedef enum member_state {
  MEMBER_NONE,
  MEMBER_STARTING, /* somebody was asked to fork it */
  MEMBER_RUNNING,
  MEMBER_DONE, /* its piece and its tally are complete */
  MEMBER_FORGOTTEN
} member_state;

typedef struct crew_member {
  _Atomic int state;
  _Atomic int pid;
  volatile int is_wanted; /* to give work to member 'next' */
  uint32_t next, unit;
  bool is_reaped, is_told; /* known to the main process alone: it ended, it
                              was told to end ... */
  uint64_t since;          /* ... when it began or was asked last */
  _Atomic size_t waiting;  /* paths */
  _Atomic uint32_t number; /* see crew_numbers */
  tally tally;
} crew_member;

typedef struct crew {
  memory *mem;
  const logger *log;
  unsigned jobs, n_units;
  pid_t main;
  uint32_t self;      /* of a member: which; 0 in the main process */
  uint32_t n_members; /* numbers given; known to the main process alone, as
                         are the following */
  u32_vec alive;      /* members that are not reaped */
  unsigned *tries;    /* by unit */
  bool is_stopping, is_member;
  crew_member *member; /* the table; number 0 is nobody */
} crew;

/* NULL: there is no memory to share. */
crew *crew_new (memory *, const logger *, unsigned jobs, unsigned n_units);
void crew_free (crew *); /* no member may be left */

/* In the main process: fork a member for a unit. True in the member. */
bool crew_start (crew *, uint32_t unit);

/* In the main process, again and again: learns who ended, wants work for those
 * missing. Units that died and are to be started again are in the list.
 * False: nobody works any more.
 */
bool crew_look (crew *, u32_vec *restart);

/* A unit died too often. */
bool crew_has_lost (const crew *, uint32_t unit);

/* In the main process: members end soon, as by a SIGTERM. */
void crew_stop (crew *);

/* In a member that yielded: fork the one that is asked for, unless there is
 * too little to share.
 */
typedef enum split {
  SPLIT_NONE,
  SPLIT_OLD, /* it was forked, and this is the one that forked */
  SPLIT_NEW  /* this is the new member */
} split;
split crew_split (crew *, bool has_enough);

/* In a member: all is written. Does not return. */
_Noreturn void crew_done (crew *);

/* A counter that all share: beside number 0, which is nobody. */
static inline _Atomic uint32_t *crew_numbers (crew *c) {
  return &c->member->number;
}

static inline crew_member *crew_self (crew *c) { return c->member + c->self; }
