/* The ladder from query to query: rungs switched off, stores, budgets,
 * interrupts.
 */

#include "proofs.h"
#include "support/related.h"

#include "lab/published/published.h"
#include "lab/query/query_ladder.h"
#include "term/eval.h"

#include <pthread.h>

typedef struct trial {
  context context;
  related related;
  terms *ts;
  query_ladder *ladder;
  evaluator *evaluator;
  term_vec query;
} trial;

static void trial_init (trial *t, uint64_t seed) {
  memset (t, 0, sizeof *t);
  context_init (&t->context);
  t->context.extension = &published;
  t->context.log.file = NULL;
  t->ts = terms_new (&t->context.memory);
  t->related.gen = (generator) {.ts = t->ts, .state = seed};
  t->evaluator = evaluator_new (&t->context.memory, t->ts);
}

/* After the options were set. */
static void trial_start (trial *t, store *s) {
  t->ladder = query_ladder_new (&t->context, t->ts, s);
}

/* Law 7: the rungs' queries sum up to all queries. */
static void check_sums (const stats *s, uint64_t asked) {
  uint64_t sum = 0;
  for (int k = 0; k < N_RUNGS; k++) {
    sum += s->rung[k].queries;
    CHECK (s->rung[k].answered <= s->rung[k].asked);
    CHECK_EQ (s->rung[k].wrong, 0);
  }
  CHECK_EQ (s->queries, asked);
  CHECK_EQ (sum, asked);
  CHECK_EQ (s->answered_simplify + s->answered_rung + s->answered_solver,
            asked);
  CHECK_EQ (s->answers_sat + s->answers_unsat + s->answers_unknown, asked);
}

static void trial_release (trial *t) {
  query_ladder_free (t->ladder);
  evaluator_free (t->evaluator);
  vec_release (&t->context.memory, &t->query);
  terms_free (t->ts);
  context_release (&t->context);
  CHECK_EQ (t->context.memory.live, 0);
}

static verdict ask (trial *t, uint64_t time) {
  verdict v = query_ladder_ask (t->ladder, t->query.len, t->query.data, time);
  if (v == VERDICT_SAT)
    CHECK (evaluator_satisfies (t->evaluator, query_ladder_model (t->ladder),
                                t->query.len, t->query.data));
  return v;
}

static verdict ask_related (trial *t) {
  related_query q;
  related_next (&t->related, &q);
  related_terms (&t->related, &q, &t->context.memory, &t->query);
  verdict v = ask (t, 0);
  if (v != VERDICT_UNKNOWN)
    CHECK_EQ (v == VERDICT_SAT, related_is_sat (&t->related, &q, ~0u));
  return v;
}

/* Rungs. */

#define STREAM 600

static void check_without (const char *option, rung_kind k, bool is_int) {
  trial t;
  trouble why = {0};
  trial_init (&t, 77);
  t.related.is_int = is_int;
  if (option)
    CHECK_EQ (options_set (&t.context.draft, &why, option, "false"), ST_OK);
  trial_start (&t, NULL);
  for (unsigned i = 0; i < STREAM; i++)
    CHECK (ask_related (&t) != VERDICT_UNKNOWN);
  check_sums (&t.context.stats, STREAM);
  if (option && k != RUNG_SIMPLIFY)
    CHECK_EQ (t.context.stats.rung[k].asked, 0);
  trial_release (&t);
}

