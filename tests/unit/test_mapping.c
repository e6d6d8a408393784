/* Mapping against all injections of the leaves, and against evaluation. */

#include "reuse/mapping.h"

#include "logic/reduce.h"
#include "term/leaves.h"

#include "slices.h"

#define VARS 3
#define MOST 5
#define PLENTY 10000000

typedef struct world {
  brute brute;
  mapper *mapper;
  sort sort;
  term left[VARS], right[VARS]; /* leaves of pattern and target */
} world;

static void open_world (world *w, sort s) {
  brute_init (&w->brute);
  w->mapper = mapper_new (&w->brute.mem, w->brute.terms);
  w->sort = s;
  for (int i = 0; i < VARS; i++) {
    char name[3] = {'l', (char) ('0' + i), 0};
    w->left[i] = term_var (w->brute.terms, name, 2, s);
    name[0] = 'r';
    w->right[i] = brute_var (&w->brute, name, s);
  }
}

static void close_world (world *w) {
  mapper_free (w->mapper);
  brute_release (&w->brute);
}

/* The conjuncts that these seeds give over these variables. */
static void grow (world *w, const term *vars, size_t n, const uint64_t *seeds,
                  term *out) {
  term kept[VARS];
  memcpy (kept, w->brute.var, sizeof kept);
  memcpy (w->brute.var, vars, sizeof kept);
  for (size_t i = 0; i < n; i++) {
    uint64_t seed = seeds[i];
    out[i] = slice_conjunct (&w->brute, &seed, w->sort);
  }
  memcpy (w->brute.var, kept, sizeof kept);
}

static void reduce (world *w, size_t n, const term *t, reduction *r) {
  atom a[2 * MOST];
  for (size_t i = 0; i < n; i++)
    a[i] = atom_of (w->brute.terms, &w->brute.arena, t[i]);
  reduce_atoms (w->brute.terms, &w->brute.arena, n, a, r);
}

static const int injections[6][VARS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static bool exists_injection (world *w, size_t n, const uint64_t *seeds,
                              const reduction *target) {
  for (int i = 0; i < 6; i++) {
    term image[VARS], t[MOST];
    reduction r;
    for (int k = 0; k < VARS; k++)
      image[k] = w->right[injections[i][k]];
    grow (w, image, n, seeds, t);
    reduce (w, n, t, &r);
    if (!r.is_unsat && slice_includes (target->n, target->atom, r.n, r.atom))
      return true;
  }
  return false;
}

/* The target must imply the pattern with the leaves mapped. */
static void check_claim (world *w, size_t n, const uint64_t *seeds, size_t m,
                         const term *target) {
  term image[VARS], t[MOST];
  for (int k = 0; k < VARS; k++) {
    image[k] = mapper_image (w->mapper, w->left[k]);
    if (!image[k].id)
      image[k] = w->right[0];
  }
  grow (w, image, n, seeds, t);
  for (uint64_t i = 0; i < brute_count (&w->brute); i++) {
    bool holds = true;
    brute_assign (&w->brute, i);
    for (size_t k = 0; holds && k < m; k++)
      holds = evaluator_holds (w->brute.eval, target[k]);
    for (size_t k = 0; holds && k < n; k++)
      if (!evaluator_holds (w->brute.eval, t[k]))
        FAIL ("a mapping that does not imply");
  }
}

static bool find (world *w, const reduction *p, const reduction *t,
                  unsigned *steps) {
  variant pattern[2 * MOST], target[4 * MOST];
  arena *a = &w->brute.arena;
  size_t n = mapper_prepare (w->mapper, a, p->n, p->atom, false, pattern);
  size_t m = mapper_prepare (w->mapper, a, t->n, t->atom, true, target);
  return mapper_find (w->mapper, n, pattern, m, target, steps);
}

/* Target: the pattern under some injection with more conjuncts, or anything. */
static bool one_case (world *w, uint64_t *seed) {
  uint64_t seeds[2 * MOST];
  size_t n = 1 + random_below (seed, MOST - 1);
  size_t m = random_below (seed, 3);
  bool is_instance = random_below (seed, 3);
  const int *injection = injections[random_below (seed, 6)];
  term image[VARS], t[2 * MOST], p[MOST];
  reduction pattern, target;
  for (size_t i = 0; i < n + m; i++)
    seeds[i] = random_next (seed);
  for (int k = 0; k < VARS; k++)
    image[k] = w->right[injection[k]];
  grow (w, w->left, n, seeds, p);
  if (is_instance)
    grow (w, image, n + m, seeds, t);
  else {
    uint64_t others[2 * MOST];
    for (size_t i = 0; i < n + m; i++)
      others[i] = random_next (seed);
    grow (w, w->right, n + m, others, t);
  }
  reduce (w, n, p, &pattern);
  reduce (w, n + m, t, &target);
  if (pattern.is_unsat || target.is_unsat || !pattern.n)
    return false;
  unsigned steps = PLENTY;
  bool found = find (w, &pattern, &target, &steps);
  if (found)
    check_claim (w, n, seeds, n + m, t);
  else
    CHECK (!exists_injection (w, n, seeds, &target));
  return found;
}

static void many_cases (sort s, uint64_t seed, unsigned n) {
  world w;
  open_world (&w, s);
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++) {
    found += one_case (&w, &seed);
    arena_reset (&w.brute.arena);
  }
  CHECK (found > n / 4 && found < n);
  close_world (&w);
}

