#pragma once

/* Which path goes on next.
 *
 * The frontier holds the paths that wait. A path that waits is a state, or,
 * when memory is short, only what it takes to execute it again: knowledge and
 * the number of questions that its witness answers.
 */

#include "explore/knowledge.h"
#include "machine/state.h"

/* It was lost whenever the path came there. */
typedef struct warning {
  uint32_t loss; /* index in explorer_losses */
  spot at;
} warning;

/* What a path did since its last decision. */
typedef struct leg {
  uint64_t before; /* questions asked before that */
  uint64_t asked;  /* digest of those asked since */
  bool is_inexact; /* something was not explored, or not exactly */
  bool sees_globals, sees_functions; /* all that there are mattered */
  u32_vec blocks; /* executed; those since it stopped last are the machine's */
  VEC (warning) warnings;
} leg;

typedef struct pending {
  uint64_t id;
  state *state;         /* NULL: set aside */
  knowledge *knowledge; /* owned */
  uint64_t questions;   /* asked on this path so far */
  uint64_t answered;    /* so many are answered by the witness: it is being
                           executed again */
  bool is_adopted;      /* it has the values of an old test */
  bool is_settled;      /* at its end: its values are those of its test */
  bool is_carried;      /* all that it leads to was carried over */
  uint32_t notice;      /* fewest frames since its last decision ... */
  uint32_t n_calls;     /* from there that were told */
  uint64_t since;       /* ... which was after so many instructions */
  bool is_lost;         /* its state is of no use: see explorer_go_back */
  uint64_t shown;       /* bytes it wrote before it was set aside */
  uint8_t postponed;    /* times that its question was too hard */
  bool is_given_up;     /* asked again when nothing else is left ... */
  term unproven;        /* ... about this alternative, which it took without
                           knowing whether it can; or TERM_NONE */
  uint32_t decisions;
  uint32_t edge; /* the decision it waits behind, for counting */
  hash128 path;  /* digest of the decisions */

  /* goal's */
  uint32_t distance;   /* as of 'measured' */
  uint32_t measured;   /* 0: not since it went on */
  uint64_t met;        /* targets that it came to ... */
  uint64_t met_lately; /* ... since its last decision */
  bool has_news;       /* it executed what none had, and has no test yet */
  uint64_t goes_on_at; /* instructions when it began to go on to its end */
  u32_vec leads;       /* explorer_lead */
  u32_vec news;        /* blocks that it was the first to execute */
  leg leg;
  u32_vec seeds; /* tests of the earlier run that may get where it goes */
  struct branching *place; /* in the tree of random-path, or NULL */
  size_t rank[2];          /* waiting's */

  /* a guide's, and guide.room bytes behind all this */
  bool is_outside;    /* of the range that is explored: to be dropped ... */
  bool ends_outside;  /* ... if it ends without another decision */
  bool is_remembered; /* paths of an earlier run go on from here */
} pending;

typedef VEC (pending *) pending_vec;

typedef struct searcher searcher;
struct searcher {
  void (*add) (searcher *, pending *);
  pending *(*next) (searcher *); /* removed; NULL: none is left */
  /* Does the path that runs go on, after a fork or a while? NULL: as below. */
  bool (*goes_on) (searcher *, const pending *);
  size_t (*count) (const searcher *);

  /* The path that will wait longest and is not set aside yet, still owned by
   * the frontier; NULL: none.
   */
  pending *(*last) (searcher *);

  /* A path forked into these or ended (n = 0): for those who keep a tree. */
  void (*forked) (searcher *, pending *from, size_t n, pending **into);
  void (*ended) (searcher *, pending *);

  /* From now on paths are only taken, and in any order: it is to be fast. */
  void (*close) (searcher *);
  void (*free) (searcher *);
  bool is_depth_first; /* a path goes on after a fork */
};

static inline bool searcher_goes_on (searcher *s, const pending *p) {
  return s->goes_on ? s->goes_on (s, p) : s->is_depth_first;
}

/* 'visits' counts decisions by edge, the heading knows distances; both are
 * borrowed. SEARCH_UNCOVERED needs
 * a heading, and so does SEARCH_AUTO if it is to be guided.
 */
struct goal;
searcher *searcher_new (memory *, search_kind, uint64_t seed,
                        const u32_vec *visits, struct goal *);

/* Paths with leads first, then as the other, which is owned, then those that
 * are postponed, then those that are given up. It 'has_begun' if any path is
 * the other's.
 */
searcher *searcher_new_ranked (memory *, searcher *other, bool has_begun);

/* Of such a searcher: a path with leads waits. */
bool searcher_has_led (const searcher *);