#define WITHOUT(NAME, KIND) \
  TEST (without_##NAME) { \
    check_without ("rung-" #NAME, RUNG_##KIND, false); \
    check_without ("rung-" #NAME, RUNG_##KIND, true); \
  }

WITHOUT (witness, WITNESS)
WITHOUT (native, NATIVE)
WITHOUT (reduce, REDUCE)
WITHOUT (exact, EXACT)
WITHOUT (stored, STORED)
WITHOUT (implied, IMPLIED)
WITHOUT (models, MODELS)
WITHOUT (slice, SIMPLIFY)

TEST (without_suspension) { check_without ("suspend", RUNG_SIMPLIFY, false); }
TEST (with_everything) { check_without (NULL, RUNG_SIMPLIFY, false); }

/* Arrays: the values of a slice replace those of the path before. */

static term array_term (trial *t, const char *name, term index) {
  term a = term_var (t->ts, name, strlen (name), sort_array (8, 8));
  return term_select (t->ts, a, index);
}

static term random_byte (trial *t) {
  generator *g = &t->related.gen;
  term k = term_bv (t->ts, 8, generate_below (g, 6));
  term i = term_var (t->ts, generate_one_in (g, 2) ? "i" : "j", 1, sort_bv (8));
  switch (generate_below (g, 5)) {
  case 0:
    return i;
  case 1:
    return array_term (t, "a", i);
  case 2:
    return array_term (t, "b", term_binary (t->ts, KIND_BV_ADD, i, k));
  default:
    return array_term (t, generate_one_in (g, 2) ? "a" : "b", k);
  }
}

static term random_condition (trial *t) {
  generator *g = &t->related.gen;
  term x = random_byte (t);
  term y = generate_one_in (g, 3) ? random_byte (t)
                                  : term_bv (t->ts, 8, generate_below (g, 12));
  term c =
      term_binary (t->ts, generate_one_in (g, 2) ? KIND_EQ : KIND_BV_ULT, x, y);
  return generate_one_in (g, 2) ? c : term_not (t->ts, c);
}

static unsigned check_arrays (const char *preset, store *s, store_mode mode) {
  trial t;
  trouble why = {0};
  trial_init (&t, 5);
  CHECK_EQ (options_set (&t.context.draft, &why, "preset", preset), ST_OK);
  t.context.draft.store_mode = mode;
  trial_start (&t, s);
  unsigned n_sat = 0;
  for (unsigned i = 0; i < 500; i++) {
    size_t keep = generate_below (&t.related.gen, (unsigned) t.query.len + 1);
    t.query.len = t.query.len > 8 || generate_one_in (&t.related.gen, 4)
                      ? keep
                      : t.query.len;
    vec_push (&t.context.memory, &t.query, random_condition (&t));
    verdict v = ask (&t, 0);
    CHECK (v != VERDICT_UNKNOWN);
    n_sat += v == VERDICT_SAT;
    if (v == VERDICT_UNSAT)
      t.query.len--;
  }
  if (strcmp (preset, "none")) /* a technique, which has no rungs */
    check_sums (&t.context.stats, 500);
  trial_release (&t);
  return n_sat;
}

TEST (arrays_along_a_path) {
  unsigned n = check_arrays ("hybrid", NULL, STORE_RW);
  CHECK (n > 100 && n < 500);
  CHECK_EQ (check_arrays ("none", NULL, STORE_RW), n);
}

TEST (arrays_with_a_store) {
  place p;
  place_init (&p);
  store *s = place_open (&p);
  unsigned n = check_arrays ("hybrid", s, STORE_RW);
  store_close (s);
  s = place_open (&p);
  CHECK_EQ (check_arrays ("hybrid", s, STORE_RW), n);
  CHECK_EQ (check_arrays ("hybrid", s, STORE_ENFORCE), n);
  store_close (s);
  place_remove (&p);
}

/* Rests. */

/* Two numbers above 1: their sum is easy to meet, their product hard. */
static void push_numbers (trial *t, kind k, unsigned n) {
  memory *mem = &t->context.memory;
  terms *ts = t->ts;
  term one = term_bv (ts, 11, 1);
  term x = term_var (ts, "x", 1, sort_bv (11));
  term y = term_var (ts, "y", 1, sort_bv (11));
  term both = term_binary (ts, k, term_zext (ts, 11, x), term_zext (ts, 11, y));
  vec_clear (&t->query);
  vec_push (mem, &t->query, term_equal (ts, both, term_bv (ts, 22, n)));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, one, x));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, one, y));
}

