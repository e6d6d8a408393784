/* Knowledge of paths, against the list of everything that was said.
 *
 * Random forks of paths get random constraints; the oracle that finds values
 * is a few hundred random assignments. Checked: the witness always satisfies
 * everything that was said on the path, slices are complete, forks do not
 * disturb each other.
 */

#include "explore/knowledge.h"
#include "support/generate.h"
#include "term/eval.h"
#include "term/leaves.h"
#include "test.h"

#define PATHS 12
#define VARS 6
#define WIDTH 5

typedef struct path_said {
  knowledge *known;
  term_vec said;
} path_said;

typedef struct field {
  memory mem;
  terms *ts;
  knowing *owner;
  generator gen;
  term var[VARS];
  path_said path[PATHS];
  evaluator *ev;
  model *values;
} field;

static void field_init (field *f, uint64_t seed) {
  *f = (field) {.mem = {0}};
  f->ts = terms_new (&f->mem);
  terms_set_key (f->ts, (hash128) {seed, 2}, 128);
  f->owner = knowing_new (&f->mem, f->ts);
  f->gen = (generator) {.ts = f->ts, .state = seed};
  f->ev = evaluator_new (&f->mem, f->ts);
  f->values = model_new (&f->mem, f->ts);
  for (int i = 0; i < VARS; i++) {
    char name[2] = {(char) ('a' + i), 0};
    f->var[i] = term_var (f->ts, name, 1, sort_bv (WIDTH));
  }
  f->path[0].known = knowledge_new (f->owner);
}

static void field_release (field *f) {
  for (int i = 0; i < PATHS; i++) {
    knowledge_free (f->path[i].known);
    vec_release (&f->mem, &f->path[i].said);
  }
  knowing_free (f->owner);
  evaluator_free (f->ev);
  model_free (f->values);
  terms_free (f->ts);
  CHECK_EQ (f->mem.live, 0);
}

static term any_var (field *f) {
  return f->var[generate_below (&f->gen, VARS)];
}

static term any_constraint (field *f) {
  kind k[] = {KIND_EQ, KIND_BV_ULT, KIND_BV_SLE};
  term c = term_bv (f->ts, WIDTH, generate_bits (&f->gen));
  term a = any_var (f), b = generate_one_in (&f->gen, 3) ? any_var (f) : c;
  term t = term_binary (f->ts, k[generate_below (&f->gen, 3)], a, b);
  if (generate_one_in (&f->gen, 2))
    t = term_not (f->ts, t);
  return generate_one_in (&f->gen, 4)
             ? term_and (f->ts, t,
                         term_binary (f->ts, KIND_BV_ULE, any_var (f), c))
             : t;
}

/* Values for the slice and the constraint, by trying. */
static bool find_values (field *f, knowledge *k, term t) {
  term_vec slice = {0};
  bool is_found = false;
  knowledge_slice (k, t, &slice);
  vec_push (&f->mem, &slice, t);
  for (int try = 0; try < 300 && !is_found; try++) {
    model_clear (f->values);
    for (size_t i = 0; i < slice.len; i++) {
      const leaf_set *l = term_leaves (f->ts, slice.data[i]);
      for (uint32_t j = 0; j < l->n; j++)
        if (!model_has (f->values, l->leaf[j]))
          model_set (f->values, l->leaf[j],
                     generate_bits (&f->gen) & ((1u << WIDTH) - 1));
    }
    is_found = evaluator_satisfies (f->ev, f->values, slice.len, slice.data);
  }
  vec_release (&f->mem, &slice);
  return is_found;
}

static void say (field *f, path_said *p) {
  term t = any_constraint (f);
  if (term_is_const (f->ts, t))
    return;
  if (knowledge_holds (p->known, t, NULL))
    knowledge_add (p->known, t, NULL);
  else if (knowledge_is_fixed (p->known, t) || !find_values (f, p->known, t))
    return;
  else
    knowledge_add (p->known, t, f->values);
  vec_push (&f->mem, &p->said, t);
}

static void fork_path (field *f, int from, int to) {
  path_said *a = f->path + from, *b = f->path + to;
  if (from == to)
    return;
  knowledge_free (b->known);
  vec_clear (&b->said);
  b->known = knowledge_fork (a->known);
  for (size_t i = 0; i < a->said.len; i++)
    vec_push (&f->mem, &b->said, a->said.data[i]);
}

