/* Every preset on related queries against brute force: the answer, the model
 * on the constraints, the core. A sample in 'make check', a million queries in
 * 'make check-long'.
 */

#include "support/related.h"
#include "test.h"

#include "lab/published/published.h"
#include "lab/query/query_ladder.h"
#include "term/eval.h"

#include <string.h>

#define BATCH 500 /* queries to one query_ladder */

typedef struct trial {
  context context;
  related related;
  query_ladder *ladder;
  evaluator *evaluator;
  term_vec query;
} trial;

static void start (trial *t, const char *preset, bool is_int, uint64_t seed) {
  context_init (&t->context);
  t->context.draft.preset = preset;
  t->context.extension = &published;
  t->related = (related) {.is_int = is_int};
  t->related.gen.ts = terms_new (&t->context.memory);
  t->related.gen.state = seed * 0x9e3779b97f4a7c15u + 1;
  t->ladder = query_ladder_new (&t->context, t->related.gen.ts, NULL);
  t->evaluator = evaluator_new (&t->context.memory, t->related.gen.ts);
}

static void stop (trial *t) {
  query_ladder_free (t->ladder);
  evaluator_free (t->evaluator);
  vec_release (&t->context.memory, &t->query);
  terms_free (t->related.gen.ts);
  context_release (&t->context);
  CHECK_EQ (t->context.memory.live, 0);
}

/* Which atoms of the query are in the core; bounds are always there. */
static unsigned core_mask (trial *t, const related_query *q) {
  const term_vec *core = query_ladder_core (t->ladder);
  unsigned mask = 0;
  for (size_t i = 0; i < core->len; i++) {
    bool found = false;
    for (size_t j = 0; j < t->query.len; j++)
      if (term_eq (core->data[i], t->query.data[j])) {
        found = true;
        if (j < q->n)
          mask |= 1u << j;
      }
    CHECK (found);
  }
  return mask;
}

static void ask (trial *t, const related_query *q) {
  related_terms (&t->related, q, &t->context.memory, &t->query);
  verdict v = query_ladder_ask (t->ladder, t->query.len, t->query.data, 0);
  CHECK (v != VERDICT_UNKNOWN);
  if (v == VERDICT_SAT)
    CHECK (evaluator_satisfies (t->evaluator, query_ladder_model (t->ladder),
                                t->query.len, t->query.data));
  else
    CHECK (!related_is_sat (&t->related, q, core_mask (t, q)));
}

/* Law 7: the rungs' queries sum up to all queries. */
static void check_sums (const trial *t, uint64_t asked) {
  const stats *s = &t->context.stats;
  uint64_t by_rung = 0;
  for (rung_kind k = 0; k < N_RUNGS; k++)
    by_rung += s->rung[k].queries;
  CHECK_EQ (s->queries, asked);
  CHECK_EQ (by_rung, asked);
  CHECK_EQ (s->answered_simplify + s->answered_rung + s->answered_solver,
            asked);
  CHECK_EQ (s->answers_sat + s->answers_unsat + s->answers_unknown, asked);
}

static void campaign (const char *preset, bool is_int, unsigned queries) {
  if (test_is_long ())
    queries *= 100;
  for (unsigned done = 0; done < queries; done += BATCH) {
    trial t = {.query = {0}};
    start (&t, preset, is_int, done + strlen (preset) * 7919u + is_int);
    for (unsigned i = 0; i < BATCH; i++) {
      related_query q;
      related_next (&t.related, &q);
      ask (&t, &q);
    }
    check_sums (&t, BATCH);
    stop (&t);
  }
}

#define PRESET_TESTS(NAME, KIND, QUERIES) \
  TEST (NAME##_vectors) { campaign (KIND, false, QUERIES); } \
  TEST (NAME##_integers) { campaign (KIND, true, QUERIES / 2); }

PRESET_TESTS (none, "none", 500)
PRESET_TESTS (caching, "caching", 500)
PRESET_TESTS (caching_opt, "cachingOpt", 500)
PRESET_TESTS (stack, "stack", 500)
PRESET_TESTS (stack_opt, "stackOpt", 500)
PRESET_TESTS (green, "green", 1000)
PRESET_TESTS (klee, "klee", 1000)
PRESET_TESTS (greentrie, "greentrie", 1000)
PRESET_TESTS (greentrie_printed, "greentrie-printed", 1000)
PRESET_TESTS (greentrie_complete, "greentrie-complete", 1000)
PRESET_TESTS (recal, "recal", 1000)
PRESET_TESTS (recal_complete, "recal-complete", 1000)
PRESET_TESTS (hybrid, "hybrid", 3000)
