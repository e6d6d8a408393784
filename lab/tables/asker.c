#include "lab/tables/asker.h"

#include "lab/cache/green.h"
#include "lab/cache/greentrie.h"
#include "lab/cache/recal.h"
#include "lab/cache/ubtree.h"
#include "lab/tables/scratch.h"
#include "lab/technique/node_count.h"
#include "lab/technique/technique.h"
#include "ladder/ladder.h"
#include "solver/backend.h"
#include "store/store.h"

typedef VEC (model *) model_vec;

struct asker {
  lab *lab;
  asker_kind kind;
  terms *terms;
  unsigned symbols;
  uint64_t solved; /* without the ladder's */

  /* a published technique */
  bench *bench;
  rung *rung; /* NULL: none */
  backend *solver;
  model *model;
  term_vec set;
  technique *technique; /* instead of rung and solver */
  node_count *nodes;    /* or NULL */

  /* ours */
  oracle *ladder;
  scratch place; /* of the store, if it has one */
  store *store;
  model_vec suite, next_suite;
};

static rung *make_rung (const asker *a) {
  rung_site site = {.mem = a->lab->mem, .bench = a->bench};
  switch (a->kind) {
  case ASK_GREEN:
    return rung_new_green (&site);
  case ASK_KLEE:
    return rung_new_ubtree_green (&site, true);
  case ASK_GREENTRIE:
    return rung_new_greentrie (&site);
  case ASK_RECAL_EQUAL:
    return rung_new_recal_equal (&site);
  case ASK_RECAL:
    return rung_new_recal_complete (&site);
  default:
    return NULL;
  }
}

static technique *make_technique (const asker *a) {
  return technique_new (&(technique_config) {
      .mem = a->lab->mem,
      .terms = a->terms,
      .stats = &a->lab->context->stats,
      .kind = (technique_kind) (TECHNIQUE_BASELINE + (a->kind - ASK_BASELINE)),
      .backend = a->lab->context->options.backend == BACKEND_AUTO
                     ? BACKEND_Z3
                     : a->lab->context->options.backend,
      .log = &a->lab->context->log});
}

asker *asker_new (lab *l, asker_kind which) {
  asker *a = memory_zalloc (l->mem, sizeof *a);
  a->lab = l;
  a->kind = which;
  a->terms = terms_new (l->mem);
  if (which == ASK_HYBRID) {
    a->ladder = ladder_new (l->context, a->terms, NULL);
    return a;
  }
  a->terms->simplify = false;
  if (which >= ASK_BASELINE) {
    a->technique = make_technique (a);
    return a;
  }
  a->bench = bench_new (l->mem, a->terms);
  a->rung = make_rung (a);
  a->model = model_new (l->mem, a->terms);
  a->solver =
      backend_new_z3 (&(backend_config) {.mem = l->mem, .terms = a->terms});
  return a;
}

static status asker_open_store (asker *a) {
  context *c = a->lab->context;
  store_config config = {.mem = a->lab->mem,
                         .log = &c->log,
                         .place = scratch_path (&a->place),
                         .mode = STORE_RW,
                         .trust = TRUST_OWN};
  return store_open (&config, &c->trouble, &a->store);
}

asker *asker_new_stored (lab *l, asker_kind which) {
  asker *a = asker_new (l, which);
  if (which != ASK_HYBRID)
    return a;
  oracle_free (a->ladder);
  a->ladder = NULL;
  if (scratch_open (l, &a->place) || asker_open_store (a)) {
    asker_free (a);
    return NULL;
  }
  a->ladder = ladder_new (l->context, a->terms, a->store);
  return a;
}

static void drop_suite (asker *a, model_vec *v) {
  for (size_t i = 0; i < v->len; i++)
    model_free (v->data[i]);
  vec_release (a->lab->mem, v);
}

void asker_free (asker *a) {
  if (!a)
    return;
  memory *mem = a->lab->mem;
  oracle_free (a->ladder);
  store_close (a->store);
  if (a->place.mem)
    scratch_close (&a->place);
  drop_suite (a, &a->suite);
  drop_suite (a, &a->next_suite);
  rung_free (a->rung);
  technique_free (a->technique);
  backend_free (a->solver);
  model_free (a->model);
  if (a->bench)
    bench_free (a->bench);
  vec_release (mem, &a->set);
  terms_free (a->terms);
  memory_free (mem, a, sizeof *a);
}

