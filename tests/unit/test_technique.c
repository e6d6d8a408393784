#include "lab/technique/technique.h"

#include "base/clock.h"
#include "base/log.h"
#include "context/phases.h"
#include "context/stats.h"
#include "lab/technique/technique_priv.h"
#include "test.h"
#include "universe.h"

#include <string.h>

static void check_core (universe *u, technique *t, size_t n,
                        const term *asked) {
  const term_vec *core = technique_core (t);
  CHECK (core->len && core->len <= n);
  CHECK (!universe_terms_sat (u, core->len, core->data));
  for (size_t i = 0; i < core->len; i++) {
    bool found = false;
    for (size_t j = 0; j < n; j++)
      found |= term_eq (core->data[i], asked[j]);
    CHECK (found);
  }
}

static void ask (universe *u, technique *t, size_t n, const term *asked) {
  verdict v = technique_check (t, n, asked, 0);
  CHECK (v != VERDICT_UNKNOWN);
  CHECK_EQ (v == VERDICT_SAT, universe_terms_sat (u, n, asked));
  if (v == VERDICT_SAT)
    CHECK (evaluator_satisfies (u->ev, technique_model (t), n, asked));
  else if (universe_random (u, 2))
    check_core (u, t, n, asked);
}

/* A walk in a tree of decisions: queries grow, shrink and branch. In one order
 * the question comes first, as KLEE logs it.
 */
static void walk (universe *u, technique *t, unsigned steps, bool is_first) {
  term asked[UNIVERSE_MAX + 1], *path = asked + 1;
  size_t base = u->is_int ? 4 : 0, n = base;
  for (size_t i = 0; i < base; i++)
    path[i] = u->constraint[i];
  for (unsigned s = 0; s < steps; s++) {
    if (n > base && !universe_random (u, 3))
      n -= 1 + universe_random (u, (uint32_t) (n - base));
    term next = u->constraint[universe_random (u, u->n)];
    if (is_first) {
      asked[0] = next;
      ask (u, t, n + 1, asked);
    } else {
      path[n] = next;
      ask (u, t, n + 1, path);
    }
    path[n] = next;
    bool is_sat = technique_model (t);
    if (is_sat && n < 12)
      n++;
  }
}

static void check_kind (technique_kind k, backend_kind b) {
  unsigned seeds = test_is_long () ? 40 : test_is_sanitized () ? 3 : 4;
  for (unsigned seed = 1; seed <= seeds; seed++) {
    universe *u = universe_new (1000 * k + seed, 60, seed % 4 == 3);
    stats s = {0};
    technique *t = technique_new (&(technique_config) {.mem = &u->mem,
                                                       .terms = u->ts,
                                                       .stats = &s,
                                                       .kind = k,
                                                       .backend = b,
                                                       .check = 1});
    walk (u, t, 150, seed % 2);
    CHECK_EQ (s.queries, 150);
    CHECK_EQ (s.answered_simplify + s.answered_rung + s.answered_solver, 150);
    CHECK_EQ (s.answers_sat + s.answers_unsat, 150);
    CHECK_EQ (s.bad_models, 0);
    technique_free (t);
    universe_free (u);
  }
}

TEST (baseline_z3) { check_kind (TECHNIQUE_BASELINE, BACKEND_Z3); }
TEST (caching_z3) { check_kind (TECHNIQUE_CACHING, BACKEND_Z3); }
TEST (caching_opt_z3) { check_kind (TECHNIQUE_CACHING_OPT, BACKEND_Z3); }
TEST (stack_z3) { check_kind (TECHNIQUE_STACK, BACKEND_Z3); }
TEST (stack_opt_z3) { check_kind (TECHNIQUE_STACK_OPT, BACKEND_Z3); }
TEST (baseline_auto) { check_kind (TECHNIQUE_BASELINE, BACKEND_AUTO); }
TEST (caching_auto) { check_kind (TECHNIQUE_CACHING, BACKEND_AUTO); }
TEST (caching_opt_auto) { check_kind (TECHNIQUE_CACHING_OPT, BACKEND_AUTO); }
TEST (stack_auto) { check_kind (TECHNIQUE_STACK, BACKEND_AUTO); }
TEST (stack_opt_auto) { check_kind (TECHNIQUE_STACK_OPT, BACKEND_AUTO); }

typedef struct world {
  memory mem;
  terms *ts;
  stats stats;
  technique *t;
} world;

static void world_open (world *w, technique_kind k, backend_kind b) {
  *w = (world) {0};
  w->ts = terms_new (&w->mem);
  w->t = technique_new (&(technique_config) {.mem = &w->mem,
                                             .terms = w->ts,
                                             .stats = &w->stats,
                                             .kind = k,
                                             .backend = b,
                                             .check = 1});
}

