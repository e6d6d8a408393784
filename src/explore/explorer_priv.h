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
  heading *heading;   /* or NULL */
  bool leaves_out;    /* what leads to nothing that is looked for */
  bool is_exhaustive; /* the run has ended and nothing else was lost */
  explorer_config config;
  explored counts;
  uint64_t next_id;
  uint64_t deadline; /* of the run, 0 = none */
  uint64_t grace;    /* for tests of paths that wait at the end */
  size_t base;       /* held by others than our account when the run began */
  size_t outside;    /* since then */
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
  uint64_t adoptions, adoptions_tried, adoptions_left_out; /* seeding.c */
  u32_vec takes; /* by seed: the alternative that it shows; see seeding.c */
  model *seeded;
};

/* The pending of a running state. */
static inline pending *pending_of (const state *s) { return s->extra; }

pending *pending_new (explorer *, state *, knowledge *);
void pending_free (explorer *, pending *);

/* Note a loss at the place of the state. */
void explorer_lose (explorer *, const state *, const char *what);

/* The same, in answering a question: the path is not exactly known. */
void explorer_lose_exactness (explorer *, state *, const char *what);

/* The same where it is lost again whenever a path comes here. */
void explorer_warn (explorer *, state *, const char *what);

/* The path stopped: it waits, or is left out. */
void explorer_wait (explorer *, pending *);

/* The path does not wait after a fork: the search is depth first, or it needs
 * an end (heading_goes_on). If paths may be left out it waits, at least for
 * that.
 */
bool explorer_goes_on (explorer *, pending *);

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

/* Somebody wants some of the work, and a path waits beside the one that runs.
 */
static inline bool is_wanted (const explorer *e) {
  return e->is_wanted && *e->is_wanted && e->searcher->count (e->searcher);
}

/* What choosing.c has for seeding.c: values for the guard and the constraints
 * that share inputs with it satisfy them all; a feasible alternative that the
 * next free model shows, and that model.
 */
bool choosing_shows (explorer *, pending *, term guard, const model *);
void choosing_insert (explorer *, uint32_t k);
model *choosing_model (explorer *);

/* Tests of an earlier run as witnesses (seeding.c). Alternatives that they
 * show become feasible.
 */
void seeding_find (explorer *, state *, uint32_t n, const term *guard);

/* Some test did not fit the last question; see --incremental=paper. */
bool seeding_gives_up (explorer *, const state *, uint32_t n);

/* Each path goes on with the tests that take its alternative. */
void seeding_split (explorer *, pending *from, size_t n, const uint32_t *taken,
                    pending *const *into);

/* A test that satisfies this together with the path; its values are 'seeded'.
 */
bool seeding_shows (explorer *, state *, term);

/* The values of the test with the same decisions, if they still lead here. */
void seeding_adopt (explorer *, pending *);

/* Fill in the chooser. */
void choosing_init (explorer *);
void choosing_release (explorer *);

#endif
