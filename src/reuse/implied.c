#include "reuse/implied.h"

#include "reuse/implied_cores.h"
#include "reuse/implied_lists.h"
#include "reuse/mapping.h"
#include "term/leaves.h"

#include <stdlib.h>
#include <string.h>

#define MIN_SETS 1024 /* kept even when the account is over its limit */

/* A set made ready for mapping. */
typedef struct mappable {
  uint32_t set, n;
  const step *step;       /* label: of the shape; decreasing */
  const uint32_t *prefix; /* of each step */
} mappable;

typedef struct implied {
  rung base;
  memory *mem;
  bench *bench;
  mapper *mapper;
  bool maps;
  size_t max_sets;
  unsigned budget;                   /* 0: the usual ones */
  unsigned core_budget, list_budget; /* with mapping, now */
  implied_stat stat;

  implied_sets sets;
  implied_cores cores, mapped_cores;
  implied_lists lists, mapped_lists;
  VEC (mappable) mappable;
  VEC (variant) pattern; /* of a stored set, for the mapper */
} implied;

/* A question, in its three readings. */
typedef struct question {
  implied *rung;
  size_t n;
  const atom *atom;
  probe native, mapped;
  size_t n_variants;
  variant *variant;
  unsigned steps;
  uint32_t found; /* set */
} question;

static terms *terms_of (const implied *x) { return bench_terms (x->bench); }
static arena *scratch (const implied *x) { return bench_arena (x->bench); }

/* Life cycle of what is kept. */

static void start (implied *x) {
  implied_sets_init (&x->sets, x->mem, terms_of (x));
  implied_cores_init (&x->cores, x->mem, &x->sets, true);
  implied_cores_init (&x->mapped_cores, x->mem, &x->sets, false);
  implied_lists_init (&x->lists, x->mem, &x->sets);
  implied_lists_init (&x->mapped_lists, x->mem, &x->sets);
  vec_clear (&x->mappable);
  x->stat.unsat_sets = x->stat.sat_sets = x->stat.mappable_sets = 0;
}

static void stop (implied *x) {
  implied_cores_release (&x->cores);
  implied_cores_release (&x->mapped_cores);
  implied_lists_release (&x->lists);
  implied_lists_release (&x->mapped_lists);
  implied_sets_release (&x->sets);
}

static void free_implied (rung *r) {
  implied *x = (implied *) r;
  stop (x);
  mapper_free (x->mapper);
  vec_release (x->mem, &x->mappable);
  vec_release (x->mem, &x->pattern);
  memory_free (x->mem, x, sizeof *x);
}

/* Questions. */

static void ask_native (question *q, implied *x, size_t n, const atom *atoms) {
  *q = (question) {.rung = x, .n = n, .atom = atoms};
  probe_atom *a = arena_alloc (scratch (x), n * sizeof *a);
  for (uint32_t i = 0; i < n; i++)
    a[i] = (probe_atom) {.label = atoms[i].prefix.id,
                         .index = i,
                         .prefix = atoms[i].prefix,
                         .domain = atoms[i].domain};
  probe_init (&q->native, scratch (x), n, a);
}

static void ask_mapped (question *q, bool both_signs) {
  implied *x = q->rung;
  arena *a = scratch (x);
  q->variant = arena_alloc (a, 2 * q->n * sizeof *q->variant);
  q->n_variants =
      mapper_prepare (x->mapper, a, q->n, q->atom, both_signs, q->variant);
  probe_atom *p = arena_alloc (a, q->n_variants * sizeof *p);
  for (uint32_t i = 0; i < q->n_variants; i++)
    p[i] = (probe_atom) {.label = q->variant[i].label,
                         .index = i,
                         .domain = q->variant[i].atom.domain};
  probe_init (&q->mapped, a, q->n_variants, p);
}

static bool take (void *state, uint32_t id) {
  ((question *) state)->found = id;
  return true;
}

static size_t load_variants (implied *x, const mappable *m) {
  vec_reserve (x->mem, &x->pattern, m->n);
  for (uint32_t i = 0; i < m->n; i++) {
    const domain *d = x->sets.domain.data[m->step[i].domain].domain;
    x->pattern.data[i] = (variant) {{{m->prefix[i]}, d}, m->step[i].label, i};
  }
  return m->n;
}