static void check_path (field *f, const path_said *p) {
  model_clear (f->values);
  for (int i = 0; i < VARS; i++)
    model_set (f->values, f->var[i], knowledge_input (p->known, f->var[i]));
  CHECK (evaluator_satisfies (f->ev, f->values, p->said.len, p->said.data));
  for (size_t i = 0; i < p->said.len; i++)
    CHECK (knowledge_holds (p->known, p->said.data[i], NULL));
}

/* All constraints have the same meaning as all that was said: compared under
 * random values. And a fixed input has one value only.
 */
static void check_all (field *f, const path_said *p) {
  term_vec all = {0};
  knowledge_all (p->known, &all);
  CHECK_EQ (all.len, knowledge_size (p->known));
  CHECK (knowledge_is_valid (p->known));
  for (int try = 0; try < 20; try++) {
    model_clear (f->values);
    for (int i = 0; i < VARS; i++)
      model_set (f->values, f->var[i],
                 generate_bits (&f->gen) & ((1u << WIDTH) - 1));
    bool said =
        evaluator_satisfies (f->ev, f->values, p->said.len, p->said.data);
    CHECK_EQ (said, evaluator_satisfies (f->ev, f->values, all.len, all.data));
    knowledge *k = knowledge_fork (p->known); /* the original stays as it is */
    CHECK_EQ (knowledge_adopt (k, f->values), said);
    for (size_t i = 0; said && i < p->said.len; i++)
      CHECK (knowledge_holds (k, p->said.data[i], f->values));
    for (size_t i = 0; i < p->said.len; i++)
      CHECK (knowledge_holds (k, p->said.data[i], NULL));
    knowledge_free (k);
    for (int i = 0; said && i < VARS; i++)
      if (knowledge_is_fixed (p->known, f->var[i]))
        CHECK_EQ (model_get (f->values, f->var[i]),
                  knowledge_input (p->known, f->var[i]));
  }
  vec_release (&f->mem, &all);
}

TEST (knowledge_random_paths) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    field f;
    field_init (&f, seed * 77);
    for (int i = 1; i < PATHS; i++)
      fork_path (&f, 0, i);
    for (int step = 0; step < 300; step++) {
      path_said *p = f.path + generate_below (&f.gen, PATHS);
      if (generate_one_in (&f.gen, 5))
        fork_path (&f, (int) (p - f.path),
                   (int) generate_below (&f.gen, PATHS));
      else if (p->said.len < 20)
        say (&f, p);
      check_path (&f, p);
      if (step % 10 == 0)
        check_all (&f, p);
    }
    field_release (&f);
  }
}

/* The digest is about what shares inputs with the question, in any order. */
TEST (knowledge_digests) {
  field f;
  field_init (&f, 6);
  knowledge *k = f.path[0].known, *other = knowledge_fork (k);
  term five = term_bv (f.ts, WIDTH, 5);
  term a = term_binary (f.ts, KIND_BV_ULT, f.var[0], five);
  term b = term_binary (f.ts, KIND_BV_ULT, f.var[1], five);
  hash128 none = knowledge_digest (k, 1, f.var);
  knowledge_add (k, a, NULL);
  hash128 first = knowledge_digest (k, 1, f.var);
  CHECK (!hash128_eq (none, first));
  knowledge_add (k, b, NULL);
  CHECK (hash128_eq (knowledge_digest (k, 1, f.var), first));
  CHECK (!hash128_eq (knowledge_digest (k, 2, f.var), first));
  knowledge_add (other, b, NULL);
  knowledge_add (other, a, NULL);
  CHECK (hash128_eq (knowledge_digest (k, 2, f.var),
                     knowledge_digest (other, 2, f.var)));
  term_vec inputs = {0};
  knowledge_inputs (k, 3, f.var, &inputs);
  CHECK_EQ (inputs.len, 3);
  vec_release (&f.mem, &inputs);
  knowledge_free (other);
  field_release (&f);
}

