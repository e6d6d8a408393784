/* Which order of paths an option means, and what most orders do not need.
 *
 * A searcher owns the paths that wait, from 'add' until 'next' gives them back.
 * It hears of forks and ends, as one of them keeps the tree of paths; after
 * 'close' order says nothing any more, and it only hands out what is left.
 */

#include "explore/searcher_priv.h"

searcher *searcher_new (memory *mem, search_kind which, uint64_t seed,
                        const u32_vec *visits, struct goal *goal) {
  switch (which) {
  case SEARCH_BFS:
    return searcher_new_queue (mem);
  case SEARCH_RANDOM_PATH:
    return searcher_new_tree (mem, seed, NULL);
  case SEARCH_UNCOVERED:
    return searcher_new_nearest (mem, visits, goal);
  case SEARCH_INTERLEAVED:
    return searcher_new_tree (mem, seed, visits);
  case SEARCH_AUTO:
    return goal ? searcher_new_nearest (mem, visits, goal)
                : searcher_new_turns (mem, seed);
  default:
    return searcher_new_stack (mem);
  }
}

void searcher_ignore_fork (searcher *s, pending *from, size_t n,
                           pending **into) {
  (void) s;
  (void) from;
  (void) n;
  (void) into;
}

void searcher_ignore_end (searcher *s, pending *p) {
  (void) s;
  (void) p;
}

void searcher_ignore_close (searcher *s) { (void) s; }