/* The stored set becomes a part of the question. */
static bool take_core (void *state, uint32_t id) {
  question *q = state;
  implied *x = q->rung;
  const mappable *m = x->mappable.data + id;
  size_t n = load_variants (x, m);
  q->found = m->set;
  return mapper_find (x->mapper, n, x->pattern.data, q->n_variants, q->variant,
                      &q->steps);
}

/* The question becomes a part of the stored set. */
static bool take_list (void *state, uint32_t id) {
  question *q = state;
  implied *x = q->rung;
  const mappable *m = x->mappable.data + id;
  size_t n = load_variants (x, m);
  q->found = m->set;
  return mapper_find (x->mapper, q->n_variants, q->variant, n, x->pattern.data,
                      &q->steps);
}

static unsigned budget_of (const implied *x, unsigned usual) {
  return x->budget ? x->budget : usual;
}

static bool find_core (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, IMPLIED_CORE_BUDGET);
  bool res = implied_cores_find (&x->cores, &q->native, &budget, take, q);
  x->stat.exhausted += !budget;
  return res;
}

static bool find_list (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, IMPLIED_LIST_BUDGET);
  bool res = implied_lists_find (&x->lists, &q->native, &budget, take, q);
  x->stat.exhausted += !budget;
  return res;
}

static bool end_mapped (implied *x, unsigned *next, bool found,
                        bool is_exhausted) {
  x->stat.exhausted += is_exhausted;
  if (found)
    *next = IMPLIED_MAPPED_BUDGET;
  else if (*next > IMPLIED_MAPPED_LEAST)
    *next -= *next / 8;
  return found;
}

static bool find_mapped_core (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, x->core_budget);
  ask_mapped (q, true);
  q->steps = budget;
  bool res =
      implied_cores_find (&x->mapped_cores, &q->mapped, &budget, take_core, q);
  return end_mapped (x, &x->core_budget, res, !budget || !q->steps);
}

static bool find_mapped_list (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, x->list_budget);
  if (q->n > MAPPER_MAX_PATTERN)
    return false;
  ask_mapped (q, false);
  q->steps = budget;
  bool res =
      implied_lists_find (&x->mapped_lists, &q->mapped, &budget, take_list, q);
  return end_mapped (x, &x->list_budget, res, !budget || !q->steps);
}

/* Answers. */

static bool *new_marks (const question *q) {
  return memset (arena_alloc (scratch (q->rung), q->n), 0, q->n);
}

static void list_marks (const question *q, const bool *is_used,
                        const uint32_t **used, size_t *n_used) {
  uint32_t *res = arena_alloc (scratch (q->rung), q->n * sizeof *res);
  *n_used = 0;
  for (uint32_t i = 0; i < q->n; i++)
    if (is_used[i])
      res[(*n_used)++] = i;
  *used = res;
}

static void use_native (const question *q, bool *is_used) {
  const implied_set *s = q->rung->sets.set.data[q->found];
  for (size_t i = 0, j = 0; i < s->n; i++) {
    while (q->native.atom[j].label != s->step[i].label)
      j++;
    is_used[q->native.atom[j].index] = true;
  }
}

static void use_mapped (const question *q, bool *is_used) {
  const implied_set *s = q->rung->sets.set.data[q->found];
  for (size_t i = 0; i < s->n; i++)
    is_used[q->variant[mapper_choice (q->rung->mapper, i)].index] = true;
}

/* Values. */

