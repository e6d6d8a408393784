/* Implied answers against enumeration: every answer is true, and none is
 * missed that a scan over all stored sets finds.
 */

#include "reuse/implied.h"

#include "term/leaves.h"

#include "slices.h"

#define MOST 7

typedef struct stored {
  verdict verdict;
  size_t n;
  atom *atom;
} stored;

/* Conjuncts, by the seeds that make them. */
typedef struct recipe {
  size_t n;
  uint64_t seed[MOST];
} recipe;

typedef struct world {
  brute brute;
  bench *bench;
  rung *rung;
  sort sort;
  model *model;
  term_vec core;
  VEC (stored) stored;
  VEC (recipe) recipes[2]; /* of satisfiable and unsatisfiable ones */
  bool is_wide;
  arena kept;
} world;

static void open_world (world *w, sort s, unsigned n_vars) {
  memset (w, 0, sizeof *w);
  brute_init (&w->brute);
  w->sort = s;
  w->bench = bench_new (&w->brute.mem, w->brute.terms);
  w->rung =
      rung_new_implied (&(rung_site) {.mem = &w->brute.mem, .bench = w->bench});
  w->model = model_new (&w->brute.mem, w->brute.terms);
  arena_init (&w->kept, &w->brute.mem);
  for (unsigned i = 0; i < n_vars; i++)
    brute_var (&w->brute, (char[]) {(char) ('p' + i), 0}, s);
}

static void close_world (world *w) {
  rung_free (w->rung);
  bench_free (w->bench);
  model_free (w->model);
  arena_release (&w->kept);
  vec_release (&w->brute.mem, &w->core);
  vec_release (&w->brute.mem, &w->stored);
  vec_release (&w->brute.mem, w->recipes);
  vec_release (&w->brute.mem, w->recipes + 1);
  brute_release (&w->brute);
}

/* By enumeration; the model is then in 'brute'. */
static bool is_sat (world *w, size_t n, const term *t) {
  for (uint64_t i = 0; i < brute_count (&w->brute); i++) {
    bool holds = true;
    brute_assign (&w->brute, i);
    for (size_t k = 0; holds && k < n; k++)
      holds = evaluator_holds (w->brute.eval, t[k]);
    if (holds)
      return true;
  }
  return false;
}

static size_t shrink (world *w, size_t n, term *t) {
  for (size_t i = n; i-- > 0;) {
    term without[MOST];
    memcpy (without, t, n * sizeof *t);
    without[i] = without[n - 1];
    if (!is_sat (w, n - 1, without))
      t[i] = t[--n];
  }
  return n;
}

static void keep (world *w, verdict v, const reduction *r) {
  stored s = {v, r->n, arena_alloc (&w->kept, r->n * sizeof (atom))};
  if (r->is_unsat || !r->n)
    return;
  for (size_t i = 0; i < r->n; i++)
    s.atom[i] =
        (atom) {r->atom[i].prefix, domain_copy (&w->kept, r->atom[i].domain)};
  vec_push (&w->brute.mem, &w->stored, s);
}

static void teach (world *w, problem *p) {
  finding f = {.verdict = VERDICT_SAT, .model = w->brute.model};
  if (is_sat (w, p->n, p->constraint)) {
    w->rung->class->learn (w->rung, p, NULL, &f);
    keep (w, VERDICT_SAT, problem_reduced (p));
    return;
  }
  term t[MOST];
  memcpy (t, p->constraint, p->n * sizeof *t);
  problem *core = problem_new (w->bench, shrink (w, p->n, t), t);
  f = (finding) {.verdict = VERDICT_UNSAT};
  w->rung->class->learn (w->rung, p, core, &f);
  keep (w, VERDICT_UNSAT, problem_reduced (core));
}

static verdict ask (world *w, problem *p) {
  model_clear (w->model);
  vec_clear (&w->core);
  finding f = {.model = w->model, .core = &w->core};
  verdict v = w->rung->class->ask (w->rung, p, &f);
  if (v == VERDICT_SAT)
    CHECK (problem_holds (p, w->model));
  if (v == VERDICT_UNSAT) {
    CHECK (w->core.len > 0 && w->core.len <= p->n);
    CHECK (!is_sat (w, w->core.len, w->core.data));
  }
  return v;
}