static void world_close (world *w) {
  technique_free (w->t);
  terms_free (w->ts);
  CHECK_EQ (w->mem.live, 0);
}

static term byte (world *w, const char *name) {
  return term_var (w->ts, name, strlen (name), sort_bv (8));
}

static term below (world *w, term x, unsigned bound) {
  return term_binary (w->ts, KIND_BV_ULT, x, term_bv (w->ts, 8, bound));
}

TEST (answers_on_sight) {
  for (int k = 0; k < TECHNIQUE_COUNT; k++) {
    world w;
    world_open (&w, (technique_kind) k, BACKEND_Z3);
    term a = below (&w, byte (&w, "x"), 5), b = below (&w, byte (&w, "y"), 5);
    CHECK_EQ (technique_check (w.t, 0, NULL, 0), VERDICT_SAT);
    term truth[] = {TERM_TRUE, TERM_TRUE};
    CHECK_EQ (technique_check (w.t, 2, truth, 0), VERDICT_SAT);
    CHECK_STR (technique_answered_by (w.t), "simplify");
    term lie[] = {a, TERM_FALSE};
    CHECK_EQ (technique_check (w.t, 2, lie, 0), VERDICT_UNSAT);
    CHECK_EQ (technique_core (w.t)->len, 1);
    CHECK (term_eq (technique_core (w.t)->data[0], TERM_FALSE));
    term both = term_and (w.ts, a, b);
    term clash[] = {term_not (w.ts, a), TERM_TRUE, both};
    CHECK_EQ (technique_check (w.t, 3, clash, 0), VERDICT_UNSAT);
    CHECK_EQ (technique_core (w.t)->len, 2);
    CHECK (term_eq (technique_core (w.t)->data[1], both));
    CHECK_EQ (w.stats.answered_simplify, 4);
    world_close (&w);
  }
}

TEST (caching_answers_slices_once) {
  technique_kind kinds[] = {TECHNIQUE_CACHING, TECHNIQUE_CACHING_OPT};
  for (int i = 0; i < 2; i++) {
    world w;
    world_open (&w, kinds[i], BACKEND_Z3);
    term a = below (&w, byte (&w, "x"), 5), b = below (&w, byte (&w, "y"), 5);
    term c = term_not (w.ts, below (&w, byte (&w, "y"), 9));
    term ab[] = {a, b}, ba[] = {b, a}, abc[] = {a, b, c}, bc[] = {c, b};
    CHECK_EQ (technique_check (w.t, 2, ab, 0), VERDICT_SAT);
    CHECK_EQ (w.stats.solver_z3, 2);
    CHECK_EQ (technique_check (w.t, 2, ba, 0), VERDICT_SAT);
    CHECK_STR (technique_answered_by (w.t), "cache");
    CHECK_EQ (technique_check (w.t, 3, abc, 0), VERDICT_UNSAT);
    CHECK_EQ (w.stats.solver_z3, 3);
    CHECK_EQ (technique_core (w.t)->len, 2);
    CHECK_EQ (technique_check (w.t, 2, bc, 0), VERDICT_UNSAT);
    CHECK_STR (technique_answered_by (w.t), "cache");
    CHECK_EQ (technique_core (w.t)->len, 2);
    CHECK_EQ (w.stats.solver_z3, 3);
    world_close (&w);
  }
}

/* A cached model that is wrong is found out once. */
TEST (wrong_models_are_forgotten) {
  technique_kind kinds[] = {TECHNIQUE_CACHING, TECHNIQUE_CACHING_OPT};
  for (int i = 0; i < 2; i++) {
    world w;
    world_open (&w, kinds[i], BACKEND_Z3);
    logger silent = {0};
    w.t->config.log = &silent;
    term x = byte (&w, "x"), y = byte (&w, "y");
    term a = below (&w, x, 5), b = below (&w, y, 5), c = below (&w, y, 4);
    term ab[] = {a, b}, ac[] = {a, c};
    CHECK_EQ (technique_check (w.t, 1, &a, 0), VERDICT_SAT);
    CHECK_EQ (technique_check (w.t, 1, &b, 0), VERDICT_SAT);
    slice_cache *all =
        *(slice_cache **) w.t->state; /* it comes first in both */
    CHECK_EQ (all->entry.len, 2);
    model_set (all->entry.data[0].model, x, 200);
    CHECK_EQ (technique_check (w.t, 2, ab, 0), VERDICT_SAT);
    CHECK (model_get (technique_model (w.t), x) < 5);
    CHECK_EQ (w.stats.bad_models, 1);
    CHECK_EQ (technique_check (w.t, 2, ac, 0), VERDICT_SAT);
    CHECK_EQ (technique_check (w.t, 1, &a, 0), VERDICT_SAT);
    CHECK_EQ (w.stats.bad_models, 1);
    world_close (&w);
  }
}

