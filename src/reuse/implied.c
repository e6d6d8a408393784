/* Life of the rung: sets come in by learning or from a store, each into the
 * pool (implied_sets.h) and into one index of its direction; those that can be
 * mapped also into a second one, by shape. When there are too many, the half
 * that was of most use is put into a new pool, and everything else is thrown
 * away at once.
 */

#include "reuse/implied_priv.h"

#include "term/leaves.h"

#define MIN_SETS 1024 /* kept even when the account is over its limit */

/* Life cycle of what is kept. */

static void implied_start (implied *x) {
  implied_sets_init (&x->sets, x->mem, implied_terms (x));
  implied_cores_init (&x->cores, x->mem, &x->sets, true);
  implied_cores_init (&x->mapped_cores, x->mem, &x->sets, false);
  implied_lists_init (&x->lists, x->mem, &x->sets);
  implied_lists_init (&x->mapped_lists, x->mem, &x->sets);
  vec_clear (&x->mappable);
  x->stat.unsat_sets = x->stat.sat_sets = x->stat.mappable_sets = 0;
}

static void implied_stop (implied *x) {
  implied_cores_release (&x->cores);
  implied_cores_release (&x->mapped_cores);
  implied_lists_release (&x->lists);
  implied_lists_release (&x->mapped_lists);
  implied_sets_release (&x->sets);
}

static void free_implied (rung *r) {
  implied *x = (implied *) r;
  implied_stop (x);
  mapper_free (x->mapper);
  vec_release (x->mem, &x->mappable, &x->pattern);
  memory_free (x->mem, x, sizeof *x);
}

/* Asking. */

verdict implied_find (rung *r, size_t n, const atom *atoms, model *m,
                      const uint32_t **used, size_t *n_used) {
  implied *x = (implied *) r;
  question q;
  if (!n)
    return VERDICT_UNKNOWN;
  question_init (&q, x, n, atoms);
  verdict res = question_answer (&q, m, used, n_used);
  assert (res == VERDICT_UNKNOWN || q.found < x->sets.set.len);
  if (res != VERDICT_UNKNOWN)
    x->sets.set.data[q.found]->hits++;
  return res;
}

static verdict implied_ask (rung *r, problem *p, finding *out) {
  assert (out->model && out->core);
  const reduction *red = problem_reduced (p);
  const uint32_t *used = NULL;
  size_t n_used = 0, n_inputs = 0;
  if (red->is_unsat)
    return VERDICT_UNKNOWN; /* needs no rung */
  verdict v = implied_find (r, red->n, red->atom, out->model, &used, &n_used);
  if (v != VERDICT_UNSAT)
    return v;
  const uint32_t *input =
      reduce_inputs (red, bench_arena (p->bench), n_used, used, &n_inputs);
  assert (n_used && n_inputs <= p->n);
  for (size_t i = 0; i < n_inputs; i++)
    vec_push (((implied *) r)->mem, out->core, p->constraint[input[i]]);
  return v;
}

/* Keeping. */