static bool scan (const world *w, const reduction *r) {
  for (size_t i = 0; i < w->stored.len; i++) {
    const stored *s = w->stored.data + i;
    if (s->verdict == VERDICT_SAT
            ? slice_includes (s->n, s->atom, r->n, r->atom)
            : slice_includes (r->n, r->atom, s->n, s->atom))
      return true;
  }
  return false;
}

/* Integers are kept within what is enumerated. */
static size_t add_bounds (world *w, term *t) {
  terms *ts = w->brute.terms;
  if (!sort_is_int (w->sort))
    return 0;
  term low = term_int (ts, num_of_i64 (&w->kept, -BRUTE_FAR));
  term high = term_int (ts, num_of_i64 (&w->kept, BRUTE_FAR));
  for (size_t i = 0; i < w->brute.n; i++) {
    *t++ = term_binary (ts, KIND_INT_LE, low, w->brute.var[i]);
    *t++ = term_binary (ts, KIND_INT_LE, w->brute.var[i], high);
  }
  return 2 * w->brute.n;
}

static void exchange_vars (world *w, uint64_t *seed) {
  unsigned i = random_below (seed, (unsigned) w->brute.n);
  unsigned k = random_below (seed, (unsigned) w->brute.n);
  term t = w->brute.var[i];
  w->brute.var[i] = w->brute.var[k];
  w->brute.var[k] = t;
}

/* Something new, something unsatisfiable with more added, or something
 * satisfiable with less in it.
 */
static recipe choose (world *w, uint64_t *seed, size_t most) {
  recipe r = {0};
  unsigned which = random_below (seed, 3);
  if (which < 2 && w->recipes[which].len)
    r = w->recipes[which]
            .data[random_below (seed, (unsigned) w->recipes[which].len)];
  if (which == 0 && r.n > 1)
    r.n--;
  else
    for (size_t more = which == 2 ? most : random_below (seed, 3);
         more-- && r.n < most;)
      r.seed[r.n++] = random_next (seed);
  return r;
}

static size_t cook (world *w, const recipe *r, term *t) {
  size_t n = add_bounds (w, t);
  for (size_t i = 0; i < r->n; i++) {
    uint64_t seed = r->seed[i];
    t[n] = w->is_wide ? slice_wide_conjunct (&w->brute, &seed, 3, 6)
                      : slice_conjunct (&w->brute, &seed, w->sort);
    n += !term_is_const (w->brute.terms, t[n]);
  }
  return n;
}

static void one_case (world *w, uint64_t *seed, bool complete) {
  term t[MOST];
  recipe chosen = choose (w, seed, MOST - add_bounds (w, t));
  exchange_vars (w, seed);
  problem *p = problem_new (w->bench, cook (w, &chosen, t), t);
  const reduction *r = problem_reduced (p);
  verdict v = ask (w, p);
  if (!r->is_unsat && r->n && v == VERDICT_UNKNOWN) {
    if (complete)
      CHECK (!scan (w, r));
    bool sat = is_sat (w, p->n, p->constraint);
    teach (w, p);
    vec_push (&w->brute.mem, w->recipes + !sat, chosen);
    if (complete && problem_reduced (p)->n)
      CHECK (!sat || ask (w, p) == VERDICT_SAT);
  }
  bench_clear (w->bench);
}

static void many_cases (sort s, unsigned n_vars, unsigned n, uint64_t seed,
                        bool is_wide) {
  world w;
  implied_stat stat;
  open_world (&w, s, n_vars);
  w.is_wide = is_wide;
  implied_set_limits (w.rung, IMPLIED_MAX_SETS, 1 << 30);
  for (unsigned i = 0; i < n; i++)
    one_case (&w, &seed, true);
  implied_get_stat (w.rung, &stat);
  CHECK (stat.unsat > 0 && stat.sat > 0);
  CHECK (stat.mapped_unsat > 0 && stat.mapped_sat > 0);
  CHECK (stat.mappable_sets <= stat.sat_sets + stat.unsat_sets);
  CHECK_EQ (w.rung->class->count (w.rung), stat.sat_sets + stat.unsat_sets);
  close_world (&w);
}

