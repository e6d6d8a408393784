/* The SAT kernel against CaDiCaL, on random clauses. */

#include "solver/sat.h"

#include "test.h"

#include <ccadical.h>
#include <stdlib.h>

typedef struct random_state {
  uint64_t x;
} random_state;

static uint32_t draw (random_state *r, uint32_t n) {
  r->x = r->x * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((r->x >> 33) % n);
}

static int to_int (lit l) {
  return l & 1 ? -(int) lit_var (l) : (int) lit_var (l);
}

typedef struct rig {
  memory mem;
  sat *ours;
  CCaDiCaL *theirs;
  guard guard;
  uint32_t n_vars;
  lit_vec clauses; /* each ended by LIT_FALSE */
  unsigned n_sat, n_unsat;
} rig;

static void rig_init (rig *r, uint32_t n_vars) {
  *r = (rig) {.n_vars = n_vars};
  r->ours = sat_new (&r->mem);
  r->theirs = ccadical_init ();
  for (uint32_t v = 1; v <= n_vars; v++)
    sat_activate (r->ours, v, v & 1);
}

static void rig_release (rig *r) {
  sat_free (r->ours);
  ccadical_release (r->theirs);
  vec_release (&r->mem, &r->clauses);
  CHECK_EQ (r->mem.live, 0);
}

static void random_lits (rig *r, random_state *rnd, size_t n, lit *lits) {
  for (size_t i = 0; i < n;) {
    lits[i] = lit_make (1 + draw (rnd, r->n_vars)) | draw (rnd, 2);
    size_t k = 0;
    while (lit_var (lits[k]) != lit_var (lits[i]))
      k++;
    i += k == i;
  }
}

static void add_random (rig *r, random_state *rnd) {
  lit lits[4];
  size_t n = draw (rnd, 12) ? 3 : 2 + draw (rnd, 3);
  random_lits (r, rnd, n, lits);
  sat_add (r->ours, n, lits);
  for (size_t i = 0; i < n; i++) {
    ccadical_add (r->theirs, to_int (lits[i]));
    vec_push (&r->mem, &r->clauses, lits[i]);
  }
  ccadical_add (r->theirs, 0);
  vec_push (&r->mem, &r->clauses, LIT_FALSE);
}

static void check_model (const rig *r, size_t n, const lit *assumption) {
  for (size_t i = 0; i < n; i++)
    CHECK (sat_value (r->ours, assumption[i]));
  bool holds = false;
  for (size_t i = 0; i < r->clauses.len; i++) {
    if (r->clauses.data[i] == LIT_FALSE) {
      CHECK (holds);
      holds = false;
    } else
      holds |= sat_value (r->ours, r->clauses.data[i]);
  }
}

static void check_core (rig *r, size_t n, const lit *assumption) {
  const lit_vec *failed = sat_failed (r->ours);
  for (size_t i = 0; i < failed->len; i++) {
    bool is_assumed = false;
    for (size_t k = 0; k < n; k++)
      is_assumed |= assumption[k] == failed->data[i];
    CHECK (is_assumed);
    ccadical_assume (r->theirs, to_int (failed->data[i]));
  }
  CHECK_EQ (ccadical_solve (r->theirs), 20);
}

static void ask (rig *r, size_t n, const lit *assumption) {
  verdict v = sat_solve (r->ours, n, assumption, UINT64_MAX / 2, &r->guard);
  for (size_t i = 0; i < n; i++)
    ccadical_assume (r->theirs, to_int (assumption[i]));
  int expect = ccadical_solve (r->theirs);
  CHECK_EQ (v, expect == 10 ? VERDICT_SAT : VERDICT_UNSAT);
  CHECK (sat_is_valid (r->ours));
  if (v == VERDICT_SAT) {
    r->n_sat++;
    check_model (r, n, assumption);
  } else {
    r->n_unsat++;
    check_core (r, n, assumption);
  }
}

