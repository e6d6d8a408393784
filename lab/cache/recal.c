#include "lab/cache/recal.h"

#include "base/map.h"
#include "lab/cache/sketch.h"

typedef struct recal_entry {
  verdict verdict;
  form form;            /* digest and words only */
  const sketch *sketch; /* of a satisfiable one */
  uint32_t next;        /* the entry before with the same digest, + 1 */
} recal_entry;

typedef struct recal {
  rung rung;
  memory *mem;
  bench *bench;
  arena data;
  VEC (recal_entry) entry;
  map by_digest;           /* -> entry + 1 */
  clause_index sat, unsat; /* formulas by number */
  u32_vec sat_entry;       /* formula of 'sat' -> entry */
  bool is_equal_only;
} recal;

static void recal_free (rung *r) {
  recal *c = (recal *) r;
  vec_release (c->mem, &c->entry, &c->sat_entry);
  map_release (&c->by_digest);
  clause_index_release (&c->sat);
  clause_index_release (&c->unsat);
  arena_release (&c->data);
  memory_free (c->mem, c, sizeof *c);
}

static const recal_entry *find_form (const recal *c, const form *f) {
  uint64_t i = map_get (&c->by_digest, f->digest.lo | 1, 0);
  while (i && !form_eq (&c->entry.data[i - 1].form, f))
    i = c->entry.data[i - 1].next;
  return i ? &c->entry.data[i - 1] : NULL;
}

static verdict propose (recal *c, const form *f, const recal_entry *e,
                        finding *out) {
  if (e->verdict == VERDICT_SAT)
    sketch_apply (e->sketch, bench_terms (c->bench), f->n_leaves, f->leaf,
                  out->model);
  return e->verdict;
}

static verdict search (recal *c, problem *p, const form *f, finding *out) {
  clauses asked;
  clauses_of (p, c->mem, &asked);
  uint32_t i = clause_index_stricter (&c->sat, &asked);
  if (i != UINT32_MAX)
    return propose (c, f, &c->entry.data[c->sat_entry.data[i]], out);
  i = clause_index_weaker (&c->unsat, &asked);
  return i == UINT32_MAX ? VERDICT_UNKNOWN : VERDICT_UNSAT;
}

static verdict recal_ask (rung *r, problem *p, finding *out) {
  recal *c = (recal *) r;
  if (problem_reduced (p)->is_unsat)
    return VERDICT_UNSAT;
  const form *f = problem_form (p);
  const recal_entry *e = find_form (c, f);
  if (e)
    return propose (c, f, e, out);
  return c->is_equal_only ? VERDICT_UNKNOWN : search (c, p, f, out);
}

static void add_entry (recal *c, const form *f, const finding *found) {
  uint64_t *last = map_at (&c->by_digest, f->digest.lo | 1);
  recal_entry e = {.verdict = found->verdict, .next = (uint32_t) *last};
  e.form.digest = f->digest;
  e.form.n_words = f->n_words;
  e.form.word = arena_copy (&c->data, f->word, f->n_words * sizeof *f->word);
  if (found->verdict == VERDICT_SAT)
    e.sketch = sketch_of (&c->data, c->mem, bench_terms (c->bench),
                          found->model, f->n_leaves, f->leaf);
  vec_push (c->mem, &c->entry, e);
  *last = c->entry.len;
}

static void recal_learn (rung *r, problem *p, problem *core,
                         const finding *found) {
  (void) core;
  recal *c = (recal *) r;
  if (found->verdict == VERDICT_UNKNOWN || problem_reduced (p)->is_unsat)
    return;
  const form *f = problem_form (p);
  if (find_form (c, f))
    return;
  add_entry (c, f, found);
  if (c->is_equal_only)
    return;
  clauses known;
  clauses_of (p, c->mem, &known);
  if (found->verdict == VERDICT_UNSAT) {
    clause_index_add (&c->unsat, &known);
    return;
  }
  clause_index_add (&c->sat, &known);
  vec_push (c->mem, &c->sat_entry, (uint32_t) c->entry.len - 1);
}

static size_t recal_count (const rung *r) {
  return ((const recal *) r)->entry.len;
}

rung *rung_new_recal_complete (const rung_site *site) {
  static const rung_class class = {.free = recal_free,
                                   .ask = recal_ask,
                                   .learn = recal_learn,
                                   .count = recal_count};
  recal *c = memory_zalloc (site->mem, sizeof *c);
  c->rung.class = &class;
  c->mem = site->mem;
  c->bench = site->bench;
  arena_init (&c->data, site->mem);
  map_init (&c->by_digest, site->mem);
  clause_index_init (&c->sat, site->mem);
  clause_index_init (&c->unsat, site->mem);
  return &c->rung;
}

rung *rung_new_recal_equal (const rung_site *site) {
  rung *r = rung_new_recal_complete (site);
  ((recal *) r)->is_equal_only = true;
  return r;
}
