#ifndef EXPLORE_EXPLORER_PRIV_H
#define EXPLORE_EXPLORER_PRIV_H

/* What explorer.c (the loop) and choosing.c (questions and forks) share. */

#include "base/map.h"
#include "explore/explorer.h"

#define MAX_FORCED 8 /* as in state.forced */

struct explorer {
  chooser chooser; /* first: the machine knows us by it */
  context *context;
  memory *mem;
  terms *ts;
  program *program;
  oracle *oracle;
  guide *guide; /* or NULL */
  machine *machine;
  knowing *knowing;
  searcher *searcher;
  explorer_config config;
  explored counts;
  uint64_t next_id;
  uint64_t deadline; /* of the run, 0 = none */
  uint64_t next_tick;
  volatile int is_interrupted;
  const volatile int *is_wanted; /* or NULL */
  bool has_started;

  map edges;      /* decision -> number + 1 */
  u32_vec visits; /* by number */
  VEC (loss) losses;
  map loss_at; /* hash -> index + 1 */

  /* work space of choosing */
  term_vec slice;
  model *found; /* of the last answer */
  VEC (uint32_t) feasible;
  VEC (model *) models; /* by position in 'feasible'; [0 .. n_models) made */
  VEC (pending *) born;
};

/* The pending of a running state. */
static inline pending *pending_of (const state *s) { return s->extra; }

pending *pending_new (explorer *, state *, knowledge *);
void pending_free (explorer *, pending *);

/* Note a loss at the place of the state. */
void explorer_lose (explorer *, const state *, const char *what);

/* The same, in answering a question: the path is not exactly known. */
void explorer_lose_exactness (explorer *, state *, const char *what);

/* Forget what a guide said since the last decision: the path is executed
 * again up to there, and asks from there on.
 */
void explorer_go_back (explorer *, state *);

/* End a path that has executed as much as it may. */
bool explorer_cuts_long (explorer *, state *);

/* Tell the owner that time goes by, if it is time; what time it is. A path can
 * ask for minutes without coming back to the loop.
 */
uint64_t explorer_tick (explorer *);

/* Somebody wants some of the work. */
static inline bool is_wanted (const explorer *e) {
  return e->is_wanted && *e->is_wanted;
}

/* Fill in the chooser. */
void choosing_init (explorer *);
void choosing_release (explorer *);

#endif
