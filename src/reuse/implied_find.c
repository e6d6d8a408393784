/* A question is asked up to four times, until a set decides it: for a core and
 * for a list (UNSAT, SAT), with the names as they are and then with leaves
 * renamed. An index only proposes; a set is an answer when all labels and
 * domains fit, and, renamed, when the mapper found the renaming.
 */

#include "reuse/implied_priv.h"

#include "term/leaves.h"

/* Questions. */

void question_init (question *q, implied *x, size_t n, const atom *atoms) {
  *q = (question) {.rung = x, .n = n, .atom = atoms};
  probe_atom *a = arena_alloc (implied_scratch (x), n * sizeof *a);
  for (uint32_t i = 0; i < n; i++)
    a[i] = (probe_atom) {.label = atoms[i].prefix.id,
                         .index = i,
                         .prefix = atoms[i].prefix,
                         .domain = atoms[i].domain};
  probe_init (&q->native, implied_scratch (x), n, a);
}

static void ask_mapped (question *q, bool both_signs) {
  assert (q->n && q->rung->maps);
  implied *x = q->rung;
  arena *a = implied_scratch (x);
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

static bool implied_take (void *state, uint32_t id) {
  ((question *) state)->found = id;
  return true;
}

static size_t load_variants (implied *x, const mappable *m) {
  assert (m->n && m->n <= 2 * MAPPER_MAX_PATTERN); /* of both signs */
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

bool question_find_core (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, IMPLIED_CORE_BUDGET);
  bool res =
      implied_cores_find (&x->cores, &q->native, &budget, implied_take, q);
  x->stat.exhausted += !budget;
  return res;
}

bool question_find_list (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, IMPLIED_LIST_BUDGET);
  bool res =
      implied_lists_find (&x->lists, &q->native, &budget, implied_take, q);
  x->stat.exhausted += !budget;
  return res;
}

static bool end_mapped (implied *x, unsigned *next, bool found,
                        bool is_exhausted) {
  assert (*next >= IMPLIED_MAPPED_LEAST && *next <= IMPLIED_MAPPED_BUDGET);
  x->stat.exhausted += is_exhausted;
  if (found)
    *next = IMPLIED_MAPPED_BUDGET;
  else if (*next - *next / 8 >= IMPLIED_MAPPED_LEAST)
    *next -= *next / 8;
  else
    *next = IMPLIED_MAPPED_LEAST;
  return found;
}

bool question_find_mapped_core (question *q) {
  implied *x = q->rung;
  unsigned budget = budget_of (x, x->core_budget);
  ask_mapped (q, true);
  q->steps = budget;
  bool res =
      implied_cores_find (&x->mapped_cores, &q->mapped, &budget, take_core, q);
  return end_mapped (x, &x->core_budget, res, !budget || !q->steps);
}

bool question_find_mapped_list (question *q) {
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
  return memset (arena_alloc (implied_scratch (q->rung), q->n), 0, q->n);
}

static void list_marks (const question *q, const bool *is_used,
                        const uint32_t **used, size_t *n_used) {
  uint32_t *res = arena_alloc (implied_scratch (q->rung), q->n * sizeof *res);
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
      j++; /* the question has all labels of the set, in the same order */
    assert (j < q->native.n);
    is_used[q->native.atom[j].index] = true;
  }
}

static void use_mapped (const question *q, bool *is_used) {
  assert (q->variant); /* ask_mapped */
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
       i < v->n && term_eq (v->entry[i].leaf, from); i++)
    value_entry_give (v->entry + i, ts, to, m);
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
  terms *ts = implied_terms (x);
  const values *v = x->sets.set.data[q->found]->values;
  assert (v); /* a list is of sets with a model */
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
verdict question_answer (question *q, model *m, const uint32_t **used,
                         size_t *n_used) {
  if (question_find_core (q))
    return say_unsat (q, false, used, n_used);
  if (question_find_list (q))
    return say_sat (q, false, m);
  if (!q->rung->maps)
    return VERDICT_UNKNOWN;
  if (question_find_mapped_core (q))
    return say_unsat (q, true, used, n_used);
  if (question_find_mapped_list (q))
    return say_sat (q, true, m);
  return VERDICT_UNKNOWN;
}