TEST (bit_vectors_against_all_injections) {
  many_cases (sort_bv (3), 1, test_is_long () ? 50000 : 2000);
}

TEST (integers_against_all_injections) {
  many_cases (SORT_INT, 2, test_is_long () ? 2000 : 150);
}

/* The pairs of a cycle of n variables, all alike. */
static void make_cycle (terms *ts, arena *a, char name, size_t n, atom *out) {
  term v[16];
  for (size_t i = 0; i < n; i++)
    v[i] = term_var (ts, (char[]) {name, (char) ('a' + i), 0}, 2, sort_bv (8));
  for (size_t i = 0; i < n; i++) {
    term pair = term_binary (ts, KIND_BV_AND, v[i], v[(i + 1) % n]);
    out[i] = atom_of (ts, a,
                      term_binary (ts, KIND_BV_ULT, term_bv (ts, 8, 3), pair));
  }
}

/* A cycle of nine goes onto one of seven, but not the other way, and only
 * trying all ways shows that.
 */
TEST (interchangeable_leaves_stay_within_budget) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  arena a;
  arena_init (&a, &mem);
  mapper *m = mapper_new (&mem, ts);
  atom nine[9], seven[7];
  variant pattern[18], target[18];
  make_cycle (ts, &a, 'n', 9, nine);
  make_cycle (ts, &a, 's', 7, seven);
  unsigned steps = PLENTY;
  mapper_prepare (m, &a, 9, nine, false, pattern);
  mapper_prepare (m, &a, 7, seven, true, target);
  CHECK (mapper_find (m, 9, pattern, 7, target, &steps));
  mapper_prepare (m, &a, 7, seven, false, pattern);
  mapper_prepare (m, &a, 9, nine, true, target);
  steps = PLENTY;
  CHECK (!mapper_find (m, 7, pattern, 9, target, &steps));
  CHECK (steps > 0 && steps < PLENTY - 1000);
  steps = 200;
  CHECK (!mapper_find (m, 7, pattern, 9, target, &steps));
  CHECK_EQ (steps, 0);
  mapper_free (m);
  arena_release (&a);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Deep prefixes are given up, not walked to the end; nor do they overflow. */
TEST (deep_prefixes) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  arena a;
  arena_init (&a, &mem);
  mapper *m = mapper_new (&mem, ts);
  atom p[2];
  for (int side = 0; side < 2; side++) {
    term x = term_var (ts, side ? "x" : "y", 1, sort_bv (32)), y = x;
    for (unsigned i = 0; i < 100000; i++) {
      draft d = {.kind = i % 2 ? KIND_BV_UDIV : KIND_BV_XOR,
                 .sort = sort_bv (32),
                 .arg = {y, x}};
      y = term_intern (ts, &d);
    }
    p[side] = (atom) {y, domain_point (&a, sort_bv (32), 1)};
  }
  variant pattern[2], target[2];
  size_t n = mapper_prepare (m, &a, 1, p, false, pattern);
  size_t nt = mapper_prepare (m, &a, 1, p + 1, true, target);
  CHECK_EQ (pattern[0].label, target[0].label);
  unsigned steps = 200;
  CHECK (!mapper_find (m, n, pattern, nt, target, &steps));
  CHECK_EQ (steps, 0);
  steps = PLENTY;
  CHECK (mapper_find (m, n, pattern, nt, target, &steps));
  mapper_free (m);
  arena_release (&a);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