static size_t first_entry (const values *v, term leaf) {
  size_t low = 0, high = v->n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (v->entry[mid].leaf.id < leaf.id)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static void give_leaf (const terms *ts, const values *v, term from, term to,
                       model *m) {
  for (size_t i = first_entry (v, from);
       i < v->n && term_eq (v->entry[i].leaf, from); i++) {
    const struct value_entry *e = v->entry + i;
    if (e->is_element)
      model_set_element (m, to, e->index, e->word);
    else if (sort_is_array (term_sort (ts, to)))
      model_set_default (m, to, e->word);
    else
      model_set (m, to, e->word);
  }
}

/* What is known of single elements of an array goes with it. */
static void give_elements (const terms *ts, const values *v, term from, term to,
                           model *m) {
  for (uint32_t i = 0; i < v->n; i++) {
    term leaf = v->entry[i].leaf;
    if (term_kind (ts, leaf) == KIND_SELECT &&
        term_eq (term_arg (ts, leaf, 0), from))
      model_set_element (m, to, term_word (ts, term_arg (ts, leaf, 1)),
                         v->entry[i].word);
  }
}

static void give_values (const question *q, bool is_mapped, model *m) {
  implied *x = q->rung;
  terms *ts = terms_of (x);
  const values *v = x->sets.set.data[q->found]->values;
  for (size_t i = 0; i < q->n; i++) {
    const leaf_set *s = term_leaves (ts, q->atom[i].prefix);
    for (uint32_t k = 0; k < s->n; k++) {
      term to = s->leaf[k];
      term from = is_mapped ? mapper_image (x->mapper, to) : to;
      if (!from.id)
        continue;
      give_leaf (ts, v, from, to, m);
      if (sort_is_array (term_sort (ts, from)))
        give_elements (ts, v, from, to, m);
    }
  }
}

static verdict say_unsat (const question *q, bool is_mapped,
                          const uint32_t **used, size_t *n_used) {
  implied_stat *stat = &q->rung->stat;
  bool *is_used = new_marks (q);
  if (is_mapped)
    use_mapped (q, is_used);
  else
    use_native (q, is_used);
  list_marks (q, is_used, used, n_used);
  ++*(is_mapped ? &stat->mapped_unsat : &stat->unsat);
  return VERDICT_UNSAT;
}

static verdict say_sat (const question *q, bool is_mapped, model *m) {
  implied_stat *stat = &q->rung->stat;
  give_values (q, is_mapped, m);
  ++*(is_mapped ? &stat->mapped_sat : &stat->sat);
  return VERDICT_SAT;
}

/* Names as they are come first: that is faster, and more often right. */
static verdict answer (question *q, model *m, const uint32_t **used,
                       size_t *n_used) {
  if (find_core (q))
    return say_unsat (q, false, used, n_used);
  if (find_list (q))
    return say_sat (q, false, m);
  if (!q->rung->maps)
    return VERDICT_UNKNOWN;
  if (find_mapped_core (q))
    return say_unsat (q, true, used, n_used);
  if (find_mapped_list (q))
    return say_sat (q, true, m);
  return VERDICT_UNKNOWN;
}

verdict implied_find (rung *r, size_t n, const atom *atoms, model *m,
                      const uint32_t **used, size_t *n_used) {
  implied *x = (implied *) r;
  question q;
  if (!n)
    return VERDICT_UNKNOWN;
  ask_native (&q, x, n, atoms);
  verdict res = answer (&q, m, used, n_used);
  if (res != VERDICT_UNKNOWN)
    x->sets.set.data[q.found]->hits++;
  return res;
}

static verdict ask (rung *r, problem *p, finding *out) {
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
  bool is_sat = x->sets.set.data[set]->values;
  step *steps = arena_alloc (&x->sets.data, n * sizeof *steps);
  uint32_t *prefix = arena_alloc (&x->sets.data, n * sizeof *prefix);
  for (size_t i = 0; i < n; i++) /* from here on 'index' is the domain */
    v[i].index = implied_sets_intern (&x->sets, v[i].atom.domain);
  qsort (v, n, sizeof *v, by_label);
  for (size_t i = 0; i < n; i++) {
    steps[i] = (step) {v[i].label, v[i].index};
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
  if (is_sat ? find_mapped_list (q) : find_mapped_core (q))
    return;
  variant *v = arena_alloc (scratch (x), 2 * q->n * sizeof *v);
  size_t n = mapper_prepare (x->mapper, scratch (x), q->n, q->atom, is_sat, v);
  add_mappable (x, set, n, v);
}

static bool insert (implied *x, size_t n, const atom *atoms, const values *v) {
  question q;
  uint32_t set;
  implied before = *x; /* what is counted, is counted for questions only */
  ask_native (&q, x, n, atoms);
  bool is_new = !(v ? find_list (&q) : find_core (&q)) &&
                implied_sets_add (&x->sets, n, atoms, v, &set);
  if (is_new) {
    const step *s = x->sets.set.data[set]->step;
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
  mark m = arena_mark (scratch (x));
  atom *atoms = arena_alloc (scratch (x), s->n * sizeof *atoms);
  for (uint32_t i = 0; i < s->n; i++)
    atoms[i] = step_atom (old, s->step[i]);
  if (insert (x, s->n, atoms, s->values))
    vec_last (&x->sets.set)->hits = s->hits / 2;
  arena_return (scratch (x), m);
}

/* Keep the better half. */
static void evict (implied *x) {
  implied_sets old = x->sets;
  size_t n = old.set.len, kept = n / 2;
  rank *ranks = memory_alloc (x->mem, n * sizeof *ranks);
  for (uint32_t i = 0; i < n; i++)
    ranks[i] = (rank) {i, old.set.data[i]->hits};
  qsort (ranks, n, sizeof *ranks, by_use);
  qsort (ranks, kept, sizeof *ranks, by_age);
  implied_sets_init (&x->sets, x->mem, terms_of (x));
  stop (x);
  start (x);
  for (size_t i = 0; i < kept; i++)
    insert_again (x, &old, old.set.data[ranks[i].set]);
  memory_free (x->mem, ranks, n * sizeof *ranks);
  implied_sets_release (&old);
  x->stat.evicted += n - x->sets.set.len;
}

static void make_room (implied *x) {
  size_t n = x->sets.set.len;
  if (n >= x->max_sets || (n > MIN_SETS && memory_exceeded (x->mem)))
    evict (x);
}

bool implied_insert (rung *r, verdict v, size_t n, const atom *atoms,
                     const values *vs) {
  implied *x = (implied *) r;
  if (!n || v == VERDICT_UNKNOWN)
    return false;
  make_room (x);
  return insert (x, n, atoms, v == VERDICT_SAT ? vs : NULL);
}

static int by_id (const void *a, const void *b) {
  uint32_t x = ((const term *) a)->id, y = ((const term *) b)->id;
  return x < y ? -1 : x > y;
}

static size_t distinct (size_t n, term *t) {
  size_t m = 0;
  qsort (t, n, sizeof *t, by_id);
  for (size_t i = 0; i < n; i++)
    if (!m || !term_eq (t[m - 1], t[i]))
      t[m++] = t[i];
  return m;
}

/* Values of the leaves of the atoms. */
static const values *values_of (implied *x, const reduction *r,
                                const model *m) {
  terms *ts = terms_of (x);
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++)
    n += term_leaves (ts, r->atom[i].prefix)->n;
  term *leaf = arena_alloc (scratch (x), n * sizeof *leaf);
  n = 0;
  for (size_t i = 0; i < r->n; i++) {
    const leaf_set *s = term_leaves (ts, r->atom[i].prefix);
    memcpy (leaf + n, s->leaf, s->n * sizeof *leaf);
    n += s->n;
  }
  n = distinct (n, leaf);
  return values_take (scratch (x), x->mem, ts, n, leaf, m);
}

static void learn (rung *r, problem *p, problem *core, const finding *f) {
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

static size_t count (const rung *r) {
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

static const rung_class class = {.name = "implied",
                                 .free = free_implied,
                                 .ask = ask,
                                 .learn = learn,
                                 .count = count};

rung *rung_new_implied (memory *mem, bench *b) {
  implied *x = memory_zalloc (mem, sizeof *x);
  *x = (implied) {.base = {&class},
                  .mem = mem,
                  .bench = b,
                  .mapper = mapper_new (mem, bench_terms (b)),
                  .maps = true,
                  .core_budget = IMPLIED_MAPPED_BUDGET,
                  .list_budget = IMPLIED_MAPPED_BUDGET,
                  .max_sets = IMPLIED_MAX_SETS};
  start (x);
  return &x->base;
}