static int by_label (const void *a, const void *b) {
  const variant *x = a, *y = b;
  if (x->label != y->label)
    return x->label > y->label ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void add_mappable (implied *x, uint32_t set, size_t n, variant *v) {
  assert (n && set < x->sets.set.len);
  bool is_sat = x->sets.set.data[set]->values;
  set_step *steps = arena_alloc (&x->sets.data, n * sizeof *steps);
  uint32_t *prefix = arena_alloc (&x->sets.data, n * sizeof *prefix);
  for (size_t i = 0; i < n; i++) /* from here on 'index' is the domain */
    v[i].index = implied_sets_intern (&x->sets, v[i].atom.domain);
  qsort (v, n, sizeof *v, by_label);
  for (size_t i = 0; i < n; i++) {
    steps[i] = (set_step) {v[i].label, v[i].index};
    prefix[i] = v[i].atom.prefix.id;
  }
  uint32_t id = (uint32_t) x->mappable.len;
  vec_push (x->mem, &x->mappable,
            (mappable) {set, (uint32_t) n, steps, prefix});
  if (is_sat)
    implied_lists_add (&x->mapped_lists, n, steps, id);
  else
    implied_cores_add (&x->mapped_cores, n, steps, id);
  x->stat.mappable_sets++;
}

/* Sets that are others with leaves renamed are not kept a second time. */
static void add_mapped (question *q, uint32_t set, bool is_sat) {
  implied *x = q->rung;
  if (q->n > MAPPER_MAX_PATTERN || !x->maps)
    return;
  if (is_sat ? question_find_mapped_list (q) : question_find_mapped_core (q))
    return;
  variant *v = arena_alloc (implied_scratch (x), 2 * q->n * sizeof *v);
  size_t n =
      mapper_prepare (x->mapper, implied_scratch (x), q->n, q->atom, is_sat, v);
  add_mappable (x, set, n, v);
}

static bool insert (implied *x, size_t n, const atom *atoms, const values *v) {
  assert (n);
  question q;
  uint32_t set;
  implied before = *x; /* what is counted, is counted for questions only */
  question_init (&q, x, n, atoms);
  bool is_new = !(v ? question_find_list (&q) : question_find_core (&q)) &&
                implied_sets_add (&x->sets, n, atoms, v, &set);
  if (is_new) {
    const set_step *s = x->sets.set.data[set]->step;
    if (v)
      implied_lists_add (&x->lists, n, s, set);
    else
      implied_cores_add (&x->cores, n, s, set);
    ++*(v ? &x->stat.sat_sets : &x->stat.unsat_sets);
    add_mapped (&q, set, v);
  }
  x->stat.exhausted = before.stat.exhausted;
  x->core_budget = before.core_budget;
  x->list_budget = before.list_budget;
  return is_new;
}

/* Eviction. */

typedef struct rank {
  uint32_t set, hits;
} rank;

static int by_use (const void *a, const void *b) {
  const rank *x = a, *y = b;
  if (x->hits != y->hits)
    return x->hits > y->hits ? -1 : 1;
  return x->set > y->set ? -1 : x->set < y->set;
}

static int by_age (const void *a, const void *b) {
  const rank *x = a, *y = b;
  return x->set < y->set ? -1 : x->set > y->set;
}

static void insert_again (implied *x, const implied_sets *old,
                          const implied_set *s) {
  mark m = arena_mark (implied_scratch (x));
  atom *atoms = arena_alloc (implied_scratch (x), s->n * sizeof *atoms);
  for (uint32_t i = 0; i < s->n; i++)
    atoms[i] = step_atom (old, s->step[i]);
  if (insert (x, s->n, atoms, s->values))
    vec_last (&x->sets.set)->hits = s->hits / 2;
  arena_return (implied_scratch (x), m);
}

/* Keep the better half. */
static void evict (implied *x) {
  assert (x->sets.set.len); /* else nothing could be too much */
  implied_sets old = x->sets;
  size_t n = old.set.len, kept = n / 2;
  rank *ranks = memory_alloc (x->mem, n * sizeof *ranks);
  for (uint32_t i = 0; i < n; i++)
    ranks[i] = (rank) {i, old.set.data[i]->hits};
  qsort (ranks, n, sizeof *ranks, by_use);
  qsort (ranks, kept, sizeof *ranks, by_age);
  implied_sets_init (&x->sets, x->mem, implied_terms (x));
  implied_stop (x);
  implied_start (x);
  for (size_t i = 0; i < kept; i++)
    insert_again (x, &old, old.set.data[ranks[i].set]);
  memory_free (x->mem, ranks, n * sizeof *ranks);
  implied_sets_release (&old);
  assert (x->sets.set.len <= kept);
  x->stat.evicted += n - x->sets.set.len;
}

static void implied_make_room (implied *x) {
  size_t n = x->sets.set.len;
  if (n >= x->max_sets || (n > MIN_SETS && memory_exceeded (x->mem)))
    evict (x);
}

bool implied_insert (rung *r, verdict v, size_t n, const atom *atoms,
                     const values *vs) {
  assert (v != VERDICT_SAT || vs);
  implied *x = (implied *) r;
  if (!n || v == VERDICT_UNKNOWN)
    return false;
  implied_make_room (x);
  return insert (x, n, atoms, v == VERDICT_SAT ? vs : NULL);
}

/* Values of the leaves of the atoms. */
static const values *values_of (implied *x, const reduction *r,
                                const model *m) {
  terms *ts = implied_terms (x);
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++)
    n += term_leaves (ts, r->atom[i].prefix)->n;
  term *leaf = arena_alloc (implied_scratch (x), n * sizeof *leaf);
  n = 0;
  for (size_t i = 0; i < r->n; i++) {
    const leaf_set *s = term_leaves (ts, r->atom[i].prefix);
    memcpy (leaf + n, s->leaf, s->n * sizeof *leaf);
    n += s->n;
  }
  n = terms_sort (n, leaf);
  return values_take (implied_scratch (x), x->mem, ts, n, leaf, m);
}

static void implied_learn (rung *r, problem *p, problem *core,
                           const finding *f) {
  implied *x = (implied *) r;
  if (f->verdict == VERDICT_UNKNOWN)
    return;
  bool is_sat = f->verdict == VERDICT_SAT;
  const reduction *red = problem_reduced (is_sat || !core ? p : core);
  if (red->is_unsat || !red->n)
    return;
  implied_insert (r, f->verdict, red->n, red->atom,
                  is_sat ? values_of (x, red, f->model) : NULL);
}

static size_t implied_count (const rung *r) {
  return ((const implied *) r)->sets.set.len;
}

void implied_get_stat (const rung *r, implied_stat *out) {
  *out = ((const implied *) r)->stat;
}

void implied_set_mapping (rung *r, bool maps) { ((implied *) r)->maps = maps; }

void implied_set_limits (rung *r, size_t max_sets, unsigned budget) {
  implied *x = (implied *) r;
  x->max_sets = max_sets;
  if (budget)
    x->budget = budget;
}

static const rung_class class = {.free = free_implied,
                                 .ask = implied_ask,
                                 .learn = implied_learn,
                                 .count = implied_count};

rung *rung_new_implied (const rung_site *site) {
  implied *x = memory_zalloc (site->mem, sizeof *x);
  *x = (implied) {.base = {&class},
                  .mem = site->mem,
                  .bench = site->bench,
                  .mapper = mapper_new (site->mem, bench_terms (site->bench)),
                  .maps = true,
                  .core_budget = IMPLIED_MAPPED_BUDGET,
                  .list_budget = IMPLIED_MAPPED_BUDGET,
                  .max_sets = IMPLIED_MAX_SETS};
  implied_start (x);
  return &x->base;
}