TEST (knowledge_slices_are_apart) {
  field f;
  field_init (&f, 5);
  knowledge *k = f.path[0].known;
  term five = term_bv (f.ts, WIDTH, 5);
  term a = term_binary (f.ts, KIND_BV_ULT, f.var[0], five);
  term b = term_binary (f.ts, KIND_BV_ULT, f.var[1], five);
  term_vec slice = {0};
  knowledge_add (k, a, NULL);
  knowledge_add (k, b, NULL);
  knowledge_slice (k, f.var[0], &slice);
  CHECK_EQ (slice.len, 1);
  term ab = term_binary (f.ts, KIND_BV_ULE, f.var[0], f.var[1]);
  knowledge_add (k, ab, NULL);
  knowledge_slice (k, f.var[0], &slice);
  CHECK_EQ (slice.len, 3);
  vec_release (&f.mem, &slice);
  field_release (&f);
}

/* At the end also inputs that nothing was said about have values; what was said
 * stays true, and nothing is added to it.
 */
TEST (knowledge_settles) {
  field f;
  field_init (&f, 7);
  knowledge *k = f.path[0].known;
  term a = f.var[0], b = f.var[1], five = term_bv (f.ts, WIDTH, 5);
  term both = term_equal (f.ts, a, b);
  knowledge_add (k, term_binary (f.ts, KIND_BV_ULT, a, five), NULL);
  model_set (f.values, a, 9);
  model_set (f.values, b, 9);
  CHECK (!knowledge_settle (k, both, f.values));
  CHECK_EQ (knowledge_input (k, b), 0);
  model_set (f.values, a, 3);
  model_set (f.values, b, 3);
  model_set (f.values, f.var[2], 3); /* of no interest */
  knowledge *other = knowledge_fork (k);
  CHECK (knowledge_settle (k, both, f.values));
  CHECK_EQ (knowledge_input (k, a), 3);
  CHECK_EQ (knowledge_input (k, b), 3);
  CHECK_EQ (knowledge_input (k, f.var[2]), 0);
  CHECK_EQ (knowledge_size (k), 1);
  CHECK_EQ (knowledge_input (other, b), 0);
  knowledge_free (other);
  field_release (&f);
}

/* What is left for the default of a large switch says of each value what its
 * conjuncts say, in no more constraints than there are gaps.
 */
static bool holds_at (field *f, term x, uint64_t v, size_t n, const term *t) {
  model_set (f->values, x, v);
  return evaluator_satisfies (f->ev, f->values, n, t);
}

static void leave_default (field *f, uint64_t stay) {
  generator *g = &f->gen;
  term x = term_var (f->ts, "x", 1, sort_bv (8)), all = TERM_TRUE;
  term of = generate_one_in (g, 2) ? x : term_binary (f->ts, KIND_BV_ADD, x, x);
  term below = term_binary (f->ts, KIND_BV_ULE, x,
                            term_bv (f->ts, 8, stay | generate_bits (g)));
  knowledge *k = f->path[0].known;
  model_set (f->values, x, stay);
  knowledge_add (k, below, f->values);
  for (uint64_t i = 0, n = 120 + generate_below (g, 300); i < n; i++) {
    term c = term_bv (f->ts, 8, generate_bits (g));
    term out = term_not (f->ts, term_equal (f->ts, of, c));
    if (holds_at (f, x, stay, 1, &out))
      all = term_and (f->ts, all, out);
  }
  model_set (f->values, x, stay);
  knowledge_add (k, all, f->values);
  term_vec got = {0};
  knowledge_all (k, &got);
  bool was_in = false;
  uint64_t gaps = 0;
  for (uint64_t v = 0; v < 256; v++) {
    bool is_in = holds_at (f, x, v, 1, &all);
    CHECK_EQ (is_in && holds_at (f, x, v, 1, &below),
              holds_at (f, x, v, got.len, got.data));
    gaps += was_in && !is_in;
    was_in = is_in;
  }
  CHECK (knowledge_is_valid (k) && got.len <= gaps + 3);
  vec_release (&f->mem, &got);
}

TEST (knowledge_of_a_default) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    field f;
    field_init (&f, seed);
    leave_default (&f, generate_bits (&f.gen) & 255);
    field_release (&f);
  }
}