TEST (bit_vectors) {
  many_cases (sort_bv (3), 3, test_is_long () ? 20000 : 1500, 1, false);
}

TEST (extended_bit_vectors) {
  many_cases (sort_bv (3), 3, test_is_long () ? 20000 : 1000, 2, true);
}

TEST (integers) {
  many_cases (SORT_INT, 2, test_is_long () ? 5000 : 500, 3, false);
}

/* With small budgets and few sets answers may be missed, but never wrong. */
TEST (within_limits) {
  world w;
  implied_stat stat;
  uint64_t seed = 4;
  open_world (&w, sort_bv (3), 4);
  implied_set_limits (w.rung, 40, 24);
  for (unsigned i = 0; i < 400; i++) {
    one_case (&w, &seed, false);
    CHECK (w.rung->class->count (w.rung) <= 40);
  }
  implied_get_stat (w.rung, &stat);
  CHECK (stat.exhausted > 0 && stat.evicted > 0);
  CHECK (stat.unsat + stat.mapped_unsat > 0 && stat.sat + stat.mapped_sat > 0);
  close_world (&w);
}

static atom interval (world *w, term x, uint64_t low, uint64_t high) {
  return (atom) {x, domain_between (&w->kept, w->sort, low, high)};
}

static verdict find (world *w, size_t n, const atom *a) {
  const uint32_t *used;
  size_t n_used;
  return implied_find (w->rung, n, a, w->model, &used, &n_used);
}

/* A stronger set is not kept beside a weaker one; an equal one not twice. */
TEST (subsumed_sets) {
  world w;
  implied_stat stat;
  open_world (&w, sort_bv (8), 3);
  const term *v = w.brute.var;
  atom weak[2] = {interval (&w, v[0], 0, 9), interval (&w, v[1], 5, 7)};
  atom strong[3] = {interval (&w, v[0], 1, 9), interval (&w, v[1], 5, 6),
                    interval (&w, v[2], 1, 1)};
  atom other[2] = {interval (&w, v[0], 1, 9), interval (&w, v[1], 5, 8)};
  CHECK (implied_insert (w.rung, VERDICT_UNSAT, 2, weak, NULL));
  CHECK (!implied_insert (w.rung, VERDICT_UNSAT, 2, weak, NULL));
  CHECK (!implied_insert (w.rung, VERDICT_UNSAT, 3, strong, NULL));
  CHECK_EQ (find (&w, 2, other), VERDICT_UNKNOWN);
  CHECK (implied_insert (w.rung, VERDICT_UNSAT, 2, other, NULL));
  CHECK_EQ (find (&w, 3, strong), VERDICT_UNSAT);
  CHECK_EQ (find (&w, 1, strong), VERDICT_UNKNOWN);
  implied_get_stat (w.rung, &stat);
  CHECK_EQ (stat.unsat_sets, 2);
  CHECK_EQ (stat.mappable_sets, 2);
  atom renamed[2] = {interval (&w, v[2], 5, 7), interval (&w, v[1], 0, 9)};
  CHECK (implied_insert (w.rung, VERDICT_UNSAT, 2, renamed, NULL));
  implied_get_stat (w.rung, &stat);
  CHECK_EQ (stat.unsat_sets, 3);
  CHECK_EQ (stat.mappable_sets, 2);
  close_world (&w);
}

/* A set of many sizes of one shape, then its first atom alone. */
TEST (shorter_set_cuts_longer_ones) {
  world w;
  open_world (&w, sort_bv (8), 4);
  const term *v = w.brute.var;
  for (unsigned i = 0; i < 20; i++) {
    atom a[4];
    for (unsigned k = 0; k < 4; k++)
      a[k] = interval (&w, v[k], k == 3 ? 7 : i, k == 3 ? 9 : i + k);
    CHECK (implied_insert (w.rung, VERDICT_UNSAT, 4, a, NULL));
  }
  atom first = interval (&w, v[3], 7, 9);
  CHECK (implied_insert (w.rung, VERDICT_UNSAT, 1, &first, NULL));
  atom q = interval (&w, v[3], 8, 9);
  CHECK_EQ (find (&w, 1, &q), VERDICT_UNSAT);
  close_world (&w);
}