/* A published technique: its cache, then a solver. */

static verdict asker_solve (asker *a, const problem *p) {
  backend *b = a->solver;
  a->solved++;
  b->class->push (b);
  for (size_t i = 0; i < p->n; i++)
    b->class->assert_term (b, p->constraint[i]);
  verdict v = b->class->check (b, 0, NULL, 0);
  if (v == VERDICT_SAT)
    b->class->get_model (b, a->model);
  b->class->pop (b, 1);
  return v;
}

static problem *take_problem (asker *a, size_t n, const term *slice, term c) {
  memory *mem = a->lab->mem;
  bench_clear (a->bench);
  vec_clear (&a->set);
  bool is_known = false;
  for (size_t i = 0; i < n; i++) {
    vec_push (mem, &a->set, slice[i]);
    is_known |= term_eq (slice[i], c);
  }
  if (!is_known)
    vec_push (mem, &a->set, c);
  return problem_new (a->bench, a->set.len, a->set.data);
}

static verdict ask_technique (asker *a, size_t n, const term *slice, term c) {
  problem *p = take_problem (a, n, slice, c);
  finding f = {.model = a->model};
  model_clear (a->model);
  verdict v = a->rung ? a->rung->class->ask (a->rung, p, &f) : VERDICT_UNKNOWN;
  if (v != VERDICT_UNKNOWN)
    return v;
  model_clear (a->model);
  f.verdict = asker_solve (a, p);
  if (a->rung)
    a->rung->class->learn (a->rung, p, NULL, &f);
  return f.verdict;
}

static verdict ask_path (asker *a, size_t n, const term *path, term c) {
  if (a->nodes)
    node_count_add (a->nodes, n, path, c);
  vec_clear (&a->set);
  for (size_t i = 0; i < n; i++)
    vec_push (a->lab->mem, &a->set, path[i]);
  vec_push (a->lab->mem, &a->set, c);
  return technique_check (a->technique, a->set.len, a->set.data, 0);
}

verdict asker_ask (asker *a, size_t n, const term *slice, term condition,
                   model *found) {
  if (term_is_const (a->terms, condition))
    return term_eq (condition, TERM_TRUE) ? VERDICT_SAT : VERDICT_UNSAT;
  if (a->technique)
    return ask_path (a, n, slice, condition);
  if (!a->ladder)
    return ask_technique (a, n, slice, condition);
  model_clear (found);
  return a->ladder->ask (a->ladder, n, slice, condition, 0, found);
}

void asker_keep_test (asker *a, const model *m) {
  model *copy = model_new (a->lab->mem, a->terms);
  model_copy (copy, m);
  vec_push (a->lab->mem, &a->next_suite, copy);
}

size_t asker_suite (const asker *a, model *const **out) {
  *out = a->suite.data;
  return a->suite.len;
}

void asker_turn_suite (asker *a) {
  for (size_t i = 0; i < a->next_suite.len; i++)
    vec_push (a->lab->mem, &a->suite, a->next_suite.data[i]);
  vec_clear (&a->next_suite);
}

asker_kind asker_of (const asker *a) { return a->kind; }
bool asker_wants_path (const asker *a) { return a->technique; }
terms *asker_terms (const asker *a) { return a->terms; }
unsigned asker_number_symbol (asker *a) { return ++a->symbols; }

void asker_forget_tests (asker *a) { drop_suite (a, &a->suite); }

/* What was there is there again, or the run goes on without it. */
static void asker_reopen (asker *a) {
  drop_suite (a, &a->next_suite);
  oracle_free (a->ladder);
  terms_free (a->terms);
  store_close (a->store);
  a->store = NULL;
  a->terms = terms_new (a->lab->mem);
  (void) asker_open_store (a);
  a->ladder = ladder_new (a->lab->context, a->terms, a->store);
}

void asker_restart (asker *a) {
  a->symbols = 0;
  drop_suite (a, &a->suite);
  if (a->store)
    asker_reopen (a);
}

uint64_t asker_solved (const asker *a) {
  const stats *s = &a->lab->context->stats;
  return a->ladder || a->technique ? s->solver_bits + s->solver_z3 : a->solved;
}

uint64_t asker_build_time (const asker *a) {
  return a->lab->context->stats.solver_z3_build_time;
}

void asker_watch (asker *a, node_count *n) { a->nodes = n; }
