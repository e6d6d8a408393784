/* Recal as published: the canonical form is the matrix of Algorithm 1, found by
 * its text; then stricter and weaker formulas through the index of clauses.
 */

#include "lab/cache/recal.h"
#include "lab/cache/sketch.h"

#include <stdlib.h>
#include <string.h>

#define PHASES 4

typedef struct canonical_entry {
  verdict verdict;
  const sketch *sketch; /* of a satisfiable one */
} canonical_entry;

typedef struct published_recal {
  rung rung;
  memory *mem;
  bench *bench;
  arena data;
  texts keys;
  VEC (canonical_entry) entry; /* by number of key */
  clause_index sat, unsat;     /* formulas by number */
  u32_vec sat_entry;           /* formula of 'sat' -> entry */
} published_recal;

static void published_free (rung *r) {
  published_recal *c = (published_recal *) r;
  vec_release (c->mem, &c->entry, &c->sat_entry);
  texts_release (&c->keys);
  clause_index_release (&c->sat);
  clause_index_release (&c->unsat);
  arena_release (&c->data);
  memory_free (c->mem, c, sizeof *c);
}

/* A formula in its canonical form. */
typedef struct canonical {
  size_t n_vars;
  term *var;
  clauses clauses;
  const char *key; /* NULL: not all of it can be written */
} canonical;

/* An array beside elements of it: these are not independent, and forms know how
 * to tell them apart.
 */
static const term *variables_of (problem *p, size_t *n) {
  const terms *ts = bench_terms (p->bench);
  const term *leaf = problem_leaves (p, n);
  for (size_t i = 0; i < *n; i++)
    if (sort_is_array (term_sort (ts, leaf[i]))) {
      const form *f = problem_form (p);
      *n = f->n_leaves;
      return f->leaf;
    }
  return leaf;
}

static int by_text (const void *a, const void *b) {
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* All rows, sorted: under one order of the columns they say the same. */
static const char *key_of (published_recal *c, const clauses *of) {
  static const char *const relation[] = {"<=", "!=", ""};
  arena *a = bench_arena (c->bench);
  const char **line = arena_alloc (a, (of->n + 1) * sizeof *line);
  char_vec text = {0};
  for (size_t i = 0; i < of->n; i++) {
    text_printf (c->mem, &text, "%s%s", of->clause[i].sum,
                 relation[of->clause[i].relation]);
    num_print (c->mem, &text, of->clause[i].constant, 10);
    line[i] = arena_string (a, text.data, text.len);
    vec_clear (&text);
  }
  qsort (line, of->n, sizeof *line, by_text);
  for (size_t i = 0; i < of->n; i++)
    text_printf (c->mem, &text, "%s;", line[i]);
  const char *key = arena_string (a, text.data, text.len);
  vec_release (c->mem, &text);
  return key;
}

static void canonicalise (published_recal *c, problem *p, canonical *out) {
  size_t n;
  const term *leaf = variables_of (p, &n);
  clauses raw;
  u32_vec order = {0};
  *out = (canonical) {0};
  clauses_over (p, c->mem, n, leaf, &raw);
  if (!raw.is_complete)
    return;
  (void) recal_order (c->mem, &raw, PHASES, n, &order);
  out->n_vars = order.len;
  out->var =
      arena_alloc (bench_arena (c->bench), (order.len + 1) * sizeof *out->var);
  for (size_t i = 0; i < order.len; i++)
    out->var[i] = leaf[order.data[i]];
  clauses_over (p, c->mem, out->n_vars, out->var, &out->clauses);
  out->key = key_of (c, &out->clauses);
  vec_release (c->mem, &order);
}

static verdict published_propose (published_recal *c, const canonical *f,
                                  uint32_t entry, finding *out) {
  const canonical_entry *e = &c->entry.data[entry];
  if (e->verdict == VERDICT_SAT)
    sketch_apply (e->sketch, bench_terms (c->bench), f->n_vars, f->var,
                  out->model);
  return e->verdict;
}

static verdict published_ask (rung *r, problem *p, finding *out) {
  published_recal *c = (published_recal *) r;
  canonical f;
  if (problem_reduced (p)->is_unsat)
    return VERDICT_UNSAT;
  canonicalise (c, p, &f);
  if (!f.key)
    return VERDICT_UNKNOWN;
  uint32_t i = texts_find (&c->keys, f.key);
  if (i != TEXT_NONE)
    return published_propose (c, &f, i, out);
  i = clause_index_stricter (&c->sat, &f.clauses);
  if (i != UINT32_MAX)
    return published_propose (c, &f, c->sat_entry.data[i], out);
  i = clause_index_weaker (&c->unsat, &f.clauses);
  return i == UINT32_MAX ? VERDICT_UNKNOWN : VERDICT_UNSAT;
}

static void published_learn (rung *r, problem *p, problem *core,
                             const finding *found) {
  (void) core;
  published_recal *c = (published_recal *) r;
  canonical f;
  if (found->verdict == VERDICT_UNKNOWN || problem_reduced (p)->is_unsat)
    return;
  canonicalise (c, p, &f);
  if (!f.key || texts_find (&c->keys, f.key) != TEXT_NONE)
    return;
  canonical_entry e = {found->verdict, NULL};
  if (found->verdict == VERDICT_SAT)
    e.sketch = sketch_of (&c->data, c->mem, bench_terms (c->bench),
                          found->model, f.n_vars, f.var);
  (void) texts_add (&c->keys, f.key);
  vec_push (c->mem, &c->entry, e);
  if (found->verdict == VERDICT_UNSAT) {
    clause_index_add (&c->unsat, &f.clauses);
    return;
  }
  clause_index_add (&c->sat, &f.clauses);
  vec_push (c->mem, &c->sat_entry, (uint32_t) c->entry.len - 1);
}

static size_t published_count (const rung *r) {
  return ((const published_recal *) r)->entry.len;
}

rung *rung_new_recal (const rung_site *site) {
  static const rung_class class = {.free = published_free,
                                   .ask = published_ask,
                                   .learn = published_learn,
                                   .count = published_count};
  published_recal *c = memory_zalloc (site->mem, sizeof *c);
  c->rung.class = &class;
  c->mem = site->mem;
  c->bench = site->bench;
  arena_init (&c->data, site->mem);
  texts_init (&c->keys, site->mem);
  clause_index_init (&c->sat, site->mem);
  clause_index_init (&c->unsat, site->mem);
  return &c->rung;
}