/* The assumptions change at the end more often than at the beginning. */
static void change (rig *r, random_state *rnd, size_t *n, lit *assumption) {
  size_t keep = *n ? *n - draw (rnd, (uint32_t) (*n < 4 ? *n : 4) + 1) : 0;
  if (!draw (rnd, 10))
    keep = draw (rnd, (uint32_t) keep + 1);
  size_t add = draw (rnd, 4);
  for (size_t i = keep; i < keep + add; i++)
    assumption[i] = lit_make (1 + draw (rnd, r->n_vars)) | draw (rnd, 2);
  *n = keep + add;
}

static void run_stream (uint64_t seed, uint32_t n_vars, unsigned calls) {
  random_state rnd = {seed};
  rig r;
  rig_init (&r, n_vars);
  unsigned target = n_vars * 43 / 10, n_clauses = 0;
  lit assumption[64];
  size_t n = 0;
  for (unsigned i = 0; i < calls; i++) {
    for (unsigned k = draw (&rnd, 8); k && n_clauses < target; k--)
      add_random (&r, &rnd), n_clauses++;
    change (&r, &rnd, &n, assumption);
    if (n > 40)
      n = 40;
    ask (&r, n, assumption);
  }
  rig_release (&r);
}

TEST (agrees_with_cadical_on_small_streams) {
  for (uint64_t seed = 1; seed <= 60; seed++)
    run_stream (seed, 5 + (uint32_t) seed % 30, 100);
}

TEST (agrees_with_cadical_near_the_threshold) {
  for (uint64_t seed = 1; seed <= 4; seed++)
    run_stream (seed * 7919, 100, 300);
}

TEST (conflicts_are_limited_and_the_answer_comes_later) {
  random_state rnd = {5};
  rig r;
  rig_init (&r, 200);
  for (unsigned i = 0; i < 880; i++)
    add_random (&r, &rnd);
  CHECK_EQ (sat_solve (r.ours, 0, NULL, 5, &r.guard), VERDICT_UNKNOWN);
  ask (&r, 0, NULL);
  rig_release (&r);
}

TEST (a_stopped_guard_stops) {
  random_state rnd = {6};
  rig r;
  rig_init (&r, 300);
  for (unsigned i = 0; i < 1278; i++)
    add_random (&r, &rnd);
  guard_start (&r.guard, 1); /* long ago */
  CHECK_EQ (sat_solve (r.ours, 0, NULL, UINT64_MAX / 2, &r.guard),
            VERDICT_UNKNOWN);
  CHECK_EQ (r.guard.why, REASON_TIMEOUT);
  rig_release (&r);
}

/* Gates x = a & b in a chain; only the cone of one of them is active. */
TEST (inactive_variables_stay_out) {
  memory mem = {0};
  sat *s = sat_new (&mem);
  guard g = {0};
  for (uint32_t v = 3; v < 100; v++) {
    lit o = lit_make (v), a = lit_make (v - 1), b = lit_make (v - 2);
    sat_add (s, 2, (lit[]) {lit_not (o), a});
    sat_add (s, 2, (lit[]) {lit_not (o), b});
    sat_add (s, 3, (lit[]) {o, lit_not (a), lit_not (b)});
  }
  for (uint32_t v = 1; v <= 10; v++)
    sat_activate (s, v, v < 3);
  lit top = lit_make (10);
  CHECK_EQ (sat_solve (s, 1, &top, 1000, &g), VERDICT_SAT);
  CHECK (sat_value (s, lit_make (1)) && sat_value (s, lit_make (2)));
  sat_keep (s, 1);
  for (uint32_t v = 11; v <= 20; v++) /* implied before it was active */
    sat_activate (s, v, false);
  lit both[] = {top, lit_not (lit_make (20))};
  CHECK_EQ (sat_solve (s, 2, both, 1000, &g), VERDICT_UNSAT);
  CHECK_EQ (sat_failed (s)->len, 2);
  CHECK_EQ (sat_conflicts (s), 0);
  sat_shrink (s, 11);
  CHECK (sat_is_valid (s));
  CHECK_EQ (sat_solve (s, 1, &top, 1000, &g), VERDICT_SAT);
  sat_free (s);
  CHECK_EQ (mem.live, 0);
}
