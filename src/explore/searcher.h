#ifndef EXPLORE_SEARCHER_H
#define EXPLORE_SEARCHER_H

/* Which path goes on next.
 *
 * The frontier holds the paths that wait. A path that waits is a state, or,
 * when memory is short, only what it takes to execute it again: knowledge and
 * the number of questions that its witness answers.
 */

#include "context/choices.h"
#include "explore/knowledge.h"
#include "machine/state.h"

/* Which path of an earlier run a path is most like; a guide's. */
typedef struct kinship {
  uint32_t near;    /* in its trie, plus 1; 0: no path is like this one */
  uint32_t nearest; /* the last node that it was like */
  uint8_t stray;    /* why it is another path, 0: the same decisions so far */
  spot at;          /* where it went another way first */
} kinship;

/* A moment on the way from the last decision, where a call returned. */
typedef struct trail_mark {
  hash128 digest; /* of the state, ... */
  uint64_t key;   /* ... and of its constraints */
  uint64_t site;  /* where the call returned to */
  uint64_t instructions, questions, asked;
  size_t blocks; /* of the trail, before it */
} trail_mark;

#define TRAIL_MARKS 3

/* What a guide keeps of a path since its last decision. */
typedef struct trail {
  uint32_t node;   /* in the trie that is made */
  uint32_t old;    /* in the one it follows, plus 1; 0: none */
  uint32_t behind; /* the same, if it is only known what is from there on */
  uint64_t before; /* questions asked before the last decision */
  uint64_t asked;  /* digest of those asked since */
  uint32_t lower, upper; /* of a range: where its bounds are, plus 1, while
                            the path is on them; 0: it is within */
  bool is_inexact;       /* something was not explored, or not exactly */
  bool sees_globals, sees_functions; /* all that there are mattered */
  uint32_t lost;                     /* what it was warned of */
  kinship likeness;
  u32_vec blocks;
  uint32_t doubted; /* with --check=2: the node of the past that it is said to
                       come to, plus 1 */
  uint32_t unnoted; /* decisions since its state was noted */
  uint32_t n_returns, n_marks;
  trail_mark mark[TRAIL_MARKS];
} trail;

typedef struct pending {
  uint64_t id;
  state *state;         /* NULL: set aside */
  knowledge *knowledge; /* owned */
  uint64_t questions;   /* asked on this path so far */
  uint64_t answered;    /* so many are answered by the witness: it is being
                           executed again */
  bool is_outside;      /* of the range that is explored: to be dropped */
  bool is_carried;      /* all that it leads to was carried over */
  uint32_t notice;      /* fewest frames since its last decision, which ... */
  uint64_t since;       /* ... was after so many instructions */
  bool is_lost;         /* its state is of no use: see explorer_go_back */
  uint32_t decisions;
  uint32_t edge; /* the decision it waits behind, for counting */
  hash128 path;  /* digest of the decisions */

  /* heading's */
  uint32_t distance;   /* as of 'measured' */
  uint32_t measured;   /* 0: not since it went on */
  uint64_t met;        /* targets that it came to ... */
  uint64_t met_lately; /* ... since its last decision */
  bool has_news;       /* it executed what none had, and has no test yet */
  uint64_t goes_on_at; /* instructions when it began to go on to its end */
  u32_vec leads;       /* leads.h */
  u32_vec news;        /* blocks that it was the first to execute */
  trail trail;
  u32_vec seeds;    /* tests of the earlier run that may get where it goes */
  uint32_t adopted; /* the one whose values it has, plus 1; 0: none */
  struct branching *place; /* in the tree of random-path, or NULL */
  size_t rank[2];          /* waiting's */
} pending;

typedef struct searcher searcher;
struct searcher {
  void (*add) (searcher *, pending *);
  pending *(*next) (searcher *); /* removed; NULL: none is left */
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

/* 'visits' counts decisions by edge, the heading knows distances; both are
 * borrowed. SEARCH_UNCOVERED needs
 * a heading, and so does SEARCH_AUTO if it is to be guided.
 */
struct goal;
searcher *searcher_new (memory *, search_kind, uint64_t seed,
                        const u32_vec *visits, struct goal *);

#endif