static uint64_t count_rests (kind k, unsigned first) {
  trial t;
  trial_init (&t, 1);
  trial_start (&t, NULL);
  for (unsigned i = 0; i < 140; i++) {
    push_numbers (&t, k, first + 2 * i);
    CHECK (ask (&t, 0) != VERDICT_UNKNOWN);
  }
  uint64_t res = t.context.stats.rung[RUNG_EXACT].rests;
  trial_release (&t);
  return res;
}

TEST (rungs_rest_where_solving_is_cheap) {
  CHECK_EQ (count_rests (KIND_BV_ADD, 101), 1);
  CHECK_EQ (count_rests (KIND_BV_MUL, 3000001), 0);
}

/* Budgets. */

/* The factors of a product of two large primes. */
static void push_hard (trial *t, const char *a, const char *b) {
  memory *mem = &t->context.memory;
  terms *ts = t->ts;
  term x = term_var (ts, a, 1, sort_bv (100));
  term y = term_var (ts, b, 1, sort_bv (100));
  term one = term_bv (ts, 100, 1), top = term_bv (ts, 100, 1ull << 45);
  term product =
      term_binary (ts, KIND_BV_MUL, term_bv (ts, 100, 17592186044423),
                   term_bv (ts, 100, 17592186044399));
  vec_push (mem, &t->query,
            term_equal (ts, term_binary (ts, KIND_BV_MUL, x, y), product));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, one, x));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, one, y));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, x, top));
  vec_push (mem, &t->query, term_binary (ts, KIND_BV_ULT, y, top));
}

TEST (budget_is_not_spent_twice) {
  trial t;
  trial_init (&t, 1);
  trial_start (&t, NULL);
  const rung_stats *solver = t.context.stats.rung + RUNG_SOLVER;
  push_hard (&t, "x", "y");
  CHECK_EQ (ask (&t, 1000000), VERDICT_UNKNOWN);
  CHECK_EQ (query_ladder_why (t.ladder), REASON_TIMEOUT);
  CHECK_EQ (solver->asked, 1);
  CHECK_EQ (ask (&t, 1000), VERDICT_UNKNOWN);
  CHECK_EQ (query_ladder_why (t.ladder), REASON_TIMEOUT);
  CHECK_EQ (solver->asked, 1);
  t.query.len = 0;
  push_hard (&t, "v", "w"); /* the same under other names */
  CHECK_EQ (ask (&t, 1000), VERDICT_UNKNOWN);
  CHECK_EQ (solver->asked, 1);
  CHECK_EQ (ask (&t, 2 * solver->time + 100000000), VERDICT_UNKNOWN);
  CHECK_EQ (solver->asked, 2);
  check_sums (&t.context.stats, 4);
  trial_release (&t);
}

/* Unknown is not unsat: with time the answer is found, also below it. */
TEST (larger_budget_answers) {
  trial t;
  trial_init (&t, 1);
  trial_start (&t, NULL);
  memory *mem = &t.context.memory;
  term x = term_var (t.ts, "x", 1, sort_bv (32));
  term y = term_var (t.ts, "y", 1, sort_bv (32));
  term top = term_bv (t.ts, 32, 1 << 12);
  vec_push (mem, &t.query,
            term_equal (t.ts, term_binary (t.ts, KIND_BV_MUL, x, y),
                        term_bv (t.ts, 32, 1009 * 2003)));
  vec_push (mem, &t.query, term_binary (t.ts, KIND_BV_ULT, x, y));
  vec_push (mem, &t.query, term_binary (t.ts, KIND_BV_ULT, y, top));
  CHECK_EQ (ask (&t, 1), VERDICT_UNKNOWN);
  CHECK_EQ (ask (&t, 0), VERDICT_SAT);
  CHECK_EQ (ask (&t, 1), VERDICT_SAT);
  check_sums (&t.context.stats, 3);
  trial_release (&t);
}

/* Interrupts. */

typedef struct alarm_clock {
  query_ladder *ladder;
  unsigned ms;
} alarm_clock;

