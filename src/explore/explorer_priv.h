#pragma once

/* What the files behind explorer.h share: explorer.c (the loop), choosing.c
 * (questions and forks), loss.c, seeding.c, precedent.c.
 */

#include "explore/test_rule.h"

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
  goal *goal;         /* or NULL */
  uint32_t n_leads;   /* of the first path */
  bool leaves_out;    /* what leads to nothing that is looked for */
  bool is_exhaustive; /* the run has ended and nothing else was lost */
  explorer_config config;
  explored counts;
  uint64_t next_id;
  uint64_t deadline;         /* of the run, 0 = none */
  uint64_t latest;           /* the same if nothing is kept in reserve */
  uint64_t after;            /* what always is */
  uint64_t began, began_cpu; /* wall and processor time when the run began */
  double shares;             /* wall time for each ns of ours since then */
  uint64_t grace;            /* for tests of paths that wait at the end */
  size_t base;    /* held by others than our account when the run began */
  size_t mapped;  /* of files, at that time */
  size_t outside; /* held by others that counts against the limit */
  uint64_t next_tick;
  volatile int is_interrupted;
  volatile int is_full;          /* memory, and by far */
  const volatile int *is_wanted; /* or NULL */
  bool has_started;
  bool is_closed; /* paths are only counted, and put to 'rest' */
  VEC (pending *) rest;

  bool is_ranked;     /* the searcher knows who is postponed */
  map hard_at;        /* instruction -> how often it was too hard, of late */
  uint64_t patience;  /* hard questions have time until then; 0: not known */
  bool is_deferring;  /* some that are 'feasible' are not known to be ... */
  uint8_t deferred;   /* ... and were too hard so often */
  VEC (uint8_t) open; /* by position in 'feasible' */

  map edges;      /* decision -> number + 1 */
  u32_vec visits; /* by number */
  VEC (loss) losses;
  arena loss_texts;
  map loss_at; /* hash -> index + 1 */

  /* work space of choosing */
  term_vec slice;
  model *found; /* of the last answer */
  VEC (uint32_t) feasible;
  VEC (model *) models; /* by position in 'feasible'; [0 .. n_models) made */
  VEC (pending *) born;

  /* seeding.c's */
  hints hints;
  pending *asking; /* the path that asks now, about 'slice' and ... */
  term asked;      /* ... this */
  bool has_seeds;  /* and these tests may help */
  size_t next_seed;
  u32_vec seeds;
  const test_rule *rule; /* or NULL */
  u32_vec takes;         /* by seed of a path: the alternative that it shows */
  model *seeded;

  u32_vec blocks;       /* executed again: work space of explorer_forget */
  uint64_t n_validated; /* validity.c's */

  /* precedent.c's: the question that is asked */
  hash128 question;
  bool is_question_known; /* or it is not to be noted */
  uint64_t possible;      /* with --check=2: what is said; 0: nothing */
  term_vec inputs;
  u64_vec input_values;
};

/* The pending of a running state. */
static inline pending *pending_of (const state *s) { return s->extra; }

pending *pending_new (explorer *, state *, knowledge *);
void pending_free (explorer *, pending *);

/* Losses (loss.c). A path that is left out on purpose is none. */
void losses_init (explorer *);
void losses_release (explorer *);
bool losses_are_none (const explorer *);

/* Note a loss at the place of the state; gives its index. */
uint32_t explorer_lose (explorer *, const state *, cause);

/* The same, in answering a question: the path is not exactly known. */
void explorer_lose_exactness (explorer *, state *, cause);

/* The same where it is lost again whenever a path comes here. */
void explorer_warn (explorer *, state *, const cause *);

/* What the path was warned of since its last decision is not so. */
void explorer_take_back (explorer *, pending *);

/* Blocks executed so far are those of this path; another one may run. Or
 * nobody's, since a path was only executed again. Where somebody remembers.
 */
void explorer_pause (explorer *, pending *);
void explorer_forget (explorer *);

/* The path stopped: it waits, or is left out. */
void explorer_wait (explorer *, pending *);

/* The path does not wait after a fork: the search is depth first, or it needs
 * an end (goal_goes_on). If paths may be left out it waits, at least for
 * that.
 */
bool explorer_goes_on (explorer *, pending *);

/* What it does from now on is behind a decision. */
static inline void explorer_begin_leg (pending *p) {
  leg *w = &p->leg;
  vec_clear (&w->blocks);
  vec_clear (&w->warnings);
  *w = (leg) {p->questions, 0, false, false, false, w->blocks, w->warnings};
}

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

/* Paths are to be cut and memory to be freed now, for the run to end in time.
 */
bool explorer_is_late (const explorer *, uint64_t now);

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

/* Ask what the path knows and this condition; with an effort, or 0. */
verdict choosing_ask (explorer *, pending *, term condition, model *found,
                      uint64_t effort);

/* The same as hard questions are asked (patience.c). Where the path may wait
 * 'waits' is given, and true if it shall. The deadline of a question that has
 * another one; why one was lost.
 */
verdict patience_ask (explorer *, state *, term condition, model *found,
                      bool *waits);
uint64_t patience_until (const explorer *, uint64_t deadline);
cause patience_cause (explorer *);

/* It was too hard, and may be asked again when nothing else is left. */
bool patience_defers (explorer *);

/* Now that is so. False: the path waits again, or is gone. */
bool patience_resume (explorer *, pending *);

/* Nobody hears of the path. */
void explorer_drop (explorer *, pending *);

/* The values of the path are those that it prefers, as far as it can; what it
 * has is added to what it knows, or not.
 */
void choosing_prefer (explorer *, pending *, bool adds);

/* The path ends: its test may get better values. */
void explorer_settle (explorer *, pending *);

/* Tests of an earlier run as witnesses (seeding.c). The path is about to ask:
 * tests are its hints.
 */
void seeding_begin (explorer *, pending *, term condition);

/* The test satisfies this side, and all constraints that share inputs with it:
 * its values for them are added to 'out', which has none.
 */
bool seeding_shows_side (explorer *, pending *, uint32_t test, term side,
                         model *out);

/* With a rule (test_rule.h): alternatives that tests show become feasible; and
 * whether the others are believed not to be.
 */
bool seeding_settles (explorer *, state *, uint32_t n, const term *guard);

/* Each path goes on with the tests that take its alternative. */
void seeding_split (explorer *, pending *from, size_t n, const uint32_t *taken,
                    pending *const *into);

/* The same for one condition; the values of the test are 'seeded'. */
bool seeding_shows (explorer *, state *, term);

/* The values of the test with the same decisions, if they still lead here. */
bool seeding_adopt (explorer *, pending *);

void seeding_init (explorer *);
void seeding_release (explorer *);

/* Questions in the words of an earlier run (precedent.c). The alternative of
 * the witness is feasible; the others become so, all of them. False: it is to
 * be asked, and the answer noted if it is exact.
 */
bool precedent_find (explorer *, pending *, uint32_t n, const term *guard);
void precedent_note (explorer *, pending *, uint32_t n, const term *guard);

/* With --check=3 what is damaged ends the program (validity.c). */
void explorer_validate (explorer *, const pending *);
void explorer_validate_terms (const explorer *);

/* Fill in the chooser. */
void choosing_init (explorer *);
void choosing_release (explorer *);