/* Arrays. */

typedef struct input {
  world world;
  term array[2], place;
} input;

static void open_input (input *in) {
  open_world (&in->world, sort_bv (8), 0);
  terms *ts = in->world.brute.terms;
  in->array[0] = term_var (ts, "a", 1, sort_array (32, 8));
  in->array[1] = term_var (ts, "b", 1, sort_array (32, 8));
  in->place = term_var (ts, "i", 1, sort_bv (32));
}

static term byte_at (input *in, int array, uint64_t at) {
  terms *ts = in->world.brute.terms;
  return term_select (ts, in->array[array], term_bv (ts, 32, at));
}

/* Bytes of one input become others of another input. */
TEST (elements_are_leaves) {
  input in;
  open_input (&in);
  world *w = &in.world;
  terms *ts = w->brute.terms;
  atom s[3], q[3];
  for (int side = 0; side < 2; side++) {
    term x = byte_at (&in, side, side ? 9 : 0);
    term y = byte_at (&in, side, side ? 2 : 1);
    atom *a = side ? q : s;
    a[0] = interval (w, x, 0, side ? 3 : 4);
    a[1] = interval (w, y, 0, 4);
    a[2] = atom_in (ts, &w->kept, term_binary (ts, KIND_BV_ADD, x, y),
                    domain_between (&w->kept, sort_bv (8), 9, 20));
  }
  CHECK (implied_insert (w->rung, VERDICT_UNSAT, 3, s, NULL));
  CHECK_EQ (find (w, 3, q), VERDICT_UNSAT);
  q[0] = interval (w, q[0].prefix, 0, 5);
  CHECK_EQ (find (w, 3, q), VERDICT_UNKNOWN);
  close_world (w);
}

/* a[i] = 5, a[3] = 7, a[4] = 8, i is 3 or 4; with b[3] it has a model. */
TEST (elements_of_whole_arrays_are_not) {
  input in;
  open_input (&in);
  world *w = &in.world;
  terms *ts = w->brute.terms;
  atom s[4] = {interval (w, term_select (ts, in.array[0], in.place), 5, 5),
               interval (w, byte_at (&in, 0, 3), 7, 7),
               interval (w, byte_at (&in, 0, 4), 8, 8),
               {in.place, domain_between (&w->kept, sort_bv (32), 3, 4)}};
  CHECK (implied_insert (w->rung, VERDICT_UNSAT, 4, s, NULL));
  atom q[4];
  memcpy (q, s, sizeof q);
  q[1].prefix = byte_at (&in, 1, 3);
  CHECK_EQ (find (w, 4, q), VERDICT_UNKNOWN);
  q[0].prefix = term_select (ts, in.array[1], in.place);
  q[2].prefix = byte_at (&in, 1, 4);
  CHECK_EQ (find (w, 4, q), VERDICT_UNSAT);
  q[2].prefix = byte_at (&in, 1, 5);
  CHECK_EQ (find (w, 4, q), VERDICT_UNKNOWN);
  close_world (w);
}

/* Models of whole arrays, for the same array and for another one. */
TEST (models_of_arrays) {
  input in;
  open_input (&in);
  world *w = &in.world;
  terms *ts = w->brute.terms;
  evaluator *ev = w->brute.eval;
  for (int side = 0; side < 2; side++) {
    atom a =
        atom_of (ts, &w->kept,
                 term_equal (ts, term_select (ts, in.array[side], in.place),
                             term_bv (ts, 8, 5)));
    term t[2] = {atom_term (ts, a),
                 term_binary (ts, KIND_BV_ULT, term_bv (ts, 32, 8), in.place)};
    problem *p = problem_new (w->bench, 2, t);
    model *m = w->brute.model;
    if (!side) {
      model_set_element (m, in.array[0], 10, 5);
      model_set (m, in.place, 10);
      finding f = {.verdict = VERDICT_SAT, .model = m};
      CHECK (evaluator_satisfies (ev, m, 2, t));
      w->rung->class->learn (w->rung, p, NULL, &f);
    }
    CHECK_EQ (ask (w, p), VERDICT_SAT);
  }
  close_world (w);
}