static void *ring (void *state) {
  const alarm_clock *a = state;
  usleep (a->ms * 1000);
  query_ladder_interrupt (a->ladder);
  return NULL;
}

/* All of the query ends, not only the slice that is being solved. */
TEST (interrupt_ends_the_query) {
  trial t;
  pthread_t thread;
  trial_init (&t, 1);
  trial_start (&t, NULL);
  push_hard (&t, "x", "y");
  push_hard (&t, "v", "w");
  alarm_clock a = {t.ladder, 50};
  CHECK_EQ (pthread_create (&thread, NULL, ring, &a), 0);
  CHECK_EQ (ask (&t, 0), VERDICT_UNKNOWN);
  CHECK_EQ (query_ladder_why (t.ladder), REASON_INTERRUPTED);
  CHECK_EQ (pthread_join (thread, NULL), 0);
  t.query.len = 0;
  for (unsigned i = 0; i < 20; i++)
    CHECK (ask_related (&t) != VERDICT_UNKNOWN);
  check_sums (&t.context.stats, 21);
  trial_release (&t);
}

/* No interrupt gets lost; it ends one query. */
TEST (interrupt_before_a_query) {
  trial t;
  trial_init (&t, 1);
  trial_start (&t, NULL);
  push_hard (&t, "x", "y");
  query_ladder_interrupt (t.ladder);
  CHECK_EQ (ask (&t, 0), VERDICT_UNKNOWN);
  CHECK_EQ (query_ladder_why (t.ladder), REASON_INTERRUPTED);
  t.query.len = 0;
  CHECK (ask_related (&t) != VERDICT_UNKNOWN);
  trial_release (&t);
}

/* Stores. */

#define STORED_STREAM 2500

static void run_stored (place *p, store_mode mode, bool is_int, uint64_t seed,
                        stats *out) {
  trial t;
  store *s = place_open (p);
  trial_init (&t, seed);
  t.related.is_int = is_int;
  t.context.draft.store_mode = mode;
  trial_start (&t, s);
  for (unsigned i = 0; i < STORED_STREAM; i++)
    if (ask_related (&t) == VERDICT_UNKNOWN)
      CHECK_EQ (query_ladder_why (t.ladder), REASON_ENFORCED);
  check_sums (&t.context.stats, STORED_STREAM);
  *out = t.context.stats;
  trial_release (&t);
  store_close (s);
}

static void check_stored (bool is_int) {
  place p;
  stats cold, warm, enforced;
  place_init (&p);
  run_stored (&p, STORE_RW, is_int, 4, &cold);
  run_stored (&p, STORE_RW, is_int, 4, &warm);
  CHECK_EQ (cold.answers_sat, warm.answers_sat);
  CHECK_EQ (cold.answers_unsat, warm.answers_unsat);
  CHECK (warm.rung[RUNG_SOLVER].asked < cold.rung[RUNG_SOLVER].asked / 2);
  p.config.mode = STORE_ENFORCE;
  run_stored (&p, STORE_ENFORCE, is_int, 4, &enforced);
  CHECK_EQ (enforced.enforced, 0);
  CHECK_EQ (enforced.answers_unknown, 0);
  CHECK_EQ (enforced.rung[RUNG_SOLVER].asked, 0);
  place_remove (&p);
}

TEST (stored_vectors) { check_stored (false); }
TEST (stored_integers) { check_stored (true); }

/* What an enforced store does not have is unknown, never wrong. */
TEST (enforced_misses) {
  place p;
  stats cold, other;
  place_init (&p);
  run_stored (&p, STORE_RW, false, 4, &cold);
  p.config.mode = STORE_ENFORCE;
  run_stored (&p, STORE_ENFORCE, false, 1234, &other);
  CHECK (other.enforced);
  CHECK_EQ (other.enforced, other.answers_unknown);
  CHECK_EQ (other.rung[RUNG_SOLVER].asked, 0);
  place_remove (&p);
}