/* A query counts for the solver as soon as one slice needed it. */
TEST (counters_of_slices) {
  technique_kind kinds[] = {TECHNIQUE_CACHING, TECHNIQUE_CACHING_OPT};
  for (int i = 0; i < 2; i++) {
    world w;
    phases p;
    phases_init (&p);
    world_open (&w, kinds[i], BACKEND_BITS);
    w.t->config.phases = &p;
    term y = byte (&w, "y");
    term a = below (&w, byte (&w, "x"), 5);
    term no = term_equal (w.ts, term_binary (w.ts, KIND_BV_MUL, y, y),
                          term_bv (w.ts, 8, 3));
    term both[] = {a, no};
    CHECK_EQ (technique_check (w.t, 1, &no, 0), VERDICT_UNSAT);
    CHECK_EQ (technique_check (w.t, 2, both, 0), VERDICT_UNSAT);
    CHECK_EQ (technique_check (w.t, 2, both, 0), VERDICT_UNSAT);
    CHECK_EQ (w.stats.queries, 3);
    /* cachingOpt may look at the slice it knows first. */
    CHECK_EQ (w.stats.answered_solver, i ? w.stats.solver_bits : 2);
    CHECK_EQ (w.stats.answered_rung, 3 - w.stats.answered_solver);
    CHECK_EQ (p.depth, 0);
    world_close (&w);
  }
}

/* Two slices read different elements of one array. */
TEST (slices_of_one_array) {
  for (int k = 0; k < TECHNIQUE_COUNT; k++) {
    world w;
    world_open (&w, (technique_kind) k, BACKEND_Z3);
    term a = term_var (w.ts, "a", 1, sort_array (32, 8)), asked[3];
    for (unsigned i = 0; i < 2; i++)
      asked[i] = term_equal (w.ts, term_select (w.ts, a, term_bv (w.ts, 32, i)),
                             term_bv (w.ts, 8, 7 + i));
    CHECK_EQ (technique_check (w.t, 2, asked, 0), VERDICT_SAT);
    CHECK_EQ (model_element (technique_model (w.t), a, 0), 7);
    CHECK_EQ (model_element (technique_model (w.t), a, 1), 8);
    term i = term_var (w.ts, "i", 1, sort_bv (32));
    asked[2] =
        term_equal (w.ts, term_select (w.ts, a, i), term_bv (w.ts, 8, 9));
    CHECK_EQ (technique_check (w.t, 3, asked, 0), VERDICT_SAT);
    CHECK_EQ (model_element (technique_model (w.t), a, 1), 8);
    CHECK (model_get (technique_model (w.t), i) > 1);
    world_close (&w);
  }
}

/* A difficult question, then an easy one that contains its path. Then the
 * difficult one again: no answer was remembered.
 */
static void check_unknown (backend_kind b) {
  for (int k = 0; k < TECHNIQUE_COUNT; k++) {
    world w;
    world_open (&w, (technique_kind) k, b);
    term a = below (&w, byte (&w, "z"), 5);
    term hard[] = {a, universe_hard (w.ts)};
    for (int i = 0; i < 2; i++) {
      uint64_t deadline = clock_now () + CLOCK_SECOND / 10;
      verdict v = technique_check (w.t, 2, hard, deadline);
      CHECK_EQ (v, VERDICT_UNKNOWN);
      CHECK_EQ (technique_why (w.t), REASON_TIMEOUT);
      CHECK (!technique_model (w.t));
      CHECK (strcmp (technique_answered_by (w.t), "cache"));
      CHECK_EQ (technique_check (w.t, 1, &a, 0), VERDICT_SAT);
    }
    world_close (&w);
  }
}

TEST (unknown_is_not_remembered_z3) { check_unknown (BACKEND_Z3); }
TEST (unknown_is_not_remembered_bits) { check_unknown (BACKEND_BITS); }

/* Every answer of every technique, proved again. */
TEST (techniques_at_level_three) {
  for (int k = 0; k < TECHNIQUE_COUNT; k++) {
    universe *u = universe_new (77, 40, false);
    stats s = {0};
    technique *t =
        technique_new (&(technique_config) {.mem = &u->mem,
                                            .terms = u->ts,
                                            .stats = &s,
                                            .kind = (technique_kind) k,
                                            .backend = BACKEND_Z3,
                                            .check = 3});
    for (unsigned i = 0; i + 4 <= u->n; i++)
      CHECK (technique_check (t, 4, u->constraint + i, 0) != VERDICT_UNKNOWN);
    CHECK_EQ (s.confirmed, s.queries);
    technique_free (t);
    universe_free (u);
  }
}
